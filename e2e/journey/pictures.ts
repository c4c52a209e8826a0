import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../server/test/browser.ts'
import { decode } from '../../server/test/mail/decoded-mails.ts'
import type { Asked } from './mails.ts'
import type { Service } from './service.ts'

/** What a buyer and a visitor see, at the width of a phone: the files are written into `folder`. */
export async function takePictures(
  service: Service,
  { asked, productId, locale }: { asked: Asked; productId: string; locale: string },
  folder: string,
): Promise<string[]> {
  const browser = await launchBrowser()
  const files: string[] = []
  try {
    const page = await browser.newPage({ locale, viewport: { width: 390, height: 844 } })
    const take = async (name: string) => {
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path, fullPage: true })
      files.push(path)
    }
    await page.setContent(/<!doctype html[\s\S]*<\/html>/i.exec(decode(asked.raw))?.[0] ?? '')
    await take('mail')
    await page.goto(asked.form)
    await take('form')
    await page.locator('.actions button[type=submit]').click()
    await page.waitForURL(url => url.href !== asked.form)
    await take('thanks')
    await openWidgets(page, service, productId, locale)
    await take('widgets')
  } finally {
    await browser.close()
  }
  return files
}

async function openWidgets(page: Page, service: Service, productId: string, locale: string): Promise<void> {
  const { url, storeId, storeKey } = service
  await page.route(`${url}/a-page-of-the-shop`, route =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="${locale}" data-store-id="${storeId}" data-store-key="${storeKey}">
        <meta name="viewport" content="width=device-width"><title>Journey</title>
        <script type="module" src="${url}/widgets/v1/widgets.js"></script>
        <rw-rating data-product-id="${productId}"></rw-rating>
        <rw-reviews data-product-id="${productId}" data-header-type="histogram"></rw-reviews>`,
    }),
  )
  await page.goto(`${url}/a-page-of-the-shop`)
  await page.locator('article').first().waitFor()
}

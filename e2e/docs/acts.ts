import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../server/test/browser.ts'
import { unescapeHtml } from '../../server/test/forms.ts'
import { waitFor } from '../service.ts'

type Context = { url: string; outbox: string; storeId: string; folder: string }

/** Actions of the reader in a browser, by the text of `<!-- do: … -->`. */
export const acts: Record<string, (context: Context) => Promise<void>> = {
  'submit the form of the email': context => inBrowser(browser => submitForm(browser, context)),
  'open the page': context => inBrowser(browser => openPage(browser, context)),
}

async function submitForm(browser: Browser, { url, outbox, storeId }: Context): Promise<void> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${outbox}` } })
    return unescapeHtml(await answer.text())
  }
  const mail = await waitFor('the email', async () => {
    const row = (await read('/outbox')).split('<tr>').find(text => text.includes(storeId))
    return row?.includes('<td>Kept</td>') && /\/outbox\/[^"]+/.exec(row)?.[0]
  })
  const fifthStar = /http:[^"]*\/r\/[^"]*rating=5/.exec(await read(`${mail}/html`))?.[0]
  const page = await browser.newPage()
  await page.goto(fifthStar ?? '')
  await page.locator('[name=heading-0]').fill('Strong coffee')
  await page.locator('[name=body-0]').fill('Heats up fast and does not leak.')
  const sent = page.waitForResponse(answer => answer.request().method() === 'POST' && answer.status() === 303)
  await page.locator('.actions button').click()
  await sent
}

async function openPage(browser: Browser, { folder }: Context): Promise<void> {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(join(folder, 'shop.html')).href)
  await page.locator('rw-rating').getByText('5', { exact: false }).first().waitFor()
  await page.locator('rw-reviews').getByText('Heats up fast and does not leak.').waitFor()
}

async function inBrowser(act: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launchBrowser()
  try {
    await act(browser)
  } finally {
    await browser.close()
  }
}

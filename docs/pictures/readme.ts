import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { cleanUp, newDataDir, startService } from '../../e2e/service.ts'
import { launchBrowser } from '../../server/test/browser.ts'

// npm run pictures:readme   saves the pictures of README.md in docs/images/, from the unchanged demo

const folder = fileURLToPath(new URL('../images/', import.meta.url))
const service = await startService({ flags: ['--demo'], dataDir: newDataDir() })
const browser = await launchBrowser()
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${service.url}/demo?lang=en`)
  await page.locator('rw-rating >> css=svg').first().waitFor()
  await savePicture(page, 'demo-shop')
  await page.goto(`${service.url}/demo/p/MOKA-6?lang=en`)
  await page.locator('rw-reviews').scrollIntoViewIfNeeded()
  await page.getByText('Café de domingo todo dia').waitFor()
  await page
    .locator('h2')
    .first()
    .evaluate(element => element.scrollIntoView())
  await savePicture(page, 'demo-reviews')
} finally {
  await browser.close()
  await cleanUp()
}

async function savePicture(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(join(folder, `${name}.png`))
}

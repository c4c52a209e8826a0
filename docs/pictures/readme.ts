import type { Stage } from './stage.ts'

/** The pictures of README.md, from the unchanged demo. */
export async function draw({ browser, startDemo, save }: Stage): Promise<void> {
  const service = await startDemo()
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${service.url}/demo?lang=en`)
  await page.locator('rw-rating >> css=svg').first().waitFor()
  await save('demo-shop', await page.screenshot({ animations: 'disabled' }))
  await page.goto(`${service.url}/demo/p/MOKA-6?lang=en`)
  await page.locator('rw-reviews').scrollIntoViewIfNeeded()
  await page.getByText('Café de domingo todo dia').waitFor()
  await page
    .locator('h2')
    .first()
    .evaluate(element => element.scrollIntoView())
  await save('demo-reviews', await page.screenshot({ animations: 'disabled' }))
}

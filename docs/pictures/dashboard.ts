import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { cleanUp, newDataDir, type Service, startService, waitFor } from '../../e2e/service.ts'
import { launchBrowser } from '../../server/test/browser.ts'

// npm run pictures:dashboard   draws every screen of the dashboard into docs/images/: of the demo, and of a
// service that was started for the first time
// npm run pictures:dashboard -- FOLDER   into another folder, also dark and in Portuguese, to look at

const [elsewhere] = process.argv.slice(2)
const folder = elsewhere ?? fileURLToPath(new URL('../images/', import.meta.url))

type Look = { name: string; options: BrowserContextOptions }

const desktop: Look = { name: '', options: { viewport: { width: 1280, height: 860 } } }
const phone: Look = { name: '-phone', options: { viewport: { width: 360, height: 780 } } }
const dark: Look = { name: '-dark', options: { ...desktop.options, colorScheme: 'dark' } }
const portuguese: Look = { name: '-pt', options: { ...phone.options, locale: 'pt-BR' } }
const looks = elsewhere ? [desktop, phone, dark, portuguese] : [desktop, phone]

/** A screen's address behind the store's, and what stands there when it is drawn. */
const screens: [name: string, path: string][] = [
  ['home', ''],
  ['reviews', '/reviews'],
  ['questions', '/questions'],
  ['products', '/products'],
  ['orders', '/orders'],
  ['mail', '/mail'],
  ['widgets', '/widgets'],
  ['data', '/data'],
  ['settings', '/settings'],
  ['account', '/account'],
]

const browser = await launchBrowser()
try {
  await drawFirstStart(browser, await startService({ dataDir: newDataDir() }))
  // The demo's products name their pictures at the port it is started with: a free one is known too late.
  const demo = { flags: ['--demo'], dataDir: newDataDir(), env: { PORT: '8079' } }
  await drawScreens(browser, await startService(demo))
} finally {
  await browser.close()
  await cleanUp()
}

/** What the owner of a new shop sees first. */
async function drawFirstStart(browser: Browser, service: Service): Promise<void> {
  const link = await waitFor('the link', () => /http\S+#setup=\S+/.exec(service.output())?.[0])
  const page = await openPage(browser, desktop)
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ana Martins')
  await page.getByLabel('E-mail').fill('ana@shop.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('a long and quiet sentence')
  await page.getByLabel('Name of the store').fill('Café da Serra')
  await keep(page, 'first-start')
  await page.getByRole('button', { name: 'Create the store' }).click()
  await page.getByText('Your store is ready').waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await keep(page, 'first-steps')
  await page.context().close()
}

async function drawScreens(browser: Browser, service: Service): Promise<void> {
  const { email, password } = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
  for (const look of looks) {
    const page = await openPage(browser, look)
    await page.goto(`${service.url}/admin`)
    await page.locator('input[type=email]').waitFor()
    await keep(page, `dashboard-sign-in${look.name}`)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/admin\/[0-9a-f-]{36}/)
    const store = page.url().match(/.*\/admin\/[0-9a-f-]{36}/)?.[0]
    for (const [name, path] of screens) {
      await page.goto(`${store}${path}`)
      if (name === 'reviews') await openFirstReview(page)
      await keep(page, `dashboard-${name}${look.name}`)
    }
    await page.context().close()
  }
}

/** With all of it beside the list, where there is room. */
async function openFirstReview(page: Page): Promise<void> {
  await page.locator('[data-review]').first().waitFor()
  if ((page.viewportSize()?.width ?? 0) > 1000) await page.keyboard.press('j')
}

async function openPage(browser: Browser, { options }: Look): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en',
    timezoneId: 'America/Sao_Paulo', // as the demo's store
    reducedMotion: 'reduce',
    ...options,
  })
  return await context.newPage()
}

/** Once nothing loads any more. */
async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(join(folder, `${name}.png`))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { newDataDir, type Service, startService, waitFor } from '../../e2e/service.ts'
import type { Stage } from './stage.ts'

type Variant = { name: string; options: BrowserContextOptions }

const desktop: Variant = { name: '', options: { viewport: { width: 1280, height: 860 } } }
const phone: Variant = { name: '-phone', options: { viewport: { width: 360, height: 780 } } }
const dark: Variant = { name: '-dark', options: { ...desktop.options, colorScheme: 'dark' } }
const portuguese: Variant = { name: '-pt', options: { ...phone.options, locale: 'pt-BR' } }

/** The screens, with their paths below the store's, and what is visible once all of their content is. */
const screens: [name: string, path: string, content: string][] = [
  ['home', '', '.recharts-surface'],
  ['reviews', '/reviews', '[data-review]'],
  ['questions', '/questions', 'textarea'],
  ['products', '/products', '[data-product]'],
  ['orders', '/orders', '[data-order-id], main li'],
  ['connections', '/connections', 'main ul li'],
  ['connections-woocommerce', '/connections?new=woocommerce', 'main input'],
  ['webhooks', '/webhooks', 'main ul li'],
  ['mail', '/mail', 'main iframe'],
  ['widgets', '/widgets', 'main iframe'],
  ['data', '/data', 'main button:has-text("Choose file"), main button:has-text("Escolher arquivo")'],
  ['settings', '/settings', 'main input'],
  ['account', '/account', 'main input'],
]

// What the connected shop sends: a cancellation, which leaves the lists of the demo as they are.
const mapping = {
  order_id: 'number',
  ordered_at: 'created',
  delivered_at: 'delivered',
  is_cancelled: 'cancelled',
  customer_email: 'buyer',
  products: 'items',
  product_id: 'product',
}
const order = {
  number: 20417,
  created: '2026-02-16',
  delivered: '2026-02-20',
  cancelled: true,
  buyer: 'ana@example.com',
  items: [{ product: 'P-CAF-ESPRESSO' }],
}

/**
 * Every screen of the dashboard: of the demo, and of the first start of an installation. For review: also dark and in
 * Portuguese.
 */
export async function draw(stage: Stage): Promise<void> {
  await captureFirstStart(stage, await startService({ dataDir: newDataDir() }))
  // The demo's picture URLs contain the configured port, so the port cannot be left to the system to choose.
  await captureScreens(stage, await stage.startDemo({ PORT: '8079' }))
}

/** Captures the screens that the owner of a new store sees first. */
async function captureFirstStart(stage: Stage, service: Service): Promise<void> {
  const link = await waitFor('the link', () => /http\S+#setup=[\w-]+/.exec(service.output())?.[0])
  const page = await openPage(stage, desktop)
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ana Martins')
  await page.getByLabel('Email').fill('ana@shop.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('a long and quiet sentence')
  await page.getByLabel('Store name').fill('Café da Serra')
  await savePicture(stage, page, 'first-start')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByText('Your store is ready').waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await savePicture(stage, page, 'first-steps')
  await page.context().close()
}

async function captureScreens(stage: Stage, service: Service): Promise<void> {
  const { email, password } = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
  const variants = stage.isReview ? [desktop, phone, dark, portuguese] : [desktop, phone]
  for (const variant of variants) {
    const page = await openPage(stage, variant)
    await page.goto(`${service.url}/admin`)
    await page.locator('input[type=email]').waitFor()
    await savePicture(stage, page, `dashboard-sign-in${variant.name}`)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/admin\/[0-9a-f-]{36}/)
    const store = page.url().match(/.*\/admin\/[0-9a-f-]{36}/)?.[0] ?? ''
    if (variant === variants[0]) {
      await connectSystems(page, store.slice(-36))
      await page.getByRole('button', { name: 'Dismiss' }).click() // the first steps: they hide the figures
    }
    for (const [name, path, content] of screens) {
      await page.goto(`${store}${path}`)
      await page.locator(content).first().waitFor()
      if (name === 'widgets') await page.frameLocator('main iframe').locator('article').first().waitFor()
      if (name === 'reviews') await openFirstReview(page)
      await savePicture(stage, page, `dashboard-${name}${variant.name}`)
    }
    await page.context().close()
  }
}

/** Connects a shop that has sent something, and a system that is notified: the demo has neither. */
async function connectSystems(page: Page, storeId: string): Promise<void> {
  const api = `/admin/api/stores/${storeId}`
  const added = await send(page, `${api}/connections`, { platform: 'generic', name: 'ERP', options: mapping })
  const { webhook_url } = added.connection as { webhook_url: string }
  await send(page, new URL(webhook_url).pathname, order, { 'x-realword-secret': added.secret as string })
  for (const [path, events] of [
    ['erp/reviews', ['review.published', 'review.removed']],
    ['help-desk', ['question.created']],
  ] as const)
    await send(page, `${api}/webhooks`, { url: `https://systems.example/${path}`, events })
}

/** Sends JSON as the dashboard does. */
async function send(page: Page, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await page.request.post(new URL(path, page.url()).href, {
    data: body,
    headers: { 'x-realword-page': '1', ...headers },
  })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return (await response.json().catch(() => ({}))) as Record<string, unknown>
}

/** On wide screens, opens the first review beside the list. */
async function openFirstReview(page: Page): Promise<void> {
  const first = page.locator('[data-review]').first()
  await first.waitFor()
  if ((page.viewportSize()?.width ?? 0) <= 1000) return
  await first.getByRole('button').first().click()
  await page.locator('#reply').waitFor()
}

async function openPage({ browser }: Stage, { options }: Variant): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en',
    timezoneId: 'America/Sao_Paulo', // the demo store's
    reducedMotion: 'reduce',
    ...options,
  })
  return await context.newPage()
}

/** Saves a screenshot once fonts and pictures are loaded. The network is never idle: queues ask for changes. */
async function savePicture({ save }: Stage, page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    'document.fonts.ready.then(() => [...document.images].every(image => image.complete))',
  )
  await save(name, await page.screenshot({ animations: 'disabled' }))
}

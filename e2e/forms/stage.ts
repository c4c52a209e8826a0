import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Review } from '../../server/answers/reviews/reviews.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder, anOrderProduct, times } from '../../server/test/factories.ts'
import { askAbout } from '../../server/test/forms.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { type Shop, startShop } from '../widgets/servers.ts'

/** The real service with a store, and a browser. */
export type Stage = {
  service: TestApp
  store: Member
  shop: Shop
  browser: Browser
  /** Opens an address as a new visitor. */
  open: (url: string, options?: BrowserContextOptions) => Promise<Visit>
  /** Creates a sent request about an order with this number of products. */
  ask: (products?: number, name?: string) => Promise<Asked>
  /** The address of a form for any visitor, about `product-1`. */
  address: (path: '/embed/question' | '/write', change?: Record<string, string>) => string
  stored: (address: string) => Promise<Review[]>
  close: () => Promise<void>
}

export type Asked = { link: string; products: string[]; address: string }

/** A page and its problems: errors, refused scripts and styles, dialogs. */
export type Visit = { page: Page; wrong: string[] }

export async function setStage(settings: Record<string, string> = {}): Promise<Stage> {
  const service = await startTestApp(settings)
  const store = await aStore(service.database, {
    moderation: 'publish',
    open_reviews: true,
    locale: 'en',
    privacy_url: 'https://shop.example/privacy',
  })
  const shop = await startShop()
  const browser = await launchBrowser()
  const product = anOrderProduct({ product_id: 'product-1', name: 'Moka pot, 6 cups' })

  async function order(
    products: object[],
    customer = aCustomer(),
  ): Promise<{ order_id: string; email: string }> {
    const body = { ...anOrder(), products, customers: [customer] }
    const { status } = await service.send('POST', '/orders', { headers: store.headers, body })
    expect(status).toBe(201)
    return { order_id: body.order_id, email: customer.email }
  }
  await order([product])

  return {
    service,
    store,
    shop,
    browser,
    open: async (url, options) => await visit(browser, url, options),
    ask: async (count = 1, name = 'Ana Martins') => {
      const products = times(count, index => anOrderProduct({ name: `Thing ${index + 1}` }))
      const { order_id, email } = await order(products)
      const token = await askAbout(service, store.storeId, [order_id], { address: email, name })
      return {
        link: `${service.url}/r/${token}`,
        products: products.map(({ product_id }) => product_id),
        address: email,
      }
    },
    address: (path, change = {}) => {
      const query = {
        store_id: store.storeId,
        store_key: store.storeKey,
        product_id: 'product-1',
        locale: 'en',
      }
      return `${service.url}${path}?${new URLSearchParams({ ...query, ...change })}`
    },
    stored: address =>
      service.database.query<Review>(
        sql`select * from reviews where address = ${address} order by product_id`,
      ),
    close: async () => {
      await browser.close()
      await shop.close()
      await service.close()
    },
  }
}

async function visit(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en', ...options })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('pageerror', error => wrong.push(String(error)))
  page.on('dialog', dialog => {
    wrong.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', message => {
    // Some tests are about 4xx responses.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      wrong.push(message.text())
  })
  await page.goto(url)
  return { page, wrong }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The findings of axe, by the rules of WCAG 2.2 AA and its own best practices. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = (await page.evaluate(
    `axe.run(document, { rules: { 'target-size': { enabled: true } } })`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { type Shop, startShop } from './servers.ts'

/** The real service with a store, a shop on another origin, and a browser. */
export type Stage = {
  service: TestApp
  store: Member
  shop: Shop
  browser: Browser
  /** A page with the line that a shop pastes: the script, with the store on html. */
  page: (body: string, options?: PageOptions) => string
  /** Opens a page of the shop as a new shopper, or in the given context. */
  visit: (body: string, options?: VisitOptions) => Promise<Visit>
  close: () => Promise<void>
}

export type PageOptions = { lang?: string; html?: string; head?: string; store?: boolean }

export type VisitOptions = PageOptions & {
  headers?: Record<string, string>
  context?: BrowserContext
  browser?: BrowserContextOptions
}

/** A page, its console errors, and the addresses it requested from the API. */
export type Visit = { page: Page; context: BrowserContext; errors: string[]; asked: URL[] }

export async function setStage(settings: Record<string, string> = {}): Promise<Stage> {
  const service = await startTestApp(settings)
  const store = await aStore(service.database)
  const shop = await startShop()
  const browser = await launchBrowser()
  let pages = 0

  const page = (
    body: string,
    { lang = 'en', html = '', head = '', store: named = true }: PageOptions = {},
  ) => {
    const credentials = named ? `data-store-id="${store.storeId}" data-store-key="${store.storeKey}"` : ''
    return `<!doctype html><html lang="${lang}" ${credentials} ${html}><head><title>A shop</title>
      <meta name="viewport" content="width=device-width">
      <script type="module" src="${service.url}/widgets/v1/widgets.js"></script>${head}</head>
      <body>${body}</body></html>`
  }

  const visit = async (body: string, options: VisitOptions = {}) => {
    const url = shop.put(`/${++pages}`, page(body, options), options.headers)
    const context = options.context ?? (await browser.newContext(options.browser))
    const opened = await context.newPage()
    const errors: string[] = []
    const asked: URL[] = []
    opened.on('console', message => void (message.type() === 'error' && errors.push(message.text())))
    opened.on('pageerror', error => errors.push(String(error)))
    opened.on(
      'request',
      request => void (request.url().includes('/api/v1/') && asked.push(new URL(request.url()))),
    )
    await opened.goto(url)
    return { page: opened, context, errors, asked }
  }

  return {
    service,
    store,
    shop,
    browser,
    page,
    visit,
    close: async () => {
      await browser.close()
      await shop.close()
      await service.close()
    },
  }
}

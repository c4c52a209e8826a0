import type { BrowserContext, Page } from 'playwright-core'
import { addQuestionsAbout } from '../questions.ts'
import { shelve } from '../review-shelf.ts'
import { type Stage, setStage } from '../stage.ts'
import { oldPages } from './pages.ts'

/** What the stars of the three products say, in the order of their ids. */
export const two = 'Rated 4.0 out of 5 from 2 reviews'
export const one = 'Rated 2.0 out of 5 from 1 review'
export const none = 'No reviews yet'

export const judgeMe = oldPages[0]?.body ?? ''
export const badge = (product: string) =>
  `<div class="jdgm-widget jdgm-preview-badge" data-id="${product}"></div>`
export const cards = (page: Page) => page.locator('rw-reviews [part=card]')

/** A stage whose store has reviews of two products, and a question about one of them. */
export async function setCompatStage(): Promise<Stage> {
  const stage = await setStage()
  await shelve(stage, '7001', [{ rating: 5 }, { rating: 3 }], 'S-7001')
  await shelve(stage, '7002', [{ rating: 2 }], 'S-7002')
  await addQuestionsAbout(stage, '7001', [{}])
  return stage
}

type Options = {
  map?: string
  script?: string
  head?: string
  html?: string
  headers?: Record<string, string>
}

type Visit = { page: Page; errors: string[]; warnings: string[]; asked: URL[] }

let count = 0

/** The script element that a shop puts in the place of the old service's. */
export function compatScript(stage: Stage, map?: string): string {
  const { storeId, storeKey } = stage.store
  return `<script async src="${stage.service.url}/widgets/v1/compat.js" data-store-id="${storeId}"
    data-store-key="${storeKey}" ${map === undefined ? '' : `data-map="${map}"`}></script>`
}

/** Opens a page with this body in the shop, as a new shopper or in the given context. */
export async function visitShop(
  stage: Stage,
  body: string,
  options: Options = {},
  context?: BrowserContext,
): Promise<Visit> {
  const { map, script = compatScript(stage, map), head = '', html = '', headers } = options
  const url = stage.shop.put(
    `/compat/${++count}`,
    `<!doctype html><html lang="en" ${html}><head><title>A shop</title>${head}${script}</head><body>${body}</body></html>`,
    headers,
  )
  const page = await (context ?? (await stage.browser.newContext())).newPage()
  const seen: Visit = { page, errors: [], warnings: [], asked: [] }
  page.on('console', message => {
    if (message.type() === 'error') seen.errors.push(message.text())
    if (message.type() === 'warning') seen.warnings.push(message.text())
  })
  page.on('pageerror', error => seen.errors.push(String(error)))
  page.on('request', request => {
    if (request.url().includes('/api/v1/')) seen.asked.push(new URL(request.url()))
  })
  await page.goto(url)
  return seen
}

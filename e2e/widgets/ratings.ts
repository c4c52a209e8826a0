import type { Page } from 'playwright-core'
import type { FakeApi } from './servers.ts'

/** Makes the API answer for every requested product: 4.7 stars of 128 reviews, or the values in `known`. */
export function answerWithRatings(
  api: FakeApi,
  known: Record<string, [average: number, total: number]> = {},
): void {
  api.answer((url, response) => {
    const [ids, skus] = ['product_id', 'product_sku'].map(name => url.searchParams.getAll(name)) as [
      string[],
      string[],
    ]
    const rows = [
      ...ids.map(id => ({ product_id: id, sku: '' })),
      ...skus.map(sku => ({ product_id: `of-${sku}`, sku })),
    ]
    const result = rows.flatMap(row => {
      const [average, total] = known[row.sku || row.product_id] ?? [4.7, 128]
      return total === 0 ? [] : [{ ...row, average, total }]
    })
    response.end(JSON.stringify({ result, count: result.length }))
  })
}

/** The accessible names of a page's ratings, in order; empty for a rating without content. */
export async function labels(page: Page): Promise<string[]> {
  return await page
    .locator('rw-rating')
    .evaluateAll(all =>
      all.map(one => one.shadowRoot?.querySelector('[role=img]')?.getAttribute('aria-label') ?? ''),
    )
}

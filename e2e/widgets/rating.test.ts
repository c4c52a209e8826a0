import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApi, startFakeApi } from './servers.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

describe('requests', () => {
  test('30 ratings of a page share one request, and so do those added in the same moment', async () => {
    answerWithRatings()
    const elements = Array.from({ length: 30 }, (_, i) => `<rw-rating data-product-id="p-${i}"></rw-rating>`)
    const { page, asked } = await stage.visit(elements.join(''), { html: `data-api-url="${api.url}"` })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('rw-rating')].every(one => one.shadowRoot?.querySelector('[role=img]')),
    )
    expect(asked).toHaveLength(1)
  })
})

function answerWithRatings(): void {
  api.answer((url, response) => {
    const result = url.searchParams
      .getAll('product_id')
      .map(product_id => ({ product_id, sku: '', average: 4.7, total: 128 }))
    response.end(JSON.stringify({ result, count: result.length }))
  })
}

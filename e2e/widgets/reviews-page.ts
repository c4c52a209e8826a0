import type { FakeApi } from './servers.ts'
import type { Stage, Visit, VisitOptions } from './stage.ts'

/** The element of reviews, with these attributes. */
export const element = (attributes: string) => `<rw-reviews ${attributes}></rw-reviews>`

/** Opens a page with the reviews of a product, and waits for the first of them. `after`: HTML below them. */
export async function openReviews(
  stage: Stage,
  product: string,
  options: VisitOptions & { attributes?: string; after?: string } = {},
): Promise<Visit> {
  const body = element(`data-product-id="${product}" ${options.attributes ?? ''}`) + (options.after ?? '')
  const visit = await stage.visit(body, options)
  await visit.page.locator('article').first().waitFor()
  return visit
}

/** Opens the element with a fake API that answers like this. */
export async function openReviewsOver(
  stage: Stage,
  api: FakeApi,
  answer: Parameters<FakeApi['answer']>[0],
): Promise<Visit> {
  api.answer(answer)
  return await stage.visit(element('data-product-id="moka"'), { html: `data-api-url="${api.url}"` })
}

/** An answer of the API: the rating of a product with a hundred reviews. */
export const rating = {
  result: [
    {
      sku: '',
      product_id: 'moka',
      average: 5,
      total: 100,
      recommended: 1,
      not_recommended: 0,
      recommended_percentage: 100,
      rate: { one: 0, two: 0, three: 0, four: 0, five: 100 },
    },
  ],
  count: 1,
}

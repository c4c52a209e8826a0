import type { Locator, Page } from 'playwright-core'
import { insertQuestions, type Question } from '../../server/answers/questions/questions.ts'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { aQuestion } from '../../server/test/factories.ts'
import type { Stage } from './stage.ts'

/** Adds published questions about a product to the store, newest first. */
export async function addQuestionsAbout(
  stage: Stage,
  productId: string,
  questions: Partial<Question>[],
): Promise<void> {
  const { service, store } = stage
  const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'create' } as const
  const product = {
    product_id: productId,
    sku: `SKU-${productId}`,
    name: 'Moka pot',
    url: 'https://shop.example/p',
  }
  await addSeenProducts(service.database, store.storeId, [product], by.at)
  const rows = questions.toReversed().map(change => aQuestion({ product_id: productId, ...change }))
  await service.database.transaction(tx => insertQuestions(tx, store.storeId, rows, by))
}

/** The question rows of a page. */
export function rows(page: Page): Locator {
  return page.locator('rw-questions [part=question]')
}

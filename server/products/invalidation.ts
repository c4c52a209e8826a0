import type { Session } from '../database/session.ts'
import type { ProductFilter } from '../http/input/read-query.ts'
import type { ReadyAnswer } from '../http/response-cache/ready-answers.ts'
import { type Answers, rememberAnswers } from '../http/response-cache/remembered-answers.ts'
import { readProductChange } from './changes.ts'

const mostBytes = 64 * 1024 * 1024

/**
 * Ready-made answers of the reads, dropped as their products and stores change anywhere. While changes cannot
 * be heard, nothing is remembered.
 */
export function rememberReads(session: Session): Answers<ReadyAnswer> {
  const answers = rememberAnswers<ReadyAnswer>({
    sizeOf: ({ bytes }) => bytes.length + 1_000,
    mostBytes,
    isUsable: session.isListening,
  })
  session.onGap(answers.forgetAll)
  session.onNotify(payload => {
    const [, changedStore] = /^store (\S+)$/.exec(payload) ?? []
    if (changedStore) return answers.forget(topics.store(changedStore))
    const change = readProductChange(payload)
    if (!change) return
    if (change.productId === '') return answers.forget(topics.store(change.storeId))
    answers.forget(topics.product(change.storeId, change.productId))
    answers.forget(topics.any(change.storeId))
  })
  return answers
}

/**
 * What an answer speaks of: the products it was asked for by their ids. One asked for by a SKU, or by nothing,
 * may change with any product of the store: a product that has the SKU only now has no place in it yet.
 */
export function topicsOf(storeId: string, asked: ProductFilter): string[] {
  const about =
    asked?.by === 'product_id' ? asked.values.map(id => topics.product(storeId, id)) : [topics.any(storeId)]
  return [topics.store(storeId), ...about]
}

const topics = {
  store: (storeId: string) => `store ${storeId}`,
  any: (storeId: string) => `any ${storeId}`,
  product: (storeId: string, productId: string) => `product ${storeId} ${productId}`,
}

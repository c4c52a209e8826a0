import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { isNewId, nameContent } from '../moderation/content/external.ts'
import { decideState } from '../moderation/moderation.ts'
import { insertQuestions, questionContent } from './questions.ts'

/** A question that was asked elsewhere. `product_name` and `product_sku` are for a product that is new here. */
export type ExternalQuestion = {
  external_id: string
  product_id: string
  product_name: string
  product_sku: string
  body: string
  display_name: string
  email: string | null
  language: string
  created_at: Date
  notify_author: boolean
}

/**
 * Stores a question from elsewhere; the store's rule decides whether it is published. Returns its id. Throws
 * `question_duplicate` if the store has one with this id.
 */
export async function addExternalQuestion(
  tx: Connection,
  store: Store,
  given: ExternalQuestion,
  by: By,
): Promise<string> {
  const { store_id: storeId } = store
  const { external_id, product_id, product_name, product_sku, body, display_name, email } = given
  if (!(await isNewId(tx, storeId, questionContent, external_id))) throw new ApiError('question_duplicate')
  await addSeenProducts(tx, storeId, [{ product_id, sku: product_sku, name: product_name, url: '' }], by.at)
  const id = uuid()
  const texts = { body, display_name, language: given.language }
  const { state } = await decideState(tx, store, { kind: 'question', id, ...texts, at: by.at })
  const question = {
    ...{ id, product_id, ...texts, email, state, moderation_reason: null },
    address: email === null ? null : (comparableAddress(email) ?? null),
    created_at: given.created_at,
    published_at: state === 'published' ? given.created_at : null,
    reply: null,
    reply_created_at: null,
    imported: true,
    notify_author: given.notify_author,
  }
  await insertQuestions(tx, storeId, [question], { ...by, action: 'create' })
  await nameContent(tx, storeId, questionContent, { id, externalId: external_id })
  return id
}

import type { Connection } from '../../../foundation/database/connect.ts'
import { groupsOfProducts } from '../../../tenants/products/sharing.ts'
import type { Attribute } from '../../../tenants/stores/settings/attribute-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { type Answers, tidyAnswers } from './answers.ts'

/** The answers of a form, and the questions that it asked. */
export type SentAnswers = { asked: string[]; answers: Answers | null }

/** The questions that the store asks about each of the products. Only groups in the questions cost a query. */
export async function questionsAbout(
  db: Connection,
  { store_id, attributes }: Store,
  productIds: string[],
): Promise<(productId: string) => Attribute[]> {
  const needsGroups = attributes.some(({ products }) => products?.groups?.length)
  const groups = needsGroups ? await groupsOfProducts(db, store_id, productIds) : new Map<string, string>()
  return productId => attributes.filter(attribute => isAbout(attribute, productId, groups.get(productId)))
}

const nothing: SentAnswers = { asked: [], answers: null }

/** The answers of a review after its author sent a form: what the form did not ask stays. */
export function answersAfter(
  before: Answers | null | undefined,
  sent: SentAnswers = nothing,
): Answers | null {
  const kept = Object.entries(before ?? {}).filter(([id]) => !sent.asked.includes(id))
  return tidyAnswers({ ...Object.fromEntries(kept), ...sent.answers })
}

function isAbout({ products }: Attribute, productId: string, groupId: string | undefined): boolean {
  if (!products) return true
  const { groups = [], product_ids = [] } = products
  return product_ids.includes(productId) || (groupId !== undefined && groups.includes(groupId))
}

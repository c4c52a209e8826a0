import { listReviews } from '../../server/answers/reviews/list-reviews.ts'
import { publishReview } from '../../server/answers/reviews/moderate.ts'
import { comparableAddress } from '../../server/foundation/lib/text/email-address.ts'
import { unescapeHtml } from '../../server/test/forms.ts'
import type { Asked } from './mails.ts'
import { patientFetch } from './patient-fetch.ts'
import { formProducts, type Purchase, type Written } from './purchases.ts'
import type { PurchaseClock } from './send.ts'
import type { Service } from './service.ts'

/**
 * The reviews written into the forms. `beyond`: the reviews of products that no form listed,
 * because it was full.
 */
export type WrittenReviews = {
  forms: number
  reviews: WrittenReview[]
  refused: string[]
  beyond: number
}

export type WrittenReview = Written & { productId: string }

/** Opens each form and enters the reviews that the file has for its products. */
export async function fillForms(
  asked: Asked[],
  purchases: Purchase[],
  stop: AbortSignal,
): Promise<WrittenReviews> {
  const toWrite = new Map(
    purchases.flatMap(({ order: { customers, products }, review }) => {
      const buyer = comparableAddress(customers[0]?.email ?? '') ?? ''
      return review ? [[keyOf(buyer, products[0]?.product_id), { buyer, review }] as const] : []
    }),
  )
  const written: WrittenReviews = { forms: 0, reviews: [], refused: [], beyond: 0 }
  const full = new Set<string>()
  const rest = asked.values()
  async function fillRest(): Promise<void> {
    for (const { address, form } of rest) {
      stop.throwIfAborted()
      const buyer = comparableAddress(address) ?? ''
      const reviewOf = (productId: string) => {
        const key = keyOf(buyer, productId)
        const found = toWrite.get(key)
        toWrite.delete(key) // a buyer has one review per product, however often they bought it
        return found?.review
      }
      if ((await fillForm(form, reviewOf, written)) === formProducts) full.add(buyer)
    }
  }
  await Promise.all(Array.from({ length: 8 }, fillRest))
  written.beyond = [...toWrite.values()].filter(({ buyer }) => full.has(buyer)).length
  return written
}

/** Publishes the reviews that the store's rule held. Resolves with their number. */
export async function publishHeld({ database, storeId }: Service, { clock }: PurchaseClock): Promise<number> {
  const by = { at: new Date(clock()), actor: 'command' } as const
  let published = 0
  for (;;) {
    const { result } = await listReviews(database, storeId, { state: 'pending' }, { limit: 100 })
    if (result.length === 0) return published
    for (const { id } of result) {
      await database.transaction(tx => publishReview(tx, storeId, id, by))
      published++
    }
  }
}

/** Returns how many products the form lists. */
async function fillForm(
  form: string,
  reviewOf: (productId: string) => Written | undefined,
  written: WrittenReviews,
): Promise<number> {
  const page = await (await patientFetch(form)).text()
  const body = new FormData()
  const given: WrittenReview[] = []
  const cards = [...page.matchAll(/name="product-(\d+)" value="([^"]*)"/g)]
  for (const [, index, product = ''] of cards) {
    const productId = unescapeHtml(product)
    body.append(`product-${index}`, productId)
    const review = reviewOf(productId)
    if (!review) continue
    given.push({ productId, ...review })
    body.append(`rating-${index}`, String(review.rating))
    body.append(`heading-${index}`, review.title)
    body.append(`body-${index}`, review.body)
    for (const [id, values] of Object.entries(review.answers))
      for (const value of values) body.append(`answer_${id}-${index}`, value)
    if (review.recommended !== null) body.append(`recommended-${index}`, review.recommended ? 'yes' : 'no')
  }
  if (given.length === 0) return cards.length
  body.append('display', 'short')
  const { status } = await patientFetch(form, { method: 'POST', body, redirect: 'manual' })
  if (status !== 303) {
    written.refused.push(`a form about ${given.length} products: ${status}`)
    return cards.length
  }
  written.forms++
  written.reviews.push(...given)
  return cards.length
}

const keyOf = (buyer: string, productId = '') => `${buyer} ${productId}`

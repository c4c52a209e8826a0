import type { Connection } from '../database/connect.ts'
import type { OrderedProduct } from '../orders/orders.ts'
import { readShownProduct } from '../products/products.ts'
import { readQuestion } from '../questions/questions.ts'
import { reasonIn } from '../reviews/reasons.ts'
import { readReview } from '../reviews/reviews.ts'
import type { Store } from '../stores/stores.ts'
import type { AskedProduct, MailData, MailKind, MailProduct } from './kinds.ts'
import type { Tokens } from './links.ts'
import { type RenderedMail, renderMail } from './templates.ts'

/** What a mail is made from. `asked` is what a request or reminder asks about. */
export type Written = {
  kind: MailKind
  name: string | null
  language: string
  recordId: string | null
  asked: OrderedProduct[]
  tokens: Tokens
}

export type Content = RenderedMail & { unsubscribe: string | null }

/** Where the links of a mail lead; `address` is ours, as the world reaches us. */
export function linksOf(address: string, { link, unsubscribe }: Tokens) {
  return {
    form: `${address}/r/${link}`,
    confirm: `${address}/confirm/${link}`,
    unsubscribe: unsubscribe && `${address}/u/${unsubscribe}`,
    // After the #: browsers send it to nobody, and no proxy writes it down.
    reset: `${address}/admin#reset=${link}`,
    invitation: `${address}/admin#invitation=${link}`,
  }
}

/** The tokens of a preview: its links open nothing. */
export const previewTokens: Tokens = { link: 'preview', unsubscribe: 'preview' }

/** Writes a mail from the records as they are now. Throws when a record is gone, or nothing is left to ask about. */
export async function writeMail(
  db: Connection,
  store: Store,
  written: Written,
  address: string,
): Promise<Content> {
  const links = linksOf(address, written.tokens)
  const data = await dataOf(db, store, written, links)
  const mail = renderMail(written.kind, written.language, data as MailData['request'])
  return { ...mail, unsubscribe: links.unsubscribe }
}

type Links = ReturnType<typeof linksOf>

async function dataOf(
  db: Connection,
  store: Store,
  written: Written,
  links: Links,
): Promise<MailData[MailKind]> {
  const common = { store, unsubscribe: links.unsubscribe }
  const name = written.name ?? ''
  const recordId = written.recordId ?? ''
  switch (written.kind) {
    case 'request':
    case 'reminder': {
      if (written.asked.length === 0) throw new Error('no order is left to ask about')
      return {
        ...common,
        link: links.form,
        name,
        products: written.asked.map(product => askFor(product, links.form)),
      }
    }
    case 'review_published':
    case 'review_rejected':
    case 'review_replied':
    case 'confirm_review': {
      const review = await readReview(db, store.store_id, recordId)
      const product = await productOf(db, store, review.product_id)
      if (written.kind === 'confirm_review')
        return { ...common, unsubscribe: null, link: links.confirm, product }
      const about = { ...common, name, product, review, link: product.url }
      if (written.kind === 'review_rejected')
        return { ...about, link: null, reason: reasonIn(review.moderation_reason, written.language) }
      return { ...about, reply: review.reply ?? '' }
    }
    case 'password_reset':
      return { ...common, name, link: links.reset }
    case 'invitation':
      return { ...common, name: '', link: links.invitation }
    default: {
      const question = await readQuestion(db, store.store_id, recordId)
      const product = await productOf(db, store, question.product_id)
      if (written.kind === 'confirm_question')
        return { ...common, unsubscribe: null, link: links.confirm, product }
      const about = { ...common, product, question, link: product.url }
      // The product's page is no place to answer from: a button there would mislead.
      if (written.kind === 'question_received') return { ...about, link: null }
      return { ...about, name, reply: question.reply ?? '' }
    }
  }
}

/** A star in the mail only chooses beforehand: scanners open every link, so opening one must not vote. */
export function askFor(
  { name, pictures, url, product_id }: Pick<OrderedProduct, 'name' | 'pictures' | 'url' | 'product_id'>,
  form: string,
): AskedProduct {
  const star = (rating: number) => `${form}?product=${encodeURIComponent(product_id)}&rating=${rating}`
  return {
    name,
    url,
    picture: pictures?.[0] ?? null,
    stars: [star(1), star(2), star(3), star(4), star(5)],
  }
}

async function productOf(db: Connection, store: Store, productId: string): Promise<MailProduct> {
  const product = await readShownProduct(db, store.store_id, productId)
  return {
    name: product?.name ?? productId,
    url: product?.url ?? null,
    picture: product?.pictures[0] ?? null,
  }
}

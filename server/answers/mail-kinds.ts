import type { About, ContentNotices } from '../asking/mail/composing/content.ts'
import type { MailProduct } from '../asking/mail/composing/mail-data.ts'
import { readGiven } from '../asking/rewards/give.ts'
import type { Connection } from '../foundation/database/connect.ts'
import type { OwnAnswer } from '../foundation/mailings/own-answers.ts'
import { maskContacts } from '../foundation/personal-data/contacts/mask-contacts.ts'
import { readShownProduct } from '../tenants/products/products.ts'
import { storeItself } from '../tenants/products/store-itself.ts'
import type { Store } from '../tenants/stores/stores.ts'
import { reasonIn } from './moderation/reasons.ts'
import { readReported } from './moderation/reports/receipts.ts'
import { readAnswer } from './questions/answers/answers.ts'
import { readQuestion } from './questions/questions.ts'
import { readReview } from './reviews/reviews.ts'

/** What the mails about reviews and questions say. It is built here, so that mail/ knows neither. */
export const noticeKinds: ContentNotices = {
  review_published: { facts: aboutReview, outdated: whyNotPublished },
  review_rejected: {
    facts: async (db, store, about) => {
      const { review, product } = await aboutReview(db, store, about)
      return { review, product, link: null, reason: reasonIn(review.moderation_reason, about.language) }
    },
    outdated: async (db, storeId, reviewId) => {
      const { state } = await readReview(db, storeId, reviewId)
      return ['rejected', 'removed'].includes(state) ? undefined : 'not_rejected'
    },
  },
  review_replied: {
    facts: async (db, store, about) => {
      const facts = await aboutReview(db, store, about)
      return { ...facts, reply: facts.review.reply ?? '' }
    },
    outdated: async (db, storeId, reviewId) =>
      (await whyNotPublished(db, storeId, reviewId)) ??
      whyUnanswered(await readReview(db, storeId, reviewId)),
  },
  reward: {
    facts: async (db, store, { recordId }) => {
      const { gives, code, code_expires_on, review_id } = await readGiven(db, store.store_id, recordId)
      const { product_id } = await readReview(db, store.store_id, review_id)
      const product = await productOf(db, store, product_id)
      return { gives, code, expires_on: code_expires_on, product, link: store.site_url }
    },
  },
  confirm_review: {
    facts: async (db, store, about) => {
      const { product_id } = await readReview(db, store.store_id, about.recordId)
      return { product: await productOf(db, store, product_id), link: about.links.confirm }
    },
  },
  question_received: {
    // The product's page is no place to answer from: a button there would mislead.
    facts: async (db, store, about) => ({ ...(await aboutQuestion(db, store, about)), link: null }),
  },
  question_answered: {
    facts: async (db, store, about) => {
      const facts = await aboutQuestion(db, store, about)
      return { ...facts, reply: facts.question.reply ?? '' }
    },
    outdated: async (db, storeId, questionId) => whyUnanswered(await readQuestion(db, storeId, questionId)),
  },
  answer_published: {
    facts: aboutAnswer,
    outdated: async (db, storeId, answerId) => {
      const { state } = await readAnswer(db, storeId, answerId)
      return state === 'published' ? undefined : 'not_published'
    },
  },
  report_received: {
    facts: async (db, store, { recordId }) => {
      const { kind, product_id } = await readReported(db, store.store_id, recordId)
      return { product: await productOf(db, store, product_id), link: null, what: kind }
    },
  },
  report_decided: {
    facts: async (db, store, about) => {
      const reported = await readReported(db, store.store_id, about.recordId)
      return {
        product: await productOf(db, store, reported.product_id),
        ...{ link: null, what: reported.kind },
        isKept: reported.isShown,
        reason: reasonIn(reported.moderation_reason, about.language),
        isAutomated: reported.automated,
      }
    },
  },
  confirm_question: {
    facts: async (db, store, about) => {
      const { product_id } = await readQuestion(db, store.store_id, about.recordId)
      return { product: await productOf(db, store, product_id), link: about.links.confirm }
    },
  },
  confirm_answer: {
    facts: async (db, store, about) => {
      const { product_id } = await readAnswer(db, store.store_id, about.recordId)
      return { product: await productOf(db, store, product_id), link: about.links.confirm }
    },
  },
}

async function aboutReview(db: Connection, store: Store, { recordId }: About) {
  const review = await readReview(db, store.store_id, recordId)
  const product = await productOf(db, store, review.product_id)
  return { review, product, link: product.url }
}

async function aboutQuestion(db: Connection, store: Store, { recordId }: About) {
  const question = await readQuestion(db, store.store_id, recordId)
  const product = await productOf(db, store, question.product_id)
  return { question, product, link: product.url }
}

async function aboutAnswer(db: Connection, store: Store, about: About) {
  const { question_id, ...written } = await readAnswer(db, store.store_id, about.recordId)
  const body = maskContacts(written.body, store)
  const display_name = maskContacts(written.display_name, store)
  const asked = await aboutQuestion(db, store, { ...about, recordId: question_id })
  return { ...asked, answer: { body, display_name } }
}

async function whyNotPublished(
  db: Connection,
  storeId: string,
  reviewId: string,
): Promise<OwnAnswer | undefined> {
  const { state } = await readReview(db, storeId, reviewId)
  return state === 'published' ? undefined : 'not_published'
}

function whyUnanswered({ reply }: { reply: string | null }): OwnAnswer | undefined {
  return reply === null ? 'reply_deleted' : undefined
}

async function productOf(db: Connection, store: Store, productId: string): Promise<MailProduct> {
  if (productId === storeItself) return { name: store.name, url: store.site_url, picture: null }
  const product = await readShownProduct(db, store.store_id, productId)
  return {
    name: product?.name ?? productId,
    url: product?.url ?? null,
    picture: product?.pictures[0] ?? null,
  }
}

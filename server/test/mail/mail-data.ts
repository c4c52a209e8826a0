import type { AskedProduct, MailData, MailProduct, MailStore } from '../../asking/mail/composing/mail-data.ts'
import { newStoreSettings } from '../../tenants/stores/stores.ts'

/** Texts, names and links to fill mails with. */
export type MailSample = {
  store: MailStore
  name: string
  product: MailProduct
  rating: number
  title: string
  body: string
  reply: string
  reason: string
}

const site = 'https://cafe.example'
const service = 'https://reviews.example'

export const mailCast: MailSample = {
  store: {
    ...newStoreSettings,
    name: 'Café da Serra',
    site_url: site,
    privacy_url: `${site}/privacy`,
    data_holder: 'Café da Serra Ltda.',
    contact_email: 'hello@cafe.example',
  },
  name: 'Ana Martins',
  product: { name: 'Moka pot, 6 cups', picture: `${site}/moka.jpg`, url: `${site}/p/moka` },
  rating: 4,
  title: 'Good coffee, hot handle',
  body: 'I use it every morning.\nThe handle gets hot.\n\nStill: lovely crema.',
  reply: 'Thank you, Ana! We send you a silicone sleeve for the handle.',
  reason: 'It names a person.',
}

/** The data of each kind of mail. */
export function mailDataOf(
  cast: MailSample,
  products: AskedProduct[] = [askedProduct(cast.product, 0)],
): MailData {
  const { store, name, product, rating, title, body, reply, reason } = cast
  const link = `${service}/r/Zm9yLWEtdGVzdC1vZi1tYWlscw`
  const unsubscribe = `${service}/u/dW5zdWJzY3JpYmUtaW4tdGVzdHM`
  const toReader = { store, name, link, unsubscribe }
  const aboutReview = { ...toReader, product, review: { rating, title, body } }
  return {
    request: { ...toReader, products },
    reminder: { ...toReader, products },
    review_published: aboutReview,
    review_rejected: { ...aboutReview, reason },
    review_replied: { ...aboutReview, reply },
    question_received: { store, product, link, unsubscribe: null, question: { body, display_name: name } },
    question_answered: { ...toReader, product, question: { body }, reply },
    answer_published: {
      ...{ ...toReader, product, question: { body } },
      answer: { body: reply, display_name: 'Rui' },
    },
    reward: { ...toReader, product, gives: '10 % off', code: 'THANKS-7K2P', expires_on: '2027-12-31' },
    confirm_review: { store, product, link, unsubscribe: null },
    confirm_question: { store, product, link, unsubscribe: null },
    confirm_answer: { store, product, link, unsubscribe: null },
    report_received: { store, product, link: null, unsubscribe, what: 'question' },
    report_decided: {
      ...{ store, product, link: null, unsubscribe, what: 'review' },
      ...{ isKept: false, reason, isAutomated: false },
    },
    password_reset: { store, name, link, unsubscribe: null },
    invitation: { store, name: '', link, unsubscribe: null },
    webhook_disabled: { store, name, link, unsubscribe: null },
  }
}

/** A product in a request, with the links of its five stars. */
export function askedProduct(product: MailProduct, index: number): AskedProduct {
  const star = (stars: number) => `${service}/r/Zm9yLWEtdGVzdC1vZi1tYWlscw?product=P-${index}&rating=${stars}`
  return { ...product, stars: [star(1), star(2), star(3), star(4), star(5)] }
}

import type { MailBlock } from '../../../tenants/stores/settings/mail-design.ts'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'

/** The columns of a store that its mails need. */
export type MailStore = Pick<
  StoreSettings,
  'name' | 'logo_url' | 'color' | 'site_url' | 'privacy_url' | 'data_holder' | 'contact_email' | 'mail_words'
>

/** Addresses are the ones the store sent. The mail leaves out any that are not http: or https:. */
export type MailProduct = { name: string; picture: string | null; url: string | null }

/** A product to review. `stars` are the form's addresses with one to five stars preselected. */
export type AskedProduct = MailProduct & { stars: readonly [string, string, string, string, string] }

/**
 * `link` is the address of the mail's button; null means no button. `unsubscribe` is null for recipients who never
 * subscribed.
 */
type Common = { store: MailStore; link: string | null; unsubscribe: string | null }

/** `name` is the recipient's, from an order or a form; empty when unknown. */
type ToReader = Common & { name: string }

/** What the store gives for a review. `until` is a date: the last day to write it. */
export type Offer = { gives: string; until: string }

type Asking = ToReader & {
  products: readonly AskedProduct[]
  offer?: Offer | undefined
  /** The blocks of a designed mail, in place of our own heading, texts and button. */
  design?: readonly MailBlock[] | undefined
  /** A subject in place of the store's own and ours. */
  subject?: string | undefined
}
type AboutReview = ToReader & {
  product: MailProduct
  review: { rating: number; title: string; body: string }
}
type AboutQuestion = ToReader & { product: MailProduct; question: { body: string } }

/** Contains nothing the author of the form wrote. Otherwise anyone could make us send their words to any address. */
type Confirming = Common & { product: MailProduct }

type AboutReport = Confirming & { what: 'review' | 'question' | 'answer' }

/** To a user of the dashboard: about their own access or the store, and about no product. */
type ToMember = ToReader

/** The data of each kind of mail. Texts are raw: the mail escapes and truncates them. */
export type MailData = {
  request: Asking
  reminder: Asking
  review_published: AboutReview
  /** `reason` is a sentence in the mail's language. */
  review_rejected: AboutReview & { reason: string }
  review_replied: AboutReview & { reply: string }
  /** To the store itself. */
  question_received: Common & { product: MailProduct; question: { body: string; display_name: string } }
  question_answered: AboutQuestion & { reply: string }
  /** To the author of a question that another shopper answered. */
  answer_published: AboutQuestion & { answer: { body: string; display_name: string } }
  /** `expires_on` is the last day of the code. */
  reward: ToReader & { product: MailProduct; gives: string; code: string; expires_on: string | null }
  confirm_review: Confirming
  confirm_question: Confirming
  confirm_answer: Confirming
  /** To a visitor who reported something. Neither has anything that the visitor or the author wrote. */
  report_received: AboutReport
  /** `reason` is a sentence in the mail's language; empty without one. */
  report_decided: AboutReport & { isKept: boolean; reason: string; isAutomated: boolean }
  password_reset: ToMember
  /** `name` is empty: an invited person may not have one yet. */
  invitation: ToMember
  /** To an owner: an endpoint did nothing but fail for days. */
  webhook_disabled: ToMember
}

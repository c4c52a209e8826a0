import type { WordedKind } from '../../tenants/stores/own-words.ts'
import type { StoreSettings } from '../../tenants/stores/stores.ts'

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

type Asking = ToReader & { products: readonly AskedProduct[] }
type AboutReview = ToReader & {
  product: MailProduct
  review: { rating: number; title: string; body: string }
}
type AboutQuestion = ToReader & { product: MailProduct; question: { body: string } }

/** Contains nothing the author of the form wrote. Otherwise anyone could make us send their words to any address. */
type Confirming = Common & { product: MailProduct }

/** To a user of the dashboard: about their own access or the store, and about no product. */
type ToMember = ToReader

/** The data of each kind of mail. Texts are raw: the mail escapes and truncates them. */
export type MailData = {
  request: Asking
  reminder: Asking
  review_published: AboutReview
  /** `reason` is a sentence of answers/moderation/reasons.ts in the mail's language. */
  review_rejected: AboutReview & { reason: string }
  review_replied: AboutReview & { reply: string }
  /** To the store itself. */
  question_received: Common & { product: MailProduct; question: { body: string; display_name: string } }
  question_answered: AboutQuestion & { reply: string }
  confirm_review: Confirming
  confirm_question: Confirming
  password_reset: ToMember
  /** `name` is empty: an invited person may not have one yet. */
  invitation: ToMember
  /** To an owner: an endpoint did nothing but fail for days. */
  webhook_disabled: ToMember
}

export type MailKind = keyof MailData

export type AccessKind = Exclude<MailKind, WordedKind>

/** The kinds of mail about a review or a question. */
export type NoticeKind = Exclude<WordedKind, 'request' | 'reminder'>

// Written as keys, so that the compiler reports a missing kind.
const every: Record<MailKind, true> = {
  request: true,
  reminder: true,
  review_published: true,
  review_rejected: true,
  review_replied: true,
  question_received: true,
  question_answered: true,
  confirm_review: true,
  confirm_question: true,
  password_reset: true,
  invitation: true,
  webhook_disabled: true,
}

export const mailKinds = Object.keys(every) as MailKind[]

/**
 * Whether a mail is to a user of the dashboard: about their access, or about the store's webhooks. Such mails ignore
 * suppressions, and a store cannot reword them.
 */
export function isAboutAccess(kind: MailKind): kind is AccessKind {
  return kind === 'password_reset' || kind === 'invitation' || kind === 'webhook_disabled'
}

/** Whether a person waits for this mail at their screen. Such mails have a queue of their own. */
export function isUrgent(kind: MailKind): boolean {
  return isAboutAccess(kind) || kind === 'confirm_review' || kind === 'confirm_question'
}

/** The action of a link in a mail. A token of one purpose is never valid for another. */
export type LinkPurpose = 'form' | 'confirm' | 'unsubscribe' | 'reset' | 'invitation'

const purposes: Partial<Record<MailKind, Exclude<LinkPurpose, 'unsubscribe'>>> = {
  request: 'form',
  reminder: 'form',
  confirm_review: 'confirm',
  confirm_question: 'confirm',
  password_reset: 'reset',
  invitation: 'invitation',
}

/** The purpose of the link behind a mail's button; null without a button, or if it opens the store's own page. */
export function purposeOf(kind: MailKind): Exclude<LinkPurpose, 'unsubscribe'> | null {
  return purposes[kind] ?? null
}

/** The kinds of mail with a link of this purpose. */
export function kindsFor(purpose: LinkPurpose): MailKind[] {
  return mailKinds.filter(kind =>
    purpose === 'unsubscribe' ? hasUnsubscribe(kind) : purposes[kind] === purpose,
  )
}

/** Whether a mail of this kind has a link to unsubscribe. Mails that a person requested have none. */
export function hasUnsubscribe(kind: MailKind): boolean {
  return !(isAboutAccess(kind) || kind.startsWith('confirm_') || kind === 'question_received')
}

/**
 * Whether the mail greets its recipient by name. A confirmation does not, because a stranger may have entered the
 * address. Nor does a mail to the store.
 */
export function isNamed(kind: MailKind): boolean {
  return kind !== 'question_received' && kind !== 'invitation' && !kind.startsWith('confirm_')
}

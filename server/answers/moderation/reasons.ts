import { textsFor } from '../../asking/mail/composing/mail-texts.ts'

/**
 * The reasons to reject or remove a review or question. They concern the text, never the opinion: a low rating is no
 * reason. The names are stored, so they never change.
 */
const names = [
  'spam',
  'offensive',
  'private_data',
  'not_about_product',
  'conflict_of_interest',
  'not_genuine',
  'unlawful',
  'unreadable',
] as const

export type Reason = (typeof names)[number]

export const reasonNames: Reason[] = [...names]

export function isReason(name: string | null): name is Reason {
  return reasonNames.includes(name as Reason)
}

/** What the author reads of a reason, in the language of their mails; empty if the reason is unknown. */
export function reasonIn(reason: string | null, language: string): string {
  return isReason(reason) ? textsFor(language).reasons[reason] : ''
}

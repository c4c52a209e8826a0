/** The kinds of email in which a store may use its own texts. */
export const wordedKinds = [
  'request',
  'reminder',
  'review_published',
  'review_rejected',
  'review_replied',
  'question_received',
  'question_answered',
  'answer_published',
  'reward',
  'confirm_review',
  'confirm_question',
  'confirm_answer',
  'report_received',
  'report_decided',
] as const

export type WordedKind = (typeof wordedKinds)[number]

const accessKinds = ['password_reset', 'invitation', 'webhook_disabled'] as const

export type AccessKind = (typeof accessKinds)[number]

/** The kinds of mail about a review or a question. */
export type NoticeKind = Exclude<WordedKind, 'request' | 'reminder'>

/** The kinds of mail whose layout and texts asking/mail/composing/ has. */
export type ComposedKind = WordedKind | AccessKind

export const composedKinds: ComposedKind[] = [...wordedKinds, ...accessKinds]

/**
 * The kinds of mail to the people of a store: what happened, that an address of theirs was switched off, and that an
 * operator removed their second factor.
 */
const teamKinds = ['team_notice', 'notices_disabled', 'second_factor_removed'] as const

export type TeamKind = (typeof teamKinds)[number]

export type MailKind = ComposedKind | TeamKind

export const mailKinds: MailKind[] = [...composedKinds, ...teamKinds]

export function isToTeam(kind: MailKind): kind is TeamKind {
  return teamKinds.includes(kind as TeamKind)
}

/**
 * Whether a mail is to a user of the dashboard: about their access, or about something that the store's owners have to
 * repair. Such mails ignore suppressions, and a store cannot reword them.
 */
export function isAboutAccess(kind: MailKind): kind is AccessKind | Exclude<TeamKind, 'team_notice'> {
  return (isToTeam(kind) && kind !== 'team_notice') || accessKinds.includes(kind as AccessKind)
}

/** Whether a person waits for this mail at their screen. Such mails have a queue of their own. */
export function isUrgent(kind: MailKind): boolean {
  return isAboutAccess(kind) || kind.startsWith('confirm_')
}

/** The action of a link in a mail. A token of one purpose is never valid for another. */
export type LinkPurpose = 'form' | 'confirm' | 'unsubscribe' | 'reset' | 'invitation'

const purposes: Partial<Record<MailKind, Exclude<LinkPurpose, 'unsubscribe'>>> = {
  request: 'form',
  reminder: 'form',
  confirm_review: 'confirm',
  confirm_question: 'confirm',
  confirm_answer: 'confirm',
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
  if (isToTeam(kind) || kind.startsWith('confirm_') || kind.startsWith('report_')) return false
  return kind !== 'question_received' && kind !== 'invitation'
}

import type { MailKind } from '../../../foundation/mailings/kinds.ts'
import type { MailState } from '../../../foundation/mailings/mail-states.ts'

/** `kept`: never left, because no mail server is set up. `bounced`: accepted and then returned, or refused permanently. `withheld`: cancelled or suppressed. */
export const deliveryFilters = ['sent', 'kept', 'waiting', 'failed', 'bounced', 'withheld'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export type ShownDelivery = Omit<MailState, 'reminders'> & {
  id: string
  kind: MailKind
  /** Null after the person was erased. */
  email: string | null
  name: string | null
  language: string
  bounced_at: Date | null
  /** Set while the mail is pending. */
  next_attempt_at: Date | null
  created_at: Date
}

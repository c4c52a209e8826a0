import type { MailKind } from '../../../foundation/mailings/kinds.ts'

/** `kept`: never left, because no mail server is set up. `bounced`: accepted and then returned, or refused permanently. `withheld`: cancelled or suppressed. */
export const deliveryFilters = ['sent', 'kept', 'waiting', 'failed', 'bounced', 'withheld'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export type ShownDelivery = {
  id: string
  kind: MailKind
  /** Null after the person was erased. */
  email: string | null
  name: string | null
  language: string
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'cancelled'
  bounced_at: Date | null
  attempts: number
  /** Set while the mail is pending. */
  next_attempt_at: Date | null
  /** The last response of the mail server, or why nothing was sent. */
  last_answer: string | null
  created_at: Date
  sent_at: Date | null
}

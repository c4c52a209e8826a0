import { maskContacts } from '../../lib/text/mask-contacts.ts'
import type { Content } from './content-kind.ts'

/** The store's reply as visitors see it; null without one. */
export function showReply({ reply, reply_created_at }: Pick<Content, 'reply' | 'reply_created_at'>) {
  if (reply === null || reply_created_at === null) return null
  return { body: maskContacts(reply), created_at: reply_created_at.toISOString() }
}

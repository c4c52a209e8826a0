import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Replied } from './content-kind.ts'

/** The store's reply as visitors see it; null without one. */
export function showReply({ reply, reply_created_at }: Replied, store: Pick<Store, 'country'>) {
  if (reply === null || reply_created_at === null) return null
  return { body: maskContacts(reply, store), created_at: reply_created_at.toISOString() }
}

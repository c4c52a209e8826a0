import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { countriesOf, readChannels } from './channel-rows.ts'
import { contactsOf } from './choose.ts'
import { erasedPhones } from './consents.ts'
import { type ChannelName, canReach, spellingsOf } from './phones.ts'

/** What a form asks a buyer: whether a channel may be used for their phone. */
export type ConsentQuestion = { channel: ChannelName; phone: string }

/**
 * The question to a buyer of these orders, if the store asks by a channel that reaches their phone. Undefined if the buyer has
 * answered it before: by agreeing, or by a stop, which only they lift by themselves.
 */
export async function consentToAsk(
  db: Connection,
  { secrets, store }: { secrets: Secrets; store: Store },
  { address, orderIds }: { address: string; orderIds: string[] },
): Promise<ConsentQuestion | undefined> {
  const channel = store.request_channel
  if (channel === 'email') return undefined
  const row = (await readChannels(db, store.store_id)).find(one => one.channel === channel)
  if (!row) return undefined
  const contact = (await contactsOf(db, store, orderIds)).get(address)
  // The id of a person without a number cannot be named in the question.
  if (!contact || contact.isUserId || !canReach(contact, channel, countriesOf(row, store.country)))
    return undefined
  const { phone } = contact
  const spellings = spellingsOf(phone).flatMap(one => [one, ...erasedPhones(secrets, store.store_id, one)])
  const known = await db.query(sql`
    select
    from consents
    where store_id = ${store.store_id} and channel = ${channel} and phone = any(${spellings}::text[])
    limit 1`)
  return known.length === 0 ? { channel, phone } : undefined
}

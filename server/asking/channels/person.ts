import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { erasedPhones } from './consents.ts'
import { readContact, spellingsOf } from './phones.ts'

/** What was sent by other channels to the person with this address and these phones, and what they agreed to. */
export async function messagesOfPerson(
  db: Connection,
  storeId: string,
  { address, phones, country }: { address: string; phones: string[]; country: string },
): Promise<{ messages: object[]; consents: object[] }> {
  const mailingIds = await mailingsTo(db, storeId, address)
  const numbers = await numbersOf(db, storeId, { mailingIds, phones, country })
  const messages = await db.query<object>(sql`
    select channel, phone, state, created_at, sent_at, settled_at, problem
    from messages
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[])
    order by created_at, id`)
  const consents = await db.query<object>(sql`
    select channel, phone, granted_at, source, text, marketing, withdrawn_at, withdrawn_by
    from consents
    where store_id = ${storeId} and phone = any(${numbers}::text[])
    order by channel, phone`)
  return { messages, consents }
}

/**
 * Erases the person's phones: from messages, of which queued ones are cancelled, and from consents. What stays of a consent
 * is an HMAC of the phone and that it is withdrawn, so that an earlier grant, such as in a file, does not lift that.
 * `mailingIds`: of `mailingsTo`, before the mailings lost the address. Returns how many messages and consents there were.
 */
export async function erasePersonFromMessages(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { mailingIds, phones, country }: { mailingIds: string[]; phones: string[]; country: string },
  at: Date,
): Promise<number> {
  const numbers = await numbersOf(tx, storeId, { mailingIds, phones, country })
  const messages = await tx.query(sql`
    update messages
    set phone = null, answer = null, state = case when state = 'queued' then 'cancelled' else state end,
      next_at = null
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[])
    returning 1`)
  const consents = await tx.query<{ phone: string; channel: string }>(sql`
    delete from consents
    where store_id = ${storeId} and phone = any(${numbers}::text[])
    returning phone, channel`)
  // Another spelling could be granted by an earlier file.
  const erased = consents.flatMap(({ phone, channel }) =>
    spellingsOf(phone).map(one => ({ channel, key: erasedPhones(secrets, storeId, one)[0] ?? '' })),
  )
  for (const { channel, key } of erased.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    await tx.query(sql`
      insert into consents (store_id, channel, phone, withdrawn_at, withdrawn_by, changed_at)
      values (${storeId}, ${channel}, ${key}, ${at}, 'erased', ${at})
      on conflict (store_id, channel, phone) do update
      set withdrawn_at = excluded.withdrawn_at, withdrawn_by = excluded.withdrawn_by`)
  return messages.length + consents.length
}

/** The mailings to the address. */
export async function mailingsTo(db: Connection, storeId: string, address: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from mailings
    where store_id = ${storeId} and address = ${address}`)
  return rows.map(({ id }) => id)
}

/** The phones of the person's orders and messages, and the ids that WhatsApp gave their owners. */
async function numbersOf(
  db: Connection,
  storeId: string,
  { mailingIds, phones, country }: { mailingIds: string[]; phones: string[]; country: string },
): Promise<string[]> {
  const messaged = await db.query<{ phone: string }>(sql`
    select phone
    from messages
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[]) and phone is not null`)
  const ordered = phones.flatMap(phone => readContact(phone, country)?.phone ?? [])
  const numbers = [...ordered, ...messaged.map(({ phone }) => phone)].flatMap(spellingsOf)
  const known = await db.query<{ phone: string; user_id: string | null }>(sql`
    select phone, user_id
    from consents
    where store_id = ${storeId} and (phone = any(${numbers}::text[]) or user_id = any(${numbers}::text[]))`)
  const ofUsers = known.flatMap(({ phone, user_id }) => [
    ...spellingsOf(phone),
    ...(user_id ? [user_id] : []),
  ])
  return [...new Set([...numbers, ...ofUsers])]
}

import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Secrets } from '../lib/secret.ts'
import { hashesOf, makeSalt, toHex, tokensOf } from './links.ts'
import { enqueueMails, jobLostAt } from './queue.ts'

/** A mail that asks a buyer for reviews: the first one, or a reminder of the mailing in `firstMailingId`. */
export type NewRequestMail = {
  id: string
  kind: 'request' | 'reminder'
  address: string
  email: string
  name: string
  language: string
  firstMailingId: string
  /** The channel whose message leads: the mail waits until that says so. Null: the mail is sent. */
  channel: 'whatsapp' | 'sms' | null
}

export type AskingOptions = {
  secrets: Secrets
  now: Date
  /** The store's date. */
  day: string
  linkDays: number
}

/**
 * Returns the addresses that already have a review request or reminder on this day of the store, sent or queued. A
 * mail that was queued on an earlier day may still be sent today, so it counts. `except` is a mailing to ignore.
 */
export async function addressesAskedOn(
  tx: Connection,
  storeId: string,
  addresses: string[],
  day: { date: string; begins: Date },
  except?: string,
): Promise<Set<string>> {
  const rows = await tx.query<{ address: string }>(sql`
    select address
    from mailings
    where store_id = ${storeId} and address = any(${addresses}::text[]) and requests_of is not null
      and (day = ${day.date}::date or state = 'queued' or sent_at >= ${day.begins})
      and id is distinct from ${except ?? null}::uuid`)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Queues the mails with their jobs, in the caller's transaction. A mail that a message leads gets no job. Returns the ids of the mailings it created. A buyer
 * who already has one on this day gets no other.
 */
export async function queueRequestMails(
  tx: Connection,
  storeId: string,
  asking: NewRequestMail[],
  { secrets, now, day, linkDays }: AskingOptions,
): Promise<Set<string>> {
  if (asking.length === 0) return new Set()
  const rows = asking.map(one => {
    const link_salt = makeSalt()
    const { link_hash, unsubscribe_hash } = hashesOf(
      tokensOf(secrets.current, { ...one, storeId, link_salt }),
    )
    return {
      ...one,
      link_salt: toHex(link_salt),
      link_hash: toHex(link_hash),
      unsubscribe_hash: toHex(unsubscribe_hash),
    }
  })
  const made = await tx.query<Pick<NewRequestMail, 'id' | 'kind' | 'channel'>>(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_hash, unsubscribe_hash, link_expires_at,
      state, day, requests_of, channel, next_attempt_at, created_at
    )
    select ${storeId}::uuid, id, kind, address, email, name, language, link_salt, link_hash, unsubscribe_hash,
      ${now}::timestamptz + make_interval(days => ${linkDays}), 'queued', ${day}::date, "firstMailingId",
      channel, case when channel is null then ${jobLostAt(now)}::timestamptz end, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id uuid, kind text, address text, email text, name text, language text, link_salt bytea, link_hash bytea,
      unsubscribe_hash bytea, "firstMailingId" uuid, channel text
    )
    on conflict (store_id, address, day) do nothing
    returning id, kind, channel`)
  await enqueueMails(
    tx,
    storeId,
    made.filter(({ channel }) => channel === null),
  )
  return new Set(made.map(({ id }) => id))
}

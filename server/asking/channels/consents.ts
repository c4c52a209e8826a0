import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { erasedKeys } from '../../foundation/mailings/suppressions.ts'
import { type ChannelName, spellingsOf } from './phones.ts'

/** What a person agreed to. `text`: the words they saw; `source`: where. `marketing`: also messages with a reward. */
export type Grant = {
  channel: ChannelName
  /** As `readContact` returns it. */
  phone: string
  grantedAt: Date
  source: string
  text: string
  marketing: boolean
}

/** A row, as lists show it. */
export type Consent = {
  channel: ChannelName
  phone: string
  granted_at: Date | null
  source: string | null
  text: string | null
  marketing: boolean
  withdrawn_at: Date | null
  withdrawn_by: string | null
}

/** What a person allows now. */
export type Allowed = { marketing: boolean; unreachableUntil: Date | null }

/**
 * Stores grants. Of several for one phone and channel the latest counts; a withdrawal is kept, so that an older grant that
 * arrives later, such as in a file, does not lift it. Returns how many count now.
 */
export async function grantConsents(
  tx: Connection,
  storeId: string,
  grants: Grant[],
  at: Date,
): Promise<void> {
  // A statement cannot change a row twice.
  const latest = new Map(
    grants
      .toSorted((one, other) => one.grantedAt.getTime() - other.grantedAt.getTime())
      .map(grant => [`${grant.channel} ${grant.phone}`, grant]),
  )
  if (latest.size === 0) return
  await tx.query(sql`
    insert into consents as known (store_id, channel, phone, granted_at, source, text, marketing, changed_at)
    select own.store_id, channel, phone, "grantedAt", source, text, marketing, ${at}::timestamptz
    from ${ownStore(storeId)} as own, jsonb_to_recordset(${JSON.stringify([...latest.values()])}::jsonb) as new(
      channel text, phone text, "grantedAt" timestamptz, source text, text text, marketing boolean
    )
    order by channel, phone
    on conflict (store_id, channel, phone) do update
    set granted_at = excluded.granted_at, source = excluded.source, text = excluded.text,
      marketing = excluded.marketing, changed_at = excluded.changed_at
    where excluded.granted_at > coalesce(known.granted_at, '-infinity')`)
}

/**
 * Withdraws the consent of a phone in all its spellings, also one that is granted later with an earlier date. `by`: what
 * the person did. `onlyMarketing` keeps messages without a reward.
 */
export async function withdrawConsent(
  tx: Connection,
  storeId: string,
  {
    channel,
    phone,
    by,
    onlyMarketing = false,
  }: { channel: ChannelName; phone: string; by: string; onlyMarketing?: boolean },
  at: Date,
): Promise<void> {
  const column = onlyMarketing ? sql`marketing_withdrawn_at` : sql`withdrawn_at`
  await tx.query(sql`
    insert into consents as known (store_id, channel, phone, ${column}, withdrawn_by, changed_at)
    select own.store_id, ${channel}, spelling, ${at}::timestamptz, ${by}, ${at}::timestamptz
    from ${ownStore(storeId)} as own, unnest(${spellingsOf(phone)}::text[]) as spelling
    order by spelling
    on conflict (store_id, channel, phone) do update
    set ${column} = excluded.${column}, withdrawn_by = excluded.withdrawn_by, changed_at = excluded.changed_at`)
}

/** The phones of a WhatsApp user id: itself, and those that statuses named with it. */
export async function phonesOfUser(db: Connection, storeId: string, userId: string): Promise<string[]> {
  const rows = await db.query<{ phone: string }>(sql`
    select phone
    from consents
    where store_id = ${storeId} and user_id = ${userId} and channel = 'whatsapp'`)
  return [...new Set([userId, ...rows.map(({ phone }) => phone)])]
}

/** Remembers the id that WhatsApp gives the owner of a phone, so that a stop without a number is understood. */
export async function noteUserId(
  tx: Connection,
  storeId: string,
  { phone, userId }: { phone: string; userId: string },
): Promise<void> {
  await tx.query(sql`
    update consents
    set user_id = ${userId}
    where store_id = ${storeId} and channel = 'whatsapp' and phone = ${phone} and user_id is distinct from ${userId}`)
}

/** The owner of a phone has another id since they changed their number. */
export async function changeUserId(
  tx: Connection,
  storeId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await tx.query(sql`
    update consents
    set user_id = ${after}
    where store_id = ${storeId} and channel = 'whatsapp' and user_id = ${before}`)
}

/** The provider cannot reach the phone: it is not tried before `until`. */
export async function noteUnreachable(
  tx: Connection,
  storeId: string,
  { channel, phone }: { channel: ChannelName; phone: string },
  until: Date,
): Promise<void> {
  await tx.query(sql`
    update consents
    set unreachable_until = ${until}
    where store_id = ${storeId} and channel = ${channel} and phone = ${phone}`)
}

/** What the owners of these phones allow in the channel; those who allow nothing are absent. */
export async function allowedAmong(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  channel: ChannelName,
  phones: string[],
): Promise<Map<string, Allowed>> {
  if (phones.length === 0) return new Map()
  const phoneOf = new Map(
    phones.flatMap(phone =>
      [phone, ...erasedPhones(secrets, storeId, phone)].map(key => [key, phone] as const),
    ),
  )
  const rows = await db.query<{
    phone: string
    granted_at: Date | null
    withdrawn_at: Date | null
    marketing: boolean
    marketing_withdrawn_at: Date | null
    unreachable_until: Date | null
  }>(sql`
    select phone, granted_at, withdrawn_at, marketing, marketing_withdrawn_at, unreachable_until
    from consents
    where store_id = ${storeId} and channel = ${channel} and phone = any(${[...phoneOf.keys()]}::text[])`)
  const byPhone = Map.groupBy(rows, ({ phone }) => phoneOf.get(phone) as string)
  const latest = (dates: (Date | null)[]) =>
    Math.max(...dates.map(date => date?.getTime() ?? Number.NEGATIVE_INFINITY))
  return new Map(
    [...byPhone].flatMap(([phone, all]) => {
      const granted = latest(all.map(row => row.granted_at))
      if (!(granted > latest(all.map(row => row.withdrawn_at)))) return []
      const stopped = latest(all.map(row => row.marketing_withdrawn_at))
      const marketing = all.some(row => row.marketing) && granted > stopped
      return [
        [
          phone,
          { marketing, unreachableUntil: all.find(row => row.unreachable_until)?.unreachable_until ?? null },
        ] as const,
      ]
    }),
  )
}

/** Whether the owner of the phone withdrew their consent, also before they were erased, and has not agreed again. */
export async function hasWithdrawn(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  channel: ChannelName,
  phone: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from consents
    where store_id = ${storeId} and channel = ${channel}
      and phone = any(${spellingsOf(phone).flatMap(one => [one, ...erasedPhones(secrets, storeId, one)])}::text[])
    having max(withdrawn_at) >= coalesce(max(granted_at), '-infinity')`)
  return rows.length > 0
}

/** What stands for the phone of an erased person. The current secret's is first. */
export function erasedPhones(secrets: Secrets, storeId: string, phone: string): string[] {
  return erasedKeys(secrets, storeId, phone).map(key => `erased ${key}`)
}

/** A page of consents, the last changed first. `phone`: only that one. */
export async function listConsents(
  db: Connection,
  storeId: string,
  { phone, limit = 100 }: { phone?: string | undefined; limit?: number } = {},
): Promise<Consent[]> {
  return await db.query<Consent>(sql`
    select channel, phone, granted_at, source, text, marketing, withdrawn_at, withdrawn_by
    from consents
    where store_id = ${storeId} and phone not like 'erased %' and (${phone ?? null}::text is null or phone = ${phone ?? null})
    order by changed_at desc, channel, phone
    limit ${limit}`)
}

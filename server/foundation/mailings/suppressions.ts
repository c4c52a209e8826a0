import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/ids/uuid.ts'
import { type Secrets, signatures } from '../lib/secret.ts'

/**
 * `bounced`: the mailbox does not exist. `blocked`: the store does not want to write to it. The others are the
 * person's own decision, and outweigh those two.
 */
const suppressionReasons = ['bounced', 'blocked', 'unsubscribed', 'complained', 'erased'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why the address gets no more mail from the store; undefined if it is not suppressed. `address` is normalised. */
export async function whySuppressed(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  address: string,
): Promise<SuppressionReason | undefined> {
  const known = await suppressedAmong(db, secrets, storeId, [address])
  return known.get(address)
}

/** Like `whySuppressed` for many addresses: those that are suppressed, with the reason. */
export async function suppressedAmong(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  addresses: string[],
): Promise<Map<string, SuppressionReason>> {
  const addressOf = new Map<string, string>()
  for (const address of addresses) {
    addressOf.set(address, address)
    for (const key of erasedKeys(secrets, storeId, address)) addressOf.set(key, address)
  }
  const rows = await db.query<{ who: string; reason: SuppressionReason }>(sql`
    select who, reason
    from suppressions
    where store_id = ${storeId} and who = any(${[...addressOf.keys()]}::text[])`)
  return new Map(rows.map(({ who, reason }) => [addressOf.get(who) as string, reason]))
}

/**
 * Suppresses the address. Of two reasons, the later one in `suppressionReasons` wins: an unsubscribed person stays
 * unsubscribed, even if their mailbox bounced. `answer` is the mail server's answer. Returns whether that is new.
 */
export async function suppress(
  tx: Connection,
  storeId: string,
  address: string,
  reason: SuppressionReason,
  at: Date,
  answer: string | null = null,
): Promise<boolean> {
  const order = sql`${[...suppressionReasons]}::text[]`
  const suppressed = await tx.query(sql`
    insert into suppressions (store_id, who, id, reason, answer, at)
    values (${storeId}, ${address}, ${uuid()}, ${reason}, ${answer}, ${at})
    on conflict (store_id, who) do update
    set reason = excluded.reason, answer = excluded.answer, at = excluded.at
    where array_position(${order}, excluded.reason) > array_position(${order}, suppressions.reason)
    returning 1`)
  return suppressed.length > 0
}

/** Lifts a suppression that the person requested. Bounces and complaints stay. */
export async function unsuppress(tx: Connection, storeId: string, address: string): Promise<void> {
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and who = ${address} and reason = 'unsubscribed'`)
}

/**
 * Replaces an erased person's address with an HMAC of it, so that later mail to it is recognised and not sent.
 * Deletes an earlier suppression in plain text.
 */
export async function suppressErased(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  address: string,
  at: Date,
): Promise<void> {
  // A person who returned and is erased again is erased as of now, so that a running import notices it.
  const keys = erasedKeys(secrets, storeId, address)
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and who = any(${[address, ...keys]}::text[])`)
  await suppress(tx, storeId, keys[0] as string, 'erased', at)
}

/** The keys of people erased at or after `since`; see `erasedKeys`. */
export async function erasedSince(db: Connection, storeId: string, since: Date): Promise<Set<string>> {
  const erased = await db.query<{ who: string }>(sql`
    select who
    from suppressions
    where store_id = ${storeId} and reason = 'erased' and at >= ${since}`)
  return new Set(erased.map(({ who }) => who))
}

/** The purpose of the HMACs that stand for the addresses of erased people. */
export const erasedPurpose = 'address of an erased person'

/** The keys stored instead of an erased person's address, one for each secret we know, the current one first. */
export function erasedKeys(secrets: Secrets, storeId: string, address: string): string[] {
  return signatures(secrets, erasedPurpose, `${storeId} ${address}`).map(key => key.toString('base64url'))
}

import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { type Secrets, sign } from '../lib/secret.ts'
import { uuid } from '../lib/uuid.ts'

/**
 * `bounced`: nobody reads the address. `blocked`: the store does not want to write to it. The others are what
 * a person asked for, and what was asked for outweighs what was found out.
 */
const suppressionReasons = ['bounced', 'blocked', 'unsubscribed', 'complained', 'erased'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why the address gets no more mail of the store; undefined when it may. `address` as it is compared. */
export async function whySuppressed(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  address: string,
): Promise<SuppressionReason | undefined> {
  const known = await suppressedAmong(db, secrets, storeId, [address])
  return known.get(address)
}

/** The same of many addresses: those that are suppressed, and why. */
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
 * The address gets no more mail of the store. Of two reasons the later one in `suppressionReasons` is kept:
 * who unsubscribed has done so, whatever their mailbox did before. `answer` is what the other server said.
 */
export async function suppress(
  tx: Connection,
  storeId: string,
  address: string,
  reason: SuppressionReason,
  at: Date,
  answer: string | null = null,
): Promise<void> {
  const order = sql`${[...suppressionReasons]}::text[]`
  await tx.query(sql`
    insert into suppressions (store_id, who, id, reason, answer, at)
    values (${storeId}, ${address}, ${uuid()}, ${reason}, ${answer}, ${at})
    on conflict (store_id, who) do update
    set reason = excluded.reason, answer = excluded.answer, at = excluded.at
    where array_position(${order}, excluded.reason) > array_position(${order}, suppressions.reason)`)
}

/** Takes back what a person asked for themselves; bounces and complaints stay. */
export async function unsuppress(tx: Connection, storeId: string, address: string): Promise<void> {
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and who = ${address} and reason = 'unsubscribed'`)
}

/**
 * Of an erased person nothing is kept but an HMAC of the address, by which later mail to it is known and
 * not sent. An earlier suppression in plain text goes.
 */
export async function suppressErased(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  address: string,
  at: Date,
): Promise<void> {
  // A person who came back and is erased again was erased now: an import that is running must know it.
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and who = any(${[address, ...erasedKeys(secrets, storeId, address)]}::text[])`)
  await suppress(tx, storeId, erasedKey(secrets.current, storeId, address), 'erased', at)
}

/** The keys of the people who were erased at this time or later; see `erasedKeys`. */
export async function erasedSince(db: Connection, storeId: string, since: Date): Promise<Set<string>> {
  const erased = await db.query<{ who: string }>(sql`
    select who
    from suppressions
    where store_id = ${storeId} and reason = 'erased' and at >= ${since}`)
  return new Set(erased.map(({ who }) => who))
}

/** What stands in the place of an erased person's address, by each secret we know. */
export function erasedKeys(secrets: Secrets, storeId: string, address: string): string[] {
  return secrets.all.map(secret => erasedKey(secret, storeId, address))
}

function erasedKey(secret: string, storeId: string, address: string): string {
  return sign(secret, 'address of an erased person', `${storeId} ${address}`).toString('base64url')
}

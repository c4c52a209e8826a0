import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { type Secrets, sign } from '../lib/secret.ts'

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'erased'

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
    for (const secret of secrets.all) addressOf.set(erasedKey(secret, storeId, address), address)
  }
  const rows = await db.query<{ who: string; reason: SuppressionReason }>(sql`
    select who, reason
    from suppressions
    where store_id = ${storeId} and who = any(${[...addressOf.keys()]}::text[])`)
  return new Map(rows.map(({ who, reason }) => [addressOf.get(who) as string, reason]))
}

/** The address gets no more mail of the store; a reason that is already known stays. */
export async function suppress(
  tx: Connection,
  storeId: string,
  address: string,
  reason: SuppressionReason,
  at: Date,
): Promise<void> {
  await tx.query(sql`
    insert into suppressions (store_id, who, reason, at)
    values (${storeId}, ${address}, ${reason}, ${at})
    on conflict (store_id, who) do nothing`)
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
  await tx.query(sql`
    delete from suppressions
    where store_id = ${storeId} and who = ${address}`)
  await suppress(tx, storeId, erasedKey(secrets.current, storeId, address), 'erased', at)
}

function erasedKey(secret: string, storeId: string, address: string): string {
  return sign(secret, 'address of an erased person', `${storeId} ${address}`).toString('base64url')
}

import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { fingerprint, type Secrets } from '../lib/secret.ts'
import { type OrderedProduct, productsToReview, readProductsOfOrders } from '../orders/orders.ts'
import { ordersOfMailings, unreviewedAmong } from '../requests/requests.ts'
import type { Store } from '../stores/stores.ts'
import { isAboutAccess, type MailKind } from './kinds.ts'
import { linkToken } from './mailings.ts'
import { type SuppressionReason, suppressedAmong } from './suppressions.ts'

/** A mailing on its way out. */
export type Queued = {
  id: string
  kind: MailKind
  address: string
  email: string
  name: string | null
  language: string
  record_id: string | null
  requests_of: string | null
  link_hash: Buffer | null
  attempts: number
  created_at: Date
  token: string
  /** What it asks about; empty for a notice. */
  asked: OrderedProduct[]
}

/** What stands in the way of a mail: why it is not sent, or what to send. */
export type Ready = { mailing: Queued; hindrance: 'suppressed' | 'cancelled' | undefined; why: string }

/** Those of the mailings that still wait, with what there is to say and whether it may be said. */
export async function readQueued(
  db: Connection,
  secrets: Secrets,
  store: Store,
  ids: string[],
): Promise<Ready[]> {
  const storeId = store.store_id
  const rows = await db.query<Omit<Queued, 'token' | 'asked'>>(sql`
    select id, kind, address, email, name, language, record_id, requests_of, link_hash, attempts, created_at
    from mailings
    where store_id = ${storeId} and id = any(${ids}::uuid[]) and state = 'queued' and address is not null`)
  if (rows.length === 0) return []
  const addresses = [...new Set(rows.map(({ address }) => address))]
  const [asked, suppressed] = await Promise.all([
    readAsked(db, store, rows),
    suppressedAmong(db, secrets, storeId, addresses),
  ])
  return rows.map(row => {
    const mailing = { ...row, token: tokenOf(secrets, row), asked: asked.get(row.id) ?? [] }
    const reason = suppressed.get(row.address)
    if (reason && isStopped(row.kind, reason)) return { mailing, hindrance: 'suppressed', why: reason }
    if (row.requests_of !== null && mailing.asked.length === 0)
      return { mailing, hindrance: 'cancelled', why: 'nothing is left to ask about' }
    return { mailing, hindrance: undefined, why: '' }
  })
}

/**
 * Writes the hash of each token that the database does not hold yet: a notice's first attempt, or the secret
 * was changed. Before anything is sent, so that no link leads nowhere.
 */
export async function keepLinks(db: Connection, storeId: string, mailings: Queued[]): Promise<void> {
  const changed = mailings
    .map(({ id, token, link_hash }) => ({ id, hash: fingerprint(token), known: link_hash }))
    .filter(({ hash, known }) => known === null || !hash.equals(known))
    .map(({ id, hash }) => ({ id, hash: `\\x${hash.toString('hex')}` }))
  if (changed.length === 0) return
  await db.query(sql`
    update mailings
    set link_hash = changed.hash
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed(id uuid, hash bytea)
    where mailings.store_id = ${storeId} and mailings.id = changed.id and mailings.state = 'queued'`)
}

/** The token whose hash is kept, where a secret we know made it; else a new one. */
export function tokenOf(
  { current, all }: Secrets,
  { id, link_hash }: Pick<Queued, 'id' | 'link_hash'>,
): string {
  const tokens = all.map(secret => linkToken(secret, id))
  return tokens.find(token => link_hash?.equals(fingerprint(token))) ?? linkToken(current, id)
}

/**
 * Whether a mail of this kind is not sent to an address that is suppressed. What somebody asked for a moment
 * ago is sent whatever they once said of other mail; only an address that does not exist, or whose owner
 * complained, is left alone. So is the store's own. Who would get in is always written to.
 */
export function isStopped(kind: MailKind, reason: SuppressionReason): boolean {
  if (isAboutAccess(kind)) return false
  const isAskedFor = kind.startsWith('confirm_') || kind === 'question_received'
  return !isAskedFor || reason === 'bounced' || reason === 'complained'
}

async function readAsked(
  db: Connection,
  store: Store,
  rows: { id: string; kind: MailKind; requests_of: string | null }[],
): Promise<Map<string, OrderedProduct[]>> {
  const idsOf = (kind: MailKind) =>
    rows.flatMap(row => (row.kind === kind ? [row.requests_of ?? row.id] : []))
  const firsts = await ordersOfMailings(db, store.store_id, idsOf('request'), 'scheduled')
  // A reminder may have waited for days: meanwhile something was reviewed, and then nothing more is asked.
  const unreviewed = await unreviewedAmong(db, store.store_id, idsOf('reminder'))
  const again = await ordersOfMailings(db, store.store_id, [...unreviewed], 'sent')
  const orderIds = [...new Set([...firsts.values(), ...again.values()].flat())]
  const products = orderIds.length > 0 ? await readProductsOfOrders(db, store.store_id, orderIds) : new Map()
  return new Map(
    rows.map(({ id, kind, requests_of }) => {
      const orders = (kind === 'reminder' ? again : firsts).get(requests_of ?? '') ?? []
      const ordered = orders.flatMap(order => products.get(order) ?? [])
      return [id, productsToReview(ordered, store.form_products)]
    }),
  )
}

import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { isAboutAccess, isToTeam, type MailKind } from '../../../foundation/mailings/kinds.ts'
import {
  currentTokens,
  hashesOf,
  isSame,
  type LinkHashes,
  type Tokens,
  toHex,
} from '../../../foundation/mailings/links.ts'
import type { OwnAnswer } from '../../../foundation/mailings/own-answers.ts'
import { areQueued } from '../../../foundation/mailings/queue.ts'
import { type SuppressionReason, suppressedAmong } from '../../../foundation/mailings/suppressions.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import {
  type OrderedProduct,
  productsOfParts,
  productsToReview,
  readProductsOfOrders,
} from '../../orders/asked-products.ts'
import { isInTime } from '../../orders/review-period.ts'
import { remindersOf, subjectsOf } from '../../requests/by-rule.ts'
import { partsOfMailings, unreviewedAmong } from '../../requests/requests-of-mails.ts'
import { openPromises, type Promised, promiseTo } from '../../rewards/promises.ts'

/** A mailing that is being sent. */
export type Queued = LinkHashes & {
  id: string
  kind: MailKind
  address: string
  email: string
  name: string | null
  language: string
  record_id: string | null
  requests_of: string | null
  attempts: number
  created_at: Date
  tokens: Tokens
  /** The products it asks about; empty for a notice. */
  asked: OrderedProduct[]
  /** The days of its reminders, as rules and settings of the store say. */
  reminderDays: number[]
  /** The subjects that a test of the store gives to a request, by language. */
  subjects?: Record<string, string> | undefined
  /** What it promises for a review. */
  offer: Promised | undefined
}

/** A mail to send, or the reason not to send it. */
export type Ready = { mailing: Queued; hindrance?: { state: 'suppressed' | 'cancelled'; why: OwnAnswer } }

/**
 * Reads those of the mailings that are still queued, with their data, and whether they may be sent. `isLed`: those that a
 * message leads, instead of those that are sent as mails.
 */
export async function readQueued(
  db: Connection,
  secrets: Secrets,
  store: Store,
  ids: string[],
  at: Date,
  isLed = false,
): Promise<Ready[]> {
  const storeId = store.store_id
  const rows = await readRows(db, storeId, ids, isLed)
  if (rows.length === 0) return []
  const addresses = [...new Set(rows.map(({ address }) => address))]
  const [asked, suppressed] = await Promise.all([
    readAsked(db, store, rows, at.getTime()),
    suppressedAmong(db, secrets, storeId, addresses),
  ])
  const ordersOf = (id: string) => [...new Set(asked.get(id)?.asked.map(({ order_id }) => order_id))]
  const promises = await openPromises(db, storeId, [...new Set(rows.flatMap(({ id }) => ordersOf(id)))], at)
  return rows.map(({ link_salt, ...row }) => {
    const tokens = currentTokens(secrets, { ...row, storeId, link_salt })
    const offer = promiseTo(promises, row.address, ordersOf(row.id))
    const none = { asked: [], reminderDays: store.reminder_days }
    const mailing = { ...row, tokens, offer, ...(asked.get(row.id) ?? none) }
    const reason = suppressed.get(row.address)
    if (reason && isStopped(row.kind, reason))
      return { mailing, hindrance: { state: 'suppressed', why: reason } }
    if (row.requests_of !== null && mailing.asked.length === 0)
      return { mailing, hindrance: { state: 'cancelled', why: 'nothing_left' } }
    return { mailing }
  })
}

/** Replaces the stored hash of a link that opens an account, if its token changed before its mail was sent. */
export type RenewAccess = (db: Connection, storeId: string, before: Buffer, after: Buffer) => Promise<void>

/**
 * Stores the token hashes that the database lacks: on a notice's first attempt, or after SECRET changed. Call it before
 * sending, so that every mailed link works.
 */
export async function saveLinks(
  db: Connection,
  storeId: string,
  mailings: Queued[],
  renewAccess: RenewAccess,
): Promise<void> {
  const changed = mailings
    .map(one => ({ one, now: hashesOf(one.tokens) }))
    .filter(
      ({ one, now }) =>
        !(isSame(one.link_hash, now.link_hash) && isSame(one.unsubscribe_hash, now.unsubscribe_hash)),
    )
  if (changed.length === 0) return
  for (const { one, now } of changed)
    if (isAboutAccess(one.kind) && one.link_hash && now.link_hash)
      await renewAccess(db, storeId, one.link_hash, now.link_hash)
  const rows = changed.map(({ one, now }) => ({
    id: one.id,
    link_hash: toHex(now.link_hash),
    unsubscribe_hash: toHex(now.unsubscribe_hash),
  }))
  await db.query(sql`
    update mailings
    set link_hash = changed.link_hash, unsubscribe_hash = changed.unsubscribe_hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed(
      id uuid, link_hash bytea, unsubscribe_hash bytea
    )
    where mailings.store_id = ${storeId} and mailings.id = changed.id
      and ${areQueued(rows.map(({ id }) => id))}`)
}

type Asking = Pick<Queued, 'asked' | 'reminderDays'>
type Row = Omit<Queued, 'tokens' | 'offer' | keyof Asking> & { link_salt: Buffer }

async function readRows(db: Connection, storeId: string, ids: string[], isLed: boolean): Promise<Row[]> {
  return await db.query<Row>(sql`
    select id, kind, address, email, name, language, record_id, requests_of, link_salt, link_hash, unsubscribe_hash,
      attempts, created_at
    from mailings
    where store_id = ${storeId} and ${areQueued(ids)} and address is not null and restored_at is null
      and (channel is not null) = ${isLed}`)
}

/**
 * Whether a suppression stops a mail of this kind. A mail that the person just requested ignores all reasons except
 * two: the address does not exist, or its owner complained. The same applies to what they were promised, to mail to the
 * store itself, and to its people, who unsubscribe from that mail alone. Access mails are never stopped.
 */
export function isStopped(kind: MailKind, reason: SuppressionReason): boolean {
  if (isAboutAccess(kind)) return false
  const isToStore = kind === 'question_received' || isToTeam(kind)
  const isAskedFor = kind.startsWith('confirm_') || kind === 'reward' || isToStore
  return !isAskedFor || reason === 'bounced' || reason === 'complained'
}

async function readAsked(
  db: Connection,
  store: Store,
  rows: Pick<Row, 'id' | 'kind' | 'address' | 'requests_of'>[],
  at: number,
): Promise<Map<string, Asking>> {
  const ofKind = (wanted: MailKind) =>
    rows.flatMap(({ id, kind, address, requests_of }) =>
      kind === wanted ? [{ id: requests_of ?? id, address }] : [],
    )
  const firsts = await partsOfMailings(db, store.store_id, ofKind('request'), 'scheduled')
  // A reminder may have been queued for days. If something was reviewed since, it is cancelled.
  const unreviewed = await unreviewedAmong(db, store.store_id, ofKind('reminder'))
  const again = await partsOfMailings(db, store.store_id, unreviewed, 'sent')
  const asked = [...firsts.values(), ...again.values()].flat()
  const orderIds = [...new Set(asked.map(({ order_id }) => order_id))]
  const orders = orderIds.length > 0 ? await readProductsOfOrders(db, store.store_id, orderIds) : new Map()
  return new Map(
    rows.map(({ id, kind, requests_of }) => {
      const parts = (kind === 'reminder' ? again : firsts).get(requests_of ?? '') ?? []
      return [
        id,
        {
          asked: productsToReview(
            // The form takes no review of the others any more.
            productsOfParts(orders, parts).filter(product => isInTime(product, store, at)),
            store.form_products,
          ),
          reminderDays: remindersOf(store, parts),
          ...(kind === 'request' && { subjects: subjectsOf(parts) }),
        },
      ]
    }),
  )
}

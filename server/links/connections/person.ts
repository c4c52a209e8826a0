import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { addressesIn, decoded } from '../../foundation/personal-data/addresses.ts'
import {
  type Buyer,
  holdsAddress,
  isAddressOf,
  type Known,
  redact,
} from '../../foundation/personal-data/person.ts'
import type { Result } from './events/events.ts'
import { sentence } from './sentences.ts'

const batchSize = 20 // bodies of up to 1 MB

/** What the store knows of the person, to find events without their address. */
export type KnownBuyer = Known & { orderIds: string[] }

const unknown: KnownBuyer = { names: [], phones: [], orderIds: [] }

type KeptEvent = {
  event_id: string
  connection_id: string
  subject: string | null
  body: Buffer
  state: 'waiting' | 'failed'
  result: Result | null
}

/**
 * Erases the person from the logs of connections: events that are not done are dropped with their bodies if they have the
 * address, or are about one of their orders; failed ones also if they have the name or a phone, or are not JSON, which
 * nothing reads any more. Returns how many lines named the person.
 */
export async function erasePersonFromEvents(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  known: KnownBuyer = unknown,
): Promise<number> {
  const outcomes = await tx.query(sql`
    update connection_events
    set result = ${JSON.stringify({ what: [erased] })}
    where store_id = ${storeId} and ${holdsAddress(buyer, wordsOf('result'))}
    returning 1`)
  let dropped = 0
  for (let after = ''; ; ) {
    const events = await tx.query<KeptEvent>(sql`
      select event_id, connection_id, subject, body, state, result
      from connection_events
      where store_id = ${storeId} and body is not null
        and (${after} = '' or event_id > nullif(${after}, '')::uuid)
      order by event_id
      limit ${batchSize}`)
    const theirs = events.filter(event => names(event, buyer, known))
    const unread = events.filter(
      event => event.state === 'failed' && !theirs.includes(event) && !isJson(event),
    )
    await drop(tx, storeId, [...theirs, ...unread])
    dropped += theirs.length
    const last = events.at(-1)
    if (!last || events.length < batchSize) break
    after = last.event_id
  }
  return outcomes.length + dropped + (await eraseLastErrors(tx, storeId, buyer))
}

const erased = sentence('erasedWith')

// A quotation mark, which an address may have, is escaped in JSON.
const wordsOf = (column: 'result' | 'problem') => raw(`replace(coalesce(${column}::text, ''), '\\"', '"')`)

async function drop(tx: Connection, storeId: string, events: KeptEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.query(sql`
    update connection_events
    set state = 'done', body = null, next_at = null, result = ${JSON.stringify({ what: [erased] })}
    where store_id = ${storeId} and event_id = any(${events.map(({ event_id }) => event_id)}::uuid[])`)
  // A connection shows the problem of its last event.
  await tx.query(sql`
    update connections
    set problem = ${JSON.stringify({ what: erased })}
    where store_id = ${storeId} and connection_id = any(${events.map(one => one.connection_id)})
      and problem -> 'what' = any(${events.flatMap(({ result }) => result?.what.map(one => JSON.stringify(one)) ?? [])}::jsonb[])`)
}

async function eraseLastErrors(tx: Connection, storeId: string, buyer: Buyer): Promise<number> {
  const changed = await tx.query(sql`
    update connections
    set problem = ${JSON.stringify({ what: erased })}
    where store_id = ${storeId} and ${holdsAddress(buyer, wordsOf('problem'))}
    returning 1`)
  return changed.length
}

function names({ subject, body, state }: KeptEvent, buyer: Buyer, known: KnownBuyer): boolean {
  const text = textOf(body)
  const value = parsed(text)
  if (addressesIn(value ?? text)?.includes(buyer.address)) return true
  if (isAddressOf(buyer, text.normalize('NFKC'))) return true
  const orderIds = new Set(known.orderIds)
  if ((subject !== null && orderIds.has(subject)) || isAbout(value, orderIds)) return true
  // Another buyer may have the name, so an event that is still to be applied is kept.
  const plain = state === 'failed' ? `${JSON.stringify(value)} ${decoded(text)}`.slice(0, longest) : ''
  return redact(plain, buyer, known) !== plain
}

const longest = 200_000 // characters of a body in which names are searched

const isJson = ({ body }: KeptEvent): boolean => parsed(textOf(body)) !== undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** UTF-8, or UTF-16 as other systems write it, with or without a byte order mark. */
function textOf(body: Buffer): string {
  const isWide = body.length >= 2 && (body[0] === 0 || body[1] === 0 || (body[0] ?? 0) >= 0xfe)
  if (!isWide) return new TextDecoder().decode(body)
  const isBigEndian = body[0] === 0 || body[0] === 0xfe
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(body)
}

/** Whether a value names one of the orders: the id of a product or a quantity may be the same number. */
function isAbout(value: unknown, orderIds: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(item => isAbout(item, orderIds))
  return Object.entries(value).some(([name, inner]) => {
    if (typeof inner === 'object') return !ofOthers.test(name) && isAbout(inner, orderIds)
    return ofOrder.test(name) && orderIds.has(String(inner))
  })
}

const ofOrder = /order|pedido|number|numero|reference|^_?id$|^code$|^name$/i
const ofOthers = /item|line|product|variant|customer|buyer|address/i

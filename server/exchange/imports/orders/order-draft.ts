import type { ChannelName } from '../../../asking/channels/phones.ts'
import { mostProducts } from '../../../asking/orders/order-body.ts'
import type { Customer, Order, OrderProduct } from '../../../asking/orders/orders.ts'
import type { Field } from '../formats/format.ts'
import type { SkippedRow, TableReader } from '../reading/read-table.ts'
import type { Refusal, RefusalName, RefusedRow } from '../reading/refusals/refusals.ts'
import { quoted } from '../reading/refusals/refused.ts'
import { isUnknownId, type OrderRow, withoutZeros } from './order-ids.ts'
import { isSaid, type OrderLine } from './order-rows.ts'
import { type LineState, type StateRules, stateOfLine } from './states/state-of-line.ts'

/** An order to store. `rows` are those in the file; `size` is in characters. */
export type WholeOrder = {
  order: Order
  rows: number[]
  size: number
  /** The ids of its products that nobody is asked about before they are delivered. */
  waiting: string[]
  /** The ids of products that were called off or went back. They are not among its products. */
  off: string[]
  /** The channels by which the buyer agreed to be asked. */
  consents: ChannelName[]
}

/** An order that is left out because of its state. `orderId`: nobody is to be asked about it, if the store has it. */
export type SkippedOrder = { skippedState: string; orderId: string | undefined; rows: number[] }

/** What becomes of an order: it is stored whole, left out because of its state, or each of its rows is refused. */
export type Unit = WholeOrder | SkippedOrder | { refused: RefusedRow }

/** An order while its lines are read. */
type Draft = {
  orderId: string
  /** Its rows in the file. */
  rows: number[]
  orderedAt: Date | null
  deliveredAt: Date | null
  customer: Customer | null
  consents: Set<ChannelName>
  products: Map<string, OrderProduct>
  /** What each line says of its state. The id of its product is undefined if it is refused. */
  lines: { productId: string | undefined; states: string[] }[]
  /** The first states of the order in each column. */
  states: string[]
  isCancelled: boolean
  isTest: boolean
  /** A line names another currency than the store's: its prices are not the store's. */
  isForeign: boolean
  refunded: number
  total: number | null
  /** Its rows that cannot be imported. One refuses the whole order. */
  refused: RefusedRow[]
  /** What it takes of the memory, in characters. */
  size: number
}

/** How the rows of a file become orders. */
export type DraftRules = {
  reader: TableReader<OrderLine>
  states: StateRules
  /** How many cells a row has. */
  width: number
  /** A row without the order's id is damaged, because the file repeats it on every line. */
  isIdRepeated: boolean
  /** The lines of a row: several in a file with an order in each row. */
  linesOf: (row: OrderRow) => OrderRow[]
}

/** The orders of a group, by their ids. */
export type OrderGroup = { drafts: Map<string, Draft>; size: number }

/** Adds a row to its order in a group. */
export function addRow(
  rules: DraftRules,
  { drafts, size }: OrderGroup = { drafts: new Map(), size: 0 },
  row: OrderRow,
): OrderGroup {
  const { reader } = rules
  const { orderId } = row
  let added = 0
  for (const one of rules.linesOf(row)) {
    const read = reader.read(one)
    if (!read) continue
    const draft = drafts.get(orderId) ?? startDraft(orderId)
    drafts.set(orderId, draft)
    const before = draft.size
    const isLost = row.lacksId && (rules.isIdRepeated || isUnknownId(orderId))
    const line = isLost && !('refusal' in read) ? refuseLost(row, reader) : read
    addStates(draft, one, rules)
    addLine(draft, row.number, line, reader.nameOf)
    added += draft.size - before
  }
  return { drafts, size: size + added }
}

function refuseLost({ number: row }: OrderRow, { nameOf }: TableReader<OrderLine>): RefusedRow {
  return { row, column: nameOf('order_id'), refusal: { name: 'noOrderId' } }
}

function startDraft(orderId: string): Draft {
  return {
    ...{
      orderId,
      rows: [],
      orderedAt: null,
      deliveredAt: null,
      customer: null,
      consents: new Set<ChannelName>(),
    },
    ...{ products: new Map(), lines: [], states: [], refused: [], size: 0 },
    ...{ isCancelled: false, isTest: false, isForeign: false, refunded: 0, total: null },
  }
}

/** Adds what a row says of its state. A row that is refused says it too: a cancelled order needs no correction. */
function addStates(draft: Draft, row: OrderRow, { reader, states: { columns }, width }: DraftRules): void {
  const isWhole = row.cells.length === width
  const states = columns.map(({ index, meanings }) => {
    const state = row.cells[index]?.trim().toLowerCase() ?? ''
    return isWhole && meanings.get(state) ? state : ''
  })
  draft.lines.push({ productId: undefined, states })
  for (const [place, state] of states.entries()) draft.states[place] ||= state
  const texts = { cancelled_at: reader.peek(row, 'cancelled_at') } as Parameters<typeof isSaid>[0]
  draft.isCancelled ||= isWhole && isSaid(texts, 'cancelled_at')
}

type NameOf = (field: Field) => string

// The limit of `POST /orders`.
const mostCharacters = 1024 * 1024

const perRow = 10 // characters: what its number takes
const perLine = 300 // characters: what a line takes besides its texts
const mostRefused = 1_000 // reasons that are listed of one order

/**
 * Adds a line. The first line that says when the order was placed and who placed it counts, and no other may differ.
 * The latest delivery counts. Two lines of one product are one product.
 */
function addLine(draft: Draft, row: number, line: OrderLine | RefusedRow | SkippedRow, nameOf: NameOf): void {
  if (draft.rows.at(-1) !== row) draft.rows.push(row)
  const problem = 'refusal' in line ? line : problemOf(draft, row, line as OrderLine, nameOf)
  if (problem && draft.refused.length < mostRefused) draft.refused.push(problem)
  draft.size += perRow
  if (draft.refused.length > 0) {
    draft.products.clear()
    draft.size = draft.rows.length * perRow
    return
  }
  const { orderedAt, deliveredAt, customer, product, size, ...said } = line as OrderLine
  draft.orderedAt ??= orderedAt
  draft.customer ??= customer
  for (const channel of said.consents) draft.consents.add(channel)
  if (deliveredAt && (!draft.deliveredAt || deliveredAt > draft.deliveredAt)) draft.deliveredAt = deliveredAt
  draft.isTest ||= said.isTest
  draft.isForeign ||= said.isForeign
  draft.refunded = Math.max(draft.refunded, said.refunded ?? 0)
  draft.total = said.total === null ? draft.total : Math.max(draft.total ?? 0, said.total)
  const isNew = !draft.products.has(product.product_id)
  if (isNew) draft.products.set(product.product_id, product)
  Object.assign(draft.lines.at(-1) as Draft['lines'][number], { productId: product.product_id })
  if (isNew) draft.size += size + perLine
}

function problemOf(draft: Draft, row: number, line: OrderLine, nameOf: NameOf): RefusedRow | undefined {
  const { orderedAt, customer, product, size } = line
  if (draft.orderedAt && orderedAt && draft.orderedAt.getTime() !== orderedAt.getTime())
    return { row, column: nameOf('order_date'), refusal: { name: 'otherDate' } }
  if (draft.customer && customer && draft.customer.email !== customer.email)
    return { row, column: nameOf('customer_email'), refusal: { name: 'otherEmail' } }
  if (draft.products.has(product.product_id)) return undefined
  if (draft.products.size === mostProducts)
    return {
      ...{ row, column: nameOf('product_id') },
      refusal: { name: 'manyProducts', values: { most: mostProducts } },
    }
  if (draft.size + size > mostCharacters) return { row, column: null, refusal: { name: 'longOrder' } }
  return undefined
}

/** The orders of a group. One whose number is written with and without zeros before it is not taken as two. */
export function* finishGroup({ drafts }: OrderGroup, rules: DraftRules): Iterable<Unit> {
  for (const spellings of Map.groupBy(drafts.values(), ({ orderId }) => withoutZeros(orderId)).values()) {
    const units = spellings.flatMap(draft => [...finishDraft(draft, rules)])
    const isOff = units.every(unit => 'skippedState' in unit)
    yield* spellings.length === 1 || isOff ? units : refuseSpellings(spellings, rules)
  }
}

function refuseSpellings(drafts: Draft[], { reader: { nameOf } }: DraftRules): Unit[] {
  const ids = drafts.map(({ orderId }) => quoted(orderId)).join(' and ')
  const refusal: Refusal = { name: 'twoSpellings', values: { ids } }
  const column = nameOf('order_id')
  return drafts.flatMap(({ rows }) => rows.map(row => ({ refused: { row, column, refusal } })))
}

/**
 * The order, or every row of it if one is refused, so that a report of refused rows has all of the order. An order that
 * was called off needs neither dates nor an address.
 */
function* finishDraft(draft: Draft, { states, reader: { nameOf } }: DraftRules): Iterable<Unit> {
  const { orderId, orderedAt, customer, rows } = draft
  const missing = (field: Field, name: RefusalName): RefusedRow[] => [
    { row: rows[0] as number, column: nameOf(field), refusal: { name } },
  ]
  const lines = statesOfLines(draft, states)
  const skippedState = whyOff(lines.map(({ state }) => state))
  if (skippedState !== undefined && !isUnknownId(orderId)) return yield { skippedState, orderId, rows }
  if (draft.refused.length > 0) return yield* refuse(rows, draft.refused)
  if (!orderedAt) return yield* refuse(rows, missing('order_date', 'noOrderDate'))
  const products = withDate(productsBy(lines), draft, states)
  if (!draft.deliveredAt && products.ask.length > 0)
    return yield* refuse(rows, missing('delivery_date', 'noDeliveryDate'))
  if (!customer) return yield { skippedState: noEmail, orderId: undefined, rows }
  const order: Order = {
    order_id: orderId,
    order_date: orderedAt.toISOString(),
    // Nobody is asked by the date of products that wait: see `createWaitingOrders`.
    delivery_date: (draft.deliveredAt ?? orderedAt).toISOString(),
    products: [...draft.products.values()].filter(({ product_id }) => !products.off.includes(product_id)),
    customers: [customer],
    ...(draft.isForeign && { hasForeignPrices: true }),
  }
  const consents = [...draft.consents]
  yield { order, rows, size: draft.size, waiting: products.wait, off: products.off, consents }
}

/** How orders without an address are counted, among those that are left out. */
const noEmail = 'no e-mail'

type StatedLine = { productId: string | undefined; state: LineState }

function statesOfLines(draft: Draft, rules: StateRules): StatedLine[] {
  const { isCancelled, isTest, refunded, total } = draft
  // Without a sum to compare it with, what was paid back is all of it, unless a state says that it is a part.
  const isPart = draft.lines.some(({ states }) => states.some(state => /parti|parci/.test(state)))
  const isRefunded = refunded > 0 && (total === null ? !isPart : refunded >= total)
  const facts = { isCancelled, isTest, isRefunded }
  return draft.lines.map(({ productId, states }) => ({
    productId,
    state: stateOfLine(states, draft.states, facts, rules, draft.deliveredAt !== null),
  }))
}

/** The state for which all lines are left out. */
function whyOff(states: LineState[]): string | undefined {
  const reasons = states.flatMap(state => (typeof state === 'object' ? [state.off] : []))
  return reasons.length === states.length ? reasons[0] : undefined
}

type Products = { ask: string[]; wait: string[]; off: string[] }

/** Of an order that is sent in part, shops give no date before the rest of it is sent: then all of it waits. */
function withDate(products: Products, { deliveredAt, states }: Draft, { columns }: StateRules): Products {
  const isPart = columns.some(
    ({ subject, meanings }, place) =>
      subject === 'shipment' && meanings.get(states[place] ?? '') === 'unsent',
  )
  if (deliveredAt || (products.wait.length === 0 && !isPart)) return products
  return { ...products, ask: [], wait: [...products.wait, ...products.ask] }
}

/** The products by what becomes of them: of two lines, one that waits makes its product wait. */
function productsBy(lines: StatedLine[]): Products {
  const products: Products = { ask: [], wait: [], off: [] }
  for (const [productId, some] of Map.groupBy(lines, one => one.productId)) {
    const states = some.map(({ state }) => state)
    const what = states.includes('wait') ? 'wait' : states.includes('ask') ? 'ask' : 'off'
    if (productId !== undefined) products[what].push(productId)
  }
  return products
}

/** All rows of an order, those in `refused` with their own problem. */
export function* refuse(rows: number[], refused: RefusedRow[]): Iterable<{ refused: RefusedRow }> {
  const known = new Map(refused.map(one => [one.row, one]))
  const refusal: Refusal = { name: 'sibling', values: { row: refused[0]?.row ?? '' } }
  for (const row of rows) yield { refused: known.get(row) ?? { row, column: null, refusal } }
}

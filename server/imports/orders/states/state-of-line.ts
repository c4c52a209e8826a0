import type { Meaning } from './meaning.ts'
import type { StateColumn } from './state-columns.ts'

/**
 * What becomes of a line: it is asked about, waits for its shipment, or is left out because of a state, in the file's own
 * word.
 */
export type LineState = 'ask' | 'wait' | { off: string }

/** How the columns of a file say it. */
export type StateRules = {
  columns: StateColumn[]
  /** The date of delivery is read from a column that also has it before the shipment, such as the date of the order. */
  isDateBefore: boolean
}

/** What an order says besides its states. */
export type OrderFacts = { isCancelled: boolean; isRefunded: boolean; isTest: boolean }

/**
 * The state of a line with these cells, one for each column, of an order whose `states` count where a cell is empty.
 * `isDelivered`: the order has a date of delivery.
 */
export function stateOfLine(
  cells: string[],
  states: string[],
  facts: OrderFacts,
  { columns, isDateBefore }: StateRules,
  isDelivered: boolean,
): LineState {
  const said = columns.flatMap(({ subject, meanings }, place) => {
    const state = cells[place] || (subject === 'line' ? '' : states[place]) || ''
    const meaning = meanings.get(state)
    return meaning ? [{ subject, state, meaning }] : []
  })
  const off = said.find(({ meaning }) => meaning === 'off')
  if (off) return { off: off.state }
  const why = facts.isCancelled
    ? 'cancelled'
    : facts.isRefunded
      ? 'refunded'
      : facts.isTest
        ? 'test'
        : undefined
  if (why) return { off: why }
  // What is nearest to the line knows best: a paid order waits, and one that is paid on delivery does not.
  const shipments = ['line', 'shipment', 'order'].flatMap(subject =>
    said.filter(one => one.subject === subject && isShipment(one.meaning)),
  )
  const shipment = shipments[0]?.meaning
  if (shipment) return shipment === 'sent' ? 'ask' : 'wait'
  if (said.some(({ meaning }) => meaning === 'unpaid')) return 'wait'
  const hasShipments = columns.some(({ subject }) => subject === 'line' || subject === 'shipment')
  if (hasShipments && isDateBefore) return 'wait'
  return said.length > 0 && !isDelivered ? 'wait' : 'ask'
}

const isShipment = (meaning: Meaning) => meaning === 'sent' || meaning === 'unsent'

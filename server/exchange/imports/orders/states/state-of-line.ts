import type { OrderMeaning, StateSubject } from './meaning.ts'
import type { OrderStateColumn } from './state-columns.ts'

/**
 * What becomes of a line: it is asked about, waits for its shipment, or is left out because of a state, in the file's own
 * word.
 */
export type LineState = 'ask' | 'wait' | { off: string }

/** How the columns of a file say it. */
export type StateRules = {
  columns: OrderStateColumn[]
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
  rules: StateRules,
  isDelivered: boolean,
): LineState {
  const said = rules.columns.flatMap(({ name, subject, meanings, isMark }, place) => {
    const state = cells[place] || (subject === 'line' ? '' : states[place]) || ''
    const meaning = meanings.get(state)
    return meaning ? [{ subject, state: isMark ? name.toLowerCase() : state, meaning }] : []
  })
  const off = said.find(({ meaning }) => meaning === 'off')?.state ?? offBecause(facts)
  if (off !== undefined) return { off }
  // What is nearest to the line knows best. Whether it is paid matters only before the shipment: cash on delivery.
  const sent = (['line', 'shipment', 'order'] as const).flatMap(subject => shipmentOf(said, subject))[0]
  if (sent) return sent === 'sent' ? 'ask' : 'wait'
  if (said.some(({ meaning }) => meaning === 'unpaid')) return 'wait'
  return saysNoShipment(rules) || (said.length > 0 && !isDelivered) ? 'wait' : 'ask'
}

function offBecause({ isCancelled, isRefunded, isTest }: OrderFacts): string | undefined {
  if (isCancelled) return 'cancelled'
  if (isRefunded) return 'refunded'
  return isTest ? 'test' : undefined
}

type Said = { subject: StateSubject; meaning: OrderMeaning }

function shipmentOf(said: Said[], subject: StateSubject): OrderMeaning[] {
  return said
    .filter(one => one.subject === subject && (one.meaning === 'sent' || one.meaning === 'unsent'))
    .map(({ meaning }) => meaning)
}

/** The file speaks of shipments, not of this one, and its date says nothing of it either. */
function saysNoShipment({ columns, isDateBefore }: StateRules): boolean {
  return (
    isDateBefore &&
    columns.some(({ subject, isMark }) => !isMark && (subject === 'line' || subject === 'shipment'))
  )
}

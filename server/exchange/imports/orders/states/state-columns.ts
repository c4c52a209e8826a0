import type { Field } from '../../formats/format.ts'
import type { Mapped } from '../../reading/columns.ts'
import { plainName } from '../../reading/guess.ts'
import type { ColumnFacts, Survey } from '../../reading/survey.ts'
import { isMark, isMarked } from './marks.ts'
import { type OrderMeaning, orderMeaningOf, type StateSubject } from './meaning.ts'

/** What a merchant says that a state means; `ignore`: nothing. */
export const orderAnswers = ['shipped', 'cancelled', 'waiting', 'ignore'] as const

export type OrderAnswer = (typeof orderAnswers)[number]

/** By the states of the file in lower case. */
export type OrderAnswers = Readonly<Record<string, OrderAnswer>>

/** A column that says in which state an order or a line is. */
export type OrderStateColumn = {
  name: string
  index: number
  subject: StateSubject
  /** What each of its states means, in lower case. Those that mean nothing are left out. */
  meanings: Pick<ReadonlyMap<string, OrderMeaning>, 'get'>
  /** Its cells say only whether, or when: what was called off is counted by its heading. */
  isMark: boolean
}

/** The states of a column whose meaning a merchant must say. Without states, it has too many of them. */
export type UnknownStates = { column: string; states: string[] }

const subjectOfField = {
  order_status: 'order',
  payment_status: 'payment',
  fulfillment_status: 'shipment',
  line_status: 'line',
} as const satisfies Partial<Record<Field, StateSubject>>

const fieldOfSubject = {
  order: 'order_status',
  payment: 'payment_status',
  shipment: 'fulfillment_status',
  line: 'line_status',
} as const satisfies Record<StateSubject, Field>

/**
 * The columns with states of orders: those that fields are read from, and others that look like one, so that no state is
 * passed over. `columnOf` names the column of each field; a field that is chosen to have none stands for all columns of its
 * subject.
 */
export function findOrderStates(
  survey: Survey,
  columnOf: Partial<Record<string, string>>,
  answers: OrderAnswers = {},
  chosen: Mapped = {},
): { columns: OrderStateColumn[]; unknown: UnknownStates[] } {
  const fieldOf = new Map(Object.entries(columnOf).map(([field, column]) => [column?.toLowerCase(), field]))
  const found = survey.columns.flatMap((facts, index) => {
    const field = fieldOf.get(facts.name.toLowerCase())
    if (field !== undefined && !Object.hasOwn(subjectOfField, field)) return []
    const isChosen = field !== undefined
    const subject = isChosen
      ? subjectOfField[field as keyof typeof subjectOfField]
      : subjectOfHeading(facts.name)
    const isOfMarks = !isChosen && isMark(facts)
    const isRead =
      isChosen || (chosen[fieldOfSubject[subject]] !== null && (isOfMarks || looksLikeStates(facts, subject)))
    return facts.filled > 0 && isRead ? [{ facts, index, subject, isMark: isOfMarks }] : []
  })
  const saysShipment = found.some(
    ({ subject, isMark }) => !isMark && (subject === 'shipment' || subject === 'line'),
  )
  const read = found.map(({ facts, index, subject, isMark }) => ({
    ...{ name: facts.name, index, subject, isMark },
    ...(isMark ? marks : meaningsOf(facts, subject, { saysShipment, answers })),
  }))
  return {
    columns: read.map(({ unknown: _, ...column }) => column),
    unknown: read.flatMap(({ name, unknown }) => (unknown ? [{ column: name, states: unknown }] : [])),
  }
}

const marks = {
  meanings: { get: (cell: string): OrderMeaning | undefined => (isMarked(cell) ? 'off' : undefined) },
  unknown: undefined,
}

type Known = { saysShipment: boolean; answers: OrderAnswers }

/** `unknown`: the states that mean nothing certain; empty if the column has too many states to know. */
function meaningsOf({ values }: ColumnFacts, subject: StateSubject, known: Known) {
  const meanings = new Map<string, OrderMeaning>()
  const unknown: string[] = []
  for (const state of values?.keys() ?? []) {
    const meaning = readState(state, subject, known)
    if (meaning === 'unknown') unknown.push(state)
    else if (meaning !== 'nothing') meanings.set(state, meaning)
  }
  return { meanings, unknown: unknown.length > 0 || !values ? unknown : undefined }
}

const answered = { shipped: 'sent', cancelled: 'off', waiting: 'unsent', ignore: 'nothing' } as const

function readState(state: string, subject: StateSubject, { saysShipment, answers }: Known) {
  const answer = Object.hasOwn(answers, state) ? answers[state] : undefined
  if (answer) return answered[answer]
  const meaning = orderMeaningOf(state, subject)
  // Where another column speaks of the shipment, an order that is over says nothing else.
  if (meaning === 'closed') return saysShipment ? 'bought' : 'unknown'
  return meaning ?? (isEmptyState(state) ? 'nothing' : 'unknown')
}

/** What programs write for nothing. */
function isEmptyState(state: string): boolean {
  return /^(?:[-–—.]*|null|undefined|nan|n\/?a|none|\\n)$/i.test(state)
}

const subjects: [RegExp, StateSubject][] = [
  [
    /(^|_)(payment|financial|paid|pagamento|pago|cobranca|cobro|paiement|(zahlungs?|bezahl)status)(_|$)/,
    'payment',
  ],
  [/(^|_)(line|lineitem|item|product|produto|producto)(_|$)/, 'line'],
  [
    /(^|_)(shipping|shipment|fulfill?ment|delivery|envio|entrega|logistica|livraison|expedition|spedizione|consegna|(versand|liefer)status)(_|$)/,
    'shipment',
  ],
]

function subjectOfHeading(name: string): StateSubject {
  const plain = plainName(name)
  return subjects.find(([pattern]) => pattern.test(plain))?.[1] ?? 'order'
}

// In German, the word is the end of another: "Bestellstatus".
const stateHeading =
  /(^|_)([a-z]*status|statut|etat|stato|situacao|situacion|etapa|fase|stage|state|estado)(_|$)/
// A part of an address is called the same.
const placeHeading = /(^|_)(state|estado)(_|$)/
const otherHeading =
  /(^|_)(tax|stock|estoque|inventory|review|avaliacao|marketing|newsletter|customer|client|cliente|buyer|comprador|risk|email|nfe?|nota|fiscal|history|historico|timeline|date|data|fecha|at|em|civil|subscription|code|url|id_cliente|paese|lagerstatus|kundenstatus)(_|$)/

/** Whether a column that no field is read from has states of orders, by its name or by all it says. */
function looksLikeStates({ name, values }: ColumnFacts, subject: StateSubject): boolean {
  if (!values) return false
  const states = [...values.keys()].filter(state => !isEmptyState(state))
  const known = states.map(state => orderMeaningOf(state, subject))
  const plain = plainName(name)
  if (otherHeading.test(plain)) return false
  if (!stateHeading.test(plain)) return known.includes('off') && !known.includes(undefined)
  return !placeHeading.test(plain) || known.some(meaning => meaning !== undefined)
}

import { stateWords, type WordClass } from './order-words.ts'

/** What a state is about: the whole order, its payment, its shipment, or one line of it. */
export type StateSubject = 'order' | 'payment' | 'shipment' | 'line'

/**
 * What a state says. `off`: nobody bought it, or it went back. `sent`: it is shipped or delivered. `unsent`: it is not
 * yet. `unpaid`: not paid yet. `bought`: nothing about the shipment. `closed`: over, which some shops write of refunded
 * orders and others of delivered ones.
 */
export type OrderMeaning = 'off' | 'sent' | 'unsent' | 'unpaid' | 'bought' | 'closed'

/** The word as it is compared: in lower case, without accents, in words with spaces, without WooCommerce's `wc-`. */
function plainState(word: string): string {
  return word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/^wc /, '')
}

/** Undefined for a state whose meaning is not certain: then a merchant is asked. */
export function orderMeaningOf(state: string, subject: StateSubject): OrderMeaning | undefined {
  const plain = plainState(state)
  const known = phrases[subject].get(plain)
  if (known) return known
  return meaningOfWords(
    plain.split(' ').map(word => stateWords.get(word)),
    subject,
  )
}

type Said = {
  has: (one: WordClass) => boolean
  /** Whether what the word says is denied: "not shipped", "partially shipped". */
  isDenied: (one: WordClass) => boolean
  isKnown: boolean
}

function meaningOfWords(words: (WordClass | undefined)[], subject: StateSubject): OrderMeaning | undefined {
  const has = (one: WordClass) => words.includes(one)
  const said: Said = {
    has,
    isDenied: one => has('partly') || words.slice(0, words.indexOf(one)).includes('not'),
    isKnown: !words.includes(undefined),
  }
  const waits = subject === 'payment' || has('paid') ? 'unpaid' : 'unsent'
  if (has('off')) return meaningOfOff(said)
  if (has('sent')) return subject === 'payment' ? undefined : meaningOfSent(said)
  if (has('waits') || (has('paid') && said.isDenied('paid'))) return waits
  if (!said.isKnown || has('not')) return undefined
  if (has('partly')) return waits
  return has('paid') || has('bought') ? 'bought' : undefined
}

// Unknown words do not matter where nobody is asked: "cancelled by our team" is cancelled.
function meaningOfOff({ has }: Said): OrderMeaning | undefined {
  if (has('not') || has('undone')) return undefined
  return has('partly') ? 'bought' : 'off'
}

function meaningOfSent({ has, isDenied, isKnown }: Said): OrderMeaning | undefined {
  if (isDenied('sent')) return 'unsent'
  return isKnown && !has('waits') ? 'sent' : undefined
}

const all = (meaning: OrderMeaning, states: string[]): [string, OrderMeaning][] =>
  states.map(one => [one, meaning])

const yes = ['yes', 'true', '1', 'sim', 'si']
const no = ['no', 'false', '0', 'nao']
const received = ['received', 'recebido', 'recebida', 'recibido', 'recibida']
const done = [
  ...['complete', 'completed', 'completo', 'completa', 'completado', 'completada', 'concluido', 'concluida'],
  ...['finalizado', 'finalizada', 'finished', 'done', 'success', 'successful'],
]
const processed = ['processed', 'processado', 'procesado']
const onTheWay = [
  ...['on the way', 'out for delivery', 'a caminho', 'en camino', 'em rota de entrega', 'saiu para entrega'],
  ...['em rota', 'en ruta', 'en reparto'],
]
const shipment: [string, OrderMeaning][] = [
  ...all('sent', [...done, ...received, ...yes, ...onTheWay]),
  ...all('unsent', [...no, ...processed, 'open', 'aberto', 'abierto', 'none']),
  ...all('off', ['restocked', 'removed', 'removido', 'removida', 'eliminado', 'eliminada']),
]

/** States whose meaning depends on the subject, or is not that of their words. */
const phrases: Record<StateSubject, ReadonlyMap<string, OrderMeaning>> = {
  order: new Map([
    ...all('sent', [...done, ...onTheWay]),
    ...all('unsent', [
      ...received,
      ...processed,
      'new',
      'novo',
      'nova',
      'nuevo',
      'nueva',
      'created',
      'criado',
    ]),
    ...all('off', ['draft', 'checkout draft', 'rascunho', 'borrador']),
    ...all('closed', ['closed', 'fechado', 'fechada', 'cerrado', 'cerrada', 'encerrado', 'encerrada']),
    ...all('closed', ['archived', 'arquivado', 'arquivada', 'archivado', 'archivada']),
  ]),
  payment: new Map([
    ...all('bought', [...done, ...received, ...processed, ...yes]),
    ...all('unpaid', [
      ...no,
      'authorized',
      'authorised',
      'autorizado',
      'autorizada',
      'open',
      'aberto',
      'abierto',
    ]),
  ]),
  shipment: new Map(shipment),
  // Shopify's word for a tip, which is a line of the order.
  line: new Map([...shipment, ...all('off', ['not eligible'])]),
}

import {
  cancelled,
  cancelledIn,
  delivery,
  expressionOf,
  isObject,
  ofState,
  planned,
  shipping,
  stateKey,
} from './guess-keys.ts'
import { expressionTo, isDate, type Leaf, leavesOf, namesOf } from './guess-leaves.ts'
import { type DateForm, dateExpression } from './guess-values.ts'

const parcel = /fulfil|shipment|parcel|package|pacote|paquete|bulto|envio/i
const lineId = /^(order_?)?(line|item)(_?item)?_?id$/i
const quantity = /^(qty|quantity|quantidade|cantidad)$/i
const pieces = 'qty|quant|cantidad'
const back = 'return|refund|devol|devuel|reembols|estorn'
const returned = new RegExp(`(${pieces})\\w*_?(${back})|(${back})\\w*_?(${pieces})`, 'i')

type Objects = { path: string[]; first: Record<string, unknown> }
type Place = { order: string[]; products: string[] }
type Read = (leaf: Leaf) => string

/**
 * The parcels of an order, if they name its lines and have a day of shipping or delivery. A day inside a list of parcels is
 * never one of the order: the other parcels may be under way. Also finds the pieces that went back, if the products name them.
 */
export function parcelsIn(
  json: unknown,
  { order, products }: Place,
  form: DateForm | undefined,
  offset: string,
): Record<string, string> {
  const lists = listsIn(json, [])
  const product = lists.find(({ path }) => path.join('.') === products.join('.'))?.first ?? {}
  const read: Read = leaf => dateExpression(expressionTo(leaf, []), String(leaf.value), form, offset)
  const isParcels = ({ path }: Objects) =>
    path.length > order.length && parcel.test(path.at(-1) ?? '') && !isStart(path, products)
  for (const found of lists.filter(isParcels)) {
    const fields = fieldsOf(found.first, product, read)
    const list = `${expressionOf(found.path.slice(order.length))}${withoutCancelled(found.first)}`
    if (fields) return { parcels: list, ...fields, ...piecesOf(product) }
  }
  return keyOf(product, returned) ? piecesOf(product) : {}
}

const isStart = (path: string[], of: string[]) => path.every((key, at) => key === of[at])

function fieldsOf(
  first: Record<string, unknown>,
  product: Record<string, unknown>,
  read: Read,
): Record<string, string> | undefined {
  const lines = listsIn(first, []).find(({ first: line }) => keyOf(line, lineId))
  const id = lines && keyOf(lines.first, lineId)
  const own = leavesOf(first, []).filter(
    leaf => leaf.path.length === namesOf(leaf.path).length && isDate(leaf),
  )
  const days = daysOf(own, read) ?? daysByState(first, own, read)
  if (!lines || !id || !days) return undefined
  const packed = keyOf(lines.first, quantity)
  return {
    ...days,
    parcel_lines: expressionOf(lines.path),
    parcel_line_id: expressionOf([id]),
    ...(packed && { parcel_quantity: expressionOf([packed]) }),
    product_line_id: expressionOf([ownId(product, id)]),
  }
}

/** An absent key is neither true nor false in JSONata, and its parcel would be left out. */
function withoutCancelled(first: Record<string, unknown>): string {
  const [flag, word] = [keyOf(first, cancelled), leavesOf(first, []).find(isState)]
  if (flag) return `[${expressionOf([flag])} ? false : true]`
  return word ? `[${cancelledIn(expressionTo(word, []))} ? false : true]` : ''
}

const isState = ({ path }: Leaf) =>
  path.length === namesOf(path, ofState).length && stateKey.test(path[0] ?? '')

/** The key of a line's own id, which its parcels call `id`. */
function ownId(product: Record<string, unknown>, id: string): string {
  if (id in product) return id
  return 'id' in product
    ? 'id'
    : (keyOf(product, /(row|line|item|position|linea|linha|renglon)_?id$/i) ?? 'id')
}

type Days = Record<string, string>

function daysOf(own: Leaf[], read: Read): Days | undefined {
  const dayOf = (key: RegExp) => own.find(({ path: [name = ''] }) => key.test(name) && !planned.test(name))
  const [delivered, shipped] = [dayOf(delivery), dayOf(shipping)]
  if (!delivered && !shipped) return undefined
  return {
    ...(delivered && { parcel_delivered_at: read(delivered) }),
    ...(shipped && { parcel_shipped_at: read(shipped) }),
  }
}

const isDelivered = ['delivered', 'entregue', 'entregado']
const isSent = ['shipped', 'sent', 'enviado', 'despachado', 'postado']

/** Of a parcel that has only a state and the day on which it changed. */
function daysByState(first: Record<string, unknown>, own: Leaf[], read: Read): Days | undefined {
  const state = keyOf(first, stateKey)
  const changed = own.find(({ path: [name = ''] }) => /updat|chang|modif|actualiz|atualiz/i.test(name))
  const words = [...isDelivered, ...isSent]
  if (state === undefined || !changed || !words.includes(String(first[state]).toLowerCase())) return undefined
  const within = (states: string[]) =>
    `$lowercase(${expressionOf([state])}) in ${JSON.stringify(states)} ? ${read(changed)}`
  return { parcel_delivered_at: within(isDelivered), parcel_shipped_at: within(words) }
}

function piecesOf(product: Record<string, unknown>): Record<string, string> {
  const [ordered, went] = [keyOf(product, quantity), keyOf(product, returned)]
  return {
    ...(ordered && { product_quantity: expressionOf([ordered]) }),
    ...(went && { product_returned_quantity: expressionOf([went]) }),
  }
}

const keyOf = (object: Record<string, unknown>, key: RegExp) => Object.keys(object).find(one => key.test(one))

/** The lists of objects, from the outside in, each with its first object. */
function listsIn(value: unknown, path: string[]): Objects[] {
  if (Array.isArray(value)) {
    const [first] = value
    return isObject(first) ? [...(path.length > 0 ? [{ path, first }] : []), ...listsIn(first, path)] : []
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => listsIn(inner, [...path, key]))
}

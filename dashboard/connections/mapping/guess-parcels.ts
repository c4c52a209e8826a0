import { delivery, expressionOf, isObject, planned, shipping } from './guess-keys.ts'
import { type DateForm, dateExpression, dateFormOf } from './guess-values.ts'

const parcel = /fulfil|shipment|parcel|package|pacote|paquete|bulto|envio/i
const lineId = /^(order_?)?(line|item)(_?item)?_?id$/i
const quantity = /^(qty|quantity|quantidade|cantidad)$/i

type Objects = { path: string[]; first: Record<string, unknown> }

/**
 * The parcels of an order, if they name its lines and have a day of shipping or delivery. A day inside a list of parcels is
 * never one of the order: the other parcels may be under way.
 */
export function parcelsIn(
  json: unknown,
  { order, products }: { order: string[]; products: string[] },
  form: DateForm | undefined,
  offset: string,
): Record<string, string> {
  const lists = listsIn(json, [])
  const product = lists.find(({ path }) => path.join('.') === products.join('.'))?.first
  const isParcels = ({ path }: Objects) =>
    path.length > order.length && parcel.test(path.at(-1) ?? '') && !isStart(path, products)
  for (const found of lists.filter(isParcels)) {
    const fields = fieldsOf(found.first, product ?? {}, date => dateExpression(...date, form, offset))
    if (fields) return { parcels: expressionOf(found.path.slice(order.length)), ...fields }
  }
  return {}
}

const isStart = (path: string[], of: string[]) => path.every((key, at) => key === of[at])

type Read = (date: [expression: string, value: string]) => string

function fieldsOf(
  first: Record<string, unknown>,
  product: Record<string, unknown>,
  read: Read,
): Record<string, string> | undefined {
  const lines = listsIn(first, []).find(({ first: line }) => keyOf(line, lineId))
  const id = lines && keyOf(lines.first, lineId)
  const days = { parcel_delivered_at: dayOf(first, delivery), parcel_shipped_at: dayOf(first, shipping) }
  const dates = Object.entries(days).flatMap(([field, key]) =>
    key === undefined ? [] : [[field, read([expressionOf([key]), String(first[key])])]],
  )
  if (!lines || !id || dates.length === 0) return undefined
  const packed = keyOf(lines.first, quantity)
  const ordered = keyOf(product, quantity)
  return {
    ...Object.fromEntries(dates),
    parcel_lines: expressionOf(lines.path),
    parcel_line_id: expressionOf([id]),
    ...(packed && { parcel_quantity: expressionOf([packed]) }),
    product_line_id: expressionOf([id in product ? id : 'id']),
    ...(ordered && { product_quantity: expressionOf([ordered]) }),
  }
}

const keyOf = (object: Record<string, unknown>, key: RegExp) => Object.keys(object).find(one => key.test(one))

const dayOf = (object: Record<string, unknown>, key: RegExp) =>
  Object.keys(object).find(
    one => key.test(one) && !planned.test(one) && dateFormOf([object[one]]) !== undefined,
  )

/** The lists of objects, from the outside in, each with its first object. */
function listsIn(value: unknown, path: string[]): Objects[] {
  if (Array.isArray(value)) {
    const [first] = value
    return isObject(first) ? [...(path.length > 0 ? [{ path, first }] : []), ...listsIn(first, path)] : []
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => listsIn(inner, [...path, key]))
}

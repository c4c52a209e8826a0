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
import { expressionTo, isDate, isOutdated, type Leaf, leavesOf, namesOf } from './guess-leaves.ts'
import { parcelsIn } from './guess-parcels.ts'
import { type DateForm, dateExpression, dateFormOf, moneyExpression } from './guess-values.ts'

/**
 * Proposes a mapping for the JSON of an order by the names of its keys, as JSONata. The merchant checks it on the sample.
 * `offset`, such as `-06:00`, is that of dates that name none. Undefined if the text is not JSON.
 */
export function guessMapping(sample: string, offset = 'Z'): Record<string, string> | undefined {
  const json = parse(sample)
  if (json === undefined) return undefined
  const leaves = leavesOf(json, [])
  const products = productsIn(json, [])
  const email = leaves.find(({ value }) => typeof value === 'string' && /^\S+@\S+\.\S+$/.test(value))
  if (!products || !email) return {}
  const order = commonStart(products, email.path)
  const within = (path: string[], start: string[]) =>
    commonStart(path, start).length === start.length && path.length > start.length
  const ofProducts = leaves.filter(({ path }) => within(path, products))
  // What is inside another list of the order, such as its parcels, is not said of the whole order.
  const isOfOrder = ({ path, lists }: Leaf) =>
    within(path, order) && !within(path, products) && lists.every(list => list.length <= order.length)
  const ofWhole = leaves.filter(({ path }) => within(path, order))
  const ofOrder = leaves.filter(leaf => isOfOrder(leaf) && !isOutdated(leaf, ofWhole))
  const form = dateFormOf(leaves.map(({ value }) => value))
  const express = (rules: Rules) => (leaf: Leaf, start: string[], field: string) =>
    expressionFor(leaf, start, rules[field]?.takes, { form, offset })
  const name = nameIn(ofOrder, order)
  return {
    ...(order.length > 0 && { orders: expressionOf(order) }),
    ...pick(ofOrder, order, orderFields, express(orderFields)),
    ...(name && { customer_name: name }),
    customer_email: expressionOf(email.path.slice(order.length)),
    products: expressionOf(products.slice(order.length)),
    ...pick(ofProducts, products, productFields, express(productFields)),
    ...parcelsIn(json, { order, products }, form, offset),
  }
}

function parse(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

/** One name that is whole, else the first and the last one, of the same person. */
function nameIn(leaves: Leaf[], order: string[]): string | undefined {
  const nameOf = (rules: Rules) => pick(leaves, order, rules, leaf => expressionTo(leaf, order))
  const parentOf = (expression: string | undefined) => expression?.split('.').slice(0, -1).join('.')
  const isOne = ({ first, last }: Record<string, string>) =>
    first !== undefined && last !== undefined && parentOf(first) === parentOf(last)
  const { full } = nameOf(fullName)
  const [own, any] = [nameOf(nameFields(buyer)), nameOf(nameFields(person))]
  const both = [own, ...(full === undefined ? [any] : [])].find(isOne)
  return both ? `${both.first} & " " & ${both.last}` : (full ?? own.first ?? any.first ?? any.last)
}

const ofProduct =
  /product|sku|title|name|quantity|qty|price|produto|nome|nombre|preco|precio|cantidad|quantidade|articulo|artigo|descri/i

/** The list whose items look most like products. */
function productsIn(value: unknown, path: string[]): string[] | undefined {
  const lists: { path: string[]; score: number }[] = []
  const visit = (inner: unknown, at: string[]): void => {
    if (Array.isArray(inner)) {
      const [first] = inner
      if (isObject(first)) {
        const score = Object.keys(first).filter(key => ofProduct.test(key)).length
        if (at.length > 0) lists.push({ path: at, score })
        visit(first, at)
      }
    } else if (isObject(inner)) for (const [key, one] of Object.entries(inner)) visit(one, [...at, key])
  }
  visit(value, path)
  const [best] = lists.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.path : undefined
}

function commonStart(a: string[], b: string[]): string[] {
  const end = a.findIndex((key, index) => key !== b[index])
  return a.slice(0, end === -1 ? a.length : end)
}

/**
 * `keys`: the first of these that a key fits counts. `inside`: another key on the way has to fit. `not`: no key may fit.
 * `prefers`: of several keys that fit, the one in such an object, the first of these. `isAnywhere`: the key may be one on the
 * way. `isOwn`: it is not inside another object. `inner`: keys inside an object that has the key.
 */
type Rule = {
  keys: RegExp[]
  takes?: 'date' | 'money' | 'cancelled'
  inside?: RegExp
  not?: RegExp
  prefers?: RegExp[]
  isAnywhere?: true
  isOwn?: true
  inner?: RegExp
}
type Rules = Record<string, Rule>

const person = /customer|client|buyer|billing|comprador|cliente|contact|shipping/i
const buyer = /customer|client|buyer|billing|comprador|cliente|contact/i
// When a way of shipping was offered or chosen says nothing of the parcel, nor does when an address was written.
const offered = /quot|cotiz|cotac|^rate|_rate|rates?$|method|metodo|option|line|address|endereco|direccion/i
const notSent = new RegExp(`${planned.source}|${offered.source}|creat|updat|criad|atualiz|actualiz`, 'i')

const noFirstName =
  /last|full|complet|display|user|empresa|company|apelli|sobrenome|method|rate|carrier|country|city|state|province|product/i
const nameFields = (inside: RegExp): Rules => ({
  first: { keys: [/name|nome|nombre/i], inside, not: noFirstName },
  last: { keys: [/last_?name|surname|apellido|sobrenome/i], inside },
})
const fullName: Rules = {
  full: {
    keys: [/full_?name|nome_?completo|nombre_?completo|display_?name/i],
    inside: person,
    prefers: [buyer],
  },
}

const ofOthers = new RegExp(`${planned.source}|${offered.source}|${buyer.source}|payment|pago|pagamento`, 'i')

// The more exact ones first: a date that fits none of them is that of the order.
const orderFields: Rules = {
  order_id: {
    keys: [
      /^(order_?(id|number|no)|number|numero|increment_?id|folio|pedido_?id|id_?pedido|num(ero)?_?(de_?)?pedido)$/i,
      /^(id|code|codigo|reference|referencia)$/i,
    ],
    isOwn: true,
  },
  delivered_at: { keys: [delivery], takes: 'date', not: notSent, isAnywhere: true },
  shipped_at: { keys: [shipping], takes: 'date', not: notSent, isAnywhere: true },
  changed_at: { keys: [/updat|modif|chang|actualiz|atualiz/i], takes: 'date', not: ofOthers },
  ordered_at: {
    keys: [
      // A cart is created before the order is placed.
      /placed|ordered|order_?(date|time)|(fecha|data)_?(d[eoa]_?)?(pedido|compra)|pedido_?em|comprad/i,
      /creat|order|criad|cread|pedido|compra/i,
      /date|fecha|data/i,
    ],
    takes: 'date',
    not: ofOthers,
  },
  is_cancelled: {
    keys: [cancelled, stateKey],
    takes: 'cancelled',
    isOwn: true,
    inner: ofState,
  },
  customer_phone: { keys: [/phone|mobile|telefon|celular/i] },
  language: { keys: [/^(language|locale|lang|idioma)$/i] },
}

const ofProducts = [/^(product|produto|producto|articulo|artigo)$/i, /product|produto|articulo|artigo/i]
const noProductName =
  /tax|impost|categor|brand|marca|vendor|seller|supplier|collection|option|image|file|discount|promo|coupon|user|carrier|method/i

const productFields: Rules = {
  product_id: {
    keys: [
      /^(product_?id|id_?product|product|produto|producto|(produto|producto|articulo)_?id|id_?(produto|producto|articulo))$/i,
      /^id$/i,
      /^(sku|code|codigo|clave|referencia)$/i,
    ],
    prefers: ofProducts,
  },
  product_sku: { keys: [/^(product_?)?sku$/i, /^(clave|codigo|referencia)$/i] },
  product_name: {
    keys: [/name|title|nome|nombre|titulo/i, /descri/i],
    not: noProductName,
    prefers: ofProducts,
  },
  product_price: { keys: [/^(unit_?)?(price|preco|precio)/i, /price|preco|precio|valor/i], takes: 'money' },
  product_gtin: { keys: [/gtin|ean|barcode|codigo_?(de_?)?barras/i] },
  product_picture: { keys: [/image|picture|photo|foto|img/i], isAnywhere: true },
  product_url: { keys: [/url|link|permalink/i] },
}

type Express = (leaf: Leaf, start: string[], field: string) => string

function pick(leaves: Leaf[], start: string[], rules: Rules, express: Express): Record<string, string> {
  const used = new Set<Leaf>()
  const found = Object.entries(rules).flatMap(([field, rule]) => {
    const fitting = leaves.filter(leaf => !used.has(leaf) && mayBe(leaf, start, rule))
    const leaf = rule.keys
      .map(key => fitting.filter(({ path }) => hasKey(path.slice(start.length), key, rule)))
      .map(ones => best(ones, start, rule))
      .find(one => one !== undefined)
    if (!leaf) return []
    // A product's SKU may be its id too.
    if (field !== 'product_id') used.add(leaf)
    return [[field, express(leaf, start, field)]]
  })
  return Object.fromEntries(found)
}

/** The nearest, for those further inside are of something else; of values that are no dates, that in the preferred object. */
function best(leaves: Leaf[], start: string[], { takes, keys, prefers = [] }: Rule): Leaf | undefined {
  const isNamed = ({ path }: Leaf) => namesOf(path).some(name => keys.some(key => key.test(name)))
  const order = leaves.toSorted(
    (a, b) =>
      (takes === 'date' ? Number(isNamed(b)) - Number(isNamed(a)) : a.lists.length - b.lists.length) ||
      a.path.length - b.path.length,
  )
  const inside = (way: RegExp) =>
    order.find(({ path }) => way.test(path.at(-2) ?? '') && path.length > start.length + 1)
  return prefers.map(inside).find(one => one !== undefined) ?? order[0]
}

function hasKey(own: string[], key: RegExp, { isAnywhere, inner }: Rule): boolean {
  return (isAnywhere ? own : namesOf(own, inner)).some(part => key.test(part))
}

function mayBe(leaf: Leaf, start: string[], { takes, inside, not, isOwn, inner }: Rule): boolean {
  const { path, value } = leaf
  const own = path.slice(start.length)
  if ((takes === 'date') !== isDate(leaf)) return false
  if (typeof value === 'boolean' && takes !== 'cancelled') return false
  if (takes === 'money' && !/\d/.test(String(value))) return false
  if (inside && !own.some(part => inside.test(part))) return false
  if (not && own.some(part => not.test(part))) return false
  return !isOwn || own.length === namesOf(own, inner).length
}

function expressionFor(
  leaf: Leaf,
  start: string[],
  takes: Rule['takes'],
  { form, offset }: { form: DateForm | undefined; offset: string },
): string {
  const { path, value } = leaf
  const expression = expressionTo(leaf, start)
  if (takes === 'date') return dateExpression(expression, String(value), form, offset)
  if (takes === 'money') return moneyExpression(expression, value)
  if (takes === 'cancelled' && cancelled.test(path.at(-1) ?? '')) return `$boolean(${expression})`
  if (takes === 'cancelled') return cancelledIn(expression)
  return expression
}

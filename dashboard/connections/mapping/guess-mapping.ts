import { type DateForm, dateExpression, dateFormOf, moneyExpression } from './guess-values.ts'

/** A value in a sample, and the keys that lead to it. A list is entered at its first item. */
type Leaf = { path: string[]; value: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  const ofOrder = leaves.filter(({ path }) => within(path, order) && !within(path, products))
  const form = dateFormOf(leaves.map(({ value }) => value))
  const express = (rules: Rules) => (leaf: Leaf, start: string[], field: string) =>
    expressionFor(leaf, start, rules[field]?.takes, { form, offset })
  const name = pick(ofOrder, order, nameFields, express(nameFields))
  return {
    ...(order.length > 0 && { orders: expressionOf(order) }),
    ...pick(ofOrder, order, orderFields, express(orderFields)),
    ...(Object.keys(name).length > 0 && { customer_name: Object.values(name).join(' & " " & ') }),
    customer_email: expressionOf(email.path.slice(order.length)),
    products: expressionOf(products.slice(order.length)),
    ...pick(ofProducts, products, productFields, express(productFields)),
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

function leavesOf(value: unknown, path: string[]): Leaf[] {
  if (Array.isArray(value)) return value.length > 0 ? leavesOf(value[0], path) : []
  if (!isObject(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
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
 * `prefers`: of several keys that fit, the one on such a way. `isAnywhere`: the key may be one on the way. `isOwn`: it is
 * not inside another object.
 */
type Rule = {
  keys: RegExp[]
  takes?: 'date' | 'money' | 'cancelled'
  inside?: RegExp
  not?: RegExp
  prefers?: RegExp
  isAnywhere?: true
  isOwn?: true
}
type Rules = Record<string, Rule>

const person = /customer|client|buyer|billing|comprador|cliente|contact|shipping/i
const planned = /estim|expected|prevista|prometid|compromis|due/i

const nameFields: Rules = {
  first: { keys: [/name|nome|nombre/i], inside: person, not: /last|user|empresa|company|apelli|sobrenome/i },
  last: { keys: [/last_?name|surname|apellido|sobrenome/i], inside: person },
}

const cancelled = /^(is_?)?(cancell?ed|cancelad[oa]|anulad[oa])(_?(at|on|en|em))?$/i

// The more exact ones first: a date that fits none of them is that of the order.
const orderFields: Rules = {
  order_id: {
    keys: [
      /^(order_?(id|number|no)|number|numero|increment_?id|folio|pedido_?id|id_?pedido|num(ero)?_?(de_?)?pedido)$/i,
      /^(id|code|codigo|reference|referencia)$/i,
    ],
    isOwn: true,
  },
  delivered_at: { keys: [/deliver|entreg/i], takes: 'date', not: planned, isAnywhere: true },
  shipped_at: {
    keys: [/ship|dispatch|sent|envi|despach|embarque/i],
    takes: 'date',
    not: planned,
    isAnywhere: true,
  },
  changed_at: { keys: [/updat|modif|chang|actualiz|atualiz/i], takes: 'date' },
  ordered_at: {
    keys: [/creat|order|placed|criad|cread|pedido|compra/i, /date|fecha|data/i],
    takes: 'date',
    not: planned,
  },
  is_cancelled: {
    keys: [cancelled, /^(status|state|estado|estatus|situacao|situacion)$/i],
    takes: 'cancelled',
    isOwn: true,
  },
  customer_phone: { keys: [/phone|mobile|telefon|celular/i] },
  language: { keys: [/^(language|locale|lang|idioma)$/i] },
}

const productFields: Rules = {
  product_id: {
    keys: [
      /^(product_?id|id_?product|product|produto|producto|(produto|producto|articulo)_?id|id_?(produto|producto|articulo))$/i,
      /^id$/i,
      /^(sku|code|codigo|clave|referencia)$/i,
    ],
    prefers: /product|produto|articulo|artigo/i,
  },
  product_sku: { keys: [/^sku$/i, /^(clave|codigo|referencia)$/i] },
  product_name: { keys: [/name|title|nome|nombre|titulo/i, /descri/i] },
  product_price: { keys: [/price|preco|precio|valor/i], takes: 'money' },
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
      .map(ones => ones.find(({ path }) => isOnWay(path.slice(start.length, -1), rule)) ?? ones[0])
      .find(one => one !== undefined)
    if (!leaf) return []
    // A product's SKU may be its id too.
    if (field !== 'product_id') used.add(leaf)
    return [[field, express(leaf, start, field)]]
  })
  return Object.fromEntries(found)
}

function hasKey(own: string[], key: RegExp, { isAnywhere }: Rule): boolean {
  return isAnywhere ? own.some(part => key.test(part)) : key.test(own.at(-1) ?? '')
}

const isOnWay = (way: string[], { prefers }: Rule) =>
  prefers !== undefined && way.some(part => prefers.test(part))

function mayBe({ path, value }: Leaf, start: string[], { takes, inside, not, isOwn }: Rule): boolean {
  const own = path.slice(start.length)
  if ((takes === 'date') !== (dateFormOf([value]) !== undefined)) return false
  if (inside && !own.some(part => inside.test(part))) return false
  if (not && own.some(part => not.test(part))) return false
  return !isOwn || own.length === 1
}

function expressionFor(
  { path, value }: Leaf,
  start: string[],
  takes: Rule['takes'],
  { form, offset }: { form: DateForm | undefined; offset: string },
): string {
  const expression = expressionOf(path.slice(start.length))
  if (takes === 'date') return dateExpression(expression, String(value), form, offset)
  if (takes === 'money') return moneyExpression(expression, value)
  if (takes === 'cancelled' && cancelled.test(path.at(-1) ?? '')) return `$boolean(${expression})`
  if (takes === 'cancelled') return `$contains($lowercase($string(${expression})), "cancel")`
  return expression
}

/** A path in JSONata: keys that are no names are quoted. */
function expressionOf(path: string[]): string {
  return path.map(key => (/^[a-z_]\w*$/i.test(key) ? key : `\`${key}\``)).join('.')
}

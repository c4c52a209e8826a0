/** A value in a sample, and the keys that lead to it. A list is entered at its first item. */
type Leaf = { path: string[]; value: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Proposes a mapping for the JSON of an order by the names of its keys, as JSONata. The merchant checks it on the sample.
 * Undefined if the text is not JSON.
 */
export function guessMapping(sample: string): Record<string, string> | undefined {
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
  return {
    ...(order.length > 0 && { orders: expressionOf(order) }),
    ...pick(ofOrder, order, orderFields),
    customer_email: expressionOf(email.path.slice(order.length)),
    products: expressionOf(products.slice(order.length)),
    ...pick(ofProducts, products, productFields),
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

const ofProduct = /product|sku|title|name|quantity|qty|price|produto|nome|nombre|precio/i

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

/** `inside`: another key on the way has to fit. `isAnywhere`: the key itself may be one on the way. */
type Rule = { key: RegExp; isDate?: true; inside?: RegExp; isAnywhere?: true }

const person = /customer|client|buyer|billing|comprador|cliente|contact|shipping/i

const orderFields: Record<string, Rule> = {
  order_id: { key: /^(order_?(id|number|no)|number|numero|increment_?id|id|code|reference)$/i },
  ordered_at: { key: /creat|order|placed|date|criad|fecha|data/i, isDate: true },
  shipped_at: { key: /ship|dispatch|sent|enviad|despach/i, isDate: true },
  delivered_at: { key: /deliver|entreg/i, isDate: true },
  customer_name: { key: /name|nome|nombre/i, inside: person },
  customer_phone: { key: /phone|mobile|telefon|celular/i },
  language: { key: /^(language|locale|lang|idioma)$/i },
}

const productFields: Record<string, Rule> = {
  product_id: { key: /^(product_?id|id_?product|product|produto|producto|id|sku|code)$/i },
  product_sku: { key: /^sku$/i },
  product_name: { key: /name|title|nome|nombre|titulo/i },
  product_price: { key: /price|preco|precio|valor/i },
  product_gtin: { key: /gtin|ean|barcode/i },
  product_picture: { key: /image|picture|photo|foto|img/i, isAnywhere: true },
  product_url: { key: /url|link|permalink/i },
}

const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)

function pick(leaves: Leaf[], start: string[], rules: Record<string, Rule>): Record<string, string> {
  const used = new Set<Leaf>()
  const found = Object.entries(rules).flatMap(([field, rule]) => {
    const leaf = leaves.find(one => !used.has(one) && fits(one, start, rule))
    if (!leaf) return []
    // A product's SKU may be its id too.
    if (field !== 'product_id') used.add(leaf)
    return [[field, expressionOf(leaf.path.slice(start.length))]]
  })
  return Object.fromEntries(found)
}

function fits({ path, value }: Leaf, start: string[], rule: Rule): boolean {
  const { key, isDate: wantsDate, inside, isAnywhere } = rule
  const own = path.slice(start.length)
  const last = own.at(-1) ?? ''
  if (wantsDate ? !isDate(value) : isDate(value)) return false
  if (inside && !own.slice(0, -1).some(part => inside.test(part)) && !person.test(last)) return false
  // An order's own number is not inside another object.
  if (key === orderFields.order_id?.key && own.length > 1) return false
  return key.test(last) || (isAnywhere === true && own.some(part => key.test(part)))
}

/** A path in JSONata: keys that are no names are quoted. */
function expressionOf(path: string[]): string {
  return path.map(key => (/^[a-z_]\w*$/i.test(key) ? key : `\`${key}\``)).join('.')
}

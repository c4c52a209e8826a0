import { parentPort } from 'node:worker_threads'
import jsonata, { type Expression } from 'jsonata'
import type { Sentence } from '../../sentences.ts'
import { findJson } from '../../shop/find-json.ts'
import { niceties, parcelLineFields } from './niceties.ts'
import {
  type Evaluation,
  type Found,
  type FoundParcel,
  type Refusal,
  resultLimit,
  type Values,
  type Verdict,
} from './protocol.ts'

// Runs in a thread of process.ts, for the expressions of one store. Whatever it does, process.ts ends it.

class Refused extends Error {
  readonly refusal: Refusal
  constructor(why: Sentence, field?: string) {
    super()
    this.refusal = field === undefined ? { why } : { field, why }
  }
}

const compiled = new Map<string, Expression>()

parentPort?.on('message', async (evaluation: Evaluation) => {
  let answer: string
  try {
    answer = JSON.stringify({ found: await find(evaluation) } satisfies Verdict)
    if (answer.length > resultLimit) throw new Refused({ name: 'sandboxReturns' })
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : { why: failed }
    answer = JSON.stringify({ refusal } satisfies Verdict)
  }
  parentPort?.postMessage(answer)
})
parentPort?.postMessage('ready')

async function find({ expressions, body }: Evaluation): Promise<Found[]> {
  const json = readJson(body)
  const found: Found[] = []
  for (const order of asList(await evaluate('orders', expressions.orders ?? '$', json, { body: json }))) {
    const bound = { body: json, order }
    if (expressions.when !== undefined && !(await evaluate('when', expressions.when, order, bound))) continue
    const lines = asList(await evaluate('products', expressions.products ?? '[]', order, bound))
    found.push({
      order: {
        currency: statedCurrency(order) ?? statedCurrency(json),
        ...(await evaluateAll(expressions, isOfOrder, order, bound)),
      },
      products: await evaluateEach(expressions, isOfProduct, lines, bound),
      ...(expressions.parcels !== undefined && { parcels: await findParcels(expressions, order, bound) }),
    })
  }
  return found
}

/** The currency that an order or body names itself, where the mapping has no expression for it. */
function statedCurrency(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const name = Object.keys(value).find(key =>
    /^(order_?)?(currency|moneda|moeda)(_?(iso_?)?code)?$/i.test(key),
  )
  const said = name === undefined ? undefined : (value as Record<string, unknown>)[name]
  const code = typeof said === 'object' && said !== null && 'code' in said ? said.code : said
  return typeof code === 'string' && /^\s*[a-z]{3}\s*$/i.test(code) ? code : undefined
}

type Expressions = Evaluation['expressions']
type Bound = Record<string, unknown>

async function findParcels(expressions: Expressions, order: unknown, bound: Bound): Promise<FoundParcel[]> {
  const found: FoundParcel[] = []
  for (const parcel of asList(await evaluate('parcels', expressions.parcels ?? '[]', order, bound))) {
    const lines = asList(await evaluate('parcel_lines', expressions.parcel_lines ?? '[]', parcel, bound))
    found.push({
      values: await evaluateAll(expressions, isOfParcel, parcel, bound),
      lines: await evaluateEach(expressions, isOfParcelLine, lines, bound),
    })
  }
  return found
}

async function evaluateEach(
  expressions: Expressions,
  isWanted: (field: string) => boolean,
  contexts: unknown[],
  bound: Bound,
): Promise<Values[]> {
  const found: Values[] = []
  for (const context of contexts) found.push(await evaluateAll(expressions, isWanted, context, bound))
  return found
}

function readJson(body: string): unknown {
  try {
    return findJson(body)
  } catch {
    throw new Refused({ name: 'sandboxJson' })
  }
}

const isOfProduct = (field: string) => field.startsWith('product_')
const isOfParcelLine = (field: string) => parcelLineFields.includes(field)
const isOfParcel = (field: string) => /^parcel_(shipped|delivered)_at$/.test(field)
const ofNone = ['orders', 'when', 'products', 'parcels', 'parcel_lines']
const isOfOrder = (field: string) =>
  ![isOfProduct, isOfParcel, isOfParcelLine].some(is => is(field)) && !ofNone.includes(field)
const mayFail = (field: string) => niceties.includes(field) || field.endsWith('shipped_at')

async function evaluateAll(
  expressions: Expressions,
  isWanted: (field: string) => boolean,
  context: unknown,
  bound: Bound,
): Promise<Values> {
  const values: Values = {}
  for (const [field, expression] of Object.entries(expressions).filter(([field]) => isWanted(field)))
    try {
      values[field] = await evaluate(field, expression, context, bound)
    } catch (error) {
      if (!(error instanceof Refused) || !mayFail(field)) throw error
      values.failed = { ...values.failed, [field]: error.refusal.why }
    }
  return values
}

/** What fails on null is evaluated as if it were absent: `$toMillis(shipped_at)` of an order that was not shipped. */
async function evaluate(field: string, expression: string, context: unknown, bound: Bound): Promise<unknown> {
  const compiled = compile(expression)
  try {
    return await compiled.evaluate(context, bound)
  } catch (error) {
    try {
      return await compiled.evaluate(withoutNulls(context), withoutNulls(bound) as Bound)
    } catch {
      throw new Refused(wordsOf(error, expression), field)
    }
  }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]))
}

function compile(expression: string): Expression {
  const known = compiled.get(expression)
  if (known) return known
  const made = jsonata(expression)
  compiled.set(expression, made)
  return made
}

/** JSONata gives nothing, one value or a list. */
function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

const failed: Sentence = { name: 'sandboxFailed' }

/**
 * In the words of JSONata, which throws objects with a code and a position. They are kept in a log that every member reads,
 * so they lose the values of the body, which may be a person's name.
 */
function wordsOf(error: unknown, expression: string): Sentence {
  const { code, message, position, ...values } = error as Record<string, unknown>
  if (typeof code !== 'string' || typeof message !== 'string') return failed
  const isOfAuthor = (text: string) => expression.includes(text)
  // $error and $assert: their text may be made of the body's values.
  const isOwn = ['D3137', 'D3141'].includes(code)
  const text = isOwn ? message : withoutValues(message, values, isOfAuthor)
  const isHidden = isOwn && !isOfAuthor(message)
  const what: Sentence = isHidden
    ? failed
    : { name: 'other', values: { text: text.slice(0, 300).toWellFormed() } }
  return typeof position === 'number' ? { name: 'at', values: { what: [what], position } } : what
}

function withoutValues(
  message: string,
  { value, value2 }: Record<string, unknown>,
  isOfAuthor: (text: string) => boolean,
): string {
  let words = message
  for (const one of [value, value2]) {
    if (one === undefined || typeof one === 'number' || typeof one === 'boolean') continue
    if (typeof one === 'string' && isOfAuthor(one)) continue
    const kind = typeof one === 'string' ? 'a text' : Array.isArray(one) ? 'a list' : 'an object'
    words = words.replaceAll(JSON.stringify(one), kind)
  }
  return words
}

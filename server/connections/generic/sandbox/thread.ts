import { parentPort } from 'node:worker_threads'
import jsonata, { type Expression } from 'jsonata'
import { findJson } from '../../shop/find-json.ts'
import { type Evaluation, type Found, notJson, type Refusal, resultLimit, type Verdict } from './protocol.ts'

// Runs in a thread of process.ts, for the expressions of one store. Whatever it does, process.ts ends it.

class Refused extends Error {
  readonly refusal: Refusal
  constructor(why: string, field?: string) {
    super(why)
    this.refusal = field === undefined ? { why } : { field, why }
  }
}

const compiled = new Map<string, Expression>()

parentPort?.on('message', async (evaluation: Evaluation) => {
  let answer: string
  try {
    answer = JSON.stringify({ found: await find(evaluation) } satisfies Verdict)
    if (answer.length > resultLimit) throw new Refused('The expressions return more than 512 kB.')
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
    const products: Found['products'] = []
    const lines = asList(await evaluate('products', expressions.products ?? '[]', order, bound))
    for (const line of lines) products.push(await evaluateAll(expressions, isOfProduct, line, bound))
    found.push({ order: await evaluateAll(expressions, isOfOrder, order, bound), products })
  }
  return found
}

function readJson(body: string): unknown {
  try {
    return findJson(body)
  } catch {
    throw new Refused(notJson)
  }
}

const isOfProduct = (field: string) => field.startsWith('product_')
const isOfOrder = (field: string) => !isOfProduct(field) && !['orders', 'when', 'products'].includes(field)

async function evaluateAll(
  expressions: Evaluation['expressions'],
  isWanted: (field: string) => boolean,
  context: unknown,
  bound: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const [field, expression] of Object.entries(expressions))
    if (isWanted(field)) values[field] = await evaluate(field, expression, context, bound)
  return values
}

async function evaluate(
  field: string,
  expression: string,
  context: unknown,
  bound: Record<string, unknown>,
): Promise<unknown> {
  try {
    return await compile(expression).evaluate(context, bound)
  } catch (error) {
    throw new Refused(wordsOf(error, expression), field)
  }
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

const failed = 'The expression failed.'

/**
 * In the words of JSONata, which throws objects with a code and a position. They are kept in a log that every member reads,
 * so they lose the values of the body, which may be a person's name.
 */
function wordsOf(error: unknown, expression: string): string {
  const { code, message, position, ...values } = error as Record<string, unknown>
  if (typeof code !== 'string' || typeof message !== 'string') return failed
  const isOfAuthor = (text: string) => expression.includes(text)
  // $error and $assert: their text may be made of the body's values.
  const isOwn = ['D3137', 'D3141'].includes(code)
  const words = isOwn ? (isOfAuthor(message) ? message : failed) : withoutValues(message, values, isOfAuthor)
  return typeof position === 'number' ? `${words.slice(0, 300)} (at character ${position})` : words
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

import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { changed, type JsonSchema, valuesOf } from './schema-values.ts'

type Parameter = { in: string; name: string; required?: boolean; schema: JsonSchema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  security: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: JsonSchema }>; required?: boolean }
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

type Values = Record<string, unknown>

export type GeneratedRequest = {
  operationId: string
  method: string
  path: string
  headers: Record<string, string>
  /** What is sent as the body, if anything. */
  text: string | undefined
  /** Whether it fits the schemas of the document. */
  isValid: boolean
}

/** What the document leaves to the caller. */
export type Caller = {
  /** The headers and query parameters of each security scheme. */
  credentials: Record<string, { headers?: Record<string, string>; query?: Record<string, string> }>
  /** Ids of what exists, by the name of the path parameter. */
  ids: (operation: string, parameter: string) => readonly string[]
  /** Operations that need more than their schemas say, such as a signature. */
  without?: readonly string[]
  /** The methods of the operations; all by default. */
  methods?: readonly string[]
}

/** Requests of all operations of a document. About half of them fit it. */
export function requestsOf(document: Document, caller: Caller): fc.Arbitrary<GeneratedRequest> {
  const fits = refereeOf(document)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tested = operations
    .filter(({ operation }) => !caller.without?.includes(operation.operationId))
    .filter(({ method }) => caller.methods?.includes(method) ?? true)
  return fc.oneof(...tested.map(one => requestsTo(document, caller, fits, one)))
}

type Check = (value: unknown) => boolean
type Fits = (operation: Operation, part: 'query' | 'body', value: unknown) => boolean
type Of = { path: string; method: string; operation: Operation }

// Node refuses a longer head, with 431.
const longestPath = 8_000

function requestsTo(
  document: Document,
  caller: Caller,
  fits: Fits,
  { path, method, operation }: Of,
): fc.Arbitrary<GeneratedRequest> {
  const resolve = resolverOf(document)
  const { operationId, requestBody, security } = operation
  const media = requestBody?.content['application/json']?.schema
  const query = objectOf(operation, 'query')
  return fc
    .record({
      ids: idsOf(operation, caller),
      key: security.length > 0 ? fc.constantFrom(...security) : fc.constant({}),
      query: sometimesChanged(
        valuesOf(query, resolve).map(value => tidyQuery(value as Values)),
        value => isSendable(value),
      ),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: valuesOf(objectOf(operation, 'header'), resolve) },
      ),
      body: media ? sometimesChanged(valuesOf(media, resolve)) : fc.constant(undefined),
      broken: fc.constantFrom(...Array<undefined>(20).fill(undefined), '', '{', '{"a":1,"a":2}', 'é\xff'),
      nonce: fc.uuid(),
    })
    .map(({ ids, key, query, headers, body, broken, nonce }) => {
      const isBroken = media !== undefined && broken !== undefined
      const { 'idempotency-key': repeated, ...others } = headers as Record<string, string>
      const own = { ...others, ...(repeated && { 'idempotency-key': nonce }) }
      const text = isBroken ? broken : media && JSON.stringify(body)
      const isValid =
        !isBroken && fits(operation, 'query', query) && (!media || fits(operation, 'body', body))
      const known = Object.keys(key).map(name => caller.credentials[name] ?? {})
      const signed = Object.assign({}, ...known.map(one => one.query))
      const search = searchOf({ ...(query as Values), ...signed })
      return {
        ...{ operationId, method, text, isValid },
        path: `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ''))}${search}`,
        headers: Object.assign(
          media ? { 'content-type': 'application/json' } : {},
          own,
          ...known.map(one => one.headers),
        ),
      }
    })
    .filter(({ path }) => path.length <= longestPath)
}

const narrowing = ['language', 'flagged', 'unanswered', 'reported', 'pictures']
const exclusive = [
  ['product_id', 'product_sku', 'sku', ...narrowing],
  ['question_id', 'reported'],
  ['updated_since', 'email', 'received_since'],
  ['updated_since', 'email', 'received_until'],
  ['terms', 'pinned', 'pictured'],
  ['rating', 'pictured'],
  ['orderBy', 'pictured'],
]

/** The query without what no schema can refuse: two filters that exclude each other, and half a range of days. */
function tidyQuery({ from, to, ...query }: Values): Values {
  const doubled = exclusive.flatMap(names => names.filter(name => query[name] !== undefined).slice(1))
  // An empty list is not sent.
  const isSent = (value: unknown) => !Array.isArray(value) || value.length > 0
  const kept = Object.entries(query).filter(([name, value]) => !doubled.includes(name) && isSent(value))
  const day = from ?? to
  return { ...Object.fromEntries(kept), ...(day !== undefined && { from: day, to: day }) }
}

/** Half of the values as they are, half with one thing changed. */
function sometimesChanged(values: fc.Arbitrary<unknown>, isWanted: (value: unknown) => boolean = () => true) {
  return fc.oneof(values, values.chain(value => changed(value)).filter(isWanted))
}

// A path parameter takes any text, and an unknown one is 404.
function idsOf({ operationId, parameters = [] }: Operation, { ids }: Caller) {
  const named = parameters.filter(one => one.in === 'path').map(({ name }) => name)
  const unknown = fc.constantFrom('none', '%', 'a..b', '😀/?#', '00000000-0000-4000-8000-000000000000')
  const of = (name: string) => {
    const known = ids(operationId, name)
    return known.length === 0
      ? unknown
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: unknown })
  }
  return fc.record(Object.fromEntries(named.map(name => [name, of(name)]))) as fc.Arbitrary<
    Record<string, string>
  >
}

function objectOf({ parameters = [] }: Operation, kind: string): JsonSchema {
  // A cursor is a text that a page before has answered.
  const own = parameters.filter(one => one.in === kind && !['cursor', 'before', 'after'].includes(one.name))
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(one => one.required).map(({ name }) => name),
  }
}

// A query has texts, and lists of them.
function isSendable(query: unknown): boolean {
  if (query === null || typeof query !== 'object' || Array.isArray(query)) return false
  const isText = (one: unknown) =>
    typeof one === 'number' || (typeof one === 'string' && one.isWellFormed() && one !== ' ')
  const isSent = (value: unknown) => !Array.isArray(value) || value.length > 0
  const isShort = JSON.stringify(query).length < 10_000
  return isShort && Object.values(query).every(one => isSent(one) && [one].flat().every(isText))
}

function searchOf(query: Values): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function resolverOf({ components }: Document) {
  return (schema: JsonSchema): JsonSchema =>
    schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

/** Whether a part of a request fits the document. It knows nothing of our own checks. */
function refereeOf(document: Document): Fits {
  const ajv = new Ajv2020({ strict: false })
  // A query is text: an integer is its digits, and one of a list is a list.
  const ofTexts = new Ajv2020({ strict: false, coerceTypes: 'array' })
  for (const one of [ajv, ofTexts]) {
    formats.default(one)
    one.addFormat('binary', true)
    one.addFormat('date-time', isInstant)
    one.addSchema(document, 'openapi')
  }
  const absolute = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as JsonSchema
  const made = new Map<Operation, { body: Check; query: Check }>()
  const of = (operation: Operation) => {
    const known = made.get(operation)
    if (known) return known
    const media = operation.requestBody?.content['application/json']?.schema ?? {}
    const checks = {
      body: ajv.compile(absolute(media)) as Check,
      query: ofTexts.compile(absolute(objectOf(operation, 'query'))) as Check,
    }
    made.set(operation, checks)
    return checks
  }
  return (operation, part, value) => {
    // An order of a batch fails alone.
    const isBatch = operation.operationId === 'createOrders'
    if (part === 'body') return (isBatch || !hasUnstorable(value)) && of(operation).body(value)
    const known = knownOf(operation, value as Values)
    return !hasUnstorable(known) && of(operation).query(asTexts(known))
  }
}

// Unknown parameters of a query are ignored.
function knownOf({ parameters = [] }: Operation, query: Values): Values {
  const names = parameters.filter(one => one.in === 'query').map(({ name }) => name)
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

function asTexts(query: Values): Values {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
}

// The format has no bounds: the service takes the years 1970 to 2199.
function isInstant(text: string): boolean {
  const { validate } = fullFormats['date-time'] as { validate: (text: string) => boolean }
  return /^(19[7-9]|2[01])/.test(text) && validate(text)
}

/** A schema cannot say that no text has a NUL or half a surrogate pair. */
function hasUnstorable(value: unknown): boolean {
  return /\\u0000|\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(value ?? null))
}

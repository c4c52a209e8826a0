/** Completes both OpenAPI documents, which are made from the schemas of the routes. */

type Schema = { title?: string; [keyword: string]: unknown }
type Response = { description: string; headers?: object; content?: Record<string, { schema?: Schema }> }
type Operation = {
  tags?: string[]
  security?: object[]
  responses: Record<string, Response>
}
type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; [kind: string]: unknown }
  [field: string]: unknown
}

/**
 * Completes a document: its server, its tags with their descriptions, the headers of its answers, and the empty
 * `security` of operations that need none. Every schema with a `title` becomes a component of that name. Throws if two
 * different schemas have one title.
 */
export function completeDocument(document: object, describeTag: (tag: string) => string): Document {
  const made = structuredClone(document) as Document
  const operations = Object.values(made.paths ?? {}).flatMap(path => Object.values(path))
  for (const operation of operations) {
    operation.security ??= []
    for (const [status, response] of Object.entries(operation.responses)) finishResponse(status, response)
    if (operation.tags?.includes('Reads')) describeCaching(operation)
    if (operation.security.some(scheme => 'apiKey' in scheme)) describeLimits(operation)
  }
  const schemas: Record<string, Schema> = {}
  const paths = shareSchemas(made.paths ?? {}, schemas) as Document['paths']
  const tags = [...new Set(operations.flatMap(({ tags = [] }) => tags))].sort()
  return {
    ...made,
    servers: [{ url: '/' }],
    tags: tags.map(name => ({ name, description: describeTag(name) })),
    paths: paths ?? {},
    components: { ...made.components, schemas },
  }
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds until the request may be sent again',
    schema: { type: 'integer', minimum: 1 },
  },
}

function finishResponse(status: string, response: Response): void {
  if (status === '429' || status === '503') response.headers = { ...response.headers, ...retryAfter }
  const [media] = Object.values(response.content ?? {})
  // It is the description of the answer.
  if (media?.schema?.title) delete media.schema.description
  // Errors are JSON, whatever type the operation otherwise answers.
  if (media && Number(status) >= 400) response.content = { 'application/json': media }
}

const limitHeaders = {
  RateLimit: {
    description: 'What is left of the limit of the store, and for how many seconds; only while it has one',
    schema: { type: 'string', examples: ['"api_requests_per_minute";r=412;t=23'] },
  },
  'RateLimit-Policy': {
    description: 'The limit of the store, and its window in seconds; only while it has one',
    schema: { type: 'string', examples: ['"api_requests_per_minute";q=600;w=60'] },
  },
}

function describeLimits({ responses }: Operation): void {
  for (const response of Object.values(responses)) response.headers = { ...limitHeaders, ...response.headers }
}

const cacheHeaders = {
  ETag: { description: 'Of this answer, for If-None-Match', schema: { type: 'string' } },
  'Cache-Control': {
    description: 'How long the answer may be reused',
    schema: { type: 'string', examples: ['public, max-age=60, stale-while-revalidate=86400'] },
  },
}

function describeCaching({ responses }: Operation): void {
  const [answer] = Object.values(responses)
  if (answer) answer.headers = cacheHeaders
  responses['304'] = {
    description: 'If-None-Match names the answer: it has not changed',
    headers: cacheHeaders,
  }
}

// JSON Schema's default bounds of integers, which are not limits of ours.
const bounds: unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

function shareSchemas(value: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map(one => shareSchemas(one, schemas))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(
    ([name, one]) => !(['minimum', 'maximum'].includes(name) && bounds.includes(one)),
  )
  // Examples are data, so they are not searched for schemas.
  const copy: Schema = Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      name === 'example' || name === 'examples' ? one : shareSchemas(one, schemas),
    ]),
  )
  const { title } = copy
  if (typeof title !== 'string' || copy.type === undefined) return copy
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two schemas are ${title}`)
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError } from '../../errors/errors.ts'
import type { FieldProblem } from '../../errors/field-problems.ts'
import { parseStrictJson } from '../../lib/strict-json.ts'
import { listChoices } from '../../lib/text/list-choices.ts'
import { quickCheckOf } from './quick-check.ts'

const contentType = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*("utf-8"|utf-8)[ \t]*)?$/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is bytes of any type, passed to the handler unchanged. */
    takesBytes?: true
    /** Its handler refuses an invalid body, after other checks. Needs `attachValidation`. */
    checksBodyLater?: true
  }
  interface FastifyRequest {
    /** The bytes of such a body, and why they are no JSON. */
    laterBody: { bytes: Buffer; fault: Error | undefined } | undefined
    /** The Content-Type header as it was sent. */
    sentContentType: string
  }
}

/**
 * Reads bodies as strict JSON, whatever the Content-Type says, and checks that header afterwards. So no odd header gets
 * around the schema, and a body that is too large is reported as such first.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('sentContentType', '')
  app.decorateRequest('laterBody', undefined)
  // Fastify refuses a header that it cannot parse before it has counted the body, and skips all parsers for a request
  // without one. So it always sees the same header.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.sentContentType = request.headers['content-type'] ?? ''
    request.headers['content-type'] = 'application/json'
    done(null, payload)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { takesBytes, checksBodyLater } = request.routeOptions.config
    if (takesBytes) return done(null, body)
    if (checksBodyLater) return done(null, parseForLater(request, body as Buffer))
    // A route without a body schema leaves the body unread.
    if (request.routeOptions.schema?.body === undefined) return done(null, undefined)
    try {
      checkContentType(request)
      done(null, parseBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

function parseForLater(request: FastifyRequest, bytes: Buffer): unknown {
  request.laterBody = { bytes, fault: undefined }
  const schema = request.routeOptions.schema?.body as z.ZodType | undefined
  if (schema === undefined || (bytes.length === 0 && schema.safeParse(undefined).success)) return undefined
  try {
    checkContentType(request)
    return parseBody(bytes)
  } catch (error) {
    request.laterBody.fault = error as Error
    return undefined
  }
}

/** Fastify's validator for zod schemas: strict, without coercion, with our texts. */
export function validateWithZod({ schema }: { schema: z.ZodType }) {
  const fits = quickCheckOf(schema)
  const isOptional = schema.safeParse(undefined).success
  return (given: unknown) => {
    // Fastify passes null where no body was sent.
    const value = given === null && isOptional ? undefined : given
    if (fits?.(value)) return { value }
    const result = schema.safeParse(value, { reportInput: true })
    if (result.success) return { value: result.data }
    return { error: invalid(result.error.issues.flatMap(issue => toProblems(issue))) }
  }
}

function checkContentType(request: FastifyRequest): void {
  if (contentType.test(request.sentContentType)) return
  throw invalid([{ path: 'Content-Type', problem: 'content_type' }])
}

function parseBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw invalid([{ path: 'body', problem: 'character' }])
  const parsed = parseStrictJson(body.toString('utf8'))
  if ('fault' in parsed) throw invalid([{ path: parsed.path, problem: parsed.fault }])
  return parsed.value
}

function invalid(problems: FieldProblem[]): ApiError {
  return new ApiError('body_invalid', { problems })
}

/** zod 4's issues in the words of the specification, which are those of zod 3. */
export function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join('.') || 'body'
  switch (issue.code) {
    case 'invalid_type':
      return [typeProblem(path, issue.expected, issue.input)]
    case 'unrecognized_keys':
      return issue.keys.map(key => ({ path: [...issue.path, key].join('.'), problem: 'unknown_key' }))
    case 'too_small':
      return [{ path, problem: minProblems[issue.origin as 'number'], values: [Number(issue.minimum)] }]
    case 'too_big':
      return [{ path, problem: maxProblems[issue.origin as 'number'], values: [Number(issue.maximum)] }]
    case 'invalid_value':
      return [{ path, problem: 'one_of', values: [listChoices(issue.values)] }]
    case 'invalid_format':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return [{ path, problem: 'format' }]
    default:
      return [{ path, problem: issue.message as FieldProblem['problem'], ...customValues(issue) }]
  }
}

function customValues(issue: z.core.$ZodIssue): Pick<FieldProblem, 'values'> {
  return issue.code === 'custom' && issue.params ? (issue.params as Pick<FieldProblem, 'values'>) : {}
}

// `int`: beyond the range of exact integers.
const minProblems = {
  number: 'number_min',
  int: 'number_min',
  string: 'string_min',
  array: 'array_min',
} as const
const maxProblems = {
  number: 'number_max',
  int: 'number_max',
  string: 'string_max',
  array: 'array_max',
} as const

function typeProblem(path: string, expected: string, input: unknown): FieldProblem {
  if (input === undefined && path !== 'body') return { path, problem: 'required' }
  return { path, problem: 'type', values: [expected, typeName(input)] }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

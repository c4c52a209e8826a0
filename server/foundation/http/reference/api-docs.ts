import { z } from 'zod'
import { catalogue, type ErrorName } from '../../errors/codes.ts'
import { errorBody } from '../../errors/errors.ts'
import type { FieldProblem } from '../../errors/field-problems.ts'
import { messageNames } from '../../errors/file-errors.ts'

// Besides English and Portuguese, which every error has.
const inOthers = Object.fromEntries(
  Object.entries(messageNames)
    .filter(([, name]) => name !== 'en_us' && name !== 'pt_br')
    .map(([tag, name]) => [
      name,
      z
        .string()
        .optional()
        .meta({ description: `Present when \`Accept-Language\` begins with \`${tag}\`` }),
    ]),
)

const errorSchema = z.object({
  status: z.number().meta({ description: 'HTTP status code' }),
  error_code: z.number().meta({ description: 'Error code specific to the service' }),
  message: z.string().meta({ description: 'Message in English' }),
  user_message: z
    .object({
      en_us: z.string(),
      pt_br: z.string(),
      ...inOthers,
    })
    .meta({ description: 'What happened, and what to do' }),
  more_info: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'What a program needs to continue, such as `store_id`; usually null' }),
})

/** The `response` entries of the errors a route may answer, with an example of each. */
export function errorResponses(names: ErrorName[]) {
  const byStatus = new Map<number, ErrorName[]>()
  for (const name of names) {
    const { status } = catalogue[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  const wrong = names.includes('body_too_large') ? wrongBody : wrongQuery
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, errorResponse(same, wrong)]))
}

/** The errors of a body that is a list, and of a query with an empty `product_id`. */
const wrongBody: FieldProblem[] = [{ path: 'body', problem: 'type', values: ['object', 'array'] }]
const wrongQuery: FieldProblem[] = [{ path: 'product_id', problem: 'string_min', values: [1] }]

function errorResponse(names: ErrorName[], wrong: FieldProblem[]) {
  const description = names
    .map(name => `${catalogue[name].error_code}: ${catalogue[name].message}.`)
    .join(' ')
  const examples = names.map(name => errorBody(name, name === 'body_invalid' ? { problems: wrong } : {}))
  return errorSchema.meta({ title: 'Error', description, examples })
}

/** The `response` of a route that sends a file; its `produces` names the types. */
export function fileResponse(description: string) {
  return z.string().meta({ description, format: 'binary' })
}

/** Errors that any route may answer. */
export const commonErrors: ErrorName[] = ['too_many', 'unexpected', 'unavailable']

/** Errors of a route that requires an API key. */
export const keyErrors: ErrorName[] = [
  'key_missing',
  'store_missing',
  'key_invalid',
  'store_inactive',
  'key_expired',
  'store_mismatch',
  'requests_often',
]

/** Errors of a route with a body. */
export const bodyErrors: ErrorName[] = ['body_too_large', 'body_invalid']

import { createManagementClient, type Management, RealwordError } from '../../../../packages/sdk/src/index.ts'
import { Problem } from '../../../foundation/lib/problem.ts'

export type Service = { url: URL; key: string }

export type Query = Record<string, string | number | boolean | undefined>

/** An operation of the management API, such as `GET /manage/v1/settings`. */
export type Operation = keyof Management.Operations

const longestWait = 30_000 // ms

/** Asks the management API, once. Throws a `Problem` for every other answer than success, and for none. */
export async function callService(
  { url, key }: Service,
  operation: Operation,
  details: { path?: Record<string, string>; query?: Query; body?: object } = {},
): Promise<Record<string, unknown>> {
  // The assistant decides whether to try again.
  const client = createManagementClient({ url: url.href, key, retries: 0 })
  const signal = AbortSignal.timeout(longestWait)
  const asked = client.request(operation, { ...details, signal } as never)
  const { data, error, response } = await asked.catch(error => {
    throw silence(error, url)
  })
  if (data && typeof data === 'object') return data as Record<string, unknown>
  throw problemOf(error ?? new RealwordError(response.status, data), response.headers, url)
}

function silence(error: unknown, url: URL): Problem {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  const why = name === 'TimeoutError' ? `no answer in ${longestWait / 1000} s` : (cause?.code ?? name)
  return new Problem(
    `The service at ${url.href} cannot be reached (${why}).`,
    'Check that it runs, and --url.',
  )
}

function problemOf(error: RealwordError, headers: Headers, url: URL): Problem {
  const { status, error_code, message, user_message, more_info } = error
  if (error_code === 0) {
    const target = headers.get('location')
    return new Problem(
      `${url.href} answered ${status}, and not as Realword does.`,
      target
        ? `Check --url: it leads to ${target}.`
        : 'Check --url, and the proxies in front of the service.',
    )
  }
  const what = `${message}.`
  if (status === 401)
    return new Problem(
      `The service refused the key: ${what}`,
      'Start this server with a valid key of the type manage.',
    )
  if (status === 403 && more_info?.scope)
    return new Problem(
      `The key lacks the scope ${more_info.scope}.`,
      'Make a key with this scope, and start this server with it.',
    )
  const wait = headers.get('retry-after')
  return new Problem(what, wait ? `Try again in ${wait} s.` : (user_message?.en_us ?? ''))
}

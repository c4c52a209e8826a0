import { z } from 'zod'
import { Problem } from '../../../foundation/lib/problem.ts'

export type Service = { url: URL; key: string }

export type Query = Record<string, string | number | boolean | undefined>

type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  /** Below /manage/v1, percent-encoded. */
  path: string
  query?: Query
  body?: object
}

const longestWait = 30_000 // ms

const answerBody = z.record(z.string(), z.unknown())

const errorBody = z.object({
  message: z.string(),
  user_message: z.object({ en_us: z.string() }),
  more_info: z.record(z.string(), z.string()).nullish(),
})

/** Asks the management API. Throws a `Problem` for every other answer than success, and for none. */
export async function callService(service: Service, request: Request): Promise<Record<string, unknown>> {
  const answer = await send(service, request)
  const body = await readJson(answer, service)
  const success = answerBody.safeParse(body)
  if (answer.ok && success.success) return success.data
  throw problemOf(answer, body, service)
}

async function send({ url, key }: Service, { method = 'GET', path, query = {}, body }: Request) {
  const address = new URL(`manage/v1/${path}`, url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  try {
    return await fetch(address, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // The key goes to this address alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestWait),
    })
  } catch (error) {
    throw silence(error, url)
  }
}

async function readJson(answer: Response, { url }: Service): Promise<unknown> {
  const text = await answer.text().catch(error => {
    throw silence(error, url)
  })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function silence(error: unknown, url: URL): Problem {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  const why = name === 'TimeoutError' ? `no answer in ${longestWait / 1000} s` : (cause?.code ?? name)
  return new Problem(
    `The service at ${url.href} cannot be reached (${why}).`,
    'Check that it runs, and --url.',
  )
}

function problemOf({ status, headers }: Response, body: unknown, { url }: Service): Problem {
  const known = errorBody.safeParse(body)
  if (!known.success) {
    const target = headers.get('location')
    return new Problem(
      `${url.href} answered ${status}, and not as Realword does.`,
      target
        ? `Check --url: it leads to ${target}.`
        : 'Check --url, and the proxies in front of the service.',
    )
  }
  const { message, user_message, more_info } = known.data
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
  return new Problem(what, wait ? `Try again in ${wait} s.` : user_message.en_us)
}

import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { sendRaw } from './network/raw.ts'

/** What a client gets to see of an error. Its text is compared with errors.golden.json, byte by byte. */
export type Seen = {
  status: number
  body: unknown
  /** Whether Spanish was asked for, beside the two languages of the specification. */
  inSpanish: boolean
  allow?: string | null
  retryAfter?: string | null
}

/** The service, to which every request says that its reader speaks Spanish. */
export function inSpanish(app: TestApp): TestApp {
  return {
    ...app,
    send: (method, path, { headers, body } = {}) =>
      app.send(method, path, { headers: { 'accept-language': 'es-MX', ...headers }, body }),
  }
}

export function inTwoLanguages<Body extends { user_message: Record<string, string> }>(body: Body): object {
  const { es_mx: _, ...user_message } = body.user_message
  return { ...body, user_message }
}

/** Sends bytes as they are. */
export async function seeRaw(url: string, bytes: string): Promise<Seen> {
  const { status, headers, body } = await sendRaw(url, bytes)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  return { status, body, inSpanish: false }
}

export function see({ status, headers, body }: Awaited<ReturnType<TestApp['send']>>): Seen {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  return {
    status,
    body,
    inSpanish: true,
    allow: headers.get('allow'),
    retryAfter: headers.get('retry-after'),
  }
}

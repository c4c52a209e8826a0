/** The one format of the service's errors: docs/reference/api.md. */
type ErrorBody = {
  status: number
  error_code: number
  message: string
  user_message: { en_us: string; pt_br: string }
}

/** What the server says of a refused request, in the language of whoever reads it. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(body: ErrorBody, language: string) {
    super(language.startsWith('pt') ? body.user_message.pt_br : body.user_message.en_us)
    this.status = body.status
    this.code = body.error_code
  }
}

/** As a value of the server's arrives: dates are texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

let language = 'en'

/** The language in which failures are told from now on. */
export function speak(tag: string): void {
  language = tag
}

export const get = <Answer>(path: string) => send<Answer>('GET', path)
export const post = <Answer = void>(path: string, body: unknown = {}) => send<Answer>('POST', path, body)
/** The same, finished even when the page is left meanwhile; the body has at most 64 KiB. */
export const postLast = <Answer = void>(path: string, body: unknown) => send<Answer>('POST', path, body, true)
export const put = <Answer = void>(path: string, body: unknown) => send<Answer>('PUT', path, body)
export const patch = <Answer = void>(path: string, body: unknown) => send<Answer>('PATCH', path, body)
export const remove = <Answer = void>(path: string) => send<Answer>('DELETE', path)

/** Sends bytes as they are. */
export async function putBytes<Answer>(path: string, bytes: Blob, signal: AbortSignal): Promise<Answer> {
  const headers = { 'x-realword-page': '1', 'content-type': 'application/octet-stream' }
  const response = await fetch(`/admin/api${path}`, { method: 'PUT', headers, body: bytes, signal })
  if (!response.ok) throw new ApiFailure(await failureOf(response), language)
  return (await response.json()) as Answer
}

/** The path of a store's own data. */
export const ofStore = (storeId: string, path: string) => `/stores/${storeId}${path}`

// Throws ApiFailure; a server that cannot be reached throws what fetch throws.
async function send<Answer>(
  method: string,
  path: string,
  body?: unknown,
  keepalive = false,
): Promise<Answer> {
  const response = await fetch(`/admin/api${path}`, {
    method,
    keepalive,
    headers: {
      'x-realword-page': '1', // no other site can send it: see requireOwnPage
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ApiFailure(await failureOf(response), language)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

// What answers between us and the server may have no body of ours.
async function failureOf(response: Response): Promise<ErrorBody> {
  const text = `${response.status} ${response.statusText}`
  const unknown = {
    status: response.status,
    error_code: 0,
    message: text,
    user_message: { en_us: text, pt_br: text },
  }
  return (await response.json().catch(() => unknown)) as ErrorBody
}

/** The one format of the service's errors: docs/reference/api.md. */
type ErrorBody = {
  status: number
  error_code: number
  message: string
  /** Spanish only where the request asks for it. */
  user_message: { en_us: string; pt_br: string; es_mx?: string }
}

/** A refused request, worded by the server in the language of the reader. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(body: ErrorBody, language: string) {
    const { en_us, pt_br, es_mx } = body.user_message
    super((language.startsWith('pt') ? pt_br : language.startsWith('es') && es_mx) || en_us)
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

/** Sets the language of error messages. */
export function setErrorLanguage(tag: string): void {
  language = tag
}

export const get = <ResponseBody>(path: string) => send<ResponseBody>('GET', path)
export const post = <ResponseBody = void>(path: string, body: unknown = {}) =>
  send<ResponseBody>('POST', path, body)
/** The same, finished even when the page is left meanwhile; the body has at most 64 KiB. */
export const postKeepalive = <ResponseBody = void>(path: string, body: unknown) =>
  send<ResponseBody>('POST', path, body, true)
export const put = <ResponseBody = void>(path: string, body: unknown) => send<ResponseBody>('PUT', path, body)
export const patch = <ResponseBody = void>(path: string, body: unknown) =>
  send<ResponseBody>('PATCH', path, body)
export const remove = <ResponseBody = void>(path: string) => send<ResponseBody>('DELETE', path)

/** Sends bytes as they are. */
export async function putBytes<ResponseBody>(
  path: string,
  bytes: Blob,
  signal: AbortSignal,
): Promise<ResponseBody> {
  const headers = { ...requestHeaders(), 'content-type': 'application/octet-stream' }
  const response = await fetch(`/admin/api${path}`, { method: 'PUT', headers, body: bytes, signal })
  if (!response.ok) throw new ApiFailure(await readErrorBody(response), language)
  return (await response.json()) as ResponseBody
}

/** The path of a store's own data. */
export const storePath = (storeId: string, path: string) => `/stores/${storeId}${path}`

// Throws ApiFailure; a server that cannot be reached throws what fetch throws.
async function send<ResponseBody>(
  method: string,
  path: string,
  body?: unknown,
  keepalive = false,
): Promise<ResponseBody> {
  const response = await fetch(`/admin/api${path}`, {
    method,
    keepalive,
    headers: {
      ...requestHeaders(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ApiFailure(await readErrorBody(response), language)
  return (response.status === 204 ? undefined : await response.json()) as ResponseBody
}

// No other site can send x-realword-page: see requireOwnPage. Errors have a Spanish text only where it is asked for.
const requestHeaders = () => ({ 'x-realword-page': '1', 'accept-language': language })

// A proxy between us and the server may answer without a body of ours.
async function readErrorBody(response: Response): Promise<ErrorBody> {
  const text = `${response.status} ${response.statusText}`
  const unknown = {
    status: response.status,
    error_code: 0,
    message: text,
    user_message: { en_us: text, pt_br: text },
  }
  return (await response.json().catch(() => unknown)) as ErrorBody
}

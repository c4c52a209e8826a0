type UserMessage = { en_us: string; pt_br: string; [name: string]: string }

/** The body of every error response; see docs/reference/api.md. */
type ErrorBody = {
  status: number
  error_code: number
  message: string
  /** Contains Spanish only if the request accepts it. */
  user_message: UserMessage
  /** Names and values that a program needs to continue. */
  more_info?: Record<string, string> | null
}

/** An error response. Its message is the server's text in the user's language. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: number
  readonly moreInfo: Record<string, string>
  /** Milliseconds that the server asks to wait; 0 if it does not say. */
  readonly retryAfter: number

  constructor(body: ErrorBody, response: Response) {
    super(inReadersLanguage(body.user_message))
    this.status = response.status
    this.code = body.error_code
    this.moreInfo = body.more_info ?? {}
    this.retryAfter = (Number(response.headers.get('retry-after')) || 0) * 1000
  }

  /** A proxy's own response, without our JSON. It has no message for the user. */
  get isForeign(): boolean {
    return this.code === 0
  }

  /** Whether the same request may succeed soon. Some proxies answer 500 while the server restarts. */
  get isPassing(): boolean {
    return [429, 502, 503, 504].includes(this.status) || (this.isForeign && this.status === 500)
  }
}

/** A server type as it arrives in JSON: dates are strings. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

let language = 'en'

export function setErrorLanguage(tag: string): void {
  language = tag
}

export function inReadersLanguage(message: UserMessage): string {
  const name = Object.keys(message).find(name => name.slice(0, 2) === language.slice(0, 2)) ?? 'en_us'
  return message[name] || message.en_us
}

export const get = <ResponseBody>(path: string) => send<ResponseBody>('GET', path)
export const post = <ResponseBody = void>(path: string, body: unknown = {}) =>
  send<ResponseBody>('POST', path, body)
/** A POST that completes even if the user leaves the page. Browsers limit its body to 64 KiB. */
export const postKeepalive = <ResponseBody = void>(path: string, body: unknown) =>
  send<ResponseBody>('POST', path, body, true)
export const put = <ResponseBody = void>(path: string, body: unknown) => send<ResponseBody>('PUT', path, body)
export const patch = <ResponseBody = void>(path: string, body: unknown) =>
  send<ResponseBody>('PATCH', path, body)
export const remove = <ResponseBody = void>(path: string, body?: unknown) =>
  send<ResponseBody>('DELETE', path, body)

/** Uploads raw bytes. Throws ApiFailure for an error response. */
export async function putBytes<ResponseBody>(
  path: string,
  bytes: Blob,
  signal: AbortSignal,
): Promise<ResponseBody> {
  const headers = { ...requestHeaders(), 'content-type': 'application/octet-stream' }
  const response = await fetch(`/admin/api${path}`, { method: 'PUT', headers, body: bytes, signal })
  if (!response.ok) throw new ApiFailure(await readErrorBody(response), response)
  return (await response.json()) as ResponseBody
}

/** A path in the store's part of the API. */
export const storePath = (storeId: string, path: string) => `/stores/${storeId}${path}`

// Throws ApiFailure for an error response, and fetch's TypeError if the server cannot be reached.
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
  if (!response.ok) throw new ApiFailure(await readErrorBody(response), response)
  return (response.status === 204 ? undefined : await response.json()) as ResponseBody
}

// Other sites cannot send x-realword-page: see requireOwnPage. Errors have texts in languages other than English and
// Portuguese only if accept-language requests them.
const requestHeaders = () => ({ 'x-realword-page': '1', 'accept-language': language })

// A proxy in front of the server may send an error response of its own, without our JSON body.
async function readErrorBody(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | null | undefined
  if (body?.user_message?.en_us !== undefined) return body as ErrorBody
  const message = `${response.status} ${response.statusText}`
  return { status: response.status, error_code: 0, message, user_message: { en_us: message, pt_br: message } }
}

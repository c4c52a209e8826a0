import { createHash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { inSlices, mostAtOnce } from '../../lib/in-slices.ts'
import { corsHeaders } from '../cors.ts'
import type { Coding } from '../encoding/accept-encoding.ts'
import { encode, leastEncoded } from '../encoding/encode.ts'
import { etagIn, knownEtag } from '../etag.ts'
import { closedPolicy } from '../pages/page-headers.ts'
import type { Cache } from './cache.ts'

export type ResponseCache = Cache<CachedResponse>

/** A response as it is cached: made once, encoded once in each coding, sent often. */
export type CachedResponse = {
  /** The hash of the content, the same in every coding. */
  tag: string
  /** By the coding that the client accepts. A short response has one form for all. */
  forms: { identity: Form } & Partial<Record<Coding, Form>>
  /** Forms that are being encoded. */
  encoding: Partial<Record<Coding, Promise<Form>>>
  /** Pages that may read it; empty: any. */
  origins: readonly string[]
  /** The route, for the metrics. */
  route: string
}

/** A response in one coding. */
export type Form = {
  coding: Coding
  /**
   * The body, one byte in each character: so Node sends head and body in one piece, which took 12 µs where a
   * Buffer took 13.4 (200 bytes, processor time of a bare server).
   */
  bytes: string
  headers: Record<string, string>
  /** The whole head for any page: names and values in turn. */
  plainHead: string[]
}

// The same address with other credentials in its headers has another response, and headers win over the address: shared
// caches must know, even if this request had none.
const variants = 'X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding'

/** A response with its ETag. */
export async function createResponse(options: {
  body: string
  contentType: string
  origins: readonly string[]
  route: string
  headers?: Record<string, string>
}): Promise<CachedResponse> {
  const { origins, route } = options
  const { bytes, tag } = await inBytes(options.body)
  const headers = {
    'content-type': options.contentType,
    'cache-control': 'public, max-age=60, stale-while-revalidate=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': closedPolicy,
    vary: variants,
    ...options.headers,
  }
  const identity = createForm('identity', bytes, tag, headers)
  const isShort = bytes.length < leastEncoded
  const forms = { identity, ...(isShort && { br: identity, gzip: identity }) }
  return { tag, forms, encoding: {}, origins, route }
}

function createForm(coding: Coding, bytes: string, tag: string, others: Record<string, string>): Form {
  const headers = {
    ...others,
    etag: etagIn(coding, tag),
    ...(coding !== 'identity' && { 'content-encoding': coding }),
  }
  const plain = { ...headers, ...corsHeaders([], undefined), 'content-length': String(bytes.length) }
  return { coding, bytes, headers, plainHead: Object.entries(plain).flat() }
}

/** The response in a coding: encoded at the first request for it, once. The plain form if encoding makes it no shorter. */
export async function formIn(response: CachedResponse, coding: Coding): Promise<Form> {
  const { forms, encoding } = response
  const form = forms[coding]
  if (form || coding === 'identity') return form ?? forms.identity
  encoding[coding] ??= encodeForm(response, coding).finally(() => delete encoding[coding])
  return await encoding[coding]
}

async function encodeForm(
  { tag, forms }: CachedResponse,
  coding: Exclude<Coding, 'identity'>,
): Promise<Form> {
  const { identity } = forms
  const encoded = await encode(Buffer.from(identity.bytes, 'latin1'), coding)
  const isShorter = encoded.length < identity.bytes.length
  const form = isShorter ? createForm(coding, encoded.toString('latin1'), tag, identity.headers) : identity
  forms[coding] = form
  return form
}

/** The bytes that a response takes in memory, in all its forms. */
export function sizeOfResponse({ forms }: CachedResponse): number {
  return [...new Set(Object.values(forms))].reduce((sum, { bytes }) => sum + bytes.length + 1_000, 0)
}

/** Whether `plainHead` is the head for this request. */
export function isPlain({ headers }: IncomingMessage, { origins }: CachedResponse): boolean {
  return origins.length === 0 && headers['if-none-match'] === undefined
}

/** The status and headers for this request; 304, which has no body, if the visitor has the content in any coding. */
export function headFor(
  request: IncomingMessage,
  { tag, origins }: CachedResponse,
  form: Form,
): { status: 200 | 304; headers: Record<string, string> } {
  const cors = corsHeaders(origins, request.headers.origin)
  const headers: Record<string, string> = { ...form.headers, ...cors }
  if (cors.vary) headers.vary = `${variants}, ${cors.vary}`
  const etag = knownEtag(request.headers['if-none-match'], form.coding, tag)
  if (etag === undefined) return { status: 200, headers }
  const { 'content-type': _, 'content-encoding': __, ...withoutBody } = headers
  return { status: 304, headers: { ...withoutBody, etag } }
}

const slice = 1024 * 1024 // characters

// Escaped, a page of hostile texts is 50 MB: encoded and hashed at once, it takes a tenth of a second.
async function inBytes(body: string): Promise<{ bytes: string; tag: string }> {
  if (body.length <= slice) {
    const utf8 = Buffer.from(body)
    return { bytes: bytesOf(utf8, body), tag: hash('sha1', utf8, 'base64url') }
  }
  const starts = Array.from({ length: Math.ceil(body.length / slice) }, (_, index) => index * slice)
  const sha1 = createHash('sha1')
  const pieces = await inSlices(
    starts,
    () => mostAtOnce,
    start => {
      const piece = body.slice(edge(body, start), edge(body, start + slice))
      const utf8 = Buffer.from(piece)
      sha1.update(utf8)
      return bytesOf(utf8, piece)
    },
  )
  return { bytes: pieces.join(''), tag: sha1.digest('base64url') }
}

// Most texts are ASCII: then they are their bytes.
function bytesOf(utf8: Buffer, text: string): string {
  return utf8.length === text.length ? text : utf8.toString('latin1')
}

// A pair of surrogates is one character: both go into the slice of the second.
function edge(body: string, place: number): number {
  const code = body.charCodeAt(place - 1)
  return place < body.length && code >= 0xd800 && code < 0xdc00 ? place - 1 : place
}

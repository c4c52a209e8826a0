import { lookup as resolve } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isAllowed, isNeverReached, isOfThisMachine, isPublic } from './networks.ts'
import { isOwnPort } from './own-ports.ts'

export type GuardedOptions = {
  /** Private networks that may be reached nevertheless, on any port or on one: see `isAllowed`. */
  allow?: readonly string[]
  /** Whether it may be a page of the service itself, as the shop of the demo is. */
  reachesOurs?: boolean
  /** Allowed networks may be reached by plain HTTP, all others only by HTTPS. */
  onlyHttps?: boolean
  /** The limit for the whole fetch, from resolving the name to the last byte. */
  timeoutMs?: number
  /** The limit of the body, both compressed and decompressed. */
  maxBytes?: number
  /** Reads a longer body up to `maxBytes`, and drops the rest with the connection, instead of failing. */
  isCut?: boolean
  userAgent?: string
  accept?: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** More headers, with names in lower case. They are sent to this address alone. */
  headers?: Record<string, string>
  body?: string
  lookup?: Lookup
}

type Kept = GuardedOptions & { agent?: http.Agent; addresses?: HostAddress[] }

/** All addresses of a name. Rejects if there are none. */
export type Lookup = (name: string) => Promise<{ address: string; family: number }[]>

export type Fetched = {
  status: number
  /** Names in lower case. Values of repeated headers are joined with a comma. */
  headers: Record<string, string>
  /** The target of a redirect. It is not followed, and its body is not read. */
  location?: string
  body: Buffer
  /** Whether it may come from an address that is reached only because `allow` names it. */
  isPrivate: boolean
}

/** The reason why a page could not be read. */
export type Obstacle =
  | 'address' // not http or https, or with credentials in it
  | 'port'
  | 'name_unknown'
  | 'private'
  | 'unreachable'
  | 'certificate'
  | 'slow'
  | 'large'
  | 'unreadable' // not HTTP, or in a content encoding that was not requested

/** Why nothing was fetched. `detail` is the error text of the system. */
export class FetchFailure extends Error {
  readonly obstacle: Obstacle
  readonly detail: string
  /** Whether there was a connection: the server may have received the request, and act on it. */
  isSent = false

  constructor(obstacle: Obstacle, detail = '', cause?: unknown) {
    super(`${obstacle} ${detail}`.trim(), { cause })
    this.obstacle = obstacle
    this.detail = detail
  }
}

const allAddresses: Lookup = name => resolve(name, { all: true, order: 'verbatim' })

/**
 * Fetches an address that a user typed, from the public web only. Every address of its name must be public or in
 * `allow`. The connection uses one of the checked addresses, even if the name resolves differently a moment later. It
 * follows no redirect. Throws FetchFailure.
 */
export async function guardedFetch(address: string | URL, options: GuardedOptions = {}): Promise<Fetched> {
  return await fetchFrom(checkAddress(address), options)
}

/** Many requests to one address over one connection, each like `guardedFetch`. */
export type GuardedConnection = {
  send: (options: GuardedOptions) => Promise<Fetched>
  close: () => void
}

const longestKept = 10_000 // ms; then the name is resolved and checked again, on a new connection

/** Opens nothing yet. The options are those of every request. */
export function guardedConnection(address: string | URL, common: GuardedOptions = {}): GuardedConnection {
  let kept: { agent: http.Agent; addresses: HostAddress[]; until: number } | undefined
  const close = () => {
    kept?.agent.destroy()
    kept = undefined
  }
  const send = async (options: GuardedOptions): Promise<Fetched> => {
    const url = checkAddress(address)
    if (kept && kept.until < performance.now()) close()
    const isReused = kept !== undefined
    const agent = kept?.agent ?? oneConnection(url)
    const request: Kept = { ...common, ...options, agent, ...(kept && { addresses: kept.addresses }) }
    try {
      const answer = await fetchFrom(url, request)
      kept ??= { agent, addresses: request.addresses ?? [], until: performance.now() + longestKept }
      return answer
    } catch (error) {
      agent.destroy()
      kept = undefined
      // The server may have closed an idle connection at the moment of the request.
      if (isReused && error instanceof FetchFailure && error.obstacle === 'unreachable')
        return await send(options)
      throw error
    }
  }
  return { send, close }
}

function oneConnection({ protocol }: URL): http.Agent {
  return new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: 1 })
}

async function fetchFrom(url: URL, options: Kept): Promise<Fetched> {
  const { timeoutMs = 15_000 } = options
  const cancellation = new AbortController()
  const late = () => new FetchFailure('slow', `${timeoutMs} ms`)
  const timer = setTimeout(() => cancellation.abort(late()), timeoutMs)
  let isKept = false
  let isSent = false
  const onConnect = () => {
    isSent = true
  }
  try {
    options.addresses ??= await unlessAborted(findCheckedAddresses(url, options), cancellation.signal)
    const answer = await ask(url, options.addresses, options, cancellation.signal, onConnect)
    const isPrivate = !options.addresses.every(({ address }) => isPublic(address))
    const fetched = { ...(await read(answer, url, options, cancellation.signal)), isPrivate }
    isKept = options.agent !== undefined
    return fetched
  } catch (error) {
    const failure = cancellation.signal.aborted ? late() : toFailure(error)
    failure.isSent = isSent
    throw failure
  } finally {
    clearTimeout(timer)
    // Also closes the connection, at any stage.
    if (!isKept) cancellation.abort()
  }
}

function checkAddress(address: string | URL): URL {
  const url = URL.parse(String(address))
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new FetchFailure('address')
  return url
}

type HostAddress = { address: string; family: number }

async function findCheckedAddresses(url: URL, options: GuardedOptions): Promise<HostAddress[]> {
  // The URL parser has already turned 2130706433, 0x7f.1 and 127.1 into 127.0.0.1.
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(name)
  const addresses = family
    ? [{ address: name, family }]
    : await addressesOf(name, options.lookup ?? allAddresses)
  for (const { address } of addresses) refuseUnlessReachable(url, address, options)
  return addresses
}

/** Throws FetchFailure unless the address of the URL's host may be connected to. */
export function refuseUnlessReachable(
  url: URL,
  address: string,
  { allow = [], reachesOurs, onlyHttps }: Pick<GuardedOptions, 'allow' | 'reachesOurs' | 'onlyHttps'>,
): void {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const isOurs = !reachesOurs && isOwnPort(port) && isOfThisMachine(address)
  if (isOurs || isNeverReached(address)) throw new FetchFailure('private', address)
  if (isAllowed(address, allow, port)) return
  if (!isPublic(address)) throw new FetchFailure('private', address)
  if (url.port) throw new FetchFailure('port', url.port)
  if (onlyHttps && url.protocol !== 'https:') throw new FetchFailure('address', 'plain http')
}

async function addressesOf(name: string, lookup: Lookup): Promise<HostAddress[]> {
  const addresses = await lookup(name).catch(error => {
    throw new FetchFailure('name_unknown', name, error)
  })
  if (addresses.length === 0) throw new FetchFailure('name_unknown', name)
  return addresses
}

function ask(
  url: URL,
  addresses: HostAddress[],
  options: Kept,
  signal: AbortSignal,
  onConnect: () => void,
): Promise<IncomingMessage> {
  const known: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses as [HostAddress]
    if (all) done(null, addresses)
    else done(null, first.address, first.family)
  }
  return new Promise((answer, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      agent: options.agent ?? false,
      lookup: known,
      signal,
      method: options.method ?? 'GET',
      maxHeaderSize: 64 * 1024, // some shops' policies alone exceed Node's default of 16 KiB
      headers: {
        'user-agent': options.userAgent ?? 'Realword',
        accept: options.accept ?? 'text/html',
        ...options.headers,
        ...(options.body !== undefined && { 'content-length': String(Buffer.byteLength(options.body)) }),
        'accept-encoding': 'gzip, br',
        ...(!options.agent && { connection: 'close' }),
      },
    })
    request.once('socket', socket => {
      if (request.reusedSocket) onConnect()
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnect)
    })
    request.once('response', answer).on('error', fail).end(options.body)
  })
}

async function read(
  answer: IncomingMessage,
  url: URL,
  { maxBytes = 2_000_000, isCut = false }: GuardedOptions,
  signal: AbortSignal,
): Promise<Omit<Fetched, 'isPrivate'>> {
  const status = answer.statusCode ?? 0
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const to = status >= 300 && status < 400 ? headers.location : undefined
  if (to !== undefined) {
    const location = URL.parse(to, url.href)?.href ?? to
    answer.destroy()
    return { status, headers, location, body: Buffer.alloc(0) }
  }
  const unpacked = unpack(answer, headers['content-encoding'], maxBytes, isCut)
  const body = await unlessAborted(collect(unpacked, maxBytes, isCut), signal)
  return { status, headers, body }
}

// A Map: as a property of an object, the coding "constructor" would be found too.
const unpackers = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])

// Compressed bytes count too: a body may be endless and decompress to nothing.
function unpack(answer: IncomingMessage, coding = 'identity', maxBytes: number, isCut: boolean): Readable {
  const known = coding.trim().toLowerCase()
  if (known === 'identity' || known === '') return answer
  const create = unpackers.get(known)
  if (!create) throw new FetchFailure('unreadable', coding)
  const unpacked = create()
  let taken = 0
  answer.on('data', (chunk: Buffer) => {
    taken += chunk.length
    if (taken > maxBytes) unpacked.destroy(isCut ? undefined : new FetchFailure('large'))
  })
  answer.on('error', error => unpacked.destroy(error))
  answer.pipe(unpacked)
  return unpacked
}

async function collect(body: Readable, maxBytes: number, isCut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes && !isCut) throw new FetchFailure('large')
      chunks.push(chunk)
      if (size > maxBytes) break // which destroys the stream, and with it the connection
    }
  } catch (error) {
    // Of a body that ends early because enough was read.
    if (!isCut || (error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    work.then(done, fail)
  })
}

function toFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^(HPE_|Z_|ERR_.*BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code))
    return new FetchFailure('unreadable', code, error)
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)
  return new FetchFailure(isCertificate ? 'certificate' : 'unreachable', code, error)
}

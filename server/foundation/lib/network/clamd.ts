import { connect, type NetConnectOpts } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { printable } from '../text/printable.ts'

/** Why there is no verdict, for operators. `large`: nor will there be one for a file beyond the limits of clamd. */
export class ClamdFailure extends Error {
  override readonly name = 'ClamdFailure'
  readonly why: 'large' | 'silent' | 'other'

  constructor(why: ClamdFailure['why'], message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

/** Reads `tcp://HOST[:PORT]` or `unix:/PATH`; undefined for any other text. */
export function readClamdAddress(text: string): NetConnectOpts | undefined {
  const url = URL.parse(text)
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return undefined
  if (url.protocol === 'unix:' && url.host === '' && /^\/.*[^/]$/.test(url.pathname))
    return { path: decodeURIComponent(url.pathname) }
  if (url.protocol !== 'tcp:' || url.hostname === '' || !['', '/'].includes(url.pathname)) return undefined
  // Brackets are of URLs, not of IPv6 addresses.
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
}

/**
 * Sends bytes to clamd. Returns the name of what it found, or undefined. Only a piece of the bytes is in memory. Throws
 * `ClamdFailure`, and whatever reading the bytes throws. Source: clamd(8), INSTREAM.
 */
export async function scanBytes(
  url: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: Partial<Limits> = {},
): Promise<string | undefined> {
  const talk = openTalk(url, { ...standard, ...limits })
  try {
    await talk.write(Buffer.from('zINSTREAM\0'))
    for await (const some of bytes) {
      for (let at = 0; at < some.length && !talk.isOver(); at += piece)
        await talk.write(withLength(some.subarray(at, at + piece)))
      if (talk.isOver()) break
    }
    const isEarly = talk.isOver()
    await talk.write(Buffer.alloc(4))
    return readVerdict(url, await talk.answer(), isEarly)
  } finally {
    talk.end()
  }
}

/** What clamd calls itself and its signatures: `ClamAV 1.4.3/27465/Fri Nov 28 10:00:00 2025`. Throws `ClamdFailure`. */
export async function askVersion(url: string, limits: Partial<Limits> = {}): Promise<string> {
  const talk = openTalk(url, { ...standard, ...limits })
  try {
    await talk.write(Buffer.from('zVERSION\0'))
    return printable(await talk.answer())
  } finally {
    talk.end()
  }
}

/** Times in ms, and how many bytes clamd scans at least in one of them. */
export type Limits = { connecting: number; silence: number; bytesPerMs: number }

// A buyer waits for a picture. Measured with Debian's clamd 1.4.6: 60 MB took 0.9 s, and 256 MB took 5.5 s.
const standard: Limits = { connecting: 3_000, silence: 20_000, bytesPerMs: 4_000 }

/**
 * Bytes of one message. If a single message exceeds StreamMaxLength, clamd resets the connection before its answer
 * arrives; with 256 KiB the answer is rarely lost.
 */
const piece = 256 * 1024

function withLength(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

type Talk = {
  /** Resolves when the bytes were sent, or nobody reads them any more. */
  write: (bytes: Buffer) => Promise<void>
  /** Up to its NUL. */
  answer: () => Promise<string>
  isOver: () => boolean
  end: () => void
}

const longestAnswer = 4_096 // characters

function openTalk(url: string, { connecting, silence, bytesPerMs }: Limits): Talk {
  const socket = connect(readClamdAddress(url) as NetConnectOpts).setEncoding('latin1')
  const fail = (what: string, cause?: Error) => new ClamdFailure('other', `clamd at ${url} ${what}`, cause)
  let text = ''
  let isOver = false
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('data', more => {
      text += more
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > longestAnswer) reject(fail('does not speak its protocol.'))
    })
    socket.on('timeout', () => reject(new ClamdFailure('silent', `clamd at ${url} did not answer in time.`)))
    // Some resets overtake the answer that says so.
    const hint = () => (socket.bytesWritten > 1e6 ? ' Its StreamMaxLength may be too small.' : '')
    socket.on('error', error => reject(fail(`cannot be used: ${error.message}.${hint()}`, error)))
    socket.on('close', () => reject(fail(`closed the connection without an answer.${hint()}`)))
  })
  const ended = answer
    .catch(() => {})
    .then(() => {
      isOver = true
    })
  socket.setTimeout(connecting)
  socket.on('connect', () => socket.setTimeout(silence))
  const awaitClamd = () => {
    if (!socket.connecting) socket.setTimeout(silence + socket.bytesWritten / bytesPerMs)
  }
  const write = async (bytes: Buffer) => {
    if (isOver) return
    awaitClamd()
    await Promise.race([new Promise<void>(done => socket.write(bytes, () => done())), ended])
    // The next bytes may come from a slow storage: that is not clamd's silence.
    socket.setTimeout(0)
    // An answer that comes early is read before the next write fails, which would lose it.
    await nextTurn()
  }
  const readAnswer = () => {
    awaitClamd()
    return answer
  }
  return { write, answer: readAnswer, isOver: () => isOver, end: () => socket.destroy() }
}

/**
 * The name of what was found; undefined if nothing was. Throws `ClamdFailure` for any other answer, such as OK before
 * the end of the bytes.
 */
function readVerdict(url: string, answer: string, isEarly: boolean): string | undefined {
  if (answer === 'stream: OK' && !isEarly) return undefined
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (/size limit exceeded/i.test(answer) || found?.startsWith('Heuristics.Limits.Exceeded'))
    throw new ClamdFailure(
      'large',
      `a file exceeds the limits of clamd at ${url}: ${printable(answer)}. Raise ${limitsIn(answer)} in clamd.conf.`,
    )
  if (found) return printable(found)
  const when = isEarly ? ' before it had the whole file' : ''
  throw new ClamdFailure('other', `clamd at ${url} answered${when}: ${printable(answer)}.`)
}

/** The limit that an answer names: "INSTREAM size limit exceeded", or "Heuristics.Limits.Exceeded.MaxRecursion". */
function limitsIn(answer: string): string {
  if (!answer.includes('Heuristics.')) return 'StreamMaxLength'
  return /\.(Max\w+)/.exec(answer)?.[1] ?? 'MaxFileSize and MaxScanSize'
}

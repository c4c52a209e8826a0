import { FileError } from '../../../../foundation/errors/file-errors.ts'
import { separators } from './dialect.ts'

/** The beginning of a file, without a byte order mark, and the bytes behind it. */
export type Head = { head: Buffer; rest: AsyncIterator<Uint8Array>; hasMark: boolean; separator: string }

const longestHead = 64 * 1024 // bytes

/**
 * Reads the first line, with the bytes that arrive with it. The most frequent separator in it is that of the file, unless
 * a line of Excel before it names another: `sep=;`, or one is `chosen`. Throws FileError for UTF-16.
 */
export async function readHead(bytes: AsyncIterable<Uint8Array>, chosen?: string): Promise<Head> {
  const rest = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let end = 0
  do {
    const { done, value } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
    end = firstLine(head).length
  } while (head.length < longestHead && (end === head.length || naming.test(firstLine(head))))
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new FileError('utf16')
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
  if (hasMark) head = head.subarray(3)
  const [line = '', named] = /^sep=(.)(?:\r\n|\r|\n)/.exec(head.subarray(0, 7).toString('latin1')) ?? []
  head = head.subarray(line.length)
  return { head, rest, hasMark, separator: chosen ?? named ?? mostFrequent(firstLine(head)) }
}

const naming = /^(?:\xef\xbb\xbf)?sep=.$/

/** All bytes again. */
export async function* joined({ head, rest }: Head): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}

/** The text up to the first line end outside quotes, one character per byte. */
function firstLine(head: Buffer): string {
  const text = head.toString('latin1')
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (!isQuoted && (text[at] === '\n' || text[at] === '\r')) return text.slice(0, at)
  }
  return text
}

function mostFrequent(line: string): string {
  const names = line.replace(/"[^"]*"/g, '')
  const counts = Object.values(separators).map(sign => [names.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

import { Problem } from '../../foundation/lib/problem.ts'
import type { Destination } from './destinations/destination.ts'
import type { Seal } from './sealing.ts'

const partBytes = 8 * 1024 * 1024 // what is sent again after a broken connection; two of them are in memory

export type Place = { destination: Destination; seal: Seal }

/**
 * Stores a stream of bytes as parts `<scope>/<name>.000001` and so on. Each is sealed with its number and whether it is
 * the last one: a missing, doubled or exchanged part is noticed. Returns their number and their bytes when stored.
 */
export async function writeParts(
  { destination, seal }: Place,
  scope: string,
  name: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<{ parts: number; bytes: number }> {
  let parts = 0
  let bytes = 0
  let storing: Promise<void> = Promise.resolve()

  // One part is stored while the next one is read.
  async function store(part: Buffer, isLast: boolean): Promise<void> {
    parts++
    const sealed = seal.seal(scope, label(name, parts, isLast), part)
    bytes += sealed.length
    const path = `${scope}/${fileOf(name, parts)}`
    await storing
    storing = destination.put(path, sealed)
    // Awaited with the next part; until then its failure is not an unhandled one.
    storing.catch(() => {})
  }

  try {
    let waiting: Buffer | undefined
    for await (const part of cut(source)) {
      if (waiting) await store(waiting, false)
      waiting = part
    }
    await store(waiting ?? Buffer.alloc(0), true)
  } finally {
    // Nothing is written any more when this has failed.
    await Promise.allSettled([storing])
  }
  await storing
  return { parts, bytes }
}

/** The bytes that `writeParts` stored. Throws Problem at the first part that is missing or damaged. */
export async function* readParts(
  { destination, seal }: Place,
  scope: string,
  name: string,
  parts: number,
): AsyncGenerator<Buffer> {
  const read = (number: number) => {
    const reading = destination.get(`${scope}/${fileOf(name, number)}`)
    reading.catch(() => {})
    return reading
  }
  let next = read(1)
  for (let number = 1; number <= parts; number++) {
    const sealed = await next
    if (number < parts) next = read(number + 1)
    const file = fileOf(name, number)
    if (!sealed)
      throw new Problem(
        `The part ${file} of the backup ${scope} is missing in ${destination.address}.`,
        'Restore another backup: ./realword backup list. Nothing was restored.',
      )
    yield seal.open(scope, label(name, number, number === parts), sealed)
  }
}

async function* cut(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    let rest = chunk
    while (size + rest.length >= partBytes) {
      const fitting = partBytes - size
      yield Buffer.concat([...chunks, rest.subarray(0, fitting)])
      rest = rest.subarray(fitting)
      chunks = []
      size = 0
    }
    if (rest.length > 0) chunks.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(chunks)
}

const fileOf = (name: string, number: number) => `${name}.${String(number).padStart(6, '0')}`

// Its file name comes first, because messages contain the label.
const label = (name: string, number: number, isLast: boolean) =>
  `${fileOf(name, number)}${isLast ? ' (the last part)' : ''}`

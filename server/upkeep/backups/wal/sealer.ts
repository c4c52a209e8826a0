import type { Chunk } from './chunks.ts'
import { writePosition } from './positions.ts'

/** Cuts a stream of WAL into chunks, and stores one after another. */
export type Sealer = {
  add: (at: bigint, bytes: Buffer) => void
  /** Seals what was received once that includes `position`. Everything answered by `until` is before it. Resolves when it is stored. */
  sealAfter: (position: bigint, until: number) => Promise<void>
  /** Seals what was received. Resolves when it is stored. */
  flush: () => Promise<void>
  /** Bytes in memory. */
  backlog: () => number
  /** Rejects when a chunk could not be stored. */
  failed: Promise<never>
}

export const chunkBytes = 16 * 1024 * 1024

/** `until`: everything answered by then is stored before `from`. */
type Start = Pick<Chunk, 'chain' | 'timeline' | 'from'> & { until: number }

export function createSealer(
  { chain, timeline, from, until }: Start,
  store: (chunk: Chunk, bytes: Buffer, until: number) => Promise<void>,
): Sealer {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let pending: Buffer[] = []
  let size = 0
  let inMemory = 0
  let start = from
  let received = from
  let proven = until
  let awaited: { position: bigint; until: number; arrived: () => void }[] = []
  let storing: Promise<void> = Promise.resolve()

  function add(at: bigint, bytes: Buffer): void {
    if (at !== received)
      throw new Error(`the WAL continues at ${writePosition(at)} instead of ${writePosition(received)}`)
    pending.push(bytes)
    size += bytes.length
    inMemory += bytes.length
    received += BigInt(bytes.length)
    const here = awaited.filter(({ position }) => position <= received)
    awaited = awaited.filter(({ position }) => position > received)
    for (const { until } of here) proven = Math.max(proven, until)
    if (size >= chunkBytes || here.length > 0) cut()
    for (const { arrived } of here) arrived()
  }

  function cut(): void {
    if (size === 0) return
    const chunk = { chain, timeline, from: start, to: received }
    const bytes = Buffer.concat(pending)
    const until = proven
    pending = []
    size = 0
    start = received
    storing = storing
      .then(() => store(chunk, bytes, until))
      .then(() => {
        inMemory -= bytes.length
      })
    storing.catch(fail)
  }

  return {
    add,
    sealAfter: async (position, until) => {
      if (position > received) await new Promise<void>(arrived => awaited.push({ position, until, arrived }))
      else {
        proven = Math.max(proven, until)
        cut()
      }
      await storing
    },
    flush: async () => {
      cut()
      await storing
    },
    backlog: () => inMemory,
    failed,
  }
}

import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Destination } from '../destinations/destination.ts'
import type { Place } from '../sealed-stream.ts'
import type { Seal } from '../sealing.ts'
import { hex } from './positions.ts'

/**
 * A stored piece of the WAL: the bytes from `from` until before `to`. A chain is the WAL of one database from the moment
 * when its archive began, without a gap.
 */
export type Chunk = { chain: string; timeline: number; from: bigint; to: bigint }

const folder = 'wal'
const nameForm = /^([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})$/
const chainForm = /^[0-9a-f]{8}$/
const draftForm = /^wal\/[0-9a-f]{8}\/[0-9a-f]{8}-[0-9a-f]{16}-[0-9a-f]{16}\.unfinished$/

/** Whether an object is the rest of a chunk whose writer was killed, or one that is being written. */
export const isUnfinishedChunk = (name: string) => draftForm.test(name)

const nameOf = ({ timeline, from, to }: Chunk) =>
  [hex(BigInt(timeline), 8), hex(from, 16), hex(to, 16)].join('-')
const scopeOf = (chain: string) => `${folder}/${chain}`
export const pathOf = (chunk: Chunk) => `${scopeOf(chunk.chain)}/${nameOf(chunk)}`

/** The chunks of a chain, or of all chains, by their first position. */
export async function listChunks(destination: Destination, chain?: string): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const { name } of destination.list(chain === undefined ? `${folder}/` : `${scopeOf(chain)}/`)) {
    const [, inChain = '', file = ''] = name.split('/')
    const [, timeline, from, to] = nameForm.exec(file) ?? []
    if (timeline && chainForm.test(inChain))
      chunks.push({
        chain: inChain,
        timeline: Number.parseInt(timeline, 16),
        from: BigInt(`0x${from}`),
        to: BigInt(`0x${to}`),
      })
  }
  return chunks.sort((one, other) => Number(one.from - other.from || one.to - other.to))
}

/** Those of `chunks` that continue the WAL after `position` without a gap. */
export function followingOn(chunks: Chunk[], position: bigint): Chunk[] {
  const run: Chunk[] = []
  let end = position
  for (const chunk of chunks) {
    if (chunk.to <= end) continue
    if (chunk.from > end) break
    run.push(chunk)
    end = chunk.to
  }
  return run
}

/** `until` (milliseconds since 1970): everything that was answered by then is in this chunk or an earlier one. */
export async function storeChunk(
  { destination, seal }: Place,
  chunk: Chunk,
  bytes: Buffer,
  until: number,
): Promise<void> {
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(BigInt(until))
  const packed = Buffer.concat([time, await promisify(zstdCompress)(bytes)])
  await destination.put(pathOf(chunk), seal.seal(scopeOf(chunk.chain), nameOf(chunk), packed))
}

/** A chunk that is missing, damaged, or encrypted with another key. */
export class UnusableChunk extends Problem {}

/** Throws UnusableChunk. */
export async function readChunk(
  { destination, seal }: Place,
  chunk: Chunk,
): Promise<{ bytes: Buffer; until: number }> {
  const sealed = (await destination.get(pathOf(chunk))) ?? Buffer.alloc(0)
  const packed = open(seal, chunk, sealed)
  const bytes = await promisify(zstdDecompress)(packed.subarray(timeBytes))
  return { bytes, until: Number(packed.readBigUInt64BE()) }
}

function open(seal: Seal, chunk: Chunk, sealed: Buffer): Buffer {
  try {
    return seal.open(scopeOf(chunk.chain), nameOf(chunk), sealed)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UnusableChunk(error.message, error.fix)
  }
}

const timeBytes = 8

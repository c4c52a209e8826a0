import type pg from 'pg'
import { connectForReplication, type Replication } from '../../../foundation/database/replication.ts'
import { writePosition } from './positions.ts'

export type WalStream = Pick<Replication, 'acknowledge' | 'pause' | 'resume' | 'lost' | 'close'> & {
  timeline: number
}

/** Calls `onWal` with the WAL of a slot from a position on, in order, as soon as it is written. */
export async function openWalStream(
  target: pg.ClientConfig,
  slot: string,
  from: bigint,
  onWal: (at: bigint, bytes: Buffer) => void,
): Promise<WalStream> {
  const replication = await connectForReplication(target, 'true', 'realword WAL archive')
  const { rows } = await replication.query('IDENTIFY_SYSTEM')
  replication.start(`START_REPLICATION SLOT ${slot} PHYSICAL ${writePosition(from)}`, (at, bytes) => {
    // The parser uses its buffer again.
    if (bytes) onWal(at, Buffer.from(bytes))
  })
  return { ...replication, timeline: rows[0].timeline }
}

import pg from 'pg'
import { keepAlive, standbyStatus } from '../../database/standby-status.ts'
import { writePosition } from './positions.ts'

export type WalStream = {
  timeline: number
  /** Everything before this position is stored: PostgreSQL may remove it. */
  acknowledge: (position: bigint) => void
  pause: () => void
  resume: () => void
  /** Rejects when the stream ends. */
  lost: Promise<never>
  close: () => void
}

const statusEvery = 10_000 // ms; the server ends a stream that is silent for wal_sender_timeout, a minute

// Parts of pg that its types omit: see pg/lib/connection.js.
type Wire = {
  on: (event: 'copyData', hear: (message: { chunk: Buffer }) => void) => void
  sendCopyFromChunk: (bytes: Buffer) => void
  stream: { pause: () => void; resume: () => void; destroy: () => void }
}

/** Calls `onWal` with the WAL of a slot from a position on, in order, as soon as it is written. */
export async function openWalStream(
  target: pg.ClientConfig,
  slot: string,
  from: bigint,
  onWal: (at: bigint, bytes: Buffer) => void,
): Promise<WalStream> {
  const client = new pg.Client({
    ...target,
    application_name: 'realword WAL archive',
    replication: 'true',
  } as pg.ClientConfig)
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {})
  client.on('error', lose)
  client.on('end', () => lose(new Error('the stream of WAL ended')))
  await client.connect()
  const { connection } = client as unknown as { connection: Wire }
  // Zero acknowledges nothing.
  let stored = 0n
  const report = () => connection.sendCopyFromChunk(standbyStatus(stored))
  connection.on('copyData', ({ chunk }) => {
    if (chunk[0] === keepAlive) {
      if (chunk[17] === 1) report()
      return
    }
    try {
      // The parser uses its buffer again.
      onWal(chunk.readBigUInt64BE(1), Buffer.from(chunk.subarray(25)))
    } catch (error) {
      lose(error)
    }
  })
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  client.query(`START_REPLICATION SLOT ${slot} PHYSICAL ${writePosition(from)}`).catch(lose)
  const reporting = setInterval(report, statusEvery).unref()
  void lost.catch(() => clearInterval(reporting))
  return {
    timeline: rows[0].timeline,
    acknowledge: position => {
      stored = position
      report()
    },
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
    lost,
    // The server does not end a stream on request: it would first send the rest.
    close: () => connection.stream.destroy(),
  }
}

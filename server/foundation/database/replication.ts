import pg from 'pg'

/** A connection in PostgreSQL's "Streaming Replication Protocol". */
export type Replication = {
  query: (command: string) => Promise<pg.QueryResult>
  /** Starts a stream. `hear` receives its messages in order; a keepalive has a position without bytes. */
  start: (command: string, hear: (at: bigint, bytes?: Buffer) => void) => void
  /** Everything before this position is processed: PostgreSQL may remove its WAL. Reported now if `isUrgent`. */
  acknowledge: (position: bigint, isUrgent?: boolean) => void
  pause: () => void
  resume: () => void
  /** Rejects when the connection ends, or `hear` throws. */
  lost: Promise<never>
  close: () => void
}

// Parts of pg that its types omit: see pg/lib/connection.js.
type Wire = {
  on: (event: 'copyData', hear: (message: { chunk: Buffer }) => void) => void
  sendCopyFromChunk: (bytes: Buffer) => void
  stream: { pause: () => void; resume: () => void; destroy: () => void }
}

/** A client in the replication protocol, of the whole server ('true') or of one database, with its wire. */
export async function openReplication(
  target: pg.ClientConfig,
  of: 'true' | 'database',
): Promise<{ client: pg.Client; wire: Wire }> {
  const client = new pg.Client({ ...target, replication: of } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  return { client, wire: (client as unknown as { connection: Wire }).connection }
}

const statusEvery = 10_000 // ms; the server ends a stream that is silent for wal_sender_timeout, a minute
const keepalive = 'k'.charCodeAt(0) // the first byte of a message without WAL; byte 17 is 1 if it wants a status at once

/** `of`: the whole server ('true'), for physical replication, or the database of `target`, for logical replication. */
export async function connectForReplication(
  target: pg.ClientConfig,
  of: 'true' | 'database',
  name: string,
): Promise<Replication> {
  const { client, wire } = await openReplication({ ...target, application_name: name }, of)
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {})
  client.on('error', lose)
  client.on('end', () => lose(new Error('the replication stream ended')))
  let processed = 0n // acknowledges nothing
  const report = () => wire.sendCopyFromChunk(standbyStatus(processed))
  return {
    query: command => client.query(command),
    start: (command, hear) => {
      wire.on('copyData', ({ chunk }) => {
        const isKeepalive = chunk[0] === keepalive
        try {
          hear(chunk.readBigUInt64BE(1), isKeepalive ? undefined : chunk.subarray(25))
        } catch (error) {
          lose(error)
        }
        if (isKeepalive && chunk[17] === 1) report()
      })
      client.query(command).catch(lose)
      const reporting = setInterval(report, statusEvery).unref()
      void lost.catch(() => clearInterval(reporting))
    },
    acknowledge: (position, isUrgent = false) => {
      processed = position
      if (isUrgent) report()
    },
    pause: () => wire.stream.pause(),
    resume: () => wire.stream.resume(),
    lost,
    // The server does not end a stream on request: it would first send the rest.
    close: () => wire.stream.destroy(),
  }
}

function standbyStatus(processed: bigint): Buffer {
  const bytes = Buffer.alloc(34)
  bytes.write('r')
  for (const at of [1, 9, 17]) bytes.writeBigUInt64BE(processed, at)
  return bytes
}

/** The first byte of a message of the server that carries no data; its byte 17 is 1 if it wants a status at once. */
export const keepAlive = 'k'.charCodeAt(0)

/**
 * A status for the server, in PostgreSQL's "Streaming Replication Protocol": everything up to `received` is written, and
 * its WAL may be removed.
 */
export function standbyStatus(received: bigint): Buffer {
  const bytes = Buffer.alloc(34)
  bytes.write('r')
  for (const at of [1, 9, 17]) bytes.writeBigUInt64BE(received, at)
  return bytes
}

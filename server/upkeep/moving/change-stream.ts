import type pg from 'pg'
import { connectForReplication } from '../../foundation/database/replication.ts'
import { moveName } from './clients.ts'
import { createDecoder, type Key, type Message } from './pgoutput.ts'

/** The keys of changed rows, by the path of their table. */
export type Changes = Map<string, Key[]>

export type ChangeStream = {
  /** The snapshot after which the stream begins. It can be used until `begin`. */
  snapshot: string
  begin: () => void
  /** Resolves when the stream has arrived at this mark. Rejects if the stream is lost. */
  arriveAt: (mark: string) => Promise<void>
  /**
   * All changed rows so far. Those that `sees` does not see yet are returned by the next call too: it is asked about the
   * last transaction that changed a row.
   */
  take: (sees: (xid: number) => boolean) => Changes
  close: () => void
}

export const markPrefix = 'realword'

type Changed = { key: Key; xid: number }

/**
 * Reads the changes of `publication` from a temporary logical replication slot, which ends with the connection. About
 * 200 bytes of memory for each changed row until it is taken.
 */
export async function openChangeStream(config: pg.ClientConfig, publication: string): Promise<ChangeStream> {
  const slot = `realword_move_${process.pid}`
  const replication = await connectForReplication(config, 'database', moveName)
  const { rows } = await replication.query(
    `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'export')`,
  )

  const changed = new Map<string, Map<string, Changed>>()
  const waiting = new Map<string, () => void>()
  let xid = 0

  function note(message: Message | undefined): void {
    switch (message?.kind) {
      case 'begin':
        xid = message.xid
        return
      case 'changes': {
        const keys = changed.get(message.table) ?? new Map<string, Changed>()
        changed.set(message.table, keys)
        for (const key of message.keys) keys.set(key.join('\0'), { key, xid })
        return
      }
      case 'truncate':
        throw new Error(`${message.tables.join(', ')} was truncated during the move`)
      case 'mark':
        waiting.get(message.content)?.()
    }
  }

  const decode = createDecoder()
  let received = 0n

  function hear(at: bigint, bytes?: Buffer): void {
    if (at > received) received = at
    replication.acknowledge(received)
    if (bytes) note(decode(bytes))
  }

  return {
    snapshot: rows[0].snapshot_name,
    begin: () =>
      replication.start(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${publication}', messages 'true')`,
        hear,
      ),
    arriveAt: async mark => {
      const arrived = new Promise<void>(resolve => waiting.set(mark, resolve))
      await Promise.race([arrived, replication.lost]).finally(() => waiting.delete(mark))
    },
    take: sees => {
      const taken: Changes = new Map()
      for (const [table, rows] of changed) {
        taken.set(
          table,
          [...rows.values()].map(({ key }) => key),
        )
        for (const [name, row] of rows) if (sees(row.xid)) rows.delete(name)
        if (rows.size === 0) changed.delete(table)
      }
      return taken
    },
    close: replication.close,
  }
}

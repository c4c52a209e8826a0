import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Knows all open connections, to close those that a network dropped without an error. */
export type Connections = {
  add: (client: pg.ClientBase) => void
  /**
   * Closes every connection on which nothing arrives for half a second. Statements in flight there fail as unavailable,
   * instead of waiting 20 s for an answer.
   */
  dropSilent: () => Promise<void>
}

const patience = 500 // ms: a busy server answers one of the statements in flight

export function followConnections(): Connections {
  const open = new Set<pg.ClientBase>()
  return {
    add: client => {
      open.add(client)
      client.once('end', () => open.delete(client))
    },
    dropSilent: async () => {
      const before = [...open].map(client => ({ socket: socketOf(client), read: socketOf(client).bytesRead }))
      await pause(patience)
      for (const { socket, read } of before) if (socket.bytesRead === read) socket.destroy()
    },
  }
}

// A part of pg that its types omit.
function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

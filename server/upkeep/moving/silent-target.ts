import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from './clients.ts'

const every = 5_000 // ms
const longestSilence = 60_000 // ms; a shorter break of the network only delays the move

/** The connections that were opened with `config`. `destroy` ends them at once, and their statements are rejected. */
export type Tracked = { config: pg.ClientConfig; destroy: () => void }

export function trackSockets(config: pg.ClientConfig): Tracked {
  const open = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    open.add(socket)
    return socket.once('close', () => open.delete(socket))
  }
  return {
    config: { ...config, stream },
    // Not `end`, which waits for the server.
    destroy: () => {
      for (const socket of open) socket.destroy(new Error('the new database does not answer'))
    },
  }
}

/**
 * Destroys the connections once their server has been silent for a minute on one of its own: the system would wait for
 * a quarter of an hour, and for a statement under way two hours. Watches until they are destroyed.
 */
export async function endWhenSilent(tracked: Tracked): Promise<void> {
  const own = await unlessSilent(tracked, openClient(tracked.config))
  const watch = async () => {
    for (;;) {
      await unlessSilent(tracked, own.query('select 1'))
      await pause(every, undefined, { ref: false })
    }
  }
  watch().catch(tracked.destroy)
}

/** Destroys the connections if opening one, or a short statement, takes more than a minute. */
export async function unlessSilent<T>({ destroy }: Tracked, work: Promise<T>): Promise<T> {
  const timer = setTimeout(destroy, longestSilence)
  return await work.finally(() => clearTimeout(timer))
}

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from './clients.ts'

const every = 5_000 // ms
const longestSilence = 60_000 // ms; a shorter break of the network only delays the move

/**
 * Ends `client` once its server has been silent for a minute on a connection of its own: the system would wait for a
 * quarter of an hour, and for a statement under way two hours. Returns how to stop watching.
 */
export async function endWhenSilent(client: pg.Client, config: pg.ClientConfig): Promise<() => void> {
  const own = await openClient(config)
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const timer = setTimeout(() => destroy(own), longestSilence)
      await own.query('select 1').finally(() => clearTimeout(timer))
      await pause(every, undefined, { ref: false })
    }
  }
  watch().catch(() => {
    if (!isOver) destroy(client)
  })
  return () => {
    isOver = true
    destroy(own)
  }
}

/** Ends a connection at once: `end` would wait for the server. Its statements are rejected. */
export function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: (why: Error) => void } } }
  connection.stream.destroy(new Error('the new database does not answer'))
}

import { readSecrets } from '../../foundation/lib/secret.ts'
import { readConnection, wordConnection } from '../../links/connections/connection-list.ts'
import { addConnection } from '../../links/connections/connections.ts'
import { listEvents, wordEvent } from '../../links/connections/events/events.ts'
import type { Delivery } from '../../links/connections/platform.ts'
import { type TestApp, testSecret } from '../app.ts'

export type Connected = {
  connectionId: string
  /** Posts a delivery to the connection's address, and runs the jobs. The status. */
  deliver: (delivery: Delivery) => Promise<number>
  /** The log, oldest first, as commands print it. */
  log: () => Promise<ReturnType<typeof wordEvent>[]>
}

/** As commands print it. */
export async function connectionOf(app: TestApp, storeId: string, { connectionId }: Connected) {
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const context = { secrets, address: app.url, now: Date.now() }
  return wordConnection(await readConnection(app.database, storeId, connectionId, context))
}

/** A connection of a store, to a shop with these settings. */
export async function connected(
  app: TestApp,
  storeId: string,
  given: Parameters<typeof addConnection>[2],
  now = Date.now(),
): Promise<Connected> {
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const context = { secrets, address: app.url, now }
  const { connection } = await addConnection(app.database, storeId, given, context)
  const { connection_id: connectionId, platform } = connection
  return {
    connectionId,
    deliver: async ({ headers, body }) => {
      const given = Object.entries(headers).filter(
        ([name]) => !/^(host|connection|content-length)$/.test(name),
      )
      const { status } = await app.send('POST', `/connect/${platform}/${connectionId}`, {
        headers: Object.fromEntries(given) as Record<string, string>,
        body,
      })
      await app.runDue()
      return status
    },
    log: async () =>
      (await listEvents(app.database, storeId, connectionId)).events.map(wordEvent).toReversed(),
  }
}

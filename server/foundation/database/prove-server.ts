import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Problem } from '../lib/problem.ts'

const channel = 'realword_proof'

/**
 * Proves that the server of DATABASE_URL takes what a pooler loses: settings of a connection, and in transaction mode
 * notifications of another connection. Throws Problem otherwise. `patience`: milliseconds to wait for a notification.
 */
export async function proveServer(target: pg.ClientConfig, patience = 5_000): Promise<void> {
  const options = [target.options, `-c search_path=${channel}`].filter(Boolean).join(' ')
  const [hearing, telling] = [openClient({ ...target, options }), openClient(target)]
  try {
    await Promise.all([hearing.connect(), telling.connect()])
    const { rows } = await hearing.query('show search_path')
    if (rows[0].search_path !== channel) throw pooler('the settings of a connection')
    await hearing.query(`listen ${channel}`)
    const proof = randomUUID()
    const isHeard = hears(hearing, proof, patience)
    await telling.query('select pg_notify($1, $2)', [channel, proof])
    if (!(await isHeard)) throw pooler('notifications')
  } finally {
    await Promise.allSettled([hearing.end(), telling.end()])
  }
}

function openClient(target: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...target })
  client.on('error', () => {})
  return client
}

function hears(client: pg.Client, proof: string, patience: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), patience)
    client.on('notification', ({ payload }) => {
      if (payload !== proof) return
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function pooler(lost: string): Problem {
  return new Problem(
    `DATABASE_URL names a pooler, which does not pass on ${lost}.`,
    'Set it to the address of PostgreSQL itself. Realword shares few connections among all requests.',
  )
}

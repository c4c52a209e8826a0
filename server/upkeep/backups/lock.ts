import pg from 'pg'

const backupLock = 7_267_045 // advisory lock: one backup of a database at a time

/** Runs `act` while no other backup of this database runs, after waiting for one that does. */
export async function withBackupLock<T>(
  target: pg.ClientConfig,
  act: (db: pg.Client) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  // A connection of its own: the lock ends with it, whatever happens to this process.
  const client = new pg.Client({ ...target, application_name: 'realword backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [backupLock])
    if (!rows[0].free) {
      onWait()
      await client.query('select pg_advisory_lock($1)', [backupLock])
    }
    return await act(client)
  } finally {
    await client.end().catch(() => {})
  }
}

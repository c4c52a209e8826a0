import pg from 'pg'

/** The application name of our connections. */
export const moveName = 'realword move'

/**
 * Opens a connection for minutes of work: without time limits, with the same text for the same value on every server,
 * and allowed to write where the others may only read.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...config,
    application_name: moveName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The statements of a lost connection are rejected. Without a listener, its end would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
    set idle_in_transaction_session_timeout = 0; set default_transaction_read_only = off`)
  return client
}

/** For a query whose values are wanted as text, exactly as PostgreSQL writes them. */
export const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

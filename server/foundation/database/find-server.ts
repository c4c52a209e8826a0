import pg from 'pg'
import type { PostgresAddress } from '../lib/network/postgres-address.ts'
import { Problem } from '../lib/problem.ts'

type Host = PostgresAddress['hosts'][number]

/**
 * The first host of the address that can be used, as pg takes it. With one host and nothing to choose, connects to
 * nothing. Throws the error of the last host, or a Problem that names what each of several said.
 */
export async function findServer(address: PostgresAddress): Promise<pg.ClientConfig> {
  const { hosts } = address
  const [only] = hosts
  if (only && hosts.length === 1 && !needsProbe(address, only)) return configOf(address, only, true)
  const refusals: string[] = []
  let last: unknown
  for (const host of hosts) {
    try {
      return await probe(address, host)
    } catch (error) {
      last = error
      refusals.push(`${host.host}:${host.port}: ${wordOf(error)}`)
    }
  }
  if (hosts.length === 1) throw last
  throw new Problem(
    `No host of DATABASE_URL can be used: ${refusals.join('; ')}.`,
    'Start one of the servers, or promote a standby.',
  )
}

/** The first host of the address, without a choice: encrypted if the address requires it. */
export function firstServer(address: PostgresAddress): pg.ClientConfig {
  return configOf(address, address.hosts[0] as Host, !address.isTlsOptional)
}

const needsProbe = ({ isTlsOptional, mustWrite, tls }: PostgresAddress, { host }: Host) =>
  mustWrite || (isTlsOptional && tls(host) !== undefined)

const wordOf = (error: unknown) => (error as Error).message || String((error as { code?: string }).code)

function configOf(address: PostgresAddress, { host, port }: Host, isEncrypted: boolean): pg.ClientConfig {
  const { user, password, database, options, connectTimeout, enableChannelBinding } = address
  const tls = isEncrypted ? address.tls(host) : undefined
  return {
    ...{ host, port },
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
    ...(options && { options }),
    ...(connectTimeout && { connectionTimeoutMillis: connectTimeout }),
    ...(enableChannelBinding && { enableChannelBinding }),
    ssl: tls ?? false,
  }
}

async function probe(address: PostgresAddress, host: Host): Promise<pg.ClientConfig> {
  const encrypted = configOf(address, host, true)
  try {
    return await checkWrites(address, encrypted)
  } catch (error) {
    if (!address.isTlsOptional || !encrypted.ssl || !isAboutTls(error)) throw error
    return await checkWrites(address, configOf(address, host, false))
  }
}

// 28000: no line of pg_hba.conf for encrypted connections.
function isAboutTls(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return code === '28000' || /^(ERR_SSL|ERR_TLS|EPROTO|ECONNRESET)/.test(code) || /SSL|TLS/.test(message)
}

async function checkWrites(
  { mustWrite, hosts }: PostgresAddress,
  config: pg.ClientConfig,
): Promise<pg.ClientConfig> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, query_timeout: 5_000, ...config })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!mustWrite && hosts.length === 1) return config
    const { rows } = await client.query(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`,
    )
    if (mustWrite && (rows[0].standby || rows[0].read_only)) throw new Error('accepts no writes')
    return config
  } catch (error) {
    // The session creates a missing database.
    if ((error as { code?: string }).code === '3D000') return config
    throw error
  } finally {
    client.end().catch(() => {})
  }
}

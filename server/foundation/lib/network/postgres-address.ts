import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** A parsed `postgres://` address, with the meanings of libpq. */
export type PostgresAddress = {
  /** At least one, in the order in which they are tried. A host that begins with `/` is the folder of a socket. */
  hosts: { host: string; port: number }[]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  /** Settings of the session: `-c name=value …`. */
  options: string | undefined
  /** ms */
  connectTimeout: number | undefined
  /** How to encrypt a connection to `host`; undefined: not at all. */
  tls: (host: string) => ConnectionOptions | undefined
  /** Whether a server that offers no TLS is accepted, although `tls` is tried first. */
  isTlsOptional: boolean
  /** Whether only a server that accepts writes is used. */
  mustWrite: boolean
  enableChannelBinding: boolean
}

// The first @ ends the user and password, so neither may contain one.
const shape = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^@?#]*))?(?:\?([^#]*))?$/

const reserved = '@ as %40, / as %2F, : as %3A, ? as %3F, # as %23, % as %25'

/** Reads an address. Throws an Error whose message is what the address should be, without any part of the address. */
export function readPostgresAddress(text: string): PostgresAddress {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('an address that begins with postgres:// or postgresql://')
  const [, login = '', authority = '', path = '', query = ''] = shape.exec(text) ?? failEncoding()
  // `user:pass/word@host` is read as host `user` with a path.
  if (!login && query.includes('@')) failEncoding()
  const parameters = readParameters(query)
  const [user = '', ...password] = login.split(':')
  const mode = sslModeOf(parameters)
  const hosts = parameters.get('host')?.split(',') ?? []
  return {
    hosts: hosts.length > 0 ? withPorts(hosts, parameters.get('port')) : readHosts(authority, parameters),
    user: parameters.get('user') ?? (decode(user) || undefined),
    password: parameters.get('password') ?? (decode(password.join(':')) || undefined),
    database: parameters.get('dbname') ?? (decode(path) || undefined),
    options: parameters.get('options') || undefined,
    connectTimeout: timeoutOf(parameters),
    tls: tlsOf(mode, parameters),
    isTlsOptional: mode === 'prefer',
    mustWrite: mustWrite(parameters),
    enableChannelBinding: parameters.get('channel_binding') === 'require',
  }
}

function failEncoding(): never {
  throw new Error(
    `an address postgres://USER:PASSWORD@HOST:PORT/DATABASE, whose user and password have reserved characters percent-encoded: ${reserved}`,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return failEncoding()
  }
}

const known = [
  ...['host', 'port', 'user', 'password', 'dbname', 'options', 'connect_timeout', 'target_session_attrs'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'channel_binding', 'ssl'],
]
// Our connections have these anyway, or they change nothing here.
const ignored = ['application_name', 'fallback_application_name', 'keepalives', 'uselibpqcompat']

function readParameters(query: string): Map<string, string> {
  // Unlike URLSearchParams, libpq reads + as itself.
  const pairs = query.split('&').filter(Boolean)
  const parameters = new Map(
    pairs.map(pair => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name), decode(value.join('='))] as const
    }),
  )
  const unknown = [...parameters.keys()].filter(name => ![...known, ...ignored].includes(name))
  if (unknown.length > 0) throw new Error(`no parameter ${unknown.join(', ')}; it knows ${known.join(', ')}`)
  return parameters
}

function readHosts(authority: string, parameters: Map<string, string>): PostgresAddress['hosts'] {
  const shared = parameters.get('port')
  return authority.split(',').map(part => {
    const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(part) ?? failHost()
    return { host: decode(bracketed ?? plain ?? '') || 'localhost', port: portOf(port || shared) }
  })
}

function withPorts(hosts: string[], ports = ''): PostgresAddress['hosts'] {
  const list = ports.split(',')
  return hosts.map((host, at) => ({
    host: host || 'localhost',
    port: portOf(list.length > 1 ? list[at] : list[0]),
  }))
}

function portOf(text: string | undefined): number {
  const port = Number(text || 5432)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error('a port from 1 to 65535')
}

function failHost(): never {
  throw new Error('hosts such as db.example:5432, separated by commas; an IPv6 address in brackets')
}

function timeoutOf(parameters: Map<string, string>): number | undefined {
  const text = parameters.get('connect_timeout')
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) * 1_000
  throw new Error('a connect_timeout in seconds, from 1 to 9999')
}

// Several hosts are a primary and its standbys, and only one of them accepts orders.
function mustWrite(parameters: Map<string, string>): boolean {
  const wanted = parameters.get('target_session_attrs')
  if (wanted === undefined || wanted === 'any') return false
  if (wanted === 'read-write' || wanted === 'primary') return true
  throw new Error('target_session_attrs=read-write, primary or any, because it writes')
}

type SslMode = (typeof sslModes)[number]

function sslModeOf(parameters: Map<string, string>): SslMode {
  const standard = ['true', '1'].includes(parameters.get('ssl') ?? '') ? 'verify-full' : 'prefer'
  const mode = parameters.get('sslmode') ?? standard
  if ((sslModes as readonly string[]).includes(mode)) return mode as SslMode
  throw new Error(`an sslmode of ${sslModes.join(', ')}`)
}

/** As libpq: `require` verifies the certificate only if a root is named, and `verify-ca` not its name. */
function tlsOf(mode: SslMode, parameters: Map<string, string>): PostgresAddress['tls'] {
  if (mode === 'disable') return () => undefined
  const root = parameters.get('sslrootcert')
  const files = {
    ...(root && root !== 'system' && { ca: read('sslrootcert', root) }),
    ...(parameters.has('sslcert') && { cert: read('sslcert', parameters.get('sslcert') as string) }),
    ...(parameters.has('sslkey') && { key: read('sslkey', parameters.get('sslkey') as string) }),
  }
  const verifies = mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && Boolean(root))
  return host => {
    if (host.startsWith('/')) return undefined
    return {
      ...files,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: verifies,
      // Node checks the name `localhost` where the host is an address.
      checkServerIdentity: (_, certificate) =>
        mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
    }
  }
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`an ${name} that can be read (${(error as { code?: string }).code})`)
  }
}

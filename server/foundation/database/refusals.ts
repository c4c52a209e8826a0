import { Problem } from '../lib/problem.ts'

type Refusal = { message: string; code?: string; severity?: string; hostname?: string }

const encode = 'Percent-encode reserved characters: @ as %40, / as %2F.'

/** Code (SQLSTATE or of the system) or message, and what the operator can do. The first that fits is taken. */
const refusals: [fits: RegExp, what: (error: Refusal) => string, fix: string][] = [
  [
    /unsupported startup parameter|prepared statement .* (already exists|does not exist)/,
    () => 'DATABASE_URL names a pooler, which does not pass on our settings and notifications.',
    'Set it to the address of PostgreSQL itself. Realword shares few connections among all requests.',
  ],
  [
    /^28P01/,
    () => 'The database refuses the password of DATABASE_URL.',
    `Correct the user and password there. ${encode}`,
  ],
  [
    /^28000/,
    ({ message }) => `The database refuses the user of DATABASE_URL: ${message}.`,
    'Create the role, or allow it in pg_hba.conf.',
  ],
  [
    /password must be a string|no password/,
    () => 'The database asks for a password, and DATABASE_URL has none.',
    `Write it as postgres://USER:PASSWORD@HOST/DATABASE. ${encode}`,
  ],
  [
    /permission denied to create database/,
    () => 'The database of DATABASE_URL does not exist, and its user may not create it.',
    'As a superuser, run: create database NAME owner USER',
  ],
  [
    /^42501.*schema/,
    ({ message }) => `The user of DATABASE_URL lacks a right: ${message}.`,
    'As a superuser, connect to this database and run: grant create on schema public to USER',
  ],
  [
    /^42501/,
    ({ message }) => `The user of DATABASE_URL lacks a right: ${message}.`,
    'As a superuser, make it the owner: alter database NAME owner to USER',
  ],
  [
    /^(0A000|58P01|22023).*extension/,
    ({ message }) => `The database server lacks an extension: ${message}.`,
    "Install PostgreSQL's contrib package on it (postgresql-contrib), and start again.",
  ],
  [
    /^53300/,
    () => 'The database accepts no more connections.',
    'Raise its max_connections, set fewer WORKERS, or stop other programs that use it.',
  ],
  [
    /^25006/,
    () => 'The database of DATABASE_URL is a standby or read-only.',
    'Name the primary, or all hosts with target_session_attrs=read-write.',
  ],
  [/^57P03/, ({ message }) => `The database is not ready: ${message}.`, 'Start again when it is.'],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    ({ hostname }) => `The host ${hostname ?? ''} of DATABASE_URL is unknown.`.replace('  ', ' '),
    `Correct it. ${encode}`,
  ],
  [
    /does not support SSL/,
    () => 'The database offers no TLS, and sslmode of DATABASE_URL requires it.',
    'Set ssl = on there, or sslmode=disable in the address.',
  ],
  [
    /certificate|altnames/,
    ({ message }) => `The certificate of the database is not trusted: ${message.replace(/\.$/, '')}.`,
    'Name the certificate of its issuer in DATABASE_URL: sslrootcert=FILE.',
  ],
]

/** The Problem for the operator, if a setting causes this error of the database; otherwise undefined. */
export function refusalOf(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message } = error as Refusal
  const found = refusals.find(([fits]) => fits.test(`${code} ${message}`))
  return found && new Problem(found[1](error as Refusal), found[2])
}

/** The same for an error of a statement, which only the database sends. */
export function refusalOfStatement(error: unknown): Problem | undefined {
  return (error as Refusal | undefined)?.severity ? refusalOf(error) : undefined
}

const silence =
  /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated (unexpectedly|due to connection timeout))$/

/** Whether pg says that the server does not answer, or that its connection was lost. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && silence.test(error.message)

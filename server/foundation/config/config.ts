import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPostgresAddress } from '../lib/network/postgres-address.ts'
import { Problem } from '../lib/problem.ts'
import { readKeepRule, readPeriod } from '../lib/time/periods.ts'
import {
  clamd,
  duration,
  integer,
  networks,
  networksWithPorts,
  oneOf,
  optional,
  optionalInteger,
  readPlace,
  secret,
  text,
  url,
} from './kinds.ts'

/**
 * Every setting. `read` converts its text to its value, or throws a sentence with the accepted values. `written` is the
 * default as an operator writes it, where that differs.
 */
type Setting<T> = { default: T; written?: string; secret?: true; about: string; read: (text: string) => T }

const home = fileURLToPath(new URL('../../..', import.meta.url))

// Each has a row in docs/reference/settings.md; the test of config.ts compares them.
const settings = {
  HOST: text('127.0.0.1', 'The address to listen on. 0.0.0.0 listens on all of them.'),
  PORT: integer(8080, 0, 65535, 'The port to listen on. 0 chooses a free one.'),
  WORKERS: optionalInteger(
    1,
    256,
    'Processes that answer HTTP. With more than one, another process runs the jobs. Default: the number of cores − 1, at least 1.',
  ),
  PUBLIC_URL: url(['http:', 'https:'], 'The public address of the service. Default: http://HOST:PORT.'),
  DATABASE_URL: {
    ...optional('A PostgreSQL server, 15 or newer. Default: the embedded one, in DATA_DIR.'),
    secret: true as const,
    read: (value: string) => {
      readPostgresAddress(value)
      return value
    },
  },
  DATA_DIR: {
    ...text(resolve(home, 'data'), 'The folder of everything that must persist.'),
    read: (value: string) => {
      // PostgreSQL's own files hold one path per line.
      if (/\p{Cc}/u.test(value)) throw new Error('a path without line breaks and other control characters')
      return resolve(value)
    },
  },
  DRAIN_DELAY: duration(
    '5s',
    'How long /health/ready answers 503 after SIGTERM before the listener closes, so that proxies send requests elsewhere: 500ms, 5s, 1m; 0 without a proxy.',
  ),
  TRUSTED_PROXIES: networks('Networks whose X-Forwarded-* headers are trusted, separated by commas.'),
  EGRESS_ALLOW: networksWithPorts(
    'Private networks that webhooks, connections and pictures of imports may reach, also by plain HTTP: 10.0.0.0/8, or 10.1.2.3:8080 for one port. Link-local addresses and the service itself are never reached. Default: none.',
  ),
  WRITE_RATE_LIMIT: optionalInteger(
    1,
    1e9,
    'Orders and products that one store may send per minute. Default: no limit.',
  ),
  READ_RATE_LIMIT: integer(
    3_000,
    1,
    1e9,
    'Reads per minute from one network that are not in the response cache. A tenth of them may be searches, a tenth offsets above 1,000, and a fifth lists as HTML. A response counts as one more read for each 256 kB.',
  ),
  VISITOR_RATE_LIMIT: integer(
    30,
    1,
    1e9,
    'Requests per minute from one address to forms, votes and reports.',
  ),
  STORE_RATE_LIMIT: integer(
    300,
    1,
    1e9,
    'Requests per minute to forms, votes and reports of one store, from all addresses.',
  ),
  UNPROVEN_RATE_LIMIT: integer(
    5,
    0,
    1e9,
    'Forms per hour from one network without a proof of work, because the browser ran no scripts.',
  ),
  WEBHOOK_RATE_LIMIT: integer(
    3_000,
    1,
    1e9,
    'Webhooks per minute from one connected shop. The nightly back-fill finds the orders of refused ones.',
  ),
  PICTURE_RATE_LIMIT: integer(200, 0, 1e9, 'Megabytes of pictures per hour from one network to forms.'),
  WAITING_PICTURES_LIMIT: integer(
    500,
    0,
    1e9,
    'Megabytes of pictures of one store that no review uses yet. They are deleted after a day.',
  ),
  STORE_FILES_LIMIT: integer(
    20_000,
    1,
    1e9,
    'Megabytes of import files that one store may keep at a time, and upload per day. Its exports may use as much again.',
  ),
  SECRET: secret(
    'The secret of links in emails and of all derived keys. Default: created once and stored in DATA_DIR.',
  ),
  SECRET_PREVIOUS: secret('The previous SECRET, while it is being replaced.'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'The mail server that accepts emails.', true),
  MAIL_FROM: optional('The sender of emails: an address, or Name <address>.'),
  DKIM_DOMAIN: optional('The domain that signs emails.'),
  DKIM_SELECTOR: optional('The selector of its public key in the DNS.'),
  DKIM_KEY: {
    ...optional('The private key, as PEM. Usually set as DKIM_KEY_FILE.'),
    secret: true as const,
  },
  BOUNCE_TOKEN: {
    ...optional('The bearer token for reporting bounces to /mail/bounces.'),
    secret: true as const,
  },
  SIGN_IN_RATE_LIMIT: integer(
    20,
    1,
    1e9,
    'Sign-in attempts per minute from one address. A network has four times as many.',
  ),
  SECOND_FACTOR: oneOf(
    'optional',
    ['optional', 'required'],
    'Whether every user of the dashboard needs a second factor: optional or required. If optional, owners may require it of the members of their store.',
  ),
  PICTURES_URL: url(
    ['file:', 's3:'],
    'Where pictures are stored: file:///folder, or s3://KEY:SECRET@HOST/BUCKET. Default: DATA_DIR/pictures.',
    true,
  ),
  CLAMD_URL: clamd(
    'A ClamAV daemon that scans uploaded and copied files before they are served or imported: tcp://127.0.0.1:3310, or unix:/run/clamav/clamd.ctl. Default: files are not scanned.',
  ),
  METRICS_TOKEN: {
    ...optional('The bearer token for reading /metrics from another machine.'),
    secret: true as const,
  },
  OUTBOX_TOKEN: {
    ...optional(
      'The token that opens /outbox. Default: created at each start, which prints the address with the token.',
    ),
    secret: true as const,
  },
  BACKUP_URL: {
    default: undefined as string | undefined,
    about:
      'Where backups are kept: a folder, or s3://KEY:SECRET@HOST/BUCKET. Default: no backups are made by themselves.',
    secret: true as const,
    read: readPlace,
  },
  BACKUP_EVERY: {
    ...text('24h', 'How often the service backs up its embedded database: 30m, 24h, 7d or off.'),
    read: (value: string) => {
      if (value === 'off' || readPeriod(value)) return value
      throw new Error('a period such as 30m, 24h or 7d, or off')
    },
  },
  BACKUP_KEEP: {
    ...text('7d,4w,6m', 'For how many days, weeks and months one backup of each is kept.'),
    read: (value: string) => {
      if (readKeepRule(value)) return value
      throw new Error('numbers of days, weeks and months, such as 7d,4w,6m')
    },
  },
  BACKUP_BEFORE_MIGRATING: oneOf(
    'on',
    ['on', 'off'],
    'Whether a backup is made before a new release changes the embedded database, if BACKUP_URL is set: on or off.',
  ),
  BACKUP_WAL: oneOf(
    'off',
    ['on', 'off'],
    'Whether the WAL of the embedded database is copied to BACKUP_URL each minute, so that backup restore can go to any moment: on or off.',
  ),
  BACKUP_KEY: {
    default: undefined as string | undefined,
    about:
      'The key that encrypts backups, from ./realword backup key. Usually set as BACKUP_KEY_FILE. Without it, no encrypted backup can be restored.',
    secret: true as const,
    read: (value: string) => {
      if (/^[A-Za-z0-9_-]{43}$/.test(value)) return value
      throw new Error('the 43 characters of a key that ./realword backup key made')
    },
  },
  LOG_LEVEL: oneOf(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'The lowest level that is logged.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http:', 'https:'],
    'An OpenTelemetry receiver of traces, by OTLP over HTTP. Default: no traces are recorded.',
  ),
  OTEL_SERVICE_NAME: text('realword', 'The name of the service in traces.'),
  OTEL_TRACES_SAMPLER_ARG: {
    default: 1,
    about: 'The share of the traces that is recorded, from 0 to 1.',
    read: (value: string) => {
      const share = Number(value)
      if (/^[01](\.\d+)?$/.test(value) && share <= 1) return share
      throw new Error('a number from 0 to 1')
    },
  },
  LOG_FORMAT: {
    ...oneOf(
      'json',
      ['json', 'pretty'],
      'json: JSON lines, for programs; pretty: text for people. Default: pretty on a terminal, otherwise json. With --demo always pretty.',
    ),
    default: undefined,
  },
} satisfies Record<string, Setting<unknown>>

export type Config = {
  [Name in keyof typeof settings]:
    | ReturnType<(typeof settings)[Name]['read']>
    | (typeof settings)[Name]['default']
}

/**
 * Reads every setting from `env`, or from the file that NAME_FILE names. Throws one Problem with all errors at once,
 * which never contains the value of a secret.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const wrong: string[] = []
  const entries = Object.entries(settings).map(([name, setting]) => {
    const value = readSetting(name, setting, env, wrong)
    return [name, value]
  })
  if (wrong.length > 0)
    throw new Problem(
      `Settings are wrong:\n${wrong.map(line => `  ${line}`).join('\n')}`,
      'Fix them, and start again.',
    )
  return Object.fromEntries(entries) as Config
}

/** The settings, for the documentation and its test. */
export function describeSettings(): { name: string; default: unknown; secret: boolean; about: string }[] {
  return Object.entries(settings).map(([name, setting]) => ({
    name,
    default: 'written' in setting ? setting.written : setting.default,
    secret: 'secret' in setting,
    about: setting.about,
  }))
}

function readSetting(
  name: string,
  setting: Setting<unknown>,
  env: NodeJS.ProcessEnv,
  wrong: string[],
): unknown {
  const file = env[`${name}_FILE`]
  let value = env[name]
  if (file) {
    try {
      const content = readFileSync(file, 'utf8').trim()
      // A blank file is no value: deploy/realword.service names one for each secret.
      if (value && content) {
        wrong.push(`${name} and ${name}_FILE are both set: keep one.`)
        return setting.default
      }
      value ||= content
    } catch (error) {
      wrong.push(`${name}_FILE=${file}: ${(error as Error).message}.`)
      return setting.default
    }
  }
  if (value === undefined || value === '') return setting.default
  try {
    return setting.read(value)
  } catch (error) {
    wrong.push(`${name}${setting.secret ? '' : `=${value}`}: takes ${(error as Error).message}.`)
    return setting.default
  }
}

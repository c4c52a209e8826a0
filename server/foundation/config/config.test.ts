import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '../lib/problem.ts'
import { type Config, describeSettings, readConfig } from './config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'realword-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const secret = 'hunter2-hunter2'
const long = 'twelve words that nobody would guess'
const whole = 'a whole number from'

type Row = {
  default: unknown
  /** Text and what it is read as. */
  good: [text: string, value: unknown][]
  bad: string[]
  /** What the error says it takes. */
  takes?: string
}

// A setting that is new in config.ts must be new here: the first test below compares the names.
const table: Record<keyof Config, Row> = {
  HOST: { default: '127.0.0.1', good: [['0.0.0.0', '0.0.0.0']], bad: [] },
  PORT: {
    default: 8080,
    good: [
      ['0', 0],
      ['65535', 65535],
    ],
    bad: ['65536', '-1', '80a', '1e3', '8080.0', ' 80'],
    takes: `${whole} 0 to 65535`,
  },
  WORKERS: {
    default: undefined,
    good: [
      ['1', 1],
      ['256', 256],
    ],
    bad: ['0', '-1', '1.5', 'abc', '257', '1000', '1e1', ' 2'],
    takes: `${whole} 1 to 256`,
  },
  PUBLIC_URL: {
    default: undefined,
    good: [
      ['https://reviews.example', 'https://reviews.example'],
      ['https://reviews.example/', 'https://reviews.example'],
      ['https://shop.example/reviews//', 'https://shop.example/reviews'],
    ],
    bad: ['reviews.example', 'ftp://reviews.example', 'https://', 'javascript:alert(1)'],
    takes: 'an address that begins with http:// or https://',
  },
  DATABASE_URL: {
    default: undefined,
    good: [
      ['postgres://rw@db/rw', 'postgres://rw@db/rw'],
      ['postgresql://db/rw', 'postgresql://db/rw'],
    ],
    bad: [`mysql://rw:${secret}@db/rw`, secret],
    takes: 'an address that begins with postgres:// or postgresql://',
  },
  DATA_DIR: {
    default: resolve('data'),
    good: [['somewhere', resolve('somewhere')]],
    bad: ['/data/a\nb', 'a\u0007b'],
    takes: 'a path without line breaks and other control characters',
  },
  DRAIN_DELAY: {
    default: 5_000,
    good: [
      ['0', 0],
      ['0s', 0],
      ['250ms', 250],
      ['10s', 10_000],
      ['60m', 3_600_000],
    ],
    bad: ['5', '-1s', '1.5s', '61m', '1h', 's', 'soon', '5 s'],
    takes: 'a time such as 500ms, 5s or 1m, at most 60m, or 0',
  },
  TRUSTED_PROXIES: {
    default: [],
    good: [
      ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
      ['fd00::/128', ['fd00::/128']],
    ],
    bad: [
      '10.0.0.0/33',
      '::1/129',
      'proxy.example',
      '10.0.0.0/8,',
      '1.2.3.4/8/8',
      '10.0.0.0/-1',
      'true',
      '1',
    ],
    takes: 'addresses or networks such as 10.0.0.0/8, separated by commas',
  },
  EGRESS_ALLOW: {
    default: [],
    good: [
      ['10.0.0.0/8, 10.1.2.3:8080', ['10.0.0.0/8', '10.1.2.3:8080']],
      ['fd00::/8,[::1]:9000', ['fd00::/8', '[::1]:9000']],
    ],
    bad: ['shop.internal', '10.0.0.0/33', '10.0.0.1:0', '10.0.0.1:70000', '1', '::1%lo', '10.0.0.0/8,'],
    takes: 'networks such as 10.0.0.0/8, or 10.1.2.3:8080 for one port, separated by commas',
  },
  WRITE_RATE_LIMIT: {
    default: undefined,
    good: [['600', 600]],
    bad: ['0', '-5', '1000000001', 'many'],
    takes: `${whole} 1 to 1000000000`,
  },
  READ_RATE_LIMIT: {
    default: 3_000,
    good: [['1', 1]],
    bad: ['0', '-5', '1000000001', 'many'],
    takes: `${whole} 1 to 1000000000`,
  },
  VISITOR_RATE_LIMIT: {
    default: 30,
    good: [['600', 600]],
    bad: ['0', '-5', '1000000001', 'many'],
    takes: `${whole} 1 to 1000000000`,
  },
  STORE_RATE_LIMIT: {
    default: 300,
    good: [['600', 600]],
    bad: ['0', '-5', '1000000001', 'many'],
    takes: `${whole} 1 to 1000000000`,
  },
  UNPROVEN_RATE_LIMIT: {
    default: 5,
    good: [['0', 0]],
    bad: ['-5', '1000000001', 'many'],
    takes: `${whole} 0 to 1000000000`,
  },
  WEBHOOK_RATE_LIMIT: {
    default: 3_000,
    good: [['1', 1]],
    bad: ['0', '-1', 'many'],
  },
  PICTURE_RATE_LIMIT: { default: 200, good: [['0', 0]], bad: ['-1', '1.5', 'many'] },
  WAITING_PICTURES_LIMIT: { default: 500, good: [['0', 0]], bad: ['-1', '1.5', 'many'] },
  STORE_FILES_LIMIT: { default: 20_000, good: [['1', 1]], bad: ['0', '-1', 'many'] },
  SECRET: {
    default: undefined,
    good: [[long, long]],
    bad: ['x'.repeat(31)],
    takes: 'at least 32 characters',
  },
  SECRET_PREVIOUS: {
    default: undefined,
    good: [[long, long]],
    bad: ['short'],
    takes: 'at least 32 characters',
  },
  SMTP_URL: {
    default: undefined,
    good: [['smtps://mail.example:465', 'smtps://mail.example:465']],
    bad: [`https://user:${secret}@mail.example`],
    takes: 'an address that begins with smtp:// or smtps://',
  },
  MAIL_FROM: { default: undefined, good: [['Shop <a@shop.example>', 'Shop <a@shop.example>']], bad: [] },
  DKIM_DOMAIN: { default: undefined, good: [['shop.example', 'shop.example']], bad: [] },
  DKIM_SELECTOR: { default: undefined, good: [['rw', 'rw']], bad: [] },
  DKIM_KEY: { default: undefined, good: [[secret, secret]], bad: [] },
  BOUNCE_TOKEN: { default: undefined, good: [[secret, secret]], bad: [] },
  SIGN_IN_RATE_LIMIT: { default: 20, good: [['5', 5]], bad: ['0', '-1', 'many'] },
  SECOND_FACTOR: {
    default: 'optional',
    good: [['required', 'required']],
    bad: ['on', 'true', 'Required'],
    takes: 'one of optional, required',
  },
  PICTURES_URL: {
    default: undefined,
    good: [
      ['file:///srv/pictures/', 'file:///srv/pictures'],
      ['s3://key:a%2Fb@s3.example:9000/bucket', 's3://key:a%2Fb@s3.example:9000/bucket'],
    ],
    bad: ['/srv/pictures', `https://key:${secret}@s3.example/bucket`, secret],
    takes: 'an address that begins with file:// or s3://',
  },
  CLAMD_URL: {
    default: undefined,
    good: [
      ['tcp://127.0.0.1:3310', 'tcp://127.0.0.1:3310'],
      ['tcp://[::1]', 'tcp://[::1]'],
      ['unix:/run/clamav/clamd.ctl', 'unix:/run/clamav/clamd.ctl'],
    ],
    bad: [
      '127.0.0.1:3310',
      'tcp://',
      'tcp://host/path',
      'http://host:3310',
      'unix:',
      'unix:clamd.ctl',
      '/run/x',
    ],
    takes: 'tcp://HOST:PORT, or unix: and the path of a socket',
  },
  METRICS_TOKEN: { default: undefined, good: [[secret, secret]], bad: [] },
  OUTBOX_TOKEN: { default: undefined, good: [[secret, secret]], bad: [] },
  BACKUP_URL: {
    default: undefined,
    good: [
      ['backups', resolve('backups')],
      ['file:///srv/backups/', '/srv/backups'],
      ['s3://key:a%2Fb@s3.example:9000/bucket/', 's3://key:a%2Fb@s3.example:9000/bucket'],
    ],
    bad: [`https://key:${secret}@s3.example/bucket`, `s3://key:${secret}@s3.example`, 's3://', 'a\nb'],
    takes: 'the path of a folder, or s3://KEY:SECRET@HOST/BUCKET',
  },
  BACKUP_EVERY: {
    default: '24h',
    good: [
      ['30m', '30m'],
      ['off', 'off'],
    ],
    bad: ['24', '0h', '-1d', '1w', 'daily', '1.5h'],
    takes: 'a period such as 30m, 24h or 7d, or off',
  },
  BACKUP_KEEP: {
    default: '7d,4w,6m',
    good: [
      ['30d', '30d'],
      ['1m, 2w', '1m, 2w'],
    ],
    bad: ['7', '7d,', '0d', '7d,7d', 'all'],
    takes: 'numbers of days, weeks and months, such as 7d,4w,6m',
  },
  BACKUP_BEFORE_MIGRATING: {
    default: 'on',
    good: [['off', 'off']],
    bad: ['no', 'true', 'ON'],
    takes: 'one of on, off',
  },
  BACKUP_WAL: {
    default: 'off',
    good: [['on', 'on']],
    bad: ['no', 'true', 'ON'],
    takes: 'one of on, off',
  },
  BACKUP_KEY: {
    default: undefined,
    good: [['a'.repeat(43), 'a'.repeat(43)]],
    bad: ['a'.repeat(42), `${'a'.repeat(42)}=`],
    takes: 'the 43 characters of a key that ./realword backup key made',
  },
  LOG_LEVEL: {
    default: 'info',
    good: [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
    bad: ['verbose', 'INFO', 'toString'],
    takes: 'one of fatal, error, warn, info, debug, silent',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: undefined,
    good: [['http://127.0.0.1:4318/', 'http://127.0.0.1:4318']],
    bad: ['127.0.0.1:4318', 'grpc://127.0.0.1:4317'],
    takes: 'an address that begins with http:// or https://',
  },
  OTEL_SERVICE_NAME: { default: 'realword', good: [['reviews', 'reviews']], bad: [] },
  OTEL_TRACES_SAMPLER_ARG: {
    default: 1,
    good: [
      ['0.25', 0.25],
      ['0', 0],
      ['1', 1],
    ],
    bad: ['2', '-1', '25%', '1.5'],
    takes: 'a number from 0 to 1',
  },
  LOG_FORMAT: {
    default: undefined,
    good: [
      ['json', 'json'],
      ['pretty', 'pretty'],
    ],
    bad: ['text', 'JSON'],
    takes: 'one of json, pretty',
  },
}
const names = Object.keys(table) as (keyof Config)[]

describe('every setting', () => {
  test('is in this table, with its default', () => {
    expect(describeSettings().map(({ name }) => name)).toEqual(names)
    expect(readConfig({})).toEqual(Object.fromEntries(names.map(name => [name, table[name].default])))
    for (const { about } of describeSettings()) expect(about).toMatch(/\.$/)
  })

  test('has its row in docs/reference/settings.md, with its default and its sentence', () => {
    const documented = readFileSync(new URL('../../../docs/reference/settings.md', import.meta.url), 'utf8')
      .split('\n')
      .map(line => line.split('|').map(cell => cell.trim()))
      .filter(([, name]) => /^`[A-Z_]+`$/.test(name ?? ''))
      .map(([, name, standard, about]) => [name, standard, about])
    const expected = describeSettings().map(({ name, default: standard, about }) => {
      if (name === 'DATA_DIR') return ['`DATA_DIR`', '`data` in this folder', about]
      const isNone = standard === undefined || (Array.isArray(standard) && standard.length === 0)
      return [`\`${name}\``, isNone ? '' : `\`${standard}\``, about]
    })
    expect(documented).toEqual(expected)
  })

  test.each(names)('%s is read from its variable, or from the file that its _FILE names', name => {
    for (const [text, value] of table[name].good) {
      expect(readConfig({ [name]: text })[name]).toEqual(value)
      expect(readConfig({ [`${name}_FILE`]: aFile(`${text}\n`) })[name]).toEqual(value)
    }
    expect(readConfig({ [name]: '' })[name]).toEqual(table[name].default)
    expect(readConfig({ [`${name}_FILE`]: aFile('\n') })[name]).toEqual(table[name].default)
    for (const [text, value] of table[name].good)
      expect(readConfig({ [name]: text, [`${name}_FILE`]: aFile('\n') })[name]).toEqual(value)
  })

  test.each(names.filter(name => table[name].takes))('%s tells what it takes', name => {
    const isSecret = describeSettings().some(setting => setting.name === name && setting.secret)
    for (const bad of table[name].bad) {
      const line = `${name}${isSecret ? '' : `=${bad}`}: takes ${table[name].takes}.`
      expect(problemsOf({ [name]: bad })).toEqual([line])
      // A file's closing space is no part of the value, so ' 80' is good in one.
      if (bad.trim() === bad) expect(problemsOf({ [`${name}_FILE`]: aFile(bad) })).toEqual([line])
    }
  })

  test.each(names)('%s is refused when its file is set too, or cannot be read', name => {
    const [[text] = ['']] = table[name].good
    expect(problemsOf({ [name]: text, [`${name}_FILE`]: aFile(text) })).toEqual([
      `${name} and ${name}_FILE are both set: keep one.`,
    ])
    const missing = join(folder, 'missing')
    expect(problemsOf({ [`${name}_FILE`]: missing })).toEqual([
      expect.stringContaining(`${name}_FILE=${missing}: ENOENT`),
    ])
  })
})

test('all that is wrong is told at once', () => {
  const wrong = names.filter(name => table[name].bad.length > 0)
  const lines = problemsOf(Object.fromEntries(wrong.map(name => [name, table[name].bad[0]])))
  expect(lines.map(line => /^[A-Z_]+/.exec(line)?.[0])).toEqual(wrong)
})

test('a secret is never told, wherever it stands', () => {
  const secrets = describeSettings().filter(setting => setting.secret)
  expect(secrets.map(({ name }) => name)).toEqual([
    'DATABASE_URL',
    'SECRET',
    'SECRET_PREVIOUS',
    'SMTP_URL',
    'DKIM_KEY',
    'BOUNCE_TOKEN',
    'PICTURES_URL',
    'METRICS_TOKEN',
    'OUTBOX_TOKEN',
    'BACKUP_URL',
    'BACKUP_KEY',
  ])
  const value = `x://user:${secret}@host`
  for (const { name } of secrets) {
    for (const env of [
      { [name]: value, PORT: 'x' },
      { [`${name}_FILE`]: aFile(value), PORT: 'x' },
      { [name]: value, [`${name}_FILE`]: aFile(value), PORT: 'x' },
    ]) {
      const text = problemsOf(env).join('\n')
      expect(text).toContain('PORT=x')
      expect(text).not.toContain(secret)
    }
  }
})

function aFile(text: string): string {
  const file = join(folder, 'setting')
  writeFileSync(file, text)
  return file
}

/** The lines of the Problem that the settings are refused with. */
function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    const [head, ...lines] = (error as Problem).message.split('\n  ')
    expect(head).toBe('Settings are wrong:')
    return lines
  }
  throw new Error('The settings were taken.')
}

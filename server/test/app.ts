import type { FastifyInstance } from 'fastify'
import type { PostOptions } from '../asking/mail/delivering/post.ts'
import { type Config, readConfig } from '../foundation/config/config.ts'
import { createMetrics } from '../foundation/http/telemetry/metrics.ts'
import type { Lookup } from '../foundation/lib/network/guarded-fetch.ts'
import { readSecrets } from '../foundation/lib/secret.ts'
import type { Clock } from '../foundation/lib/time/clock.ts'
import { createApp } from '../service/app.ts'
import { createWorkers } from '../service/workers.ts'
import { createTestDatabase, type TestDatabase } from './database/database.ts'

export type TestApp = TestDatabase & {
  app: FastifyInstance
  /** The address of the service: `http://127.0.0.1:<port>`. */
  url: string
  /** Sets the service's clock. */
  setNow: (now: Date | string | number) => void
  /** Runs everything that is due by the service's clock: gathers requests and sends mails. */
  runDue: () => Promise<void>
  /** Sends a request over HTTP and parses the JSON response. */
  send: (
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ) => Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its response
export type Answer = { status: number; headers: Headers; body: any }

/** What no setting changes: see `createWorkers`. */
type WorkerOptions = { post?: PostOptions; lookup?: Lookup; webhookTimeout?: number }

// Names such as cdn.example are in many files of tests. No test asks the DNS of the machine for them.
const offline: Lookup = async name => {
  if (name !== 'localhost') throw new Error(`no test resolves ${name}`)
  return [{ address: '127.0.0.1', family: 4 }]
}

/**
 * The whole service on a free port, with its own database. With `shared`, another instance's target, it uses that
 * database instead.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  shared?: TestDatabase['target'],
  { post, lookup = offline, webhookTimeout }: WorkerOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase({ shared })
  let now: number | undefined
  const clock: Clock = () => now ?? Date.now()
  const config: Config = readConfig({ ...testSettings, ...settings })
  const metrics = createMetrics()
  const app = await createApp({
    metrics,
    config,
    database: database.service,
    session: database.session,
    clock,
    allowedNetworks: ['127.0.0.0/8'], // the addresses of the shops in tests
    largestFeedPart: 2_000_000,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const workers = createWorkers({
    metrics,
    config,
    database: database.service,
    clock,
    secrets: readSecrets(config),
    address: () => config.PUBLIC_URL ?? url,
    log: () => {},
    allowedNetworks: ['127.0.0.0/8'],
    ...(post && { post }),
    lookup,
    webhookTimeout,
  })
  return {
    ...database,
    app,
    url,
    setNow: value => {
      now = new Date(value).getTime()
    },
    runDue: workers.runDue,
    send: (method, path, options) => send(url + path, method, options),
    close: async () => {
      await app.close()
      await workers.stop()
      await database.close()
    },
  }
}

export const testSecret = 'a secret of the tests, long enough'

export const testOutboxToken = 'the token of the outbox in tests'

// All visitors in tests share one address.
const testSettings = {
  LOG_LEVEL: 'silent',
  SECRET: testSecret,
  READ_RATE_LIMIT: '1000000',
  VISITOR_RATE_LIMIT: '100000',
  STORE_RATE_LIMIT: '100000',
  UNPROVEN_RATE_LIMIT: '100000',
  OUTBOX_TOKEN: testOutboxToken,
}

/** Sends a string or Buffer body unchanged, anything else as JSON. */
async function send(
  url: string,
  method: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

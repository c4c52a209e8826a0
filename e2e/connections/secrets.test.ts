import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackArchive } from '../../server/test/exchange/archives.ts'
import { listen } from '../../server/test/network/listen.ts'
import { delivery, orderJson, wooOrder } from '../../server/test/shops/woocommerce.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, query } from '../store.ts'

const planted = { key: 'ck_planted_key', token: 'cs_planted_token', secret: 'planted signing secret' }
// WooCommerce sends it, and Realword does not need it.
const unneeded = 'Rua Plantada 77'
const spans: string[] = []
let service: Service
let storeId: string
let connectionId: string
let path: string
beforeAll(async () => {
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    spans.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const { url: endpoint, close } = await listen(receiver)
  onCleanUp(close)
  const env = { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  service = await startService({ dataDir: readyDataDir(), env })
  storeId = (await createStore(service)).store_id
  const added = await runJson<{ connection_id: string; webhook_url: string }>(
    [
      ...['connect', 'add', '--store', storeId, '--platform', 'woocommerce', '--url', 'https://127.0.0.1'],
      ...Object.entries(planted).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    service,
  )
  connectionId = added.connection_id
  path = new URL(added.webhook_url).pathname
})
afterAll(cleanUp)

async function post({ headers, body }: ReturnType<typeof delivery>): Promise<string> {
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: new Uint8Array(body) })
  return `${answer.status} ${await answer.text()}`
}

const anOrder = () => ({ ...orderJson(wooOrder(1)), shipping: { address_1: unneeded } })

const waiting = () =>
  query(service.dataDir, `select from connection_events where store_id = $1 and state = 'waiting'`, [storeId])

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await query<{ name: string }>(
    service.dataDir,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = []
  for (const { name } of tables)
    texts.push(
      ...(await query<{ row: string }>(service.dataDir, `select t::text as row from ${name} as t`)).map(
        ({ row }) => row,
      ),
    )
  return texts.join('\n')
}

function expectNone(text: string, what: string): void {
  for (const secret of [...Object.values(planted), unneeded]) {
    expect(text.includes(secret), `${secret} in ${what}`).toBe(false)
    expect(text.includes(Buffer.from(secret).toString('hex')), `${secret} in hex in ${what}`).toBe(false)
    expect(
      text.includes(Buffer.from(secret).toString('base64').slice(0, -4)),
      `${secret} in base64 in ${what}`,
    ).toBe(false)
  }
}

test('a connection is changed and its failed events are tried again by commands', async () => {
  await post(delivery('order.updated', { id: 9 }, planted.secret))
  const log = () =>
    runJson<{ events: { state: string; attempts: number }[] } & { state: string; attempts: number }[]>(
      ['connect', 'log', connectionId],
      service,
    )
  const failed = async () => (await log()).find(({ state }) => state === 'failed')?.attempts
  await waitFor('the event to fail', async () => (await failed()) === 1)
  const changed = await runJson(
    ['connect', 'update', connectionId, '--name', 'Gres', '--set', 'transit_days=9'],
    service,
  )
  expect(changed).toEqual({ connection_id: connectionId, state: 'active', missing: [] })
  expect(await runJson(['connect', 'retry', connectionId], service)).toEqual({
    connection_id: connectionId,
    retried: 1,
  })
  await waitFor('the second attempt', async () => (await failed()) === 2)
  const list = await runJson<{ name: string; webhook_url: string }[]>(
    ['connect', 'list', '--store', storeId],
    service,
  )
  expect(list).toMatchObject([{ name: 'Gres', webhook_url: expect.stringContaining(path) }])
  const refused = async (...args: string[]) => (await run(['connect', ...args], service)).stderr
  expect(await refused('update', connectionId)).toContain('Nothing is to be changed.')
  expect(await refused('update', connectionId, '--set', 'color=red')).toContain('the options are')
  expect(await refused('retry', connectionId, '--event', 'none')).not.toBe('')
})

test('what is planted in a connection and in its webhooks is in no answer, log, trace, command, export or row', async () => {
  const answers = [
    await post(delivery('order.updated', anOrder(), planted.secret)),
    await post(delivery('order.updated', anOrder(), 'a wrong secret')),
    await post(delivery('order.updated', { id: 2, shipping: unneeded }, planted.secret)),
  ]
  expect(answers.map(answer => answer.slice(0, 3))).toEqual(['200', '401', '200'])
  expectNone(answers.join('\n'), 'answers')
  // The shop is in a private network, so nobody asks it. The second event fails, and keeps its body to be retried.
  await waitFor('the events to be done', async () => (await waiting()).length === 0)
  const commands = [
    ['connect', 'list', '--store', storeId],
    ['connect', 'log', connectionId],
    ['connect', 'test', connectionId],
    ['connect', 'repair', connectionId],
    ['connect', 'pause', connectionId],
    ['doctor'],
    ['order', 'show', '--store', storeId, '1'],
  ]
  for (const args of commands) {
    const { stdout, stderr } = await run([...args, '--json'], service)
    expect(`${stdout}${stderr}`).not.toBe('')
    expectNone(`${stdout}${stderr}`, args.join(' '))
  }
  const zip = join(temporaryFolder(), 'store.zip')
  await runJson(['store', 'export', storeId, zip], service)
  const { files } = await unpackArchive(readFileSync(zip))
  for (const [name, bytes] of files) expectNone(String(bytes), name)
  await query(service.dataDir, `delete from connection_events where state = 'failed'`)
  expectNone(await everything(), 'the database')
  service.kill('SIGTERM')
  const { stdout, stderr } = await service.ended
  expect(stdout).toContain('/connect/:platform/:connection_id')
  expectNone(stdout + stderr, 'the log')
  expect(spans.join('')).toContain('/connect/:platform/:connection_id')
  expectNone(spans.join('\n'), 'traces')
})

import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelRequests } from '../../asking/requests/requests.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { refuseConnections } from '../../test/database/database.ts'
import { anOrder } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore } from '../../test/users.ts'

let server: MailServer
let it: TestApp
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith('@refused.example')) return done()
      done(Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }))
    },
  })
  it = await startTestApp({ DATA_DIR: tmpdir(), SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' })
})
afterAll(async () => {
  await it.close()
  await server.close()
})

async function read(app = it): Promise<string> {
  const { status, body } = await app.send('GET', '/metrics')
  expect([status, typeof body], JSON.stringify(body)).toEqual([200, 'string'])
  return body
}

async function value(series: string, app = it): Promise<number | undefined> {
  const line = (await read(app)).split('\n').find(one => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('docs/reference/metrics.md names every metric of /metrics, with its type and labels', async () => {
  const page = readFileSync(new URL('../../../docs/reference/metrics.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `((?:realword|nodejs|process)_\w+)` \| (\w+) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  const text = await read()
  const served = [...text.matchAll(/^# TYPE (\S+ \S+)$/gm)].map(([, type]) => type as string)
  expect(served).toEqual(
    expect.arrayContaining(documented.filter(one => !one.startsWith('realword_http_processes'))),
  )
  expect(documented).toEqual(expect.arrayContaining(served.filter(one => one.startsWith('realword_'))))
  const labels = new Set(
    [...text.matchAll(/^realword_\w+\{(.*)\} /gm)].flatMap(([, list = '']) => list.match(/\w+(?==")/g) ?? []),
  )
  for (const label of labels) expect(label === 'le' || page.includes(`\`${label}\``), label).toBe(true)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('jobs are counted by queue, with the age of the oldest', async () => {
  expect(await value('realword_jobs_waiting{queue="run-export"}')).toBe(0)
  await enqueue(it.database, 'run-export', crypto.randomUUID(), ['a', 'b'])
  await it.database.query(sql`
    update pgboss.job
    set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'
    where singleton_key = 'a'`)
  expect(await value('realword_jobs_waiting{queue="run-export"}')).toBe(2)
  expect(await value('realword_jobs_oldest_seconds{queue="run-export"}')).toBeGreaterThanOrEqual(3_600)
  expect(await value('realword_jobs_oldest_seconds{queue="run-import"}')).toBe(0)
  await it.database.query(sql`delete from pgboss.job`)
})

test('unfinished imports and exports are counted, and those of the last day, of all stores', async () => {
  const stores = [await aStore(it.database), await aStore(it.database)]
  const now = Date.parse('2026-03-05T19:00:00Z')
  it.setNow(now)
  const before = (hours: number) => new Date(now - hours * 3_600_000)
  const addImport = async (state: string, hours: number) => {
    for (const { storeId } of stores)
      await it.database.query(sql`
        insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
        values (${storeId}, ${crypto.randomUUID()}, 'review', ${state}, 'a.csv', 1, ${before(hours)}, 'Ana', ${before(hours)})`)
  }
  const addExport = async (state: string, hours: number) => {
    for (const { storeId } of stores)
      await it.database.query(sql`
        insert into exports (store_id, id, kind, state, created_by, created_at)
        values (${storeId}, ${crypto.randomUUID()}, 'archive', ${state}, 'Ana', ${before(hours)})`)
  }
  await addImport('undoing', 100)
  await addImport('done', 23)
  await addImport('failed', 25)
  await addExport('running', 100)
  await addExport('failed', 23)
  await addExport('done', 25)
  expect(await value('realword_imports{state="undoing"}')).toBe(2)
  expect(await value('realword_imports{state="done"}')).toBe(2)
  expect(await value('realword_imports{state="failed"}')).toBeUndefined()
  expect(await value('realword_exports{state="running"}')).toBe(2)
  expect(await value('realword_exports{state="failed"}')).toBe(2)
  expect(await value('realword_exports{state="done"}')).toBeUndefined()
})

test('a due request has an age until its mail is sent, and mails are counted by result', async () => {
  it.setNow('2026-03-05T19:00:00Z')
  const { headers, storeId } = await aStore(it.database)
  const refused = anOrder({ customers: [{ name: 'Rui', email: 'rui@refused.example', phone: '' }] })
  expect((await it.send('POST', '/orders', { headers, body: anOrder() })).status).toBe(201)
  expect((await it.send('POST', '/orders', { headers, body: refused })).status).toBe(201)
  const cancelled = anOrder()
  expect((await it.send('POST', '/orders', { headers, body: cancelled })).status).toBe(201)
  await it.database.transaction(tx =>
    cancelRequests(tx, storeId, cancelled.order_id, new Date('2026-03-05T19:00:00Z')),
  )
  expect(await value('realword_requests_oldest_due_seconds')).toBe(0)
  it.setNow('2026-03-12T13:20:00Z') // 20 minutes after ten o'clock in São Paulo
  expect(await value('realword_requests_oldest_due_seconds')).toBe(1_200)
  await it.database.query(sql`update stores set requests_paused = true where store_id = ${storeId}`)
  expect(await value('realword_requests_oldest_due_seconds')).toBe(0)
  await it.database.query(sql`update stores set requests_paused = false where store_id = ${storeId}`)
  await it.runDue()
  expect(await value('realword_requests_oldest_due_seconds')).toBe(0)
  expect(await value('realword_mails_total{result="sent",cause="2xx"}')).toBe(1)
  expect(await value('realword_mails_total{result="bounced",cause="5xx"}')).toBe(1)
  expect(await value('realword_mails_queued')).toBe(0)
})

test('reads from the response cache are counted, and its bytes', async () => {
  const { storeId, storeKey } = await aStore(it.database)
  const before = {
    hits: await value('realword_response_cache_hits_total'),
    misses: await value('realword_response_cache_misses_total'),
  }
  const path = `/api/v1/ratings.json?store_id=${storeId}&store_key=${storeKey}&product_id=P-1`
  for (let times = 0; times < 3; times++) expect((await it.send('GET', path)).status).toBe(200)
  // Another spelling of the same read is found by its meaning.
  expect((await it.send('GET', `${path}&utm_source=mail`)).status).toBe(200)
  expect(await value('realword_response_cache_misses_total')).toBe(Number(before.misses) + 1)
  expect(await value('realword_response_cache_hits_total')).toBe(Number(before.hits) + 3)
  expect(await value('realword_response_cache_bytes')).toBeGreaterThan(0)
})

test('connections, the disk and the versions are measured', async () => {
  expect(await value('realword_database_connections{pool="reads",state="idle"}')).toBeGreaterThanOrEqual(1)
  expect(await value('realword_database_waiting{pool="main"}')).toBe(0)
  const free = Number(await value('realword_data_disk_free_bytes'))
  expect(free).toBeGreaterThan(0)
  expect(await value('realword_data_disk_size_bytes')).toBeGreaterThanOrEqual(free)
  expect(await read()).toMatch(/^realword_build_info\{version="\d.*",node="24\..*"\} 1$/m)
})

test('without the database the page is served, without what it cannot read, and counts the 503', async () => {
  const away = await startTestApp({ DATA_DIR: tmpdir() })
  const { headers } = await aStore(away.database)
  const allowConnections = await refuseConnections(away.target)
  const order = () => away.send('POST', '/orders', { headers, body: anOrder() })
  await vi.waitFor(async () => expect((await order()).status).toBe(503), 120_000)
  expect(await value('realword_unavailable_total{cause="connection"}', away)).toBeGreaterThanOrEqual(1)
  expect(await value('realword_jobs_waiting{queue="tidy"}', away)).toBeUndefined()
  expect(await value('realword_mails_queued', away)).toBeUndefined()
  expect(await value('realword_data_disk_free_bytes', away)).toBeGreaterThan(0)
  await allowConnections()
  await away.close()
})

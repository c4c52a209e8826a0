import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../server/test/mail/mail-server.ts'
import {
  begin,
  cleanUp,
  onCleanUp,
  type RunOptions,
  readyDataDir,
  run,
  runJson,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { createStore, hold, query } from './store.ts'

afterAll(cleanUp)

type Campaign = { id: string; state: string; planned: number; asked: number; orders_read: number }

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
const orders = 1_500

test('a killed planner and a killed service are continued: nobody is listed or asked twice', async () => {
  const mails = await startMailServer()
  onCleanUp(mails.close)
  const dataDir = readyDataDir()
  const options: RunOptions = { dataDir, env: { SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' } }
  const json = <T>(...args: string[]) => runJson<T>(args, options)
  const { store_id } = await createStore(options, await atNoon())
  const mine = ['--store', store_id]
  await importOrders(options, store_id)
  const range = ['--from', daysAgo(400), '--to', daysAgo(200)]

  const dry = await json<Campaign>('campaign', 'create', ...mine, ...range, '--dry-run')
  expect(dry).toMatchObject({ state: 'planned', planned: orders, asked: 0 })
  expect(await json('campaign', 'list', ...mine)).toEqual([])

  // The database keeps running after the kill of the command.
  const keeper = await startService({ ...options, dataDir })
  const lock = await hold(dataDir, 'select pg_advisory_lock(hashtextextended($1, 0))', [
    `erasures ${store_id}`,
  ])
  keeper.kill('SIGKILL')
  await keeper.ended
  const planner = begin(['campaign', 'create', ...mine, ...range, '--per-day', '40'], options)
  await waitFor('the planner to wait for the lock', lock.isAwaited)
  planner.kill('SIGKILL')
  expect((await planner.ended).signal).toBe('SIGKILL')
  const [begun] = await json<Campaign[]>('campaign', 'list', ...mine)
  expect(begun).toMatchObject({ state: 'planning', orders_read: 0 })
  await lock.release()

  const killed = await startService({ ...options, dataDir })
  const readSome = async () => (await readRow(dataDir)).orders_read > 0
  // At the start, or by the looks of the next minutes if a job of the killed keeper still counts.
  await waitFor('a part of the plan', readSome, 150_000)
  killed.kill('SIGKILL')
  await killed.ended
  const service = await startService({ ...options, dataDir })
  // The job of the killed one is lost after half a minute, and found by the next minute's look.
  await waitFor('the mails of the day', () => mails.received.length >= 40, 150_000)
  const id = begun?.id ?? ''
  const running = await waitFor('their results', async () => {
    const shown = await json<Campaign & { outcome: { waiting: number } }>('campaign', 'show', ...mine, id)
    return shown.outcome.waiting === 0 && shown
  })
  expect(running).toMatchObject({
    ...{ state: 'running', planned: orders - 40, asked: 40, orders_read: orders },
    outcome: { delivered: 40 },
  })
  const recipients = mails.received.flatMap(({ to }) => to)
  expect([recipients.length, new Set(recipients).size]).toEqual([40, 40])
  const [rows] = await query<{ buyers: string }>(
    dataDir,
    'select count(*) as buyers from campaign_buyers where campaign_id = $1',
    [id],
  )
  expect(Number(rows?.buyers)).toBe(orders)

  const twice = await run(['campaign', 'create', ...mine, ...range], options)
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('has started and is not over')])
  expect(await json('campaign', 'pause', ...mine, id)).toMatchObject({ state: 'paused' })
  expect(await json('campaign', 'resume', ...mine, id)).toMatchObject({ state: 'running' })
  expect(await json('campaign', 'stop', ...mine, id)).toMatchObject({
    state: 'stopped',
    planned: orders - 40,
  })
  service.kill('SIGTERM')
  await service.ended
  expect(mails.received).toHaveLength(40)
}, 600_000)

/** Flags of a store where it is noon, so that mails are sent at any time of the test. */
async function atNoon(): Promise<string[]> {
  const ahead = 12 - new Date().getUTCHours()
  const zone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  return ['--time-zone', zone, '--send-at', '00:00', '--avoid-weekends', 'false', '--avoid-holidays', 'false']
}

async function importOrders(options: RunOptions, storeId: string): Promise<void> {
  const lines = Array.from({ length: orders }, (_, n) =>
    [`E-${n}`, daysAgo(300), daysAgo(298), 'moka', 'Moka pot', 'Ana', `buyer.${n}@buyers.example`].join(','),
  )
  const head = 'order_id,order_date,delivery_date,product_id,product_name,customer_name,customer_email'
  const file = join(temporaryFolder(), 'orders.csv')
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
  const { code, stderr } = await run(['order', 'import', file, '--store', storeId], options)
  if (code !== 0) throw new Error(stderr)
}

async function readRow(dataDir: string): Promise<{ orders_read: number }> {
  const [row] = await query<{ orders_read: number }>(
    dataDir,
    "select orders_read from campaigns where state in ('planning', 'running')",
  )
  return row ?? { orders_read: 0 }
}

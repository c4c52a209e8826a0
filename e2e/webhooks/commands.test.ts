import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver, status } from '../../server/test/webhooks/receiver.ts'
import { makeStore } from '../make-store.ts'
import { cleanUp, onCleanUp, readyDataDir, run, runJson, type Service, startService } from '../service.ts'
import { query } from '../store.ts'

const env = { EGRESS_ALLOW: '127.0.0.0/8' }
let service: Service
let receiver: Receiver
let storeId: string
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir(), env })
  receiver = await startReceiver()
  onCleanUp(receiver.close)
})
afterAll(cleanUp)
beforeEach(async () => {
  receiver.received.splice(0)
  receiver.reply(status(204))
  storeId = (await makeStore(service)).store_id
})

const options = () => ({ dataDir: service.dataDir, env })
const json = <T>(...args: string[]) => runJson<T>(['webhook', ...args], options())
const text = (...args: string[]) => run(['webhook', ...args], options())

type Made = { webhook_id: string; secret: string }
type Delivery = { delivery_id: string; event_id: string; type: string; state: string; last_status: number }

const create = (...args: string[]) =>
  json<Made>('create', '--store', storeId, '--url', receiver.url, '--event', 'review.published', ...args)

// Wrong options are in server/service/commands/program.test.ts.
describe('webhook', () => {
  test('create, list, test, deliveries and replay, also of an endpoint that does not accept the event', async () => {
    const made = await create('--event', 'review.removed')
    expect(Object.keys(made)).toEqual(['webhook_id', 'secret'])
    const listed = await text('list', '--store', storeId, '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([
      {
        ...{ webhook_id: made.webhook_id, url: receiver.url, events: ['review.published', 'review.removed'] },
        ...{ state: 'active', disabled_why: null, waiting: 0 },
      },
    ])
    expect(listed.stdout).not.toContain(made.secret)
    const tested = await json<Delivery>('test', made.webhook_id)
    expect(tested).toMatchObject({ type: 'endpoint.test', state: 'delivered', last_status: 204 })
    const [first] = receiver.received
    expect(new Verifier(made.secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
      data: { store_id: storeId, webhook_id: made.webhook_id },
    })
    expect(await json('deliveries', made.webhook_id)).toEqual([tested])
    expect(await json('replay', made.webhook_id, '--delivery', tested.delivery_id)).toEqual({ replayed: 1 })
    const from = ['--from', '2020-01-01T00:00:00Z']
    expect((await text('replay', made.webhook_id, ...from)).stdout).toBe('1 delivery is sent again.\n')
    const until = [...from, '--to', '2020-01-02T00:00:00Z']
    expect(await json('replay', made.webhook_id, ...until)).toEqual({ replayed: 0 })
    // Sooner than the minute after which the schedule would find them.
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([tested.event_id]))
    const unknown = await text('replay', made.webhook_id, '--delivery', 'none')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no delivery with this id')])

    // Otherwise the answer of the second replay may be the one below.
    const unsent = () =>
      query(
        service.dataDir,
        `select from webhook_deliveries where webhook_id = $1 and state <> 'delivered'`,
        [made.webhook_id],
      )
    await expect.poll(unsent).toEqual([])
    receiver.reply(status(500))
    const { code, stdout, stderr } = await text('test', made.webhook_id)
    expect(code).toBe(1)
    expect(stdout).toMatch(/endpoint\.test +\S+ +waiting +1 +500/)
    expect(stderr).toContain('The endpoint did not accept the event.')
    const waiting = (await text('deliveries', made.webhook_id, '--state', 'waiting')).stdout
    expect(waiting).toContain('500')
    expect(waiting).not.toContain(tested.delivery_id)
  })

  test('rotate, update and delete', async () => {
    const { webhook_id, secret } = await create()
    const rotated = await json<Made>('rotate', webhook_id)
    expect(rotated.webhook_id).toBe(webhook_id)
    const tested = await json<Delivery>('test', webhook_id)
    // The webhook of another test, which was answered 500, may be sent again at any time.
    const { body = '', headers = {} } = receiver.received.find(({ id }) => id === tested.event_id) ?? {}
    for (const key of [secret, rotated.secret])
      expect(new Verifier(key).verify(body, headers)).toMatchObject({ type: 'endpoint.test' })
    const disabled = await json('update', webhook_id, '--active', 'false', '--event', 'order.received')
    expect(disabled).toMatchObject({
      ...{ state: 'disabled', disabled_why: 'member', events: ['order.received'] },
    })
    const refused = await text('test', webhook_id)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Activate it first')])
    const active = await text('update', webhook_id, '--active', 'true')
    expect(active.stdout).toBe(`${webhook_id} is active.\n`)
    const listed = await text('list', '--store', storeId)
    expect(listed.stdout).toContain(receiver.url)
    for (const key of [secret, rotated.secret]) expect(listed.stdout).not.toContain(key)
    expect(await json('delete', webhook_id)).toEqual({ webhook_id })
    const unknown = [
      ['delete', webhook_id],
      ['rotate', `${webhook_id.slice(0, -1)}-`],
      ['test', 'none'],
    ]
    for (const args of unknown) {
      const { code, stderr } = await text(...args)
      expect([code, stderr], args.join(' ')).toEqual([1, expect.stringContaining('no webhook with this id')])
    }
  })

  test.each([
    { url: 'https://10.0.0.1/', says: 'url: Not accepted: it is in a private network' },
    { url: 'hooks.example', says: 'url: Not accepted: it takes an address that begins with https://' },
  ])('create refuses $url', async ({ url, says }) => {
    const { code, stderr } = await text('create', '--store', storeId, '--url', url)
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  })

  test('create refuses an unknown store', async () => {
    const { code, stderr } = await text('create', '--store', 'none', '--url', receiver.url)
    expect([code, stderr]).toEqual([1, expect.stringContaining('no store with the id none')])
  })
})

test('test without a running service says so, and its event is sent by the next one', async () => {
  const { webhook_id } = await create()
  service.kill('SIGTERM')
  await service.ended
  const { code, stderr } = await text('test', webhook_id)
  expect([code, stderr]).toEqual([1, expect.stringContaining('No service sent the event yet.')])
  // The events of the tests before may be tried again.
  const types = () =>
    receiver.received.flatMap(({ event: { type, data } }) => (data.webhook_id === webhook_id ? [type] : []))
  expect(types()).toEqual([])
  service = await startService({ dataDir: service.dataDir, env })
  await expect.poll(types, { timeout: 90_000 }).toEqual(['endpoint.test'])
})

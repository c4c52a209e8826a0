import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { listen } from '../../../test/network/listen.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts'
import { subscribe } from '../../../test/webhooks/subscribe.ts'
import { listDeliveries, testWebhook } from '../deliveries.ts'
import { readWebhook } from '../webhooks.ts'

// Redirects, refusals and what an answer asks for are in sending.test.ts.

const second = 1_000
let now: number
let service: TestApp
let store: Member
const closing: (() => void)[] = []
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  moveTo(Date.parse('2026-03-09T12:00:00Z'))
  store = await aStore(service.database)
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  // So that nothing of it is due in the next test.
  await service.database.query(sql`delete from webhook_deliveries`)
})

function moveTo(time: number): void {
  now = time
  service.setNow(now)
}

/** A receiver on bare sockets, and the id of its webhook. */
async function subscribed(act: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
  const { url, close } = await listen(server)
  closing.push(close)
  return (await subscribe(service, store.storeId, { url: `${url}/` })).webhook_id
}

const aTest = (id: string) =>
  service.database.transaction(tx => testWebhook(tx, store.storeId, id, new Date(now)))
const deliveryOf = async (id: string) =>
  (await listDeliveries(service.database, store.storeId, id)).deliveries[0]

test.each([
  ['resets', (socket: Socket): void => void socket.resetAndDestroy(), 'unreachable'],
  ['ends without an answer', (socket: Socket): void => void socket.end(), 'unreachable'],
  ['answers with something else', (socket: Socket): void => void socket.end('SSH-2.0-x\r\n'), 'unreadable'],
  [
    'sends headers without end',
    (socket: Socket): void => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-${'a'.repeat(1_000)}: 1\r\n`));
        if (!socket.destroyed) socket.once('drain', more)
      }
      socket.write('HTTP/1.1 200 OK\r\n')
      more()
    },
    'unreadable',
  ],
  [
    'ends in the middle of its answer',
    (socket: Socket): void => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'),
    'unreachable',
  ],
] as const)('a receiver that %s fails, and the next attempt waits', async (_what, act, error) => {
  const id = await subscribed(act)
  await aTest(id)
  await service.runDue()
  expect(await deliveryOf(id)).toMatchObject({ state: 'waiting', last_status: null, last_error: error })
  for (const close of closing.splice(0)) close()
  moveTo(now + 6 * second)
  await service.runDue()
  expect(await deliveryOf(id)).toMatchObject({ attempts: 2, last_error: 'unreachable' })
})

test('of an answer that unpacks to a gigabyte 64 kB are read, and its status counts', async () => {
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024))
  let written = 0
  const id = await subscribed(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n')
    const more = (): void => {
      while (!socket.destroyed && written++ < 1024) {
        socket.write(`${megabyte.length.toString(16)}\r\n`)
        socket.write(megabyte)
        if (!socket.write('\r\n')) return void socket.once('drain', more)
      }
    }
    more()
  })
  await aTest(id)
  await service.runDue()
  expect(await deliveryOf(id)).toMatchObject({ state: 'delivered', last_status: 200 })
})

/** Sends one byte of the text ten times a second, then nothing but the last one. */
function drip(text: string) {
  return (socket: Socket) => {
    let sent = 0
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer)
      else socket.write(text.charAt(Math.min(sent++, text.length - 1)))
    }, 100)
    closing.push(() => clearInterval(timer))
  }
}

test('a receiver that hangs or drips loses only its own time: 15 seconds, while others receive', async () => {
  const receiver: Receiver = await startReceiver()
  closing.push(() => void receiver.close())
  const other = (await subscribe(service, store.storeId, { url: receiver.url })).webhook_id
  const slow = [
    await subscribed(() => {}),
    await subscribed(drip('HTTP/1.1 200 OK\r\nx-header: a')),
    await subscribed(drip('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\na')),
  ]
  for (const id of [...slow, other]) await aTest(id)
  const run = service.runDue()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(await deliveryOf(slow[0] ?? '')).toMatchObject({ attempts: 0 })
  await run
  for (const id of slow) {
    const delivery = await deliveryOf(id)
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'slow' })
    expect(delivery?.last_ms).toBeGreaterThanOrEqual(14_900)
    expect(delivery?.last_ms).toBeLessThan(30_000)
    expect(await readWebhook(service.database, store.storeId, id)).toMatchObject({ state: 'active' })
  }
})

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readChannelUsage } from '../../../asking/channels/usage.ts'
import { startTestApp } from '../../../test/app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
} from '../../../test/channels/channel-store.ts'
import { startProviders } from '../../../test/channels/providers.ts'
import { listen } from '../../../test/network/listen.ts'

/** What the provider does with a message that it takes. Losing the connection is as good as silence, and quicker. */
let provider: 'is silent' | 'loses it' | 'loses nine of ten' | 'answers' = 'is silent'
const taken: string[] = []
const server = createServer(async (request, response) => {
  const { to } = JSON.parse(await text(request))
  taken.push(to)
  if (provider === 'is silent') return
  const isLost = provider === 'loses it' || (provider === 'loses nine of ten' && taken.length < 10)
  if (isLost) request.socket.destroy()
  else response.end(JSON.stringify({ messages: [{ id: `wamid.${taken.length}` }] }))
})
const { url, close } = await listen(server)
const providers = await startProviders()
const it = await startTestApp({}, undefined, { webhookTimeout: 3_000 })
afterAll(async () => {
  await it.close()
  await close()
  await providers.close()
})

const numbers = Array.from({ length: 24 }, (_, index) => `55119123456${String(index).padStart(2, '0')}`)

async function ask(shop: ChannelStore, phones: string[]): Promise<void> {
  for (const phone of phones) {
    await agree(it, shop, `+${phone}`)
    await anOrderOf(it, shop, `+${phone}`)
  }
}

async function runAt(now: string): Promise<void> {
  it.setNow(now)
  await it.runDue()
}

test('a provider that never answers delays its own store only, and gets each message once', async () => {
  const slow = await aChannelStore(it, providers, 'whatsapp', { url, monthly_messages: '23' })
  const quick = await aChannelStore(it, providers, 'twilio')
  await ask(slow, numbers)
  await ask(quick, numbers)
  await runAt(daytime)
  expect([taken.length, providers.taken.length]).toEqual([10, 24])
  provider = 'loses it'

  // The others wait, also those of new orders; those of other stores are sent.
  await ask(slow, ['5511912345699'])
  await ask(quick, ['5511912345699'])
  await runAt('2026-03-12T14:04:00.000Z')
  expect([taken.length, providers.taken.length]).toEqual([10, 25])

  // One message finds out whether it answers again.
  await runAt('2026-03-12T14:05:01.000Z')
  expect(taken.length).toBe(11)
  await runAt('2026-03-12T14:10:00.000Z')
  expect(taken.length).toBe(11)

  // Then the others follow, up to the limit of the month.
  provider = 'answers'
  await runAt('2026-03-12T14:12:00.000Z')
  expect([taken.length, new Set(taken).size]).toEqual([23, 23])
  const usage = await readChannelUsage(it.database, slow.storeId, 'whatsapp', '2026-03-01')
  expect(usage.messages).toBe(23)
})

test('messages that waited for a provider are not sent at night', async () => {
  provider = 'loses it'
  taken.splice(0)
  const slow = await aChannelStore(it, providers, 'whatsapp', { url })
  await ask(slow, numbers.slice(0, 12))
  await runAt('2026-03-12T21:58:00.000Z') // 19:58 on Fernando de Noronha
  provider = 'answers'
  await runAt('2026-03-12T22:04:00.000Z')
  expect(taken.length).toBe(10)
})

test('an answer to one message of a batch does not say that the others are answered again', async () => {
  taken.splice(0)
  provider = 'loses nine of ten'
  const shop = await aChannelStore(it, providers, 'whatsapp', { url })
  await ask(shop, numbers)
  await runAt(daytime)
  expect(taken.length).toBe(10)
  provider = 'loses it'
  await runAt('2026-03-12T14:04:00.000Z')
  expect(taken.length).toBe(10)
  await runAt('2026-03-12T14:05:01.000Z')
  expect(taken.length).toBe(11)
})

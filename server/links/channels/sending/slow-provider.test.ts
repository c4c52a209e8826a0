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

// A provider that takes every message and never answers.
const hung: string[] = []
let isAnswering = false
/** Answers the tenth message alone, once the others have lost their connections. */
let losesNine = false
const server = createServer(async (request, response) => {
  const { to } = JSON.parse(await text(request))
  hung.push(to)
  if (losesNine && hung.length < 10) request.socket.destroy()
  else if (isAnswering || losesNine)
    response.end(JSON.stringify({ messages: [{ id: `wamid.${hung.length}` }] }))
})
const { url, close } = await listen(server)
const providers = await startProviders()
const it = await startTestApp({}, undefined, { webhookTimeout: 1_000 })
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
  expect([hung.length, providers.taken.length]).toEqual([10, 24])

  // The others wait, also those of new orders; those of other stores are sent.
  await ask(slow, ['5511912345699'])
  await ask(quick, ['5511912345699'])
  await runAt('2026-03-12T14:04:00.000Z')
  expect([hung.length, providers.taken.length]).toEqual([10, 25])

  // One message finds out whether it answers again.
  await runAt('2026-03-12T14:05:01.000Z')
  expect(hung.length).toBe(11)
  await runAt('2026-03-12T14:10:00.000Z')
  expect(hung.length).toBe(11)

  // Then the others follow, up to the limit of the month.
  isAnswering = true
  await runAt('2026-03-12T14:12:00.000Z')
  expect([hung.length, new Set(hung).size]).toEqual([23, 23])
  const usage = await readChannelUsage(it.database, slow.storeId, 'whatsapp', '2026-03-01')
  expect(usage.messages).toBe(23)
})

test('messages that waited for a provider are not sent at night', async () => {
  isAnswering = false
  hung.splice(0)
  const slow = await aChannelStore(it, providers, 'whatsapp', { url })
  await ask(slow, numbers.slice(0, 12))
  await runAt('2026-03-12T21:58:00.000Z') // 19:58 on Fernando de Noronha
  isAnswering = true
  await runAt('2026-03-12T22:04:00.000Z')
  expect(hung.length).toBe(10)
})

test('an answer to one message of a batch does not say that the others are answered again', async () => {
  hung.splice(0)
  isAnswering = false
  losesNine = true
  const shop = await aChannelStore(it, providers, 'whatsapp', { url })
  await ask(shop, numbers)
  await runAt(daytime)
  expect(hung.length).toBe(10)
  losesNine = false
  await runAt('2026-03-12T14:04:00.000Z')
  expect(hung.length).toBe(10)
  await runAt('2026-03-12T14:05:01.000Z')
  expect(hung.length).toBe(11)
})

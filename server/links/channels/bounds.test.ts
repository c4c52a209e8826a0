import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startChannelApp } from '../../test/channels/channel-app.ts'
import { aChannelStore, agree, type ChannelStore, daytime } from '../../test/channels/channel-store.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'

// How long settings, messages, requests and answers may be.

const { it, providers, runAt } = await startChannelApp()
const phone = '+5511912345678'

async function anOwner(name: 'twilio' | 'whatsapp', set: Record<string, string> = {}) {
  const shop = await aChannelStore(it, providers, name, set)
  const owner = await aMember(it, shop.storeId, 'owner')
  return { shop, owner, channel: `/stores/${shop.storeId}/channels/${shop.name}` }
}

const trial = async (owner: AdminClient, channel: string) =>
  (await owner.send('POST', `${channel}/test`, { to: phone })).body

test.each([
  ['account', 200],
  ['application_id', 200],
  ['mapping', 4000],
  ['text', 600],
])('the setting %s has at most %i characters', async (name, most) => {
  const { owner, channel } = await anOwner('twilio')
  const save = (length: number) =>
    owner.send('PUT', channel, { set: { key: 'twilio-token', [name]: `${'a'.repeat(length - 6)}{link}` } })
  const refused = await save(most + 1)
  expect(refused.status).toBe(400)
  expect(refused.body.user_message.en_us).toContain(`${name}: Expected 1 to ${most} characters`)
  expect((await save(most)).status).toBe(200)
})

test('an SMS has the beginnings of a long name of a store, an order and a product', async () => {
  const { shop } = await anOwner('twilio', { text: '{name}|{store}|{order}|{product}|{link}' })
  await it.database.query(sql`update stores set name = ${'s'.repeat(200)} where store_id = ${shop.storeId}`)
  await agree(it, shop, phone)
  await order(shop, { order_id: 'o'.repeat(200), product: 'p'.repeat(200), name: 'Ana Martins' })
  await runAt(daytime)
  const [name, store, id, product] = providers.taken[0]?.text.split('|') ?? []
  expect({ name, store, id, product }).toEqual({
    name: 'Ana',
    store: `${'s'.repeat(39)}...`,
    id: `${'o'.repeat(39)}...`,
    product: `${'p'.repeat(59)}...`,
  })
})

async function order(
  { headers }: ChannelStore,
  { order_id, product, name }: { order_id: string; product: string; name: string },
): Promise<void> {
  const delivery_date = '2026-03-05T18:30:00.000Z'
  it.setNow(delivery_date)
  const body = anOrder({
    ...{ order_id, delivery_date },
    products: [anOrderProduct({ name: product })],
    customers: [aCustomer({ name, phone })],
  })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
}

test.each([
  [
    'an address of at most 2,000 characters',
    (length: number) =>
      `{ "url": $pad(url & "/?", ${length}, "a"), "json": { "number": to, "words": text, "ref": id } }`,
    2000,
  ],
  [
    'a header of at most 4,000 characters',
    (length: number) =>
      `{ "url": url, "headers": { "x-long": $pad("", ${length}, "a") }, "json": { "number": to, "words": text } }`,
    4000,
  ],
  [
    'fields with names of at most 100 characters',
    (length: number) =>
      `{ "url": url & "/2010-04-01/Accounts/AC1/Messages.json",
        "headers": { "authorization": "Basic " & $base64encode("AC1:twilio-token") },
        "form": $merge([{ "To": to, "Body": text }, { $pad("", ${length}, "a"): "1" }]) }`,
    100,
  ],
])('a mapping gives a request with %s, or none', async (_what, mapping, most) => {
  const { owner, channel } = await anOwner('twilio')
  const trialOf = async (length: number) => {
    const set = { provider: 'custom', mapping: mapping(length), key: 'k' }
    expect((await owner.send('PUT', channel, { set })).status).toBe(200)
    return await trial(owner, channel)
  }
  expect(await trialOf(most + 1)).toMatchObject({ as: 'refused', problem: 'mapping' })
  expect(providers.taken).toHaveLength(0)
  expect(await trialOf(most)).toMatchObject({ as: 'accepted' })
  expect(providers.taken).toHaveLength(1)
})

test('the outcome is unclear after an answer of more than 256 KiB', async () => {
  const { owner, channel } = await anOwner('whatsapp')
  const answers = (length: number) =>
    providers.answerBy((_taken, response) => {
      const said = JSON.stringify({ messages: [{ id: 'wamid.1' }] })
      response.writeHead(200, { 'content-type': 'application/json' }).end(said.padEnd(length))
    })
  answers(256 * 1024)
  expect(await trial(owner, channel)).toMatchObject({ as: 'accepted' })
  answers(256 * 1024 + 1)
  expect(await trial(owner, channel)).toMatchObject({ as: 'unclear' })
})

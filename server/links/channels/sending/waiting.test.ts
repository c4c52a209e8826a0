import sql from 'sql-template-tag'
import { afterEach, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  daytime,
  due,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { answer, metaReport } from '../../../test/channels/providers.ts'

// What changes between the minute in which a message is queued and the hour in which it may be sent.

const { it, mail, providers, runAt } = await startChannelApp()
const phone = '+5511912345678'

let emails: string[] = []
afterEach(() => {
  emails = []
})

/** A store whose buyers agreed to messages, and were about to be asked at `due`, when it was night for them. */
async function queued({ phones = [phone], countries = 'BR', hours = '9-20' } = {}) {
  const shop = await aChannelStore(it, providers, 'whatsapp', { countries, hours })
  for (const number of phones) {
    await agree(it, shop, number)
    emails.push((await anOrderOf(it, shop, number)).email)
  }
  await runAt(due)
  expect(sent()).toEqual([])
  return shop
}

const sent = () => providers.taken.map(({ to }) => to)
const mailed = () => mail.received.flatMap(({ to }) => to).filter(email => emails.includes(email))

test('a message that nothing could send for a day becomes a mail', async () => {
  await queued()
  await runAt(nextDay)
  expect([sent(), mailed()]).toEqual([[], emails])
})

test('a message of a channel that was removed becomes a mail', async () => {
  const shop = await queued()
  const owner = await aMember(it, shop.storeId, 'owner')
  expect((await owner.send('DELETE', `/stores/${shop.storeId}/channels/whatsapp`)).status).toBe(204)
  await runAt(daytime)
  expect([sent(), mailed()]).toEqual([[], emails])
})

test('a message to a person who stopped meanwhile becomes a mail', async () => {
  const shop = await queued()
  const { body, headers } = metaReport({
    messages: [{ from: '5511912345678', type: 'text', text: { body: 'STOP' } }],
  })
  expect((await it.send('POST', new URL(shop.address).pathname, { headers, body })).status).toBe(200)
  await runAt(daytime)
  expect([sent(), mailed()]).toEqual([[], emails])
})

test('a message of a channel whose key was refused meanwhile becomes a mail', async () => {
  // In Costa Rica it is nine o’clock an hour later than in Acre.
  await queued({ phones: [phone, '+50683123456'], countries: 'BR,CR' })
  providers.answerBy((_, response) =>
    answer(response, 401, { error: { code: 190, message: 'Invalid OAuth access token.' } }),
  )
  await runAt('2026-03-12T14:10:00.000Z')
  expect(sent()).toEqual(['5511912345678'])
  providers.answerBy(undefined)
  await runAt('2026-03-12T15:01:00.000Z')
  expect([sent(), mailed()]).toEqual([['5511912345678'], emails])
})

test('of two messages to one phone that were queued at once in two spellings, one becomes a mail', async () => {
  const [first, second, other] = ['+5491145678901', '+541145678901', '+541145678902'] as const
  const shop = await queued({ phones: [first, other], countries: 'AR', hours: '11-20' })
  await agree(it, shop, second)
  // As if two workers had chosen them at the same time: neither sees what the other queues.
  await it.database.query(sql`
    update messages
    set phone = ${second}
    where store_id = ${shop.storeId} and phone in (${other}, '+5491145678902')`)
  await runAt(daytime)
  expect([sent().length, mailed().length]).toEqual([1, 1])
})

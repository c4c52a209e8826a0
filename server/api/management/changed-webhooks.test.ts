import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts'

const begun = Date.parse('2026-03-09T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
let it: TestApp
let client: ManagementClient
let receiver: Receiver
beforeAll(async () => {
  ;[it, receiver] = await Promise.all([startTestApp(), startReceiver()])
})
afterAll(async () => {
  await receiver.close()
  await it.close()
})
beforeEach(async () => {
  it.setNow(begun)
  receiver.reply(status(204))
  client = await aManageKey(it)
})

async function subscribe(events: string[]): Promise<string> {
  return (await client.send('POST', '/webhooks', { url: receiver.url, events })).body.webhook_id
}

let written = 0
const write = () =>
  client.send('POST', '/reviews', {
    ...{ external_id: `r-${++written}`, product_id: 'P-1', rating: 5, display_name: 'Ana M.' },
  })

test('the lists of webhooks and feeds take updated_since', async () => {
  const [first, second] = [await subscribe(['review.created']), await subscribe(['review.created'])]
  await client.send('POST', '/feeds', { format: 'google' })
  const changed = async (hours: number) => {
    const query = `?updated_since=${new Date(begun + hours * hour).toISOString()}`
    const { body } = await client.send('GET', `/webhooks${query}`)
    const feeds = await client.send('GET', `/feeds${query}`)
    const ids = body.data.map(({ webhook_id }: { webhook_id: string }) => webhook_id)
    return { ids, feeds: feeds.body.data.length }
  }
  expect((await changed(0)).ids.toSorted()).toEqual([first, second].sort())
  expect((await changed(0)).feeds).toBe(1)
  it.setNow(begun + hour)
  await client.send('PATCH', `/webhooks/${first}`, { events: ['review.published'] })
  expect(await changed(1)).toEqual({ ids: [first], feeds: 0 })
  it.setNow(begun + 2 * hour)
  await client.send('POST', `/webhooks/${second}/rotate`)
  expect((await changed(1)).ids).toEqual([second, first])
  it.setNow(begun + 3 * hour)
  receiver.reply(status(410))
  await write()
  await it.runDue()
  expect((await changed(3)).ids.toSorted()).toEqual([first, second].sort())
  expect((await changed(4)).ids).toEqual([])
  expectInvalid(
    await client.send('GET', '/webhooks?updated_since=yesterday'),
    'updated_since: Invalid datetime',
  )
})

test('the list of deliveries takes updated_since: written, attempted, replayed', async () => {
  const path = `/webhooks/${await subscribe(['review.published'])}`
  const changed = async (minutes: number, filter = '') => {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const since = new Date(begun + minutes * minute).toISOString()
      const query: string = `?limit=1&updated_since=${since}${filter}${cursor && `&cursor=${cursor}`}`
      const { body } = await client.send('GET', `${path}/deliveries${query}`)
      ids.push(...body.data.map(({ delivery_id }: { delivery_id: string }) => delivery_id))
      cursor = body.next_cursor
    }
    return ids
  }
  for (const at of [0, 1, 2]) {
    it.setNow(begun + at * minute)
    await write()
    if (at < 2) await it.runDue()
  }
  const [third, second, first] = (await client.send('GET', `${path}/deliveries`)).body.data.map(
    ({ delivery_id }: { delivery_id: string }) => delivery_id,
  )
  expect(await changed(0)).toEqual([third, second, first])
  expect(await changed(2)).toEqual([third])
  expect(await changed(0, '&state=waiting')).toEqual([third])
  expect(await changed(0, '&state=delivered')).toEqual([second, first])
  it.setNow(begun + 3 * minute)
  await it.runDue()
  expect(await changed(3)).toEqual([third])
  it.setNow(begun + 4 * minute)
  await client.send('POST', `${path}/replay`, { delivery_id: first })
  expect(await changed(3)).toEqual([first, third])
  expect(await changed(5)).toEqual([])
})

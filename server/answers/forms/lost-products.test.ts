import { expect, test } from 'vitest'
import { askingShopInEachTest } from '../../test/for-each-test/asking-shop.ts'
import { postFiles } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { type Buyer, review } from '../../test/rewards.ts'

// A form that has lost something between its opening and its sending.

const changed = 'This form has changed since you opened it'

const it = askingShopInEachTest({ moderation: 'publish' })

async function refund(buyer: Buyer, ...product_ids: string[]): Promise<void> {
  const { send } = await aManageKey(it.service, { store: it.shop })
  expect((await send('POST', `/orders/${buyer.orderId}/refunds`, { product_ids })).status).toBe(200)
}

test('the buyer is told that a product they reviewed went back meanwhile, and loses nothing else', async () => {
  const buyer = await it.askOne(2)
  const [lost = '', left = ''] = buyer.products
  await refund(buyer, lost)
  const sent = await postFiles(buyer.link, filled([lost, left], good, { ...good, body: 'The lid fits.' }))
  expect(sent.status).toBe(422)
  expect(sent.html).toContain(changed)
  expect(sent.html).toContain('The lid fits.')
  expect(sent.html).toContain(`value="${left}"`)
  expect(sent.html).not.toContain(`value="${lost}"`)
  expect(await readReviews(it.service, buyer.email)).toEqual([])
  expect((await postFiles(buyer.link, filled([left], { ...good, body: 'The lid fits.' }))).status).toBe(303)
  expect(await readReviews(it.service, buyer.email)).toMatchObject([
    { product_id: left, body: 'The lid fits.' },
  ])
})

test('a product that went back and was left out is not mentioned', async () => {
  const buyer = await it.askOne(2)
  const [lost = '', left = ''] = buyer.products
  await refund(buyer, lost)
  const { status } = await postFiles(buyer.link, filled([lost, left], { rating: '0', body: ' ' }, good))
  expect(status).toBe(303)
  expect(await readReviews(it.service, buyer.email)).toMatchObject([{ product_id: left }])
})

test('a review that was written before its product went back can still be changed', async () => {
  const buyer = await it.askOne(2)
  const [first = ''] = buyer.products
  expect(await review(buyer, good)).toBe(303)
  await refund(buyer, first)
  expect(await review(buyer, { ...good, body: 'It leaks.' })).toBe(303)
  expect(await readReviews(it.service, buyer.email)).toMatchObject([{ body: 'It leaks.' }])
})

test('if all products went back, the page says so', async () => {
  const buyer = await it.askOne(1)
  await refund(buyer, ...buyer.products)
  const { html } = await postFiles(buyer.link, filled(buyer.products, good))
  expect(html).toContain('The order was cancelled or returned')
  expect(await readReviews(it.service, buyer.email)).toEqual([])
})

test('the buyer is also told if the store has stopped asking about itself meanwhile', async () => {
  await changeSettings(it.service, it.shop.storeId, { asks_about_store: true })
  const buyer = await it.askOne(1)
  await changeSettings(it.service, it.shop.storeId, { asks_about_store: false })
  const both = filled([...buyer.products, ''], good, { ...good, body: 'Quick.' })
  const { status, html } = await postFiles(buyer.link, both)
  expect([status, html]).toEqual([422, expect.stringContaining(changed)])
})

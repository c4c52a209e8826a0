import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { listRequests } from '../../asking/requests/requests.ts'
import { aMember } from '../../test/admin.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../../test/factories.ts'
import { askingShopInEachTest } from '../../test/for-each-test/asking-shop.ts'
import { openForm, postFiles, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { formLinkIn } from '../../test/mail/decoded-mails.ts'
import { aDueRequest, delivered, due, hour, runAt } from '../../test/mail/due-requests.ts'
import { aManageKey } from '../../test/management.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { mailsTo, review } from '../../test/rewards.ts'
import { insertReviews } from '../reviews/reviews.ts'

const it = askingShopInEachTest({ moderation: 'publish', review_period_days: 8 })
let number = 0
// Delivered on March 5 in São Paulo, so the last day is March 13. It ends at 03:00 UTC.
const lastDay = Date.parse('2026-03-14T02:59:00Z')
const over = Date.parse('2026-03-14T03:00:00Z')

const ofStore = async () =>
  await it.service.database.query(sql`select from reviews where store_id = ${it.shop.storeId}`)

describe('the form of an order', () => {
  test('takes a review until the end of the last day, and then says kindly that it takes none', async () => {
    const [buyer, late] = [await it.askOne(), await it.askOne()]
    it.service.setNow(lastDay)
    expect(await review(buyer, good)).toBe(303)
    it.service.setNow(over)
    expect(await review(late, good)).toBe(200)
    expect(await readReviews(it.service, late.email)).toEqual([])
    const { status, html } = await openForm(late.link)
    expect(status).toBe(200)
    expect(html).toContain('The time for a review has passed')
    expect(html).toContain('it ended on March 13, 2026')
    expect(html).not.toContain('name="rating-0"')
  })

  test('lets an author change and withdraw a review at any time, but not write it anew', async () => {
    const buyer = await it.askOne(2)
    it.service.setNow(lastDay)
    const [first = '', second = ''] = buyer.products
    const only = { ...buyer, products: [first] }
    expect(await review(only, good)).toBe(303)
    expect((await openForm(buyer.link)).html).toContain('You can write a new one')
    it.service.setNow(over + 20 * 24 * hour)
    const { html } = await openForm(buyer.link)
    expect(html).toContain('deletes its pictures')
    expect(html).not.toContain('You can write a new one')
    expect(html).toContain(first)
    expect(html).not.toContain(`value="${second}"`)
    expect(await review(only, { ...good, body: 'It leaks by now.' })).toBe(303)
    expect(await readReviews(it.service, buyer.email)).toMatchObject([{ body: 'It leaks by now.' }])
    await postForm(`${buyer.link}/withdraw`, { product: first })
    const withdrawn = await openForm(`${buyer.link}?done=withdrawn`)
    expect(withdrawn.html).toContain('Review withdrawn')
    expect(withdrawn.html).not.toContain('Write a new review')
    expect(await readReviews(it.service, buyer.email)).toMatchObject([{ state: 'removed' }])
    expect(await review(only, good)).toBe(200)
    expect(await readReviews(it.service, buyer.email)).toMatchObject([{ state: 'removed' }])
    expect((await openForm(buyer.link)).html).toContain('The time for a review has passed')
  })

  test('asks about the store as long as about the products', async () => {
    await changeSettings(it.service, it.shop.storeId, { asks_about_store: true })
    const buyer = await it.askOne()
    it.service.setNow(lastDay)
    expect((await openForm(buyer.link)).html).toContain('name="rating-1"')
    expect(await review(buyer, good)).toBe(303)
    it.service.setNow(over)
    expect((await openForm(buyer.link)).html).not.toContain('name="rating-1"')
    expect(await ofStore()).toHaveLength(1)
  })

  test('counts from the delivery of each parcel', async () => {
    await changeSettings(it.service, it.shop.storeId, { avoid_weekends: false })
    const { send } = await aManageKey(it.service, { store: it.shop })
    const products = [anOrderProduct(), anOrderProduct()]
    const [early, later] = products.map(({ product_id }) => product_id)
    const email = `parcels.${++number}@example.com`
    const body = anOrder({ delivery_date: delivered, products, customers: [aCustomer({ email })] })
    await it.service.send('POST', '/orders', { headers: it.shop.headers, body })
    const parcel = { delivered_at: '2026-03-07T18:30:00Z', product_ids: [later] }
    it.service.setNow(parcel.delivered_at)
    expect((await send('POST', `/orders/${body.order_id}/fulfillments`, parcel)).status).toBe(200)
    await runAt(it.service, due)
    await runAt(it.service, due + 2 * 24 * hour)
    expect(mailsTo(it.server, email)).toHaveLength(2)
    const links = mailsTo(it.server, email).map(formLinkIn)
    it.service.setNow(Date.parse('2026-03-15T12:00:00Z'))
    const forms = await Promise.all(links.map(async link => (await openForm(link)).html))
    expect(forms.map(html => [early, later].filter(id => html.includes(`value="${id}"`)))).toEqual([
      [],
      [later],
    ])
  })

  test('counts from a delivery that is moved, or reported after the mail', async () => {
    await changeSettings(it.service, it.shop.storeId, { avoid_weekends: false })
    const { send } = await aManageKey(it.service, { store: it.shop })
    const [moved, reported] = [await aDueRequest(it.service, it.shop), await aDueRequest(it.service, it.shop)]
    const arrive = async (orderId: string, delivered_at: string) => {
      it.service.setNow(delivered_at)
      expect((await send('POST', `/orders/${orderId}/fulfillments`, { delivered_at })).status).toBe(200)
    }
    await arrive(moved.orderId, '2026-03-06T18:30:00Z')
    const move = { delivery_date: '2026-03-07T18:30:00.000Z' }
    expect((await send('PATCH', `/orders/${moved.orderId}`, move)).status).toBe(200)
    await runAt(it.service, due)
    await arrive(reported.orderId, '2026-03-13T09:00:00Z')
    await runAt(it.service, due + 2 * 24 * hour)
    it.service.setNow(Date.parse('2026-03-15T12:00:00Z'))
    for (const { email } of [moved, reported]) {
      const [mail = ''] = mailsTo(it.server, email)
      expect((await openForm(formLinkIn(mail))).html).toContain('name="rating-0"')
    }
    // The mails were sent once.
    expect([moved, reported].map(({ email }) => mailsTo(it.server, email).length)).toEqual([1, 1])
  })

  test('keeps what is sent in a form that has lost a product since, and says what it drops', async () => {
    await changeSettings(it.service, it.shop.storeId, { review_period_days: 9 })
    const { email, products } = await twoParcels()
    const link = formLinkIn(mailsTo(it.server, email)[0] ?? '')
    expect((await postFiles(link, filled(products, {}, good))).status).toBe(303)
    it.service.setNow(Date.parse('2026-03-17T12:00:00Z'))
    const both = await postFiles(link, filled(products, good, { ...good, body: 'Changed.' }))
    expect(both.status).toBe(422)
    expect(both.html).toContain('it ended on March 16, 2026')
    expect(both.html).toContain('Changed.')
    expect((await postFiles(link, filled(products, {}, { ...good, body: 'Changed.' }))).status).toBe(303)
    expect(await readReviews(it.service, email)).toMatchObject([{ body: 'Changed.' }])
  })

  test('takes reviews as long as its link is valid, if the store has no such period', async () => {
    await changeSettings(it.service, it.shop.storeId, { review_period_days: null })
    const buyer = await it.askOne()
    it.service.setNow(over + 60 * 24 * hour)
    expect(await review(buyer, good)).toBe(303)
  })

  test('says so in the language of the buyer', async () => {
    const buyer = await it.askOne()
    await it.service.database.query(
      sql`update mailings set language = 'de' where store_id = ${it.shop.storeId}`,
    )
    it.service.setNow(over)
    expect((await openForm(buyer.link)).html).toContain('endete sie am 13. März 2026')
  })
})

describe('a request', () => {
  test('that comes later is not sent, and says why', async () => {
    const { orderId, email } = await aDueRequest(it.service, it.shop)
    await changeSettings(it.service, it.shop.storeId, { requests_paused: true })
    await runAt(it.service, over + 12 * hour)
    await changeSettings(it.service, it.shop.storeId, { requests_paused: false })
    await it.service.runDue()
    expect(mailsTo(it.server, email)).toEqual([])
    const [request] = await listRequests(it.service.database, it.shop.storeId, orderId)
    expect(request).toMatchObject({
      state: 'expired',
      reasons: [expect.anything(), { name: 'period_over', values: { days: 8 } }],
    })
  })

  test('that will come later is known before', async () => {
    const { orderId } = await aDueRequest(it.service, it.shop)
    await it.service.database.query(sql`
      update review_requests
      set due_at = ${new Date(over)}
      where store_id = ${it.shop.storeId} and order_id = ${orderId}`)
    const member = await aMember(it.service, it.shop.storeId, 'viewer')
    const query = new URLSearchParams({ order_id: orderId })
    const { body } = await member.send('GET', `/stores/${it.shop.storeId}/orders/detail?${query}`)
    const [request] = (body as { requests: { state: string; reasons: object[] }[] }).requests
    expect(request?.state).toBe('scheduled')
    expect(request?.reasons).toContainEqual({ name: 'period_over', values: { days: 8 } })
  })

  test('is followed by no reminder that comes later', async () => {
    await changeSettings(it.service, it.shop.storeId, { reminder_days: [1, 4] })
    const { email } = await aDueRequest(it.service, it.shop)
    for (let day = 0; day <= 6; day++) await runAt(it.service, due + day * 24 * hour)
    expect(mailsTo(it.server, email)).toHaveLength(2)
  })

  test('that would come later can be sent now', async () => {
    const { orderId, email } = await aDueRequest(it.service, it.shop)
    await it.service.database.query(sql`
      update review_requests
      set due_at = ${new Date(over)}
      where store_id = ${it.shop.storeId} and order_id = ${orderId}`)
    it.service.setNow(due)
    const { send } = await aManageKey(it.service, { store: it.shop })
    expect((await send('POST', `/orders/${orderId}/send-now`)).status).toBe(200)
    await it.service.runDue()
    expect(mailsTo(it.server, email)).toHaveLength(1)
  })

  test('asks only about the parcel that is in time', async () => {
    const { mails, orderId, email, second, send } = await twoParcels()
    expect(mails).toEqual([['Kettle']])
    await send('POST', `/orders/${orderId}/refunds`, { product_ids: [second] })
    const { html } = await openForm(formLinkIn(mailsTo(it.server, email)[0] ?? ''))
    expect(html).toContain('The time for a review has passed')
  })

  test('is not sent if the only parcel in time is reviewed', async () => {
    const { mails, orderId } = await twoParcels({ isReviewed: true })
    expect(mails).toEqual([])
    const [request] = await listRequests(it.service.database, it.shop.storeId, orderId)
    expect(request?.reasons).toContainEqual({ name: 'period_over', values: { days: 8 } })
  })

  test('that shares its mail is not reminded of alone', async () => {
    await changeSettings(it.service, it.shop.storeId, { reminder_days: [2], avoid_weekends: false })
    const email = `two.orders.${++number}@example.com`
    for (const [name, delivery_date] of [
      ['Teapot', delivered],
      ['Kettle', '2026-03-07T18:30:00.000Z'],
    ] as const) {
      const products = [anOrderProduct({ name })]
      const body = anOrder({ delivery_date, products, customers: [aCustomer({ email })] })
      await it.service.send('POST', '/orders', { headers: it.shop.headers, body })
    }
    await it.service.database.query(sql`
      update review_requests set due_at = ${new Date(due)} where store_id = ${it.shop.storeId}`)
    await runAt(it.service, due)
    await runAt(it.service, due + 48 * hour)
    expect(asksAbout(email)).toEqual([['Teapot', 'Kettle'], ['Kettle']])
  })
})

const asksAbout = (email: string) =>
  mailsTo(it.server, email).map(mail => ['Teapot', 'Kettle'].filter(name => mail.includes(name)))

/** Delivered on a Saturday and a Sunday, so due on the same Monday, after the last day of the first. */
async function twoParcels({ isReviewed = false } = {}) {
  await changeSettings(it.service, it.shop.storeId, { avoid_weekends: true })
  it.service.setNow(delivered)
  const { send } = await aManageKey(it.service, { store: it.shop })
  const email = `two.parcels.${++number}@example.com`
  const products = [anOrderProduct({ name: 'Teapot' }), anOrderProduct({ name: 'Kettle' })]
  const second = products[1]?.product_id ?? ''
  const body = anOrder({
    delivery_date: '2026-03-07T15:00:00.000Z',
    products,
    customers: [aCustomer({ email })],
  })
  await it.service.send('POST', '/orders', { headers: it.shop.headers, body })
  it.service.setNow('2026-03-08T15:00:00Z')
  const parcel = { delivered_at: '2026-03-08T15:00:00Z', product_ids: [second] }
  expect((await send('POST', `/orders/${body.order_id}/fulfillments`, parcel)).status).toBe(200)
  if (isReviewed) {
    const by = { at: new Date('2026-03-08T16:00:00Z'), actor: 'import', action: 'create' } as const
    const made = aReview({ email, address: email, product_id: second, created_at: by.at })
    await it.service.database.transaction(tx => insertReviews(tx, it.shop.storeId, [made], by))
  }
  await runAt(it.service, Date.parse('2026-03-16T16:00:00Z'))
  return {
    mails: asksAbout(email),
    orderId: body.order_id,
    email,
    second,
    send,
    products: products.map(({ product_id }) => product_id),
  }
}

describe('the period is as long as each delay at least', () => {
  const rule = { name: 'Dear', when: { price_from: 5 }, then: { delay_days: 12 } }
  const tested = { ...rule, then: { delay_days: 3 }, test: { delay_days: 11, size: 200 } }

  test.each([
    [{ review_period_days: 6 }, 7],
    [{ request_delay_days: 9 }, 9],
    [{ request_rules: [rule] }, 12],
    [{ request_rules: [tested] }, 11],
  ])('%j', async (change, least) => {
    const { send } = await aManageKey(it.service, { store: it.shop })
    const refused = await send('PATCH', '/settings', change)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining(`review_period_days: Expected at least ${least}`),
    ])
    const allowed = await send('PATCH', '/settings', { ...change, review_period_days: least })
    expect([allowed.status, allowed.body.review_period_days]).toEqual([200, least])
  })

  test.each([0, 366, 1.5])('%s days are none', async review_period_days => {
    const { send } = await aManageKey(it.service, { store: it.shop })
    const { status, body } = await send('PATCH', '/settings', { review_period_days })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('from 1 to 365')])
  })
})

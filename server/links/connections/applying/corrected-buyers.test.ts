import { describe, expect, test } from 'vitest'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { expectCreated } from '../../../test/answers.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { anEvent, anyShopForEachTest, delivered, due, mug, secrets } from '../../../test/shops/any-shop.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'

/** A shop corrects the address of a known order, as it arrives over HTTP. */

const it = anyShopForEachTest()
const { say, read, asked, sentAt, settings } = it

describe('a corrected address', () => {
  test('is the one that is asked, with the name and the phone', async () => {
    const event = anEvent()
    await say(event)
    const change = { email: 'rosa.new@example.com', name: 'Rosa Dahl-Lind', phone: '+55 11 90000-0001' }
    expect(await say({ ...event, ...change })).toBe(
      'Known: delivered 2026-03-05. The address was corrected: the request goes to the new one.',
    )
    expect((await read(event.id)).customers).toEqual(
      [change].map(({ email, name, phone }) => ({ name, email, phone })),
    )
    expect((await read(event.id)).requests).toMatchObject([
      { name: 'Rosa Dahl-Lind', state: 'scheduled', reason: '7 days after delivery, address corrected' },
    ])
    expect(await sentAt(due)).toEqual(['rosa.new@example.com'])
    // Said again, it changes nothing and asks nobody.
    expect(await say({ ...event, ...change })).toBe('Known: delivered 2026-03-05.')
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([])
  })

  test('takes the requests of all parts along, each with its date', async () => {
    const items = [
      { ...mug, arrived: delivered },
      { ...mug, sku: 'LID', arrived: '2026-03-06T09:00:00Z' },
    ]
    const event = anEvent({ delivered: undefined, items })
    await say(event)
    await say({ ...event, email: 'both@example.com' })
    expect(
      (await read(event.id)).requests.map(({ email, due_at, product_ids }) => [
        email,
        due_at.toISOString(),
        product_ids,
      ]),
    ).toEqual([
      ['both@example.com', '2026-03-12T13:00:00.000Z', ['MUG']],
      ['both@example.com', '2026-03-13T13:00:00.000Z', ['LID']],
    ])
  })

  test.each([
    ['in another spelling is the same', 'L@Example.COM', 'Known: delivered 2026-03-05.', 'l@example.com'],
    ['that is left out stays', undefined, 'Known: delivered 2026-03-05.', 'l@example.com'],
    ['that is null stays', null, 'Known: delivered 2026-03-05.', 'l@example.com'],
  ])('%s', async (_what, email, outcome, stored) => {
    const event = anEvent({ email: 'l@example.com' })
    await say(event)
    expect(await say({ ...event, email, name: undefined })).toBe(outcome)
    expect((await read(event.id)).customers).toMatchObject([{ email: stored, name: 'Rosa Dahl' }])
    expect(await asked(event.id)).toEqual([`scheduled ${stored}`])
  })

  test.each([
    'nobody',
    'deleted@site.invalid',
  ])('%s is none: nobody is asked until it is a usable one', async email => {
    const event = anEvent()
    await say(event)
    expect(await say({ ...event, email })).toBe(
      'Known: delivered 2026-03-05. The buyer has no usable address any more: nobody is asked.',
    )
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    await say({ ...event, email: 'back@example.com' })
    // A shop that replaced the address by one of `.invalid` has erased its buyer.
    const isErased = email.endsWith('.invalid')
    expect(await sentAt(due)).toEqual(isErased ? [] : ['back@example.com'])
  })

  test('after the mail had left is not asked as well, and the earlier one is not reminded', async () => {
    await changeSettings(it.service, it.store.storeId, { reminder_days: [3] })
    const event = anEvent()
    await say(event)
    expect(await sentAt(due)).toEqual([event.email])
    expect(await say({ ...event, email: 'late@example.com' })).toBe(
      'Known: delivered 2026-03-05. The address was corrected after the request was sent to the earlier one: it is not sent again.',
    )
    expect(await asked(event.id)).toEqual([`sent ${event.email}`])
    for (const day of ['16', '17', '18']) expect(await sentAt(`2026-03-${day}T13:00:00Z`)).toEqual([])
  })

  test('is asked after a bounce', async () => {
    const event = anEvent()
    it.unknown.add(event.email)
    await say(event)
    await sentAt(due)
    expect(await asked(event.id)).toEqual([`failed ${event.email}`])
    await say({ ...event, email: 'found@example.com' })
    expect((await read(event.id)).requests).toMatchObject([{ state: 'scheduled', mail: null }])
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual(['found@example.com'])
  })

  test('gets no mail if it is suppressed, or if the earlier one had unsubscribed', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    const at = new Date(delivered)
    await suppress(it.service.database, it.store.storeId, 'no@example.com', 'unsubscribed', at)
    await suppress(it.service.database, it.store.storeId, other.email, 'unsubscribed', at)
    await say({ ...one, email: 'no@example.com' })
    expect(await say({ ...other, email: 'else@example.com' })).toContain(
      'the earlier one gets no mail (unsubscribed): nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
    expect(await asked(one.id)).toEqual(['suppressed no@example.com'])
    expect(await asked(other.id)).toEqual(['suppressed else@example.com'])
  })

  test('is mailed once a day, whatever its orders were addressed to before', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    for (const event of [one, other]) await say({ ...event, email: 'one@example.com' })
    expect(await sentAt(due)).toEqual(['one@example.com'])
    expect(await asked(one.id)).toEqual(['sent one@example.com'])
  })

  test('brings no erased person back, neither to an order nor by the address', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    await erasePerson(it.service.database, secrets, await settings(), one.email, new Date(delivered))
    expect(await say({ ...one, email: 'again@example.com' })).toBe(
      'Known: delivered 2026-03-05. The buyer was erased: nobody is asked.',
    )
    expect(await say({ ...other, email: one.email })).toBe(
      'Known: delivered 2026-03-05. The buyer was erased: nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
    const customers = [one, other].map(async ({ id }) => (await read(id)).customers)
    expect(await Promise.all(customers)).toEqual([[nobody], [nobody]])
  })
  const nobody = { name: '', email: '', phone: '' }

  test('of an order with several buyers is not guessed', async () => {
    const buyers = ['a@example.com', 'b@example.com'].map(email => aCustomer({ email, name: email }))
    const order = anOrder({
      order_id: anEvent().id,
      delivery_date: '2026-03-05T18:30:00.000Z',
      customers: buyers,
      products: [anOrderProduct({ product_id: 'MUG' })],
    })
    expectCreated(await it.service.send('POST', '/orders', { headers: it.store.headers, body: order }))
    const event = anEvent({ id: order.order_id, email: 'B@example.com', name: 'Bia' })
    await say(event)
    expect((await read(event.id)).requests.map(({ name }) => name).toSorted()).toEqual([
      'Bia',
      'a@example.com',
    ])
    expect(await say({ ...event, email: 'c@example.com' })).toContain('several ones of this order: they stay')
    expect((await asked(event.id)).toSorted()).toEqual(['scheduled a@example.com', 'scheduled b@example.com'])
  })
})

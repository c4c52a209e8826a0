import { expect, test } from 'vitest'
import { findMailing } from '../../asking/mail/opened-links.ts'
import { readProductsOfParts } from '../../asking/orders/asked-products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp } from '../../test/app.ts'
import { besideChange } from '../../test/database/locks.ts'
import { anOrderProduct } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { anAskedBuyer, postFiles } from '../../test/forms.ts'
import { aMailing } from '../../test/mail/mailings.ts'
import { aManageKey } from '../../test/management.ts'
import { filled, readReviews } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'
import { writeReviews } from './writing.ts'

type Products = ReturnType<typeof anOrderProduct>[]

const service = openForTests(startTestApp)

/** A buyer whose mail asks about these products. `write` stores a review of each, through the link of a mail. */
async function anAsked(member: Member, bought: Products) {
  const { database } = service
  const store = await readStore(database, member.storeId)
  const { token, orderId: order_id } = await anAskedBuyer(service, member, { products: bought })
  const mailing = await findMailing(database, 'form', token, Date.now())
  const products = await readProductsOfParts(database, member.storeId, [{ order_id, part: 0 }])
  const written = products.map(({ product_id }) => ({
    ...{ productId: product_id, rating: 5, recommended: null, title: '', body: '', pictures: [] },
  }))
  const write = (through = mailing, db = database) => {
    const writing = { mailing: through, products, displayName: 'Ana', language: 'en', consents: [] }
    return writeReviews(db, store, { ...writing, network: undefined, at: new Date() }, written)
  }
  return { mailing, write }
}

test('a buyer changes a review while the store decides about it, without a deadlock', async () => {
  const member = await aStore(service.database, { moderation: 'publish' })
  const { link, products, address } = await anAskedBuyer(service, member, { products: [anOrderProduct()] })
  const { send } = await aManageKey(service, { store: member })
  const write = (text: string) => postFiles(link, [...filled(products), ['rating-0', '4'], ['body-0', text]])
  expect((await write('First')).status).toBe(303)
  const [review] = await readReviews(service, address)
  const decide = (how: string) =>
    send('POST', `/reviews/${review?.id}/${how}`, how === 'reject' ? { reason: 'spam' } : undefined)
  let isDone = false
  const edits = async () => {
    const statuses: number[] = []
    for (let text = 0; text < 10; text++) statuses.push((await write(`Text ${text}`)).status)
    isDone = true
    return statuses
  }
  const decisions = async () => {
    const statuses: number[] = []
    while (!isDone) for (const how of ['reject', 'publish']) statuses.push((await decide(how)).status)
    return statuses
  }
  const [edited, ...decided] = await Promise.all([edits(), decisions(), decisions()])
  expect(edited).toEqual(edited.map(() => 303))
  expect(decided.flat().filter(status => status !== 200)).toEqual([])
})

test('two buyers of the same products, in opposite orders, never stand in each other’s way', async () => {
  const member = await aStore(service.database, { moderation: 'publish' })
  const products = Array.from({ length: 7 }, () => anOrderProduct())
  const writes = []
  for (let buyer = 0; buyer < 8; buyer++)
    writes.push(await anAsked(member, buyer % 2 === 0 ? products : products.toReversed()))
  const saved = await Promise.all(writes.map(({ write }) => write()))
  expect(saved.map(reviews => reviews.length)).toEqual(Array(8).fill(7))
})

test('forms of a mail and of its reminder that are sent at once store one review', async () => {
  const { database } = service
  const member = await aStore(database, { moderation: 'publish' })
  const { mailing, write } = await anAsked(member, [anOrderProduct()])
  const email = mailing.email
  const id = await aMailing(database, member.storeId, { kind: 'reminder', email })
  const [review] = await besideChange(
    database,
    tx => write(mailing, { ...database, transaction: act => act(tx) }),
    () => write({ ...mailing, id }),
  )
  expect(await readReviews(service, mailing.address ?? '')).toMatchObject([{ id: review?.id }])
})

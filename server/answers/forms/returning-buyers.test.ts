import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrderProduct } from '../../test/factories.ts'
import { anAskedBuyer, openForm, postFiles, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'
import { rejectReview, removeReview } from '../reviews/moderate.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(() => service.close())
beforeEach(async () => {
  await changeSettings(service, owner.storeId, { moderation: 'publish' })
})

const asked = () => anAskedBuyer(service, owner)

const stored = (address: string) => readReviews(service, address)

describe('a buyer who returns', () => {
  test('sees the written reviews, and can edit them', async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    const { html } = await openForm(link)
    expect(html).toMatch(/name="rating-0" value="4" checked/)
    expect(html).toContain('value="Fine"')
    expect(html).toContain('Save changes')
    expect(html).toContain('Published')
    await postFiles(link, filled(products, { ...good, rating: '1', body: 'It broke.' }))
    expect(await stored(address)).toMatchObject([{ rating: 1, body: 'It broke.', state: 'published' }])
  })

  test('leaves no trace by an edit that changes nothing', async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    const count = () => service.database.query(sql`select count(*) from audit_log`)
    const before = await count()
    await postFiles(link, filled(products, good))
    expect(await count()).toEqual(before)
    expect(await stored(address)).toHaveLength(1)
  })

  test("gets a new decision by the store's rule after editing a published review", async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    await changeSettings(service, owner.storeId, { moderation: 'check' })
    await postFiles(link, filled(products, { ...good, body: 'See www.example.com' }))
    expect(await stored(address)).toMatchObject([{ state: 'pending' }])
    // A pending review stays pending.
    await changeSettings(service, owner.storeId, { moderation: 'publish' })
    await postFiles(link, filled(products, { ...good, body: 'See nothing' }))
    expect(await stored(address)).toMatchObject([{ state: 'pending', body: 'See nothing' }])
    expect((await openForm(link)).html).toContain('Pending approval by Café da Serra')
  })

  test('sees why a review was rejected, and makes it pending by a change', async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    await moderate(address, rejectReview)
    expect((await openForm(link)).html).toContain('It insults, threatens or discriminates against someone')
    await postFiles(link, filled(products, { ...good, body: 'Better words.' }))
    expect(await stored(address)).toMatchObject([{ state: 'pending', moderation_reason: null }])
  })

  test('cannot rewrite a review that the store removed', async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    await moderate(address, removeReview)
    const { html } = await openForm(link)
    expect(html).toContain('removed this review')
    expect(html).not.toContain('name="rating-0"')
    await postFiles(link, filled(products, { ...good, body: 'Again.' }))
    expect(await stored(address)).toMatchObject([{ state: 'removed', body: good.body.replace('\r', '') }])
  })

  test('can withdraw a review, and write it anew', async () => {
    const { link, products, address } = await asked()
    await postFiles(link, filled(products, good))
    const answer = await postForm(`${link}/withdraw`, { product: products[0] ?? '' })
    expect(answer.status).toBe(303)
    expect(await stored(address)).toMatchObject([{ state: 'removed', moderation_reason: null }])
    const { html } = await openForm(`${link}?done=withdrawn`)
    expect(html).toContain('no longer published')
    expect(html).toContain('Write a new review')
    expect((await openForm(link)).html).not.toContain('value="Fine"')
    await postFiles(link, filled(products, { ...good, rating: '5' }))
    expect(await stored(address)).toMatchObject([{ state: 'published', rating: 5 }])
  })

  test('who bought the product again changes the review that they have', async () => {
    const [products, customer] = [[anOrderProduct()], aCustomer()]
    const first = await anAskedBuyer(service, owner, { products, customer })
    await postFiles(first.link, filled(first.products, good))
    const other = await anAskedBuyer(service, owner, { products })
    expect((await openForm(other.link)).html).not.toContain('value="Fine"')
    const again = await anAskedBuyer(service, owner, { products, customer })
    const { html } = await openForm(again.link)
    expect(html).toContain('value="Fine"')
    expect(html).toContain('You wrote this review after an earlier order. Change what is different now.')
    expect((await openForm(first.link)).html).not.toContain('after an earlier order')
    await Promise.all(
      [1, 2].map(() => postFiles(again.link, filled(again.products, { ...good, rating: '2' }))),
    )
    expect(await stored(customer.email)).toMatchObject([{ rating: 2, order_id: first.orderId }])
  })

  test('who withdrew a review writes another one after the next order', async () => {
    const [products, customer] = [[anOrderProduct()], aCustomer()]
    const first = await anAskedBuyer(service, owner, { products, customer })
    await postFiles(first.link, filled(first.products, good))
    await postForm(`${first.link}/withdraw`, { product: first.products[0] ?? '' })
    const again = await anAskedBuyer(service, owner, { products, customer })
    await postFiles(again.link, filled(again.products, { ...good, rating: '5' }))
    expect((await stored(customer.email)).map(({ state }) => state).sort()).toEqual(['published', 'removed'])
  })

  test('of another store with the same product and address begins anew', async () => {
    const theirs = await aStore(service.database, { moderation: 'publish' })
    const [products, customer] = [[anOrderProduct()], aCustomer()]
    const first = await anAskedBuyer(service, theirs, { products, customer })
    await postFiles(first.link, filled(first.products, good))
    const here = await anAskedBuyer(service, owner, { products, customer })
    expect((await openForm(here.link)).html).not.toContain('value="Fine"')
  })

  test('cannot withdraw the review of another buyer', async () => {
    const mine = await asked()
    const theirs = await asked()
    await postFiles(theirs.link, filled(theirs.products, good))
    for (const product of [theirs.products[0] ?? '', '', 'x'])
      expect((await postForm(`${mine.link}/withdraw`, { product })).status).toBe(303)
    expect(await stored(theirs.address)).toMatchObject([{ state: 'published' }])
  })

  async function moderate(address: string, decide: typeof rejectReview): Promise<void> {
    const [review] = await stored(address)
    const by = { at: new Date(), actor: 'command' as const }
    await service.database.transaction(tx => decide(tx, owner.storeId, review?.id ?? '', 'offensive', by))
  }
})

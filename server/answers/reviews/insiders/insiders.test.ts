import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importReviews } from '../../../exchange/imports/imports.ts'
import { addMember } from '../../../tenants/accounts/members.ts'
import { insertUser } from '../../../tenants/accounts/users.ts'
import { type AdminClient, aMember, aPasswordHash } from '../../../test/admin.ts'
import type { TestApp } from '../../../test/app.ts'
import { aProduct } from '../../../test/factories.ts'
import { linkOf, openForm, postFiles, postForm, solve } from '../../../test/forms.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { delivered } from '../../../test/mail/due-requests.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { aManageKey } from '../../../test/management.ts'
import { good } from '../../../test/review-forms.ts'
import { askBuyers, review } from '../../../test/rewards.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts'
import { subscribe } from '../../../test/webhooks/subscribe.ts'
import { completeReview } from '../complete.ts'
import { readReview } from '../reviews.ts'

let service: TestApp
let server: MailServer
let shop: Member
let colleague: { userId: string; email: string }
let number = 0
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(delivered)
  shop = await aStore(service.database, { moderation: 'publish', locale: 'en', open_reviews: true })
  colleague = await aColleague(shop)
  const body = aProduct({ product_id: 'moka', sku: 'MOKA' })
  expect((await service.send('POST', '/products', { headers: shop.headers, body })).status).toBe(201)
})
afterEach(() => server.received.splice(0))
afterAll(async () => {
  await service.close()
  await receiver.close()
})

/** A member of the store who has not signed in, so that no limit of sign-ins counts. */
async function aColleague({ storeId }: Member) {
  const at = new Date(delivered)
  const email = `colleague.${++number}@shop.example`
  return await service.database.transaction(async tx => {
    const { id } = await insertUser(tx, { name: 'Bia', email, passwordHash: aPasswordHash, at })
    await addMember(tx, storeId, { userId: id, role: 'viewer', at })
    return { userId: id, email }
  })
}

type Row = { id: string; insider: boolean | null }

const stored = async (storeId = shop.storeId) =>
  await service.database.query<Row>(sql`
    select id, insider
    from reviews
    where store_id = ${storeId}
    order by created_at, id`)
const marks = async (storeId = shop.storeId) => (await stored(storeId)).map(({ insider }) => insider)

async function buyer(email: string) {
  const [asked] = await askBuyers(service, server, shop, [email])
  if (!asked) throw new Error('nobody')
  return asked
}

const otherSpelling = (email: string) => email.replace('colleague', 'COLLEAGUE').replace('@', '+test@')
const anAddress = (domain = 'example.com') => `ana.${++number}@${domain}`

describe('a review is marked from its first moment', () => {
  test('if a member of the store wrote it, also under another spelling of the address', async () => {
    await review(await buyer(otherSpelling(colleague.email)), good)
    await review(await buyer(anAddress()), good)
    expect(await marks()).toEqual([true, null])
    // No later change marked it.
    const first = await service.database.query(sql`
      select from reviews
      where store_id = ${shop.storeId} and insider and published_at = created_at and updated_at is null`)
    expect(first).toHaveLength(1)
  })

  test('if its address is in a domain of the team, and in no other', async () => {
    await changeSettings(service, shop.storeId, { insider_domains: ['cafe.example'] })
    await review(await buyer(anAddress('cafe.example')), good)
    for (const domain of ['shop.cafe.example', 'notcafe.example', 'cafe.example.com'])
      await review(await buyer(anAddress(domain)), good)
    expect(await marks()).toEqual([true, null, null, null])
  })

  test('of a store of which the author is no member, it is not', async () => {
    const other = await aStore(service.database)
    const stranger = await aColleague(other)
    await review(await buyer(stranger.email), good)
    expect(await marks()).toEqual([null])
  })

  test('without an order, when it was sent and when its address is confirmed', async () => {
    const query = { store_id: shop.storeId, store_key: shop.storeKey, product_id: 'moka', locale: 'en' }
    const write = `${service.url}/write?${new URLSearchParams(query)}`
    const joining = anAddress('later.example')
    for (const email of [colleague.email, joining]) {
      const fields = { 'product-0': 'moka', 'rating-0': '5', 'body-0': `By ${number++}`, name: 'Bia', email }
      const proof = await solve(await openForm(write))
      expect((await postFiles(write, Object.entries({ ...fields, proof }))).status).toBeLessThan(400)
    }
    await changeSettings(service, shop.storeId, { insider_domains: ['later.example'] })
    for (const { id } of await stored()) await postForm(await linkOf(service, '/confirm', id), {})
    expect(await marks()).toEqual([true, true])
  })

  test('also if a program or a file brings it, which may say so themselves', async () => {
    const { send } = await aManageKey(service, { store: shop })
    const given = { product_id: 'moka', rating: 4, display_name: 'Ana' }
    const sent = [{ email: colleague.email }, { insider: true }, {}]
    const answers = []
    for (const [index, change] of sent.entries())
      answers.push((await send('POST', '/reviews', { ...given, ...change, external_id: `${index}` })).body)
    expect(answers).toMatchObject([{ insider: true }, { insider: true }, { insider: false }])
    const copy = await aStore(service.database, { insider_domains: ['cafe.example'] })
    const file = `product_id,rating,title,email,insider
moka,5,One,ana@cafe.example,
moka,5,Two,ana@example.com,yes
moka,5,Three,ana@example.com,no
`
    await importReviews(service.database, Date.now, copy.storeId, () => Readable.from([Buffer.from(file)]))
    const found = await service.database.query(sql`
      select title, insider
      from reviews
      where store_id = ${copy.storeId}
      order by title`)
    expect(found).toEqual([
      { title: 'One', insider: true },
      { title: 'Three', insider: null },
      { title: 'Two', insider: true },
    ])
  })

  test('an author who joins the team is marked by the next change of the review', async () => {
    const asked = await buyer(anAddress('joins.example'))
    await review(asked, good)
    await changeSettings(service, shop.storeId, { insider_domains: ['joins.example'] })
    expect(await marks()).toEqual([null])
    await review(asked, { ...good, body: 'Still heats fast.' })
    expect(await marks()).toEqual([true])
  })
})

describe('a moderator', () => {
  let moderator: AdminClient
  beforeEach(async () => {
    moderator = await aMember(service, shop.storeId, 'moderator')
  })
  const decide = async (action: string, ids: string[], by = moderator) =>
    await by.send('POST', `/stores/${shop.storeId}/reviews/decisions`, { action, ids })

  test('marks a review and takes the mark away, which is logged and reported', async () => {
    await review(await buyer(anAddress()), good)
    const [{ id }] = (await stored()) as [Row]
    await subscribe(service, shop.storeId, { url: receiver.url })
    for (const [action, insider] of [
      ['mark_insider', true],
      ['mark_insider', true],
      ['unmark_insider', null],
    ] as const) {
      expect((await decide(action, [id])).body).toEqual({ result: [{ id, state: 'published' }], refused: [] })
      expect(await marks()).toEqual([insider])
    }
    const { body } = await moderator.send('GET', `/stores/${shop.storeId}/reviews/${id}/history`)
    const actions = (body as { result: { action: string; who: string }[] }).result.map(one => one.action)
    expect(actions.filter(one => one.includes('insider')).toSorted()).toEqual([
      'mark_insider',
      'unmark_insider',
    ])
    await service.runDue()
    const events = receiver.received.map(({ event: { type, data } }) => [type, data.insider])
    expect(events).toEqual([
      ['review.updated', true],
      ['review.updated', false],
    ])
  })

  test('cannot take it from somebody of the team, until that person has left', async () => {
    await changeSettings(service, shop.storeId, { insider_domains: ['cafe.example'] })
    await review(await buyer(anAddress('cafe.example')), good)
    await review(await buyer(colleague.email), good)
    const ids = (await stored()).map(({ id }) => id)
    const { body } = await decide('unmark_insider', ids)
    expect(body).toMatchObject({ result: [], refused: ids.map(id => ({ id, error_code: 804090 })) })
    const { send } = await aManageKey(service, { store: shop })
    expect(await send('POST', `/reviews/${ids[0]}/unmark-insider`)).toMatchObject({
      status: 409,
      body: { message: 'Author is known to work for the store' },
    })
    expect(await marks()).toEqual([true, true])
    await changeSettings(service, shop.storeId, { insider_domains: [] })
    const owner = await aMember(service, shop.storeId, 'owner')
    await owner.send('DELETE', `/stores/${shop.storeId}/members/${colleague.userId}`)
    expect(await marks()).toEqual([true, true])
    expect((await decide('unmark_insider', ids)).body).toMatchObject({ refused: [] })
    expect(await marks()).toEqual([null, null])
  })

  test('takes it away for good: another export of the review does not bring it back', async () => {
    const { database } = service
    const complete = async () => {
      const [{ id }] = (await stored()) as [Row]
      const exported = { ...(await readReview(database, shop.storeId, id)), insider: true }
      return await completeReview(database, shop.storeId, id, exported, new Date())
    }
    await review(await buyer(anAddress()), good)
    const [{ id }] = (await stored()) as [Row]
    expect(await complete()).toBe(true)
    expect(await marks()).toEqual([true])
    await decide('unmark_insider', [id])
    expect(await complete()).toBe(false)
    expect(await marks()).toEqual([null])
  })

  test('viewers and other stores cannot', async () => {
    await review(await buyer(anAddress()), good)
    const [{ id }] = (await stored()) as [Row]
    const viewer = await aMember(service, shop.storeId, 'viewer')
    expect((await decide('mark_insider', [id], viewer)).status).toBe(403)
    const other = await aManageKey(service)
    expect((await other.send('POST', `/reviews/${id}/mark-insider`)).status).toBe(404)
    expect(await marks()).toEqual([null])
  })
})

test('readers see that its author works for the store, and its stars count as any other’s', async () => {
  const asked = await buyer(colleague.email)
  await review(asked, good)
  const key = `store_id=${shop.storeId}&store_key=${shop.storeKey}&product_id=${asked.products[0]}`
  const read = async (path: string) => await (await fetch(`${service.url}/api/v1/${path}?${key}`)).text()
  expect(JSON.parse(await read('reviews.json')).result[0]).toMatchObject({
    insider: true,
    incentivized: false,
  })
  expect(JSON.parse(await read('ratings.json')).result[0]).toMatchObject({ average: 4, total: 1 })
  for (const path of ['structured-data.json', 'reviews.html'])
    expect(await read(path)).toContain('Works for the store')
  const about = await openForm(`${service.url}/transparency/${shop.storeId}?locale=en`)
  expect(about.html).toContain(
    'A review by somebody who works for the store is marked “Works for the store”.',
  )
})

describe('the domains of the team', () => {
  const change = async (insider_domains: unknown) =>
    await (await aManageKey(service, { store: shop })).send('PATCH', '/settings', { insider_domains })

  test('are stored as addresses are compared', async () => {
    const { body } = await change([' @Shop.Example', 'müller.example', 'shop.example'])
    expect(body).toMatchObject({ insider_domains: ['shop.example', 'xn--mller-kva.example'] })
  })

  test('stay, and hinder no other change, if a later list names one of them as a provider', async () => {
    await service.database.query(sql`
      update stores set insider_domains = '{gmail.com}' where store_id = ${shop.storeId}`)
    const { body } = await change(['gmail.com', 'shop.example'])
    expect(body).toMatchObject({ insider_domains: ['gmail.com', 'shop.example'] })
    await change([])
  })

  test.each([
    [['gmail.com'], 'gmail.com gives addresses to anybody'],
    [['GoogleMail.com'], 'googlemail.com gives addresses to anybody'],
    // Other lists lack these: findings/lists-of-free-mailboxes.sh.
    ...['gmx.ch', 'fastmail.com', 'bol.com.br', 'docomo.ne.jp', 'privaterelay.appleid.com'].map(
      (domain): [string[], string] => [[domain], `${domain} gives addresses to anybody`],
    ),
    [['shop'], 'Expected a value such as shop.example'],
    [['ana@shop.example'], 'Expected a value such as shop.example'],
    [['*.shop.example'], 'Expected a value such as shop.example'],
    [['https://shop.example'], 'Expected a value such as shop.example'],
    [[''], 'Expected a value such as shop.example'],
    [Array.from({ length: 21 }, (_, at) => `s${at}.example`), 'at most 20'],
  ])('are not %j', async (domains, problem) => {
    const { status, body } = await change(domains)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(problem)])
    expect((await change([])).status).toBe(200)
  })
})

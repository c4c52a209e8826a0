import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorOf } from '../../answers/moderation/author.ts'
import { decideState } from '../../answers/moderation/moderation.ts'
import { reportContent } from '../../answers/moderation/reports/reports.ts'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { publishReview } from '../../answers/reviews/moderate.ts'
import { insertReviews, readReview, reviewContent } from '../../answers/reviews/reviews.ts'
import { vote } from '../../answers/reviews/votes.ts'
import { writeReviews } from '../../answers/reviews/writing.ts'
import { findMailing } from '../../asking/mail/opened-links.ts'
import { readProductsOfParts } from '../../asking/orders/asked-products.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { suppress, suppressedAmong } from '../../foundation/mailings/suppressions.ts'
import { buyerOf, isAddressOf, redact } from '../../foundation/personal-data/person.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectCreated } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { dump, occursAnywhere } from '../../test/database/dump.ts'
import { aCustomer, anAnswer, anOrder, anOrderProduct, aQuestion, aReview } from '../../test/factories.ts'
import { tokensOfMail } from '../../test/forms.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'
import { erasePerson, exportPerson } from './people.ts'

const at = new Date('2026-03-20T12:00:00Z')
const by = { at, actor: 'author', action: 'create' } as const
const secrets: Secrets = { current: 'x'.repeat(40), all: ['x'.repeat(40)] }
const address = 'zuleica.prado@correio.example'
const email = ' Zuleica.Prado@Correio.Example '
const name = 'Zuleica Prado Antunes'
const phone = '+55 21 97777-1234'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  service.setNow('2026-03-06T12:00:00Z')
})
afterAll(() => service.close())
beforeEach(async () => {
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})

const orderOf = (customers = [aCustomer({ name, email, phone })]) =>
  anOrder({ products: [anOrderProduct({ product_id: 'product-1' })], customers })

async function send(order = orderOf(), member = owner): Promise<string> {
  expectCreated(await service.send('POST', '/orders', { headers: member.headers, body: order }))
  return order.order_id
}

/** Creates a person who bought, wrote, asked, voted and was mailed; and others who mention them. Returns the review. */
async function aLife(): Promise<string> {
  const neighbour = aCustomer({ email: `joana.${address}` })
  await send()
  await send(orderOf([neighbour, aCustomer({ name, phone, email: `<${address}>, other@example.com` })]))
  const who = { email: email.trim(), address, display_name: 'Zuleica P.' }
  const body = `I am ${name.toUpperCase()}, call 21 97777 1234 or write to ${email.trim()}`
  const mine = aReview({
    ...who,
    body,
    state: 'pending',
    reply: `Olá Zuleica! ${address}`,
    reply_created_at: at,
  })
  const others = aReview({
    body: `Ask ${address} about it`,
    email: 'bia@example.com',
    address: 'bia@example.com',
  })
  await service.database.transaction(async tx => {
    const store = await readStore(tx, owner.storeId)
    await decideState(tx, store, { ...mine, kind: 'review', at })
    await insertReviews(tx, owner.storeId, [mine, others], by)
    const question = aQuestion({ ...who, body: `Reply to ${phone}`, reply: 'Zuleica, yes.' })
    await insertQuestions(tx, owner.storeId, [question], by)
    const answer = anAnswer({ ...who, question_id: question.id, body: `I am ${name}, ${address}` })
    await insertAnswers(tx, owner.storeId, [answer], by)
    await publishReview(tx, owner.storeId, mine.id, { at, actor: 'command' })
    await queueNotice(tx, owner.storeId, {
      kind: 'question_answered',
      recordId: question.id,
      to: authorOf(question),
      at,
    })
    const report = { reason: 'private_data', text: `It shows ${address}`, at } as const
    await reportContent(tx, secrets, owner.storeId, reviewContent, others.id, report)
    await vote(tx, secrets, owner.storeId, { reviewId: others.id, visitorId: address, at })
    await suppress(tx, owner.storeId, address, 'unsubscribed', at)
    await tx.query(sql`
      update mailings
      set last_answer = ${`250 queued for ${address}`}
      where store_id = ${owner.storeId}`)
  })
  return mine.id
}

const named = async ({ storeId }: Member) => await readStore(service.database, storeId)
const erase = async (member = owner) =>
  await erasePerson(service.database, secrets, await named(member), address, at)
const known = async (member = owner) =>
  await exportPerson(service.database, secrets, await named(member), address)

describe('an erased person', () => {
  test('leaves no trace in any table: no address, no name, no phone', async () => {
    await aLife()
    const before = await dump(service.database)
    const traces = [address, 'zuleica', 'prado', '97777']
    for (const trace of traces) expect([trace, before.includes(trace)]).toEqual([trace, true])
    expect(await erase()).toEqual({
      store_id: owner.storeId,
      store: 'Café da Serra',
      ...{ orders: 2, requests: 1, mailings: 2, reviews: 1, questions: 1, answers: 1 },
    })
    // The neighbour's address ends with the person's, but is a different one.
    const after = (await dump(service.database)).replaceAll(`joana.${address}`, '')
    for (const trace of traces) expect([trace, after.includes(trace)]).toEqual([trace, false])
  })

  test('leaves reviews without identity, unchanged summaries, and a log without names', async () => {
    const id = await aLife()
    const read = async () =>
      (
        await service.send(
          'GET',
          `/api/v1/ratings.json?store_id=${owner.storeId}&store_key=${owner.storeKey}`,
        )
      ).body
    const ratings = await read()
    await erase()
    expect(await readReview(service.database, owner.storeId, id)).toMatchObject({
      state: 'published',
      display_name: 'Anonymous',
      email: null,
      address: null,
      body: 'I am …, call … or write to …',
      reply: 'Olá …! …',
    })
    expect(await read()).toEqual(ratings)
    const log = await service.database.query(sql`
      select actor, action, record_type, fields
      from audit_log
      where store_id = ${owner.storeId} and action = 'erase'
      order by id`)
    expect(log).toContainEqual({ actor: 'command', action: 'erase', record_type: 'person', fields: [] })
    expect(log).toHaveLength(5)
  })

  test('gets no more mail: queued mail is cancelled, later mail is recognised', async () => {
    await aLife()
    await erase()
    const states = await service.database.query(sql`
      select distinct state
      from mailings
      where store_id = ${owner.storeId}
      union all
      select distinct state
      from review_requests
      where store_id = ${owner.storeId} and email = ''`)
    expect(states).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
    const suppressed = await suppressedAmong(service.database, secrets, owner.storeId, [
      address,
      'bia@example.com',
    ])
    expect([...suppressed]).toEqual([[address, 'erased']])
  })

  test('is not erased by a dry run, which says whom an erasure would concern', async () => {
    await aLife()
    await insertReviews(
      service.database,
      owner.storeId,
      ['Z. Antunes', 'Fátima'].map(display_name => aReview({ email: address, display_name })),
      by,
    )
    const member = await aMember(service, owner.storeId, 'owner')
    const before = await dump(service.database)
    const dryRun = { email, dry_run: true }
    const { body } = await member.send('POST', `/stores/${owner.storeId}/people/erase`, dryRun)
    expect(body.erased).toEqual({
      ...{ orders: 2, requests: 1, mailings: 2, reviews: 3, questions: 1, answers: 1 },
      names: expect.arrayContaining(['Z. Antunes', 'Fátima', 'Zuleica P.']),
    })
    expect(await dump(service.database)).toEqual(before)
    const { names: _, ...counts } = body.erased
    expect(await erase()).toMatchObject(counts)
    const again = await member.send('POST', `/stores/${owner.storeId}/people/erase`, dryRun)
    expect(again.body.erased).toBe(null)
    const stranger = { email: 'nobody@correio.example', dry_run: true }
    expect((await member.send('POST', `/stores/${owner.storeId}/people/erase`, stranger)).body.erased).toBe(
      null,
    )
  })

  test('is erased once: a second time finds nothing, unless they return', async () => {
    await aLife()
    await erase()
    expect(await erase()).toBeUndefined()
    await send()
    expect(await erase()).toMatchObject({ orders: 1, requests: 1 })
  })

  test('stays a customer of other stores, and others stay unchanged', async () => {
    await send(orderOf(), outsider)
    await aLife()
    await erase()
    expect(await known(outsider)).toMatchObject({ orders: [{ customers: [{ name, email, phone }] }] })
    const [kept] = await service.database.query<{ customers: object[] }>(sql`
      select customers
      from orders
      where store_id = ${owner.storeId} and jsonb_array_length(customers) = 2`)
    expect(kept?.customers).toMatchObject([{ email: `joana.${address}` }, { name: '', email: '', phone: '' }])
  })
})

describe('erasing during concurrent writes', () => {
  test('erases an order entirely or not at all', async () => {
    await aLife()
    let isOver = false
    const sent: Promise<string>[] = []
    const sending = (async () => {
      while (!isOver) {
        sent.push(...Array.from({ length: 8 }, () => send()))
        await Promise.all(sent.slice(-8))
      }
    })()
    for (let turn = 0; turn < 5; turn++) {
      await erase()
      await pause(5)
    }
    isOver = true
    await sending
    const orders = await service.database.query<{ email: string; requests: string[] }>(sql`
      select customers -> 0 ->> 'email' as email,
        array(select email from review_requests where store_id = orders.store_id and order_id = orders.order_id) as requests
      from orders
      where store_id = ${owner.storeId} and jsonb_array_length(customers) = 1`)
    expect(orders.length).toBeGreaterThan(sent.length)
    for (const order of orders) expect(order.requests).toEqual([order.email === '' ? '' : email.trim()])
    expect(orders.some(order => order.email === '')).toBe(true)
  })

  test('comes before or after a form that was sent through a link', async () => {
    const { database } = service
    const store = await readStore(database, owner.storeId)
    const ends = { written: 0, refused: 0 }
    for (let turn = 0; turn < 12; turn++) {
      service.setNow(Date.UTC(2026, 2, 9 + turn, 18))
      await send({ ...orderOf(), delivery_date: new Date(Date.UTC(2026, 2, 9 + turn)).toISOString() })
      const now = Date.UTC(2026, 2, 18 + turn, 18)
      service.setNow(now)
      await service.runDue()
      const [mail] = await database.query<{ id: string }>(sql`
        select id
        from mailings
        where store_id = ${owner.storeId} and address = ${address} and state = 'kept'`)
      if (!mail) continue // no mail is sent on a Sunday
      const { link } = await tokensOfMail(service, mail.id)
      const mailing = await findMailing(database, 'form', link ?? '', now)
      const asked = await readProductsOfParts(database, owner.storeId, mailing.requests)
      const person = { displayName: name, language: 'pt-BR', network: undefined, consents: [] }
      const writing = { mailing, products: asked, ...person, at: new Date(now) }
      const text = { rating: 5, recommended: null, title: '', body: name, pictures: [] }
      const write = writeReviews(database, store, writing, [{ productId: 'product-1', ...text }]).then(
        () => ends.written++,
        error => {
          expect(error).toMatchObject({ errorName: 'link_expired' })
          ends.refused++
        },
      )
      await Promise.all([write, pause(turn % 4).then(() => erase())])
      expect(await occursAnywhere(database, name, owner.storeId)).toBe(false)
      // The person returns, and wants mail again.
      await database.query(sql`delete from suppressions where store_id = ${owner.storeId}`)
    }
    expect(ends.written + ends.refused).toBeGreaterThan(6)
  })

  test('comes before or after a decision with its mail, never between', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const review = aReview({
        product_id: 'product-1',
        address,
        email,
        state: 'pending',
        display_name: name,
      })
      await send()
      await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
      const publish = service.database.transaction(tx =>
        publishReview(tx, owner.storeId, review.id, { at, actor: 'command' }),
      )
      await Promise.all([publish, pause(turn).then(() => erase())])
    }
    const left = await service.database.query(sql`
      select
      from mailings
      where store_id = ${owner.storeId} and (address is not null or state = 'queued')`)
    expect(left).toEqual([])
  })
})

test('an export contains everything, as stored', async () => {
  const id = await aLife()
  expect(await known()).toMatchObject({
    store_id: owner.storeId,
    orders: [
      { customers: [{ name, email, phone }] },
      { customers: [{ name, email: `<${address}>, other@example.com` }] },
    ],
    requests: [{ email: email.trim(), state: 'scheduled' }],
    mailings: [{ kind: 'review_published' }, { kind: 'question_answered' }],
    suppressed: 'unsubscribed',
    reviews: [{ id, rating: 5 }],
    questions: [{ display_name: 'Zuleica P.' }],
    answers: [{ display_name: 'Zuleica P.' }],
  })
  expect(JSON.stringify(await known())).not.toContain('joana')
  expect(await known(outsider)).toBeUndefined()
})

describe('an address in texts', () => {
  const ana = buyerOf('ana@xn--caf-dma.example')
  test.each([
    ['ana@café.example', true],
    ['ANA@XN--CAF-DMA.example', true],
    ['Ana <ana@café.example>; bia@example.com', true],
    ['joana@café.example', false],
    ['x.ana@café.example', false],
    ['ana@café.example.br', false],
    ['ana@café.examples', false],
    ['', false],
  ])('%s: %s', (text, expected) => expect(isAddressOf(ana, text)).toBe(expected))

  test.each([
    ['Write to Ana@Café.Example.', 'Write to ….'],
    ['tel (11) 98765-4321 ou +55 11 987654321', 'tel … ou …'],
    ['ana maria  souza, Ana Marias, Ana', '…, Ana Marias, Ana'],
    ['item 119876543210', 'item 119876543210'],
    ['a.b (c) [d] \\ $1', 'a.b (c) [d] \\ $1'],
  ])('%s', (text, redacted) => {
    expect(
      redact(text, ana, { names: ['Ana Maria Souza', 'Ana'], phones: ['+55 11 98765-4321', '12'] }),
    ).toBe(redacted)
  })
})

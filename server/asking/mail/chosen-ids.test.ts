import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importQuestions, importReviews } from '../../exchange/imports/imports.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'

// An attacker knows the id of another store's mail, uses it wherever a client may choose an id, and reads every mail
// that results. No token in these mails opens anything of the other store.

let server: MailServer
let it: TestApp
let victim: Member
let own: Member
let forger: AdminClient
/** The request mailed to the victim's buyer: its id and the paths of its links. */
let stolen: { id: string; form: string; unsubscribe: string }
beforeAll(async () => {
  ;[it, server] = await startMailingApp({ SIGN_IN_RATE_LIMIT: '1000' })
  victim = await aStore(it.database, { open_reviews: true })
  own = await aStore(it.database, { open_reviews: true, contact_email: mine })
  forger = await aMember(it, own.storeId, 'owner')
  await order(victim, 'order-1', 'ana@example.com')
  it.setNow(due)
  await it.runDue()
  const [mail] = await it.database.query<{ id: string }>(sql`
    select id from mailings where store_id = ${victim.storeId}`)
  const [form = '', unsubscribe = ''] = linksTo('ana@example.com')
  stolen = { id: mail?.id ?? '', form, unsubscribe }
})
afterAll(() => it.close())

const mine = 'forger@example.com'
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

async function order(store: Member, id: string, email: string): Promise<void> {
  it.setNow(delivered)
  const customers = [aCustomer({ email })]
  const products = [anOrderProduct({ product_id: id, sku: id })]
  const body = anOrder({ order_id: id, delivery_date: delivered, customers, products })
  expect((await it.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
}

/** The paths of all links in the mails to an address: forms, confirmations and unsubscribe links. */
function linksTo(email: string): string[] {
  const mails = server.received.filter(({ to }) => to.includes(email))
  const text = mails.map(({ raw }) => decode(raw)).join()
  const found = text.match(/\/(r|u|confirm)\/[\w-]{65}/g) ?? []
  return [...new Set(found)].sort()
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('an id that a client chooses opens nothing of another store', async () => {
  const { id } = stolen
  const body = aProduct({ product_id: id, sku: id })
  expect((await it.send('POST', '/products', { headers: own.headers, body })).status).toBe(201)
  await order(own, id, mine)
  const clock = () => Date.parse(delivered)
  const reviews = `review_id,product_id,rating,body,display_name,email,state\n${id},other,5,Good,Me,${mine},pending\n`
  const questions = `question_id,product_id,body,display_name,email,state\n${id},${id},Is it?,Me,${mine},pending\n`
  await importReviews(it.database, clock, own.storeId, () => oneChunk(reviews), { notifyAuthors: true })
  await importQuestions(it.database, clock, own.storeId, () => oneChunk(questions), { notifyAuthors: true })
  it.setNow(due)
  await it.runDue()
  await decideEverything()
  await it.runDue()
  const links = linksTo(mine)
  // The form of the request, and the unsubscribe links of all mails.
  expect(links.filter(path => path.startsWith('/r/'))).toHaveLength(1)
  expect(links.filter(path => path.startsWith('/u/')).length).toBeGreaterThan(2)
  const secretOf = (path: string) => path.slice(-43)
  const secrets = [stolen.form, stolen.unsubscribe].map(secretOf)
  for (const path of links) {
    expect(secrets).not.toContain(secretOf(path))
    // Nor does it open anything with the victim's store id in front.
    const theirs = stolen.form.slice(3, 25) + secretOf(path)
    for (const page of ['r', 'u', 'confirm'])
      expect((await fetch(`${it.url}/${page}/${theirs}`)).status).toBe(404)
  }
  const vote = `/api/v1/reviews/${id}/votes?store_id=${own.storeId}&store_key=${own.storeKey}`
  const visitor = { headers: { 'content-type': 'application/json' }, body: { visitor_id: id } }
  await it.send('POST', vote, visitor)
  const others = await it.database.query(sql`
    select from mailings where store_id = ${own.storeId} and id = ${id}`)
  expect(others).toEqual([])
  expect((await fetch(it.url + stolen.form)).status).toBe(200)
})

/** Publishes and answers the imported content, so that its authors get mail. */
async function decideEverything(): Promise<void> {
  const idsOf = async (kind: 'reviews' | 'questions') => {
    const { body } = await forger.send('GET', `/stores/${own.storeId}/${kind}`)
    return (body.result as { id: string }[]).map(one => one.id)
  }
  const [reviews, questions] = [await idsOf('reviews'), await idsOf('questions')]
  expect([reviews.length, questions.length]).toEqual([1, 1])
  const decision = { action: 'publish', ids: reviews }
  const decided = await forger.send('POST', `/stores/${own.storeId}/reviews/decisions`, decision)
  expect(decided.body.refused).toEqual([])
  for (const path of [`reviews/${reviews[0]}`, `questions/${questions[0]}`]) {
    const answer = { body: 'Thank you' }
    expect((await forger.send('PUT', `/stores/${own.storeId}/${path}/reply`, answer)).status).toBe(204)
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, adminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { dump } from '../../test/database/dump.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { askAbout, postFiles, postForm } from '../../test/forms.ts'
import { aManageKey } from '../../test/management.ts'
import { aPicture, picturesIn } from '../../test/media/pictures.ts'
import { connected } from '../../test/shops/connected.ts'
import { aStore, type Member } from '../../test/users.ts'
import { startReceiver } from '../../test/webhooks/receiver.ts'
import { subscribe } from '../../test/webhooks/subscribe.ts'
import { tidyStores } from '../housekeeping/tidy.ts'

const email = 'Zenobia.Quirino@Correio.Example'
const address = 'zenobia.quirino@correio.example'
const name = 'Zenobia Quirino Falcão'
const phone = '+55 31 98888-4321'
const traces = [address, 'zenobia', 'quirino', '98888']

const folder = mkdtempSync(join(tmpdir(), 'realword-traces-'))
let it: TestApp
let store: Member
let owner: AdminClient
let productId: string
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
  store = await aStore(it.database, { moderation: 'check', open_reviews: true })
  owner = await aMember(it, store.storeId, 'owner')
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const shop = (path: string) => `/stores/${store.storeId}${path}`
const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await owner.send(method, shop(path), body)
  // A refusal is fine here, a failure is not.
  expect([path, answer.status < 500]).toEqual([path, true])
  return answer.body
}

/** A person buys, is mailed, and sends every form. */
async function aBuyer(): Promise<string> {
  const products = [anOrderProduct()]
  productId = products[0]?.product_id ?? ''
  const order = anOrder({ products, customers: [aCustomer({ name, email, phone })] })
  const { headers } = store
  expect((await it.send('POST', '/orders', { headers, body: order })).status).toBe(201)
  await it.runDue()
  const token = await askAbout(it, store.storeId, [order.order_id], { address, name })
  const texts = { 'heading-0': `By ${name}`, 'body-0': `Call ${phone} or ${email}` }
  const form = { 'product-0': productId, 'rating-0': '5', display: 'full', ...texts }
  const sent = await postFiles(`${it.url}/r/${token}`, [
    ...Object.entries(form),
    ['pictures-0', await aPicture({ name: `${name}.jpg` })],
  ])
  expect(sent.status).toBe(303)
  const query = new URLSearchParams({
    store_id: store.storeId,
    store_key: store.storeKey,
    product_id: productId,
  })
  const open = await postForm(`${it.url}/write?${query}`, { ...form, name, email })
  const asked = await postForm(`${it.url}/embed/question?${query}`, {
    name,
    email,
    body: `Is it for ${name}? ${phone}`,
    seen: 'yes',
  })
  expect([open.status, asked.status]).toEqual([200, 200])
  await postForm(`${it.url}/embed/question?${query}`, { name, email: `${email}, x`, body: name })
  await it.runDue()
  return order.order_id
}

/** A member enters the person's data on every screen. */
async function everyScreen(): Promise<void> {
  const search = (more: Record<string, string>) => new URLSearchParams(more)
  for (const text of [name, email, phone])
    for (const path of ['reviews', 'questions', 'products', 'orders'])
      await ask('GET', `/${path}?${search(path === 'orders' ? { email: text } : { text, search: text })}`)
  const [review] = (await ask('GET', '/reviews')).result
  const [question] = (await ask('GET', '/questions')).result
  await ask('POST', '/reviews/decisions', { ids: [review.id], action: 'publish' })
  await ask('PUT', `/reviews/${review.id}/reply`, { body: `Dear ${name}, we call ${phone}` })
  if (question) await ask('PUT', `/questions/${question.id}/reply`, { body: `Dear Zenobia, ${email}` })
  const visitor = { visitor_id: email }
  const visit = `store_id=${store.storeId}&store_key=${store.storeKey}`
  await it.send('POST', `/api/v1/reviews/${review.id}/votes?${visit}`, {
    headers: { 'content-type': 'application/json' },
    body: visitor,
  })
  await it.send('POST', `/api/v1/reviews/${review.id}/reports?${visit}`, {
    headers: { 'content-type': 'application/json' },
    body: { reason: 'private_data', text: `It names ${name}, ${email}` },
  })
  await it.send('GET', `/api/v1/reviews.json?${visit}&terms=${encodeURIComponent(name)}`)
  await ask('POST', '/mail/deliveries/look', { email })
  await ask('POST', '/mail/suppressions/look', { email })
  await ask('POST', '/mail/suppressions', { email })
  await ask('POST', '/mail/preview', {
    kind: 'request',
    language: 'en',
    own: { subject: name, words: email },
  })
  await ask('POST', '/mail/test', { kind: 'request', language: 'en' })
  await ask('POST', '/people/export', { email })
  await ask('POST', '/widget-checks', { url: `http://127.0.0.1:9/${encodeURIComponent(name)}` })
  const stranger = adminClient(it)
  for (let time = 0; time < 3; time++) await stranger.signIn(email, phone)
  await stranger.send('POST', '/password-links', { email })
}

/** Imports in each state and exports, with the person's data in files and file names. */
async function everyFile(): Promise<void> {
  const rows = `product_id,rating,body,author,email\n${productId},5,"Ask ${name}, ${phone}",${name},${email}\n`
  const file = `${email} ${name}.csv`
  const upload = async (text = rows, kind = 'review') =>
    (await uploadFile(it, owner, store.storeId, kind, text, file)).body
  const done = await upload()
  await importFile(it, owner, store.storeId, done.id)
  const refused = await upload(`product_id,rating,email\n${productId},0,${email}\n${productId},${name},\n`)
  await importFile(it, owner, store.storeId, refused.id)
  const tried = await upload()
  await ask('POST', `/imports/${tried.id}/trial`, { columns: {}, dates: null })
  await it.runDue()
  await upload()
  const failed = await upload('not a zip', 'archive')
  expect(failed.state).toBe('failed')
  const cancelled = await upload()
  await ask('POST', `/imports/${cancelled.id}/cancel`)
  await ask('POST', '/imports', { kind: 'review', file_name: file, size: 100 })
  for (const kind of ['archive', 'reviews', 'questions']) await ask('POST', '/exports', { kind })
  await it.runDue()
}

/** Webhooks of a shop that could not be read, in every coding, and one about an order that has only a name. */
async function everyWebhook(orderId: string): Promise<void> {
  const secret = 'a-secret-of-the-shop'
  const mapping = {
    order_id: 'id',
    ordered_at: 'date',
    delivered_at: 'date',
    products: 'lines',
    product_id: 'id',
  }
  const options = { ...mapping, customer_email: '$number(email)' }
  const { deliver, log } = await connected(it, store.storeId, { platform: 'generic', secret, options })
  const form = new URLSearchParams({ name, email, phone }).toString()
  const json = (value: object) => JSON.stringify({ date: '2026-03-01', lines: [{ id: 'P-1' }], ...value })
  const bodies: (string | Buffer)[] = [
    json({ id: 'O-1', email }),
    json({ id: 'O-1', email: email.toUpperCase() }),
    json({ id: 'O-1', email: 'none', text: email.replace('@', '%40') }),
    json({ id: 'O-1', email: 'none', text: email.replace('@', '&#64;') }),
    json({ id: 'O-1', email: `${name} of ${email}` }).replaceAll('@', '\\u0040'),
    json({ id: orderId, email: 'none', buyer: { name, phone } }),
    json({ id: 'O-2', email: 'none', note: `for ${name}` }),
    json({ id: 'O-3', email: 'none', payload: form }),
    form,
    `<order><buyer>${email}</buyer></order>`,
    Buffer.from(json({ id: 'O-1', email }), 'utf16le'),
    Buffer.from(`\ufeff${json({ id: 'O-1', email })}`, 'utf16le').swap16(),
  ]
  const headers = { 'x-realword-secret': secret }
  for (const body of bodies) expect(await deliver({ headers, body: Buffer.from(body) })).toBe(200)
  const lines = await log()
  expect(lines).toHaveLength(bodies.length)
  expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['failed']))
}

/** A program that writes about the person. Returns the error codes of the same requests again. */
async function everyProgram(): Promise<() => Promise<number[]>> {
  const program = await aManageKey(it, { store })
  const review = {
    external_id: 'r1',
    product_id: productId,
    rating: 5,
    display_name: 'Bia',
    body: `Ask ${name} (${email})`,
  }
  const sent = [
    ['/reviews', review],
    ['/reviews', { ...review, external_id: 'r2', body: email.replace('@', '&#64;'), display_name: email }],
    [
      '/questions',
      { external_id: 'q1', product_id: productId, display_name: 'Rui', body: `Is ${email} there?` },
    ],
    ['/reviews', { [email]: name }],
  ] as const
  const send = async () => {
    const statuses: number[] = []
    for (const [index, [path, body]] of sent.entries())
      statuses.push((await program.send('POST', path, body, { 'idempotency-key': `key-${index}` })).status)
    return statuses
  }
  expect(await send()).toEqual([201, 201, 201, 400])
  return send
}

test('erasing a person removes them from every table and file', async () => {
  const body = aProduct({ product_id: 'other' })
  expect((await it.send('POST', '/products', { headers: store.headers, body })).status).toBe(201)
  const receiver = await startReceiver()
  receiver.reply((response, { body: said }) => void response.writeHead(500).end(said))
  await subscribe(it, store.storeId, { url: receiver.url })
  const orderId = await aBuyer()
  await everyScreen()
  await everyFile()
  await everyWebhook(orderId)
  const again = await everyProgram()
  await receiver.close()
  const before = await dump(it.database)
  for (const trace of traces) expect([trace, before.includes(trace)]).toEqual([trace, true])
  const states = await it.database.query<{ state: string }>(sql`
    select distinct state from imports where store_id = ${store.storeId} order by state`)
  expect(states.map(({ state }) => state)).toEqual([
    ...['cancelled', 'done', 'failed', 'ready', 'tried', 'uploading'],
  ])

  const erased = await owner.send('POST', shop('/people/erase'), { email })
  expect(erased.status).toBe(200)
  const after = (await dump(it.database)).split('\n').filter(row => traces.some(trace => row.includes(trace)))
  expect(after).toEqual([])
  // Their answers are gone, and nothing is done twice.
  expect(await again()).toEqual([409, 409, 409, 409])

  const { result } = (await owner.send('GET', shop('/imports'))).body
  expect(result.map((one: { file_name: string }) => one.file_name)).toEqual(result.map(() => ''))
  // The next sweep deletes their files.
  const pictures = picturesIn(folder)
  await tidyStores(it.database, pictures, new Date(), (_message, error) => {
    throw error
  })
  const kept = await it.database.query(sql`
    select id from imports where store_id = ${store.storeId} and parts > 0
    union all
    select id from exports where store_id = ${store.storeId} and file_id is not null`)
  expect(kept).toEqual([])
})

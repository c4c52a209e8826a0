import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, run, runJson, temporaryFolder, waitFor } from '../../service.ts'
import { installEngine, installPlugin, makeDatabase, type Started, startProgram } from '../engines.ts'
import { type Connection, type Mails, type Realword, startRealword, startRecorder } from '../realword.ts'
import { VendureShop } from './api.ts'

let realword: Realword
let mails: Mails
let connection: Connection
let recorder: Awaited<ReturnType<typeof startRecorder>>
let vendure: Started
let shop: VendureShop

beforeAll(async () => {
  const folder = await installEngine('vendure-3.7.3', ['@vendure/core@3.7.3', 'pg@8.16.3'])
  await installPlugin(folder, 'vendure')
  const started = await startRealword()
  realword = started.realword
  mails = started.mails
  const { service, storeId } = realword
  const add = ['connect', 'add', '--store', storeId, '--platform', 'vendure']
  connection = await runJson<Connection>(add, service)
  const stores = await runJson<{ store_id: string; store_key: string }[]>(['store', 'list'], service)
  recorder = await startRecorder(connection.webhook_url)
  copyFileSync(new URL('shop.cjs', import.meta.url), join(folder, 'shop.cjs'))
  const options = {
    webhookUrl: recorder.url,
    secret: connection.secret,
    productUrl: 'https://shop.example/products/{slug}',
    storeId,
    storeKey: stores.find(({ store_id }) => store_id === storeId)?.store_key,
  }
  vendure = startProgram(folder, [process.execPath, 'shop.cjs'], {
    VENDURE_DISABLE_TELEMETRY: 'true', // only loopback addresses are contacted
    TZ: 'America/Sao_Paulo', // not the zone of the database
    DATABASE_PORT: String((await makeDatabase(service, 'vendure')).port),
    REALWORD_OPTIONS: JSON.stringify(options),
  })
  const url = await waitFor(
    'Vendure',
    () => {
      if (vendure.printed().includes('ended: ')) throw new Error(vendure.printed())
      return /^READY (\S+)$/m.exec(vendure.printed())?.[1]
    },
    600_000,
  )
  shop = new VendureShop(url)
}, 1_200_000)

afterAll(cleanUp)

const asks = (code: string) => expect.poll(() => realword.asked(code))
const languageOf = async (code: string) => (await realword.order(code)).customers[0]?.language
const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

test('a product is asked about when all its pieces were delivered, the rest later, in the language of the buyer', async () => {
  const order = await shop.buy('ana@example.com', { 'MOKA-6': 2, 'GRIND-1': 1 }, 'en')
  await shop.deliver(order, { 'MOKA-6': 1 })
  await shop.deliver(order, { 'GRIND-1': 1 })
  await asks(order.code).toEqual(['ana@example.com scheduled 2'])
  await shop.deliver(order, { 'MOKA-6': 1 })
  await asks(order.code).toEqual(['ana@example.com scheduled 1,2'])
  await expect.poll(() => languageOf(order.code)).toBe('en')
  await realword.manage('POST', `/orders/${order.code}/send-now`)
  await expect.poll(() => mailsTo('ana@example.com').length).toBe(1)
  expect(mailsTo('ana@example.com')[0]?.header('subject')).toBe('Ana, how do you like Moka pot and 1 more?')
})

test('a delivery is dated right, although the database is in another time zone than Vendure', async () => {
  const before = Date.now()
  const order = await shop.buy('rui@example.com', { 'GRIND-1': 1 }, 'pt_BR')
  await shop.deliver(order, { 'GRIND-1': 1 })
  await asks(order.code).toEqual(['rui@example.com scheduled 2'])
  await expect.poll(() => languageOf(order.code)).toBe('pt-BR')
  const { delivery_date, products } = await runJson<{ delivery_date: string; products: object[] }>(
    ['order', 'show', '--store', realword.storeId, order.code],
    realword.service,
  )
  const at = Date.parse(delivery_date)
  expect(at).toBeGreaterThan(before - 60_000)
  expect(at).toBeLessThanOrEqual(Date.now())
  expect(products).toMatchObject([
    { name: 'Hand grinder', price: 89, url: 'https://shop.example/products/hand-grinder' },
  ])
})

test('nobody is asked about a cancelled order, before its delivery or after it', async () => {
  const early = await shop.buy('bia@example.com', { 'MOKA-3': 1 })
  await shop.cancel(early)
  const late = await shop.buy('bia@example.com', { 'MOKA-3': 1 })
  await shop.deliver(late, { 'MOKA-3': 1 })
  await asks(late.code).toEqual(['bia@example.com scheduled 1'])
  await shop.cancel(late)
  await asks(late.code).toEqual(['bia@example.com cancelled 1'])
  expect(await realword.log(connection.connection_id, early.code)).toContain(
    'The order was cancelled before anything was scheduled.',
  )
  expect((await realword.asked(early.code)).join()).toContain(': 404 ')
})

test('a product whose money went back is not asked about, and a refund that failed changes nothing', async () => {
  const order = await shop.buy('caio@example.com', { 'MOKA-6': 1, 'GRIND-1': 1 })
  await shop.deliver(order, { 'MOKA-6': 1, 'GRIND-1': 1 })
  await asks(order.code).toEqual(['caio@example.com scheduled 1,2'])
  await shop.refund(order, 'MOKA-6', 'This one fails')
  await shop.refund(order, 'GRIND-1', 'Too loud')
  await asks(order.code).toEqual(['caio@example.com scheduled 1'])
})

test('the mail goes to the corrected address, and not to the stranger', async () => {
  const order = await shop.buy('dora@exmaple.example', { 'GRIND-1': 1 })
  await shop.deliver(order, { 'GRIND-1': 1 })
  await asks(order.code).toEqual(['dora@exmaple.example scheduled 2'])
  await shop.correctAddress(order, 'dora@example.com')
  await asks(order.code).toEqual(['dora@example.com scheduled 2'])
  await realword.manage('POST', `/orders/${order.code}/send-now`)
  await expect.poll(() => mailsTo('dora@example.com').length).toBe(1)
  expect(mailsTo('dora@exmaple.example')).toEqual([])
})

test('an order that comes back is asked about again', async () => {
  const order = await shop.buy('edu@example.com', { 'MOKA-6': 1, 'GRIND-1': 1 })
  await shop.deliver(order, { 'MOKA-6': 1, 'GRIND-1': 1 })
  await asks(order.code).toEqual(['edu@example.com scheduled 1,2'])
  await shop.moveOrder(order, 'Cancelled')
  await asks(order.code).toEqual(['edu@example.com cancelled 1,2'])
  await shop.moveOrder(order, 'Delivered')
  await asks(order.code).toEqual(['edu@example.com scheduled 1,2'])
})

test('what Realword did not take is sent again in the night, and the shop did not wait', async () => {
  recorder.refuse(true)
  const order = await shop.buy('fabi@example.com', { 'GRIND-1': 1 })
  await shop.deliver(order, { 'GRIND-1': 1 })
  await waitFor('a refusal', () => vendure.printed().includes('It is sent again tonight.'), 60_000)
  expect((await realword.asked(order.code)).join()).toContain(': 404 ')
  recorder.refuse(false)
  vendure.signal('SIGWINCH')
  await waitFor('the night', () => /NIGHT \d/.test(vendure.printed()), 60_000).catch(error =>
    Promise.reject(new Error(vendure.printed().slice(-2000), { cause: error })),
  )
  await asks(order.code).toEqual(['fabi@example.com scheduled 2'])
})

test('products are known with their addresses, and show their ratings', async () => {
  const file = join(temporaryFolder(), 'reviews.csv')
  writeFileSync(file, 'product_id,rating,body,author_name,created_at\n1,5,Good,Ana,2026-11-20T12:00:00Z\n')
  const imported = ['review', 'import', '--store', realword.storeId, file]
  expect(await run(imported, realword.service)).toMatchObject({ code: 0 })
  await shop.rename('2', 'Quiet hand grinder')
  type Shown = { products: { items: { id: string; name: string; realwordRating: object | null }[] } }
  const read = async () =>
    (await shop.ask<Shown>('{ products { items { id name realwordRating { average total } } } }')).products
      .items
  await expect.poll(read).toEqual([
    { id: '1', name: 'Moka pot', realwordRating: { average: 5, total: 1 } },
    { id: '2', name: 'Quiet hand grinder', realwordRating: null },
  ])
  const products = recorder.bodies
    .map(body => JSON.parse(body))
    .filter(({ type }) => type === 'product.updated')
  expect(products.at(-1)).toMatchObject({
    data: { product: { title: 'Quiet hand grinder', url: 'https://shop.example/products/hand-grinder' } },
  })
})

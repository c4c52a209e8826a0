import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessMapping } from '../../../dashboard/connections/mapping/guess-mapping.ts'
import { presets } from '../../../server/links/connections/generic/presets.ts'
import { freePort } from '../../../server/test/network/listen.ts'
import { cleanUp, waitFor } from '../../service.ts'
import { query } from '../../store.ts'
import { codeOf, installEngine, makeDatabase, startProgram } from '../engines.ts'
import { connectAs, type Mails, type Realword, startRealword, startRecorder } from '../realword.ts'
import { EverShop } from './api.ts'

const page = 'docs/how-to/connect-evershop.md'
const extension = 'extensions/realword'
const events = ['order_placed', 'order_status_updated', 'shipment_created', 'shipment_status_changed']
const config = {
  shop: { language: 'en' },
  system: {
    extensions: [{ name: 'realword', resolve: extension, enabled: true, priority: 10 }],
    // There is no mail server to send to.
    notification_emails: Object.fromEntries(
      ['order_confirmation', 'shipment_created', 'shipment_delivered'].map(name => [
        name,
        { enabled: false },
      ]),
    ),
  },
}
const tokens = ['ADMIN', 'ADMIN_REFRESH', 'CUSTOMER', 'CUSTOMER_REFRESH'].map(name => `JWT_${name}_SECRET`)

let realword: Realword
let mails: Mails
let bodies: string[]
let shop: EverShop

beforeAll(async () => {
  // EverShop uses `concat-stream` without naming it.
  const folder = await installEngine('evershop-2.2.1', ['@evershop/evershop@2.2.1', 'concat-stream@2.0.0'])
  const started = await startRealword()
  realword = started.realword
  mails = started.mails
  const { webhook_url, secret } = await connectAs('evershop', realword)
  const recorder = await startRecorder(webhook_url)
  bodies = recorder.bodies
  writeExtension(folder)
  const port = await freePort()
  const env = {
    PORT: String(port),
    DB_HOST: '127.0.0.1',
    DB_PORT: String((await makeDatabase(realword.service, 'evershop')).port),
    DB_NAME: 'evershop',
    DB_USER: 'realword',
    DB_PASSWORD: '',
    DB_SSLMODE: 'disable',
    ...Object.fromEntries(tokens.map(name => [name, 'only-a-test'.repeat(4)])),
    REALWORD_WEBHOOK_URL: recorder.url,
    REALWORD_SECRET: secret,
  }
  // Its pages are not built: only its API is asked.
  const program = [process.execPath, 'node_modules/.bin/evershop']
  const evershop = startProgram(folder, [...program, 'start'], env)
  await waitFor(
    'EverShop',
    () => {
      if (evershop.printed().includes('ended: ')) throw new Error(evershop.printed())
      return evershop.printed().includes('website is running')
    },
    600_000,
  )
  const [email, password] = ['admin@example.com', 'only-a-test1']
  const args = ['user:create', '--name', 'Admin', '--email', email, '--password', password]
  await promisify(execFile)(program[0] ?? '', [program[1] ?? '', ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  })
  shop = new EverShop(`http://127.0.0.1:${port}`)
  await shop.signIn(email, password)
  await shop.fill()
}, 1_200_000)

afterAll(cleanUp)

function writeExtension(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  rmSync(join(folder, extension), { recursive: true, force: true })
  write('config/default.json', JSON.stringify(config))
  write(`${extension}/package.json`, JSON.stringify({ name: 'realword', version: '1.0.0', type: 'module' }))
  write(`${extension}/dist/send.js`, codeOf(page, `${extension}/dist/send.js`))
  const subscriber = (event: string) => `${extension}/dist/subscribers/${event}/send.js`
  for (const event of events) write(subscriber(event), codeOf(page, subscriber('order_placed')))
}

/** EverShop has no screen for it. The event is what its own services write beside such a change. */
async function changeInDatabase(orderId: number, assignment: string): Promise<void> {
  const { dataDir } = realword.service
  await query(dataDir, `update "order" set ${assignment} where order_id = ${orderId}`, [], 'evershop')
  const data = JSON.stringify({ orderId })
  await query(
    dataDir,
    "insert into event (name, data) values ('order_status_updated', $1)",
    [data],
    'evershop',
  )
}

const asks = (orderNumber: string) => expect.poll(() => realword.asked(orderNumber))
const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

test('a product is asked about when all its pieces were delivered, the rest later, in the language of the shop', async () => {
  const order = await shop.buy('ana@example.com', { 'MOKA-6': 2, 'GRIND-1': 1 })
  const first = await shop.ship(order, { 'MOKA-6': 1, 'GRIND-1': 1 })
  await shop.deliver(first)
  await asks(order.order_number).toEqual(['ana@example.com scheduled 2'])
  const second = await shop.ship(order, { 'MOKA-6': 1 })
  await shop.deliver(second)
  await asks(order.order_number).toEqual(['ana@example.com scheduled 1,2'])
  await realword.manage('POST', `/orders/${order.order_number}/send-now`)
  await expect.poll(() => mailsTo('ana@example.com').length).toBe(1)
  expect(mailsTo('ana@example.com')[0]?.header('subject')).toMatch(/^Ana, how do you like .* and 1 more\?$/)
})

test('the fields that are found in what the extension sends are those of the ready mapping', () => {
  const delivered = bodies.findLast(body => body.includes('"delivered_at":"')) ?? ''
  expect(guessMapping(delivered)).toEqual(presets.evershop.options)
})

test('nobody is asked about a cancelled order', async () => {
  const order = await shop.buy('bia@example.com', { 'MOKA-6': 1, 'GRIND-1': 1 })
  await shop.deliver(await shop.ship(order, { 'GRIND-1': 1 }))
  await asks(order.order_number).toEqual(['bia@example.com scheduled 2'])
  await shop.cancel(order)
  await asks(order.order_number).toEqual(['bia@example.com cancelled 2'])
})

test('nobody is asked about an order whose money went back', async () => {
  const order = await shop.buy('caio@example.com', { 'MOKA-6': 1 })
  await shop.deliver(await shop.ship(order, { 'MOKA-6': 1 }))
  await asks(order.order_number).toEqual(['caio@example.com scheduled 1'])
  // As its module of Stripe does, which needs an account there.
  await changeInDatabase(order.order_id, "payment_status = 'stripe_refunded', status = 'closed'")
  await asks(order.order_number).toEqual(['caio@example.com cancelled 1'])
})

test('the mail goes to the corrected address, and not to the stranger', async () => {
  const order = await shop.buy('dora@exmaple.example', { 'GRIND-1': 1 })
  await shop.deliver(await shop.ship(order, { 'GRIND-1': 1 }))
  await asks(order.order_number).toEqual(['dora@exmaple.example scheduled 2'])
  await changeInDatabase(order.order_id, "customer_email = 'dora@example.com'")
  await asks(order.order_number).toEqual(['dora@example.com scheduled 2'])
  await realword.manage('POST', `/orders/${order.order_number}/send-now`)
  await expect.poll(() => mailsTo('dora@example.com').length).toBe(1)
  expect(mailsTo('dora@exmaple.example')).toEqual([])
})

test('an order that comes back is asked about again', async () => {
  const order = await shop.buy('edu@example.com', { 'MOKA-6': 1 })
  await shop.deliver(await shop.ship(order, { 'MOKA-6': 1 }))
  await asks(order.order_number).toEqual(['edu@example.com scheduled 1'])
  await changeInDatabase(order.order_id, "status = 'canceled'")
  await asks(order.order_number).toEqual(['edu@example.com cancelled 1'])
  await changeInDatabase(order.order_id, "status = 'completed'")
  await asks(order.order_number).toEqual(['edu@example.com scheduled 1'])
})

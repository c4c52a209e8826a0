import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessMapping } from '../../../dashboard/connections/mapping/guess-mapping.ts'
import { mappingOf } from '../../docs/pages.ts'
import { cleanUp, waitFor } from '../../service.ts'
import { codeOf, installEngine, startProgram } from '../engines.ts'
import {
  type Connection,
  connectAs,
  type Mails,
  type Realword,
  startRealword,
  startRecorder,
} from '../realword.ts'
import { VendureShop } from './api.ts'

const page = 'docs/how-to/connect-vendure.md'

let realword: Realword
let mails: Mails
let connection: Connection
let bodies: string[]
let shop: VendureShop

beforeAll(async () => {
  const folder = await installEngine('vendure-3.7.3', ['@vendure/core@3.7.3', 'sql.js@1.16.0'])
  const started = await startRealword()
  realword = started.realword
  mails = started.mails
  connection = await connectAs(page, realword)
  const recorder = await startRecorder(connection.webhook_url)
  bodies = recorder.bodies
  copyFileSync(new URL('shop.cjs', import.meta.url), join(folder, 'shop.cjs'))
  const { outputText } = ts.transpileModule(codeOf(page, 'src/realword-plugin.ts'), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  })
  writeFileSync(join(folder, 'realword-plugin.cjs'), outputText)
  const vendure = startProgram(folder, [process.execPath, 'shop.cjs'], {
    VENDURE_DISABLE_TELEMETRY: 'true', // only loopback addresses are contacted
    TZ: 'UTC',
    REALWORD_WEBHOOK_URL: recorder.url,
    REALWORD_SECRET: connection.secret,
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

const slowly = { timeout: 60_000 }
const asks = (code: string) => expect.poll(() => realword.asked(code), slowly)
const languageOf = async (code: string) => (await realword.order(code)).customers[0]?.language
const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

test('a product is asked about when all its pieces were delivered, the rest later, in the language of the buyer', async () => {
  const order = await shop.buy('ana@example.com', { 'MOKA-6': 2, 'GRIND-1': 1 }, 'en')
  await shop.deliver(order, { 'MOKA-6': 1 })
  await shop.deliver(order, { 'GRIND-1': 1 })
  await asks(order.code).toEqual(['ana@example.com scheduled 2'])
  await shop.deliver(order, { 'MOKA-6': 1 })
  await asks(order.code).toEqual(['ana@example.com scheduled 1,2'])
  await expect.poll(() => languageOf(order.code), slowly).toBe('en')
  await realword.manage('POST', `/orders/${order.code}/send-now`)
  await expect.poll(() => mailsTo('ana@example.com').length, slowly).toBe(1)
  expect(mailsTo('ana@example.com')[0]?.header('subject')).toBe('Ana, how do you like Moka pot and 1 more?')
})

test('a language with a country is that of the buyer', async () => {
  const order = await shop.buy('rui@example.com', { 'GRIND-1': 1 }, 'pt_BR')
  await shop.deliver(order, { 'GRIND-1': 1 })
  await asks(order.code).toEqual(['rui@example.com scheduled 2'])
  await expect.poll(() => languageOf(order.code), slowly).toBe('pt-BR')
})

test('the fields that are found in what the plugin sends are those of the page', () => {
  const delivered = bodies.findLast(body => body.includes('"deliveredAt":"')) ?? ''
  // The language is only in what is sent when the order is placed.
  expect(bodies.find(body => body.includes('"language":"en"'))).toBeDefined()
  expect({ language: 'language', ...guessMapping(delivered) }).toEqual(mappingOf(page))
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
  await expect.poll(() => mailsTo('dora@example.com').length, slowly).toBe(1)
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

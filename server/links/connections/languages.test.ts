import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore, type StoreSettings } from '../../tenants/stores/stores.ts'
import { type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { openForm } from '../../test/forms.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import { languageOf, languageOfMail } from '../../test/mail/mail-language.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { connected } from '../../test/shops/connected.ts'
import { aShopOrder, connectShop, installShopPlatform } from '../../test/shops/shop-platform.ts'
import { delivery, orderJson, type WooOrder, wooOrder } from '../../test/shops/woocommerce.ts'
import { aStore, type Member } from '../../test/users.ts'
import { erasePerson } from '../../upkeep/people/people.ts'

let mails: MailServer
let service: TestApp
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
})
beforeEach(() => service.setNow(ordered))
afterEach(() => mails.received.splice(0))
afterAll(() => service.close())

// Five days on the way and seven of the store: due on Friday 4 December at 10:00 in São Paulo.
const ordered = '2026-11-25T12:00:00Z'
const due = '2026-12-04T13:00:00Z'
// Three days later is Monday the 7th.
const reminded = '2026-12-07T13:00:00Z'

const secret = 'whs-secret'
const ana = { first_name: 'Ana', last_name: 'Martins', email: 'ana@example.com', phone: '' }

type Shop = Member & {
  /** Sends a webhook of an order whose buyer reads WooCommerce in this language. */
  sell: (id: number, language?: string, change?: Partial<WooOrder>) => Promise<void>
}

async function aShop(settings: Partial<StoreSettings> = {}): Promise<Shop> {
  const member = await aStore(service.database, settings)
  const shop = await connected(service, member.storeId, { platform: 'woocommerce', secret })
  return {
    ...member,
    sell: async (id, language, change = {}) => {
      const meta_data = language === undefined ? [] : [{ id: 1, key: 'wpml_language', value: language }]
      const order = orderJson(wooOrder(id, { billing: ana, meta_data, ...change }))
      expect(await shop.deliver(delivery('order.updated', order, secret))).toBe(200)
    },
  }
}

/** The languages of the mails that leave now. */
async function languagesAt(now: string): Promise<(string | undefined)[]> {
  mails.received.splice(0)
  service.setNow(now)
  await service.runDue()
  return mails.received.map(languageOfMail)
}

async function formLanguage(): Promise<string | undefined> {
  const link = formLinkIn(decode(mails.received[0]?.raw ?? ''))
  const { status, html } = await openForm(link, { 'accept-language': 'de' })
  expect(status).toBe(200)
  return languageOf(html)
}

const customersOf = async (storeId: string, orderId: string) => {
  const [order] = await service.database.query<{ customers: Record<string, unknown>[] }>(sql`
    select customers
    from orders
    where store_id = ${storeId} and order_id = ${orderId}`)
  return order?.customers ?? []
}

describe('the mail, its reminder and its form are in', () => {
  test.each([
    ['en_GB', 'pt-BR', 'en'],
    ['pt_BR', 'es-MX', 'pt-BR'],
    ['pt-PT', 'en', 'pt-PT'],
    ['zh_Hant_HK', 'en', 'zh-TW'],
    ['iw', 'en', 'he'],
    ['pt_PT_ao90', 'en', 'pt-PT'],
    ['sr_RS@latin', 'en', 'sr'],
    ['es-419', 'en', 'es'],
    ['cy-GB', 'es-MX', 'es'],
    ['not a language', 'en', 'en'],
    [undefined, 'es-MX', 'es'],
  ])('the language of a buyer who reads %s in a store of %s', async (language, locale, expected) => {
    const { sell } = await aShop({ locale, reminder_days: [3] })
    await sell(1, language)
    expect(await languagesAt(due)).toEqual([expected])
    expect(await formLanguage()).toBe(expected)
    expect(await languagesAt(reminded)).toEqual([expected])
    expect(await formLanguage()).toBe(expected)
  })
})

test("the store's own words are used in their language alone", async () => {
  const mail_words = {
    request: { en: { words: 'Words of our own.' }, 'es-MX': { words: 'Palabras propias.' } },
  }
  const { sell } = await aShop({ locale: 'en', mail_words })
  await sell(1, 'pt-BR')
  await sell(2, 'es-AR', { billing: { ...ana, email: 'bia@example.com' } })
  expect((await languagesAt(due)).sort()).toEqual(['es', 'pt-BR'])
  const to = (address: string) => decode(mails.received.find(({ to }) => to.includes(address))?.raw ?? '')
  expect(to('ana@example.com')).not.toContain('Words of our own.')
  expect(to('ana@example.com')).toContain('Agradecemos a sua compra')
  expect(to('bia@example.com')).toContain('Palabras propias.')
})

test('a later version of the order changes the language, and one that names none keeps it', async () => {
  const { sell } = await aShop({ locale: 'pt-BR' })
  await sell(1, 'en')
  await sell(1, 'es', { modified: Date.parse('2026-11-24T12:00:00Z') })
  await sell(1, 'en', { modified: Date.parse('2026-11-23T12:00:00Z') })
  await sell(1, undefined, { modified: Date.parse('2026-11-25T12:00:00Z') })
  expect(await languagesAt(due)).toEqual(['es'])
})

test('a mail about two orders is in the language of the newer one', async () => {
  const { sell } = await aShop({ locale: 'pt-BR' })
  await sell(2, 'es', { created: Date.parse('2026-11-22T18:00:00Z') })
  await sell(1, 'en', { created: Date.parse('2026-11-22T13:00:00Z') })
  expect(await languagesAt(due)).toEqual(['es'])
})

test("another store's order with the same id and buyer keeps its own language", async () => {
  const [one, other] = [await aShop({ locale: 'pt-BR' }), await aShop({ locale: 'pt-BR' })]
  await other.sell(1)
  await one.sell(1, 'en')
  await one.sell(1, 'es', { modified: Date.parse('2026-11-24T12:00:00Z') })
  expect((await languagesAt(due)).sort()).toEqual(['es', 'pt-BR'])
  expect((await customersOf(other.storeId, '1'))[0]).not.toHaveProperty('language')
})

describe('an order that came with POST /orders', () => {
  const send = async ({ headers }: Member, customers: object[]) => {
    const dates = { order_date: '2026-11-22T13:43:10.000Z', delivery_date: '2026-11-27T13:43:12.000Z' }
    const body = { ...anOrder({ order_id: '1', ...dates }), customers }
    return (await service.send('POST', '/orders', { headers, body })).status
  }

  test('names no language itself', async () => {
    const shop = await aShop()
    expect(await send(shop, [{ ...aCustomer(), language: 'es' }])).toBe(400)
  })

  test('gets the language of that buyer alone from its shop', async () => {
    const shop = await aShop({ locale: 'pt-BR' })
    expect(await send(shop, [aCustomer(), aCustomer({ email: 'ANA@example.com' })])).toBe(201)
    await shop.sell(1, 'es')
    const [first, second] = await customersOf(shop.storeId, '1')
    expect(first).not.toHaveProperty('language')
    expect(second).toMatchObject({ email: 'ANA@example.com', language: 'es' })
  })
})

test('an erasure removes the language, and a repeat of the order does not bring it back', async () => {
  const { storeId, sell } = await aShop()
  await sell(1, 'es')
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const store = await readStore(service.database, storeId)
  await erasePerson(service.database, secrets, store, ana.email, new Date(ordered))
  const erased = [{ name: '', email: '', phone: '' }]
  expect(await customersOf(storeId, '1')).toEqual(erased)
  await sell(1, 'en', { modified: Date.parse('2026-11-24T12:00:00Z') })
  expect(await customersOf(storeId, '1')).toEqual(erased)
})

test('no language is kept that is not a short tag', async () => {
  const restore = installShopPlatform()
  const { storeId } = await aStore(service.database, { locale: 'en' })
  const shop = await connectShop(service, storeId)
  const hostile = [
    'e'.repeat(2048),
    `en${'-abcd'.repeat(7)}`,
    'es\0',
    'es\r\nBcc: a@example.com',
    'español',
    '',
  ]
  const orders = [...hostile, 'es-MX'].map(language => aShopOrder({ language }))
  await shop.post({ changes: orders.map(order => ({ kind: 'order' as const, order })) })
  await service.runDue()
  const kept = await Promise.all(orders.map(({ orderId }) => customersOf(storeId, orderId)))
  expect(kept.map(([customer]) => customer?.language)).toEqual([...hostile.map(() => undefined), 'es-MX'])
  restore()
})

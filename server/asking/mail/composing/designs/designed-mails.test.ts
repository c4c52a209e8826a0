import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailBlock } from '../../../../tenants/stores/settings/mail-design.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../../test/factories.ts'
import { changeSettings } from '../../../../test/hearing.ts'
import { decode, formLinkIn } from '../../../../test/mail/decoded-mails.ts'
import { aDueRequest, delivered, due, runAt } from '../../../../test/mail/due-requests.ts'
import { type MailServer, startMailServer } from '../../../../test/mail/mail-server.ts'
import { giveRewards } from '../../../../test/rewards.ts'
import { aStore, type Member } from '../../../../test/users.ts'

let server: MailServer
let service: TestApp
beforeAll(async () => {
  server = await startMailServer()
  service = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
    PUBLIC_URL: 'https://reviews.example',
  })
})
afterAll(async () => {
  await service.close()
  await server.close()
})

const blocks: MailBlock[] = [
  { type: 'heading', text: 'Dear {name}, was it good?' },
  { type: 'text', text: 'We are {store}.\n\nA second paragraph.' },
  { type: 'picture', source: 'https://shop.example/tea.png', alt: 'A cup of tea' },
  { type: 'products', pictures: true },
  { type: 'button', text: 'Say what you think' },
]
const designed = { locale: 'en', mail_designs: { request: { en: blocks } } }
const usual = 'someone thinking of buying the same'

type Received = { raw: string; html: string; text: string; header: (name: string) => string | undefined }

/** What this buyer's mailbox has. */
function mailsTo(email: string): Received[] {
  const found = server.received.filter(({ to }) => to.includes(email))
  return found.map(mail => {
    const all = decode(mail.raw)
    const at = all.search(/<!doctype html/i)
    return { raw: mail.raw, text: all.slice(0, at), html: all.slice(at), header: mail.header }
  })
}

async function requestOf(store: Member, email?: string): Promise<Received> {
  const order = await aDueRequest(service, store, email)
  await runAt(service, due)
  const [mail] = mailsTo(order.email)
  if (!mail) throw new Error('no mail arrived')
  return mail
}

/** These are in a text in this order. */
function expectInOrder(text: string, parts: string[]): void {
  let rest = text
  for (const part of parts) {
    expect(rest).toContain(part)
    rest = rest.slice(rest.indexOf(part) + part.length)
  }
}

test('a request has the blocks of the store, in HTML and in text, and is otherwise a usual mail', async () => {
  const { html, text, header } = await requestOf(await aStore(service.database, designed))
  const words = ['Dear Ana, was it good?', 'We are Café da Serra.', 'A second paragraph.', 'A cup of tea']
  expectInOrder(html, [...words, 'Moka pot, 6 cups', 'Say what you think'])
  expectInOrder(text, [...words, 'Moka pot, 6 cups', 'Say what you think'])
  expect(html).toContain('src="https://shop.example/tea.png"')
  for (const part of [html, text]) {
    expect(part.toLowerCase()).not.toContain(usual)
    expect(part).toMatch(/https:\/\/reviews\.example\/u\/[\w-]{65}/)
    expect(part).not.toMatch(/\{\w+\}/)
  }
  expect(header('List-Unsubscribe')).toMatch(/^<https:\/\/reviews\.example\/u\/[\w-]{65}>$/)
  expect(header('Subject')).toContain('Moka pot, 6 cups')
  const form = formLinkIn(text)
  expect(html).toContain(`href="${form}"`)
  expect(html).toContain(`href="${form}?product=`)
  expect((await service.send('GET', new URL(form).pathname)).status).toBe(200)
})

test('a store without a design sends the same mail as one that designs only its reminders', async () => {
  const stores = [
    await aStore(service.database, { locale: 'en' }),
    await aStore(service.database, { locale: 'en', mail_designs: { reminder: { en: blocks } } }),
  ]
  const mails: Received[] = []
  for (const [index, store] of stores.entries()) mails.push(await requestOf(store, `usual${index}@b.example`))
  const [first, second] = mails.map(({ html }) => tidy(html))
  expect(first?.toLowerCase()).toContain(usual)
  expect(first).toBe(second)
})

// Each mail has links of its own, and each order another product.
const tidy = (html: string) =>
  html
    .replace(/\/([ru])\/[\w-]+/g, '/$1/x')
    .replace(/product-\d+/g, 'product-x')
    .replace(/----_.*$/s, '')

test('a reminder has its own blocks, in the nearest language', async () => {
  const again: MailBlock[] = [{ type: 'heading', text: 'Only this once more' }, { type: 'stars' }]
  const store = await aStore(service.database, {
    ...{ locale: 'pt-BR', reminder_days: [2] },
    mail_designs: { reminder: { pt: again }, request: { en: blocks } },
  })
  const { email } = await aDueRequest(service, store)
  await runAt(service, due)
  await runAt(service, due + 4 * 86_400_000)
  const [request, reminder] = mailsTo(email)
  expect(request?.text).not.toContain('was it good?')
  expect(reminder?.text).toContain('Only this once more')
  expect(reminder?.html).toContain('class="star"')
  expect(reminder?.text).toContain(formLinkIn(reminder?.text ?? ''))
})

test('promises a reward before the products, whatever the design says', async () => {
  const store = await aStore(service.database, designed)
  await giveRewards(service, store, ['A-11', 'A-12'])
  const { html, text } = await requestOf(store)
  for (const part of [html, text])
    expectInOrder(part, ['A cup of tea', 'a coffee mug', 'Moka pot, 6 cups', 'Say what you think'])
})

test('a design that the names of an order make too large does not stop the mail', async () => {
  const texts = Array.from({ length: 16 }, (): MailBlock => ({ type: 'text', text: '{product} '.repeat(50) }))
  const store = await aStore(service.database, {
    locale: 'en',
    mail_designs: { request: { en: [...texts, { type: 'products', pictures: true }] } },
  })
  const short = await requestOf(store)
  expect(short.html).toContain('Moka pot, 6 cups Moka pot, 6 cups')
  const email = 'long.names@example.com'
  service.setNow(delivered)
  const body = anOrder({
    products: [anOrderProduct({ name: '&'.repeat(120) })],
    customers: [aCustomer({ email })],
  })
  expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
  await runAt(service, due)
  const [mail] = mailsTo(email)
  expect(mail?.text.toLowerCase()).toContain(usual)
  expect(mail?.html).toContain('class="star"')
  expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(100_000)
})

test('stores that send to the same buyer about the same order keep their own designs', async () => {
  const other: MailBlock[] = [{ type: 'heading', text: 'From the other one' }, { type: 'stars' }]
  const stores = [
    await aStore(service.database, designed),
    await aStore(service.database, { locale: 'en', mail_designs: { request: { en: other } } }),
  ]
  service.setNow(delivered)
  const body = anOrder({ customers: [aCustomer({ email: 'same@example.com' })] })
  for (const { headers } of stores)
    expect((await service.send('POST', '/orders', { headers, body })).status).toBe(201)
  await runAt(service, due)
  const texts = mailsTo('same@example.com').map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.filter(text => text.includes('From the other one'))).toHaveLength(1)
  expect(texts.filter(text => text.includes('was it good?'))).toHaveLength(1)
  const [first] = stores as [Member]
  await changeSettings(service, first.storeId, { mail_designs: {} })
  expect((await requestOf(first)).text.toLowerCase()).toContain(usual)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderMail } from '../../../asking/mail/composing/templates.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { MailBlock } from '../../../tenants/stores/settings/mail-design.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../../test/users.ts'

let server: MailServer
let it: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  server = await startMailServer()
  it = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' })
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
})
afterAll(async () => {
  await it.close()
  await server.close()
})

const send = (path: string, design: object[], mail: object = {}) =>
  owner.send('POST', `/stores/${store.storeId}/mail/${path}`, {
    mail: { kind: 'request', language: 'en', ...mail },
    design,
  })
const logo = { type: 'picture', source: 'https://shop.example/tea.png', alt: 'A cup of tea' }
const blocks = [
  { type: 'text', text: 'A <b>note</b> from {store}.' },
  { type: 'heading', text: 'How was it?' },
  { type: 'heading', text: 'Second' },
  logo,
  { type: 'button', text: 'Write it' },
  { type: 'products', pictures: false },
]

test('draws the blocks in their order, and nothing of the standard text', async () => {
  const { status, body } = await send('preview', blocks)
  expect(status).toBe(200)
  const { html, text, bytes } = body as { html: string; text: string; bytes: number }
  const order = [
    'A &lt;b&gt;note',
    '>How was it?</h1>',
    '>Second</h2>',
    'alt="A cup of tea"',
    'Write it</a>',
    'class="star"',
  ]
  const places = order.map(part => html.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(html).not.toContain('<b>note')
  expect(html).toMatch(/href="[^"]*\/u\/preview"/)
  expect(bytes).toBe(Buffer.byteLength(html))
  const lines = text.split('\n').filter(line => line !== '')
  expect(lines.slice(1, 5)).toEqual(['How was it?', 'Second', 'A cup of tea', 'Write it:'])
  expect(text).toMatch(/Unsubscribe|unsubscribe/)
})

const teas = {
  ...{ name: 'Teas', logo_url: null, color: '#1f6f54', site_url: null, privacy_url: null },
  ...{ data_holder: null, contact_email: null, mail_words: {} },
}

test('says what is given for a review before the first block that leads to the form', () => {
  const { html, text } = renderMail('request', 'en', {
    store: teas,
    name: 'Ana',
    link: 'https://reviews.example/r/1',
    unsubscribe: 'https://reviews.example/u/1',
    products: [],
    offer: { gives: 'a box of tea', until: '2027-01-31' },
    design: [
      { type: 'heading', text: 'How was it, {name}?' },
      { type: 'button', text: 'Write it' },
      { type: 'text', text: 'Bye' },
    ],
  })
  for (const written of [html, text]) {
    const places = ['How was it, Ana?', 'a box of tea', 'Write it', 'Bye'].map(part => written.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(written).toContain('https://reviews.example/u/1')
  }
})

test('is not drawn without a way to the form, when the links of its products are too long', () => {
  const long = `https://reviews.example/r/${'a'.repeat(30_000)}` as const
  const product = { name: 'Tea', picture: null, url: null, stars: [long, long, long, long, long] as const }
  const asking = { store: teas, name: 'Ana', link: 'https://reviews.example/r/1', unsubscribe: null }
  const draw = (design: MailBlock[]) =>
    renderMail('request', 'en', { ...asking, products: [product], design })
  expect(() => draw([{ type: 'stars' }])).toThrow(ApiError)
  expect(draw([{ type: 'stars' }, { type: 'button', text: 'Write it' }]).html).toContain('Write it')
})

test('stays below 100 kB with the longest texts that are allowed', async () => {
  const long = Array.from({ length: 4 }, () => ({ type: 'text', text: '&'.repeat(2_000) }))
  const { status, body } = await send('preview', [
    ...long,
    ...Array(8).fill(logo),
    { type: 'products', pictures: true },
  ])
  expect(status).toBe(200)
  expect((body as { bytes: number }).bytes).toBeLessThan(100_000)
})

test('refuses a mail of thousands of paragraphs that is larger than Gmail shows', async () => {
  const texts = Array(4).fill({ type: 'text', text: '&\n\n'.repeat(666) })
  const { status, body } = await send('preview', [...texts, { type: 'stars' }])
  expect([status, body.user_message.en_us]).toEqual([400, expect.stringContaining('design')])
})

test('a design without a button has the link to the form in its plain text', async () => {
  const { body } = await send('preview', [{ type: 'products', pictures: false }])
  expect(body.text).toContain('/r/preview')
  expect(body.html).not.toContain('class="button"')
})

test('sends the blocks on the screen as a test', async () => {
  const { body } = await send('test', blocks)
  expect(body).toMatchObject({ outcome: 'sent' })
  const [mail] = server.received
  expect(mail?.raw).toContain('How was it?')
})

test.each([
  ['an address that is not https', [{ ...logo, source: 'http://shop.example/a.png' }]],
  ['a placeholder that nothing fills', [{ type: 'text', text: 'Hi {firstname}' }]],
  ['an unknown block', [{ type: 'html', text: '<p>' }]],
  ['two lists of products', [blocks[5], blocks[5]]],
  ['no block', []],
  ['blocks of which none leads to the form', [{ type: 'heading', text: 'How was it?' }]],
] as [string, object[]][])('refuses %s', async (_, design) => {
  expect((await send('preview', design)).status).toBe(400)
})

test('refuses blocks for a mail that asks for no review', async () => {
  expect((await send('preview', blocks, { kind: 'review_replied' })).status).toBe(400)
})

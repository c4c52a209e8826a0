import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '../../../foundation/http/language.ts'
import { aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { dump } from '../../../test/database/dump.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  store = await aStore(it.database, { locale: 'en' })
  owner = await aMember(it, store.storeId, 'owner')
  viewer = await aMember(it, store.storeId, 'viewer')
})
afterAll(() => it.close())

const at = (path: string) => `/stores/${store.storeId}/mail/${path}`
const save = (blocks: object[] | null, change: object = {}) =>
  owner.send('PATCH', at('content'), { designs: [{ kind: 'request', language: 'en', blocks, ...change }] })
const preview = async (design?: object[] | null, language = 'en') => {
  const { body } = await viewer.send('POST', at('preview'), {
    mail: { kind: 'request', language },
    ...(design !== undefined && { design }),
  })
  return body as { html: string; text: string }
}
const shown = async () => (await viewer.send('GET', at('content'))).body.kinds[0].designs
const blocks = [{ type: 'heading', text: 'Was it good?' }, { type: 'stars' }]

test('are kept by kind and language, drawn in previews, and removed with null', async () => {
  expect(await shown()).toMatchObject({ own: {}, inherited: {} })
  expect((await shown()).standard.en).toEqual({
    heading: 'How was it, {name}?',
    button: 'Write my review',
  })
  const { status, body } = await save(blocks)
  expect([status, body.kinds[0].designs.own]).toEqual([200, { en: blocks }])
  expect(body.kinds[1].designs.own).toEqual({})
  expect(body.limits).toEqual({ subject: 150, words: 2000, bytes: 100_000 })
  expect(body.kinds[2]).not.toHaveProperty('designs')
  expect((await preview()).html).toContain('Was it good?')
  expect((await preview(null)).html).not.toContain('Was it good?')
  expect((await preview([{ type: 'button', text: 'Now' }])).text).toContain('Now:')
  await save([{ type: 'stars' }], { kind: 'reminder' })
  expect((await shown()).own).toEqual({ en: blocks })
  expect((await save(null)).body.kinds[0].designs.own).toEqual({})
  expect((await preview()).html).not.toContain('Was it good?')
})

test('of a language are also those of its variants, until they have their own', async () => {
  await save(blocks, { language: 'es' })
  await save([{ type: 'stars' }], { language: 'es-MX' })
  const { own, inherited } = await shown()
  expect(own).toEqual({ es: blocks, 'es-MX': [{ type: 'stars' }] })
  expect(inherited).toEqual({ es: [{ type: 'stars' }], 'es-MX': blocks })
  expect((await preview(null, 'es-MX')).html).toContain('Was it good?')
})

test.each(['request', 'reminder'])('may begin with our own texts of a %s in every language', async kind => {
  const { body } = await viewer.send('GET', at('content'))
  const { standard, designs } = body.kinds.find((one: { kind: string }) => one.kind === kind)
  expect(Object.keys(designs.standard)).toEqual(expect.arrayContaining([...languages]))
  for (const language of languages) {
    const { heading, button } = designs.standard[language]
    const design = [
      { type: 'heading', text: heading },
      { type: 'text', text: standard[language].words },
      { type: 'products', pictures: true },
      { type: 'button', text: button },
    ]
    const draft = { mail: { kind, language }, design }
    const { status, body: drawn } = await viewer.send('POST', at('preview'), draft)
    expect([language, status, drawn.text]).toEqual([language, 200, expect.stringContaining(button)])
    expect(drawn.html).not.toMatch(/\{\w+\}/)
  }
})

test('are named in the history, without their words', async () => {
  await save(blocks)
  const { body } = await viewer.send('GET', `/stores/${store.storeId}/history`)
  expect(body.result[0]).toMatchObject({ name: 'The owner', fields: ['mail_designs'] })
  expect(JSON.stringify(body)).not.toContain('Was it good')
})

test.each([
  [[{ type: 'heading', text: '' }], 'designs.0.blocks.0.text: Expected 1 to 150 characters'],
  [[{ type: 'stars' }, { type: 'html' }], 'designs.0.blocks.1.type: Invalid'],
  [[{ type: 'button', text: '{coupon}' }], 'designs.0.blocks.0.text: {coupon} is not a placeholder'],
  [[{ type: 'heading', text: 'x' }], 'designs.0.blocks: Required'],
  [
    [...Array(4).fill({ type: 'text', text: '&\n\n'.repeat(666) }), { type: 'stars' }],
    'designs.0.blocks: Expected 1 to 100000 characters',
  ],
])('with mistakes are refused at their block, and nothing changes', async (wrong, line) => {
  const before = await dump(it.database)
  const { status, body } = await save(wrong)
  expect([status, body.user_message?.en_us]).toEqual([400, expect.stringContaining(line)])
  expect(await dump(it.database)).toBe(before)
})

test('are only of mails that ask for a review', async () => {
  expectInvalid(await save(blocks, { kind: 'reward' }), 'designs.0.kind: Expected one of request, reminder')
})

test('are not changed by a viewer or another store', async () => {
  const change = { designs: [{ kind: 'request', language: 'en', blocks: null }] }
  expectError(await viewer.send('PATCH', at('content'), change), 403, 8141304)
  const outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
  expectError(await outsider.send('PATCH', at('content'), change), 404, 804047)
  expect((await shown()).own.en).toEqual(blocks)
})

const stars = { type: 'stars' }
const picture = { type: 'picture', source: 'https://shop.example/a.png', alt: '' }
const pages = Array(4).fill({ type: 'text', text: 'x'.repeat(1_999) })
test.each([
  [150, n => [{ type: 'heading', text: 'x'.repeat(n) }, stars], '0.text: Expected 1 to 150 characters'],
  [60, n => [{ type: 'button', text: 'x'.repeat(n) }], '0.text: Expected 1 to 60 characters'],
  [
    500,
    n => [{ ...picture, source: `${'https://shop.example/'.padEnd(n, 'a')}` }, stars],
    '0.source: String must contain at most 500 character(s)',
  ],
  [200, n => [{ ...picture, alt: 'x'.repeat(n) }, stars], '0.alt: Expected 0 to 200 characters'],
  [8, n => [...Array(n).fill(picture), stars], 'Array must contain at most 8 element(s)'],
  [30, n => [...Array(n - 1).fill(blocks[0]), stars], 'Array must contain at most 30 element(s)'],
  [
    8_000,
    n => [...pages, { type: 'heading', text: 'x'.repeat(n - 4 * 1_999) }, stars],
    'Expected 1 to 8000 characters',
  ],
] as [
  number,
  (n: number) => object[],
  string,
][])('have at most %i, and keep what was saved', async (most, make, line) => {
  expect((await save(make(most))).status).toBe(200)
  const { status, body } = await save(make(most + 1))
  expect([status, body.user_message?.en_us]).toEqual([400, expect.stringContaining(line)])
  expect((await shown()).own.en).toEqual(make(most))
})

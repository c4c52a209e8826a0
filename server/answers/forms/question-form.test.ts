import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { aProduct, aQuestion } from '../../test/factories.ts'
import { questionFormInEachTest } from '../../test/for-each-test/question-form.ts'
import { openForm, postForm, solve, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { insertQuestions } from '../questions/questions.ts'

const it = questionFormInEachTest()

describe('GET /embed/question', () => {
  test('shows the form for the product in the requested language', async () => {
    const { status, headers, html } = await openForm(it.address({ locale: 'pt-BR' }))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<html lang="pt-BR"')
    expect(html).toContain('Pergunte sobre este produto')
    expect(html).toContain('Moka &lt;pot&gt;')
  })

  test.each([
    [{ product_id: undefined, product_sku: 'SKU & 1' }, 200],
    [{ product_id: undefined, sku: 'SKU & 1' }, 200],
    [{ product_id: 'nothing' }, 404],
    [{ product_sku: 'SKU & 1' }, 404],
    [{ product_id: undefined }, 404],
    [{ product_id: 'a\0b' }, 404],
    [{ product_id: undefined, product: 'product-1' }, 200],
    [{ product_id: undefined, product: 'id-of-the-shop', sku: 'SKU & 1' }, 200],
    [{ product_id: undefined, product: 'product-1', sku: 'nothing' }, 200],
    [{ product_id: undefined, product: 'id-of-the-shop', sku: '' }, 404],
    [{ product_id: undefined, product: 'id-of-the-shop' }, 404],
  ])('finds the product of %j: %i', async (change, status) => {
    expect((await openForm(it.address(change))).status).toBe(status)
  })

  test.each([
    ['no store', { store_id: undefined }, 417],
    ['no key', { store_key: undefined }, 401],
    ['another key', { store_key: 'rw_store_x' }, 401],
    ['a store that is none', { store_id: 'abc' }, 401],
  ])('answers %s with a page', async (_, change, expected) => {
    const { status, headers, html } = await openForm(it.address(change), {
      'accept-language': 'es-MX,es;q=0.9',
    })
    expect(status).toBe(expected)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('not available')
  })

  test('takes the address of an older widget, and names the product in its own', async () => {
    const { store_id, product } = { store_id: it.owner.storeId, product: 'id-of-the-shop' }
    const older = new URLSearchParams({ product, sku: 'SKU & 1', web_id: it.owner.storeKey, store_id })
    const { status, html } = await openForm(
      `${it.service.url}/embed/question?${older}&origin=x&stylesheet=null`,
    )
    expect(status).toBe(200)
    const action = unescapeHtml(/action="([^"]+)"/.exec(html)?.[1] ?? '')
    expect(Object.fromEntries(new URLSearchParams(action.split('?')[1]))).toEqual({
      store_id,
      store_key: it.owner.storeKey,
      product_id: 'product-1',
    })
    older.set('web_id', it.outsider.storeKey)
    expect((await openForm(`${it.service.url}/embed/question?${older}`)).status).toBe(401)
  })

  test("an outsider's key gives no access to the owner's store", async () => {
    expect((await openForm(it.address({ store_key: it.outsider.storeKey }))).status).toBe(401)
    const own = { store_id: it.outsider.storeId, store_key: it.outsider.storeKey }
    expect((await openForm(it.address(own))).status).toBe(404)
  })

  test('may be framed by any page, or by the origins that the store lists', async () => {
    const policyOf = async () => (await openForm(it.address())).headers.get('content-security-policy')
    expect(await policyOf()).not.toContain('frame-ancestors')
    await changeSettings(it.service, it.owner.storeId, { origins: ['https://shop.example'] })
    expect(await policyOf()).toContain("frame-ancestors 'self' https://shop.example")
    await changeSettings(it.service, it.owner.storeId, { origins: [] })
  })

  test('is not cached, sends no referrer and runs no inline script', async () => {
    const { headers, html } = await openForm(it.address())
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(html).not.toMatch(/<script(?![^>]* src=)|\son\w+=/)
  })

  test('changes nothing', async () => {
    await openForm(it.address())
    expect(await it.stored()).toEqual([])
  })
})

describe('POST /embed/question', () => {
  test('stores the question as unconfirmed until its address is confirmed', async () => {
    const form = await openForm(it.address())
    const sent = await postForm(it.address(), {
      ...it.aForm({ email: 'Bia@Example.com' }),
      proof: await solve(form),
    })
    expect(sent.status).toBe(200)
    expect(sent.html).toContain('The email was not sent')
    expect(sent.html).toContain('data-event="question_sent"')
    expect(await it.stored()).toMatchObject([
      {
        product_id: 'product-1',
        body: 'Does it work on induction?',
        display_name: 'Bia',
        email: 'Bia@Example.com',
        address: 'bia@example.com',
        state: 'unconfirmed',
        language: 'en',
      },
    ])
    expect(await it.mails()).toEqual([{ kind: 'confirm_question', address: 'bia@example.com' }])
  })

  test('reports the problem of each field, and keeps the typed text', async () => {
    const { status, html } = await postForm(it.address(), { name: '', email: 'bia@', body: '"><b>hi' })
    expect(status).toBe(422)
    expect(html).toContain('href="#name"')
    expect(html).toContain('href="#email"')
    expect(html).not.toContain('href="#body"')
    expect(html).toMatch(/<input [^>]*id="email"[^>]* value="bia@"[^>]* aria-invalid="true"/)
    expect(html).toContain('&quot;&gt;&lt;b&gt;hi</textarea>')
    expect(await it.stored()).toEqual([])
  })

  test.each([
    ['a name too long', { name: 'x'.repeat(81) }],
    ['a question too long', { body: 'x'.repeat(2001) }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['a line break in the address', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['nothing but control characters', { body: '\0\u0007 ' }],
  ])('refuses %s', async (_, change) => {
    expect((await postForm(it.address(), it.aForm(change))).status).toBe(422)
    expect(await it.stored()).toEqual([])
  })

  test('stores the same form once, however often it is sent', async () => {
    const form = { ...it.aForm(), proof: await solve(await openForm(it.address())) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => postForm(it.address(), form)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await it.stored()).toHaveLength(1)
    expect(await it.mails()).toHaveLength(1)
  })

  test('accepts a solution once: another question needs another', async () => {
    const proof = await solve(await openForm(it.address()))
    expect((await postForm(it.address(), { ...it.aForm(), proof })).status).toBe(200)
    const again = await postForm(it.address(), { ...it.aForm({ body: 'And on gas?' }), proof })
    expect(again.status).toBe(422)
    expect(again.html).toContain('Send it once more')
    expect(again.html).toContain('And on gas?')
    const second = { ...it.aForm({ body: 'And on gas?' }), proof: await solve(again) }
    expect((await postForm(it.address(), second)).status).toBe(200)
    expect(await it.stored()).toHaveLength(2)
  })

  test.each([
    ['that cannot be kept', { name: '' }, 422],
    ['to an address that was mailed often', { email: 'often@example.com', body: 'Four?' }, 429],
  ])('refuses a solution that was sent before with a question %s', async (_what, change, status) => {
    for (const body of [`${status} One?`, `${status} Two?`, `${status} Three?`])
      expect((await postForm(it.address(), it.aForm({ email: 'often@example.com', body }))).status).toBe(200)
    const proof = await solve(await openForm(it.address()))
    const refused = await postForm(it.address(), { ...it.aForm(change), proof })
    expect(refused.status).toBe(status)
    const again = await postForm(it.address(), { ...it.aForm(), proof })
    expect([again.status, again.html.includes('Send it once more')]).toEqual([422, true])
    expect(await it.stored()).toHaveLength(3)
    expect((await postForm(it.address(), { ...it.aForm(), proof: await solve(refused) })).status).toBe(200)
  })

  test.each([
    '{}',
    'x',
    '{"challenge":{"parameters":{}}}',
    '[]',
    'null',
    '{"challenge":{"parameters":null}}',
  ])('rejects a forged solution: %s', async proof => {
    expect((await postForm(it.address(), { ...it.aForm(), proof })).status).toBe(422)
    expect(await it.stored()).toEqual([])
  })

  test('rejects solutions of another store, and expired ones', async () => {
    const body = aProduct({ product_id: 'product-1' })
    await it.service.send('POST', '/products', { headers: it.outsider.headers, body })
    const own = { store_id: it.outsider.storeId, store_key: it.outsider.storeKey }
    const theirs = await solve(await openForm(it.address(own)))
    expect((await postForm(it.address(), { ...it.aForm(), proof: theirs })).status).toBe(422)
    const old = await solve(await openForm(it.address()))
    it.service.setNow(Date.now() + 3 * 60 * 60_000)
    expect((await postForm(it.address(), { ...it.aForm(), proof: old })).status).toBe(422)
    expect(await it.stored()).toEqual([])
  })

  test('sends an address that does not answer at most three mails a day', async () => {
    const email = 'victim@example.com'
    for (const body of ['One?', 'Two?', 'Three?']) {
      expect((await postForm(it.address(), it.aForm({ email, body }))).status).toBe(200)
    }
    const fourth = await postForm(it.address(), it.aForm({ email, body: 'Four?' }))
    expect(fourth.status).toBe(429)
    expect(fourth.html).toContain('several confirmation emails to this address')
    expect(await it.mails()).toHaveLength(3)
  })

  test('offers similar published questions first, if no script did', async () => {
    await it.service.database.transaction(tx =>
      insertQuestions(
        tx,
        it.owner.storeId,
        [
          aQuestion({ body: 'Will it work on an induction hob?', reply: 'From 12 cm on. Or 11 91234-5678' }),
          aQuestion({
            body: 'Does it work with induction?',
            state: 'pending',
            reply: null,
            reply_created_at: null,
          }),
          aQuestion({ body: 'Which colours are there?' }),
        ],
        { at: new Date(), actor: 'import', action: 'create' },
      ),
    )
    const form = it.aForm()
    const offered = await postForm(it.address(), form)
    expect(offered.status).toBe(200)
    expect(offered.html).toContain('Will it work on an induction hob?')
    expect(offered.html).toContain('From 12 cm on.')
    expect(offered.html).not.toContain('91234')
    expect(offered.html).not.toContain('with induction')
    expect(offered.html).not.toContain('Which colours')
    expect(offered.html).toContain('value="Bia"')
    expect(await it.stored()).toHaveLength(3)
    const sent = await postForm(it.address(), { ...form, seen: 'yes' })
    expect(sent.html).toContain('The email was not sent')
    expect(await it.stored()).toHaveLength(4)

    const part = await openForm(`${it.address({}, '/embed/question/similar')}&text=induction+work`)
    expect(part.html).toContain('Will it work on an induction hob?')
    expect(part.html).not.toContain('<html')
  })

  test('limits submissions without scripts by network', async () => {
    const strict = await startTestApp({ UNPROVEN_RATE_LIMIT: '1' }, it.service.target)
    const at = it.address().replace(it.service.url, strict.url)
    expect((await postForm(at, it.aForm())).status).toBe(200)
    const second = await postForm(at, it.aForm())
    expect(second.status).toBe(429)
    expect(second.html).toContain('Too many requests')
    expect(second.headers.get('retry-after')).toMatch(/^\d+$/)
    await strict.close()
  })

  test.each([
    ['application/json', '{"name":"Bia"}', 400],
    ['text/plain', 'name=Bia', 400],
    ['multipart/form-data', 'name=Bia', 422],
    ['multipart/form-data; boundary=x', '--x\r\n', 422],
  ])('answers a body of %s with a page', async (type, body, expected) => {
    const response = await fetch(it.address(), { method: 'POST', headers: { 'content-type': type }, body })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.status).toBe(expected)
    expect(await it.stored()).toEqual([])
  })

  test('answers a body that is too large, and a wrong method, with a page', async () => {
    const large = await postForm(it.address(), it.aForm({ body: 'x'.repeat(300_000) }))
    expect(large.status).toBe(413)
    expect(large.html).toContain('This is too large to send')
    const wrong = await fetch(it.address(), { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(await wrong.text()).toContain('<!doctype html>')
  })
})

test.each([
  ['Georgia, "Noto Serif", serif', 'Georgia, "Noto Serif", serif'],
  ["-apple-system, 'Yu Gothic', 游ゴシック", "-apple-system, 'Yu Gothic', 游ゴシック"],
  ['serif}body{display:none', undefined],
  ['url(https://evil.example/x)', undefined],
  ['serif;color:red', undefined],
  ['"serif', undefined],
  ['x</style><script>', undefined],
  ['a\\b', undefined],
  ['var(--x)', undefined],
  ['', undefined],
  [Array.from({ length: 11 }, () => 'serif').join(', '), undefined],
])('writes in the font of the page only if it is one: %s', async (font, expected) => {
  const { html } = await openForm(it.address({ font }))
  const [, style = ''] = /<style[^>]*>([^<]*)<\/style>/.exec(html) ?? []
  expect(/--font:([^}]*)/.exec(style)?.[1]).toBe(expected)
  expect(style).toMatch(
    /^:root\{color-scheme:light;--accent-light:[^;{}]+;--accent-dark:[^;{}]+(;--font:[^;{}]+)?\}$/,
  )
})

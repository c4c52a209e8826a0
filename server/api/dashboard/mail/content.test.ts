import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../../foundation/http/language.ts'
import { wordedKinds } from '../../../foundation/mailings/kinds.ts'
import { aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { dump } from '../../../test/database/dump.ts'
import { aProduct } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../../test/users.ts'

const gone = 'gone@shop.example'

let server: MailServer
let it: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let moderator: typeof owner
let viewer: typeof owner
let outsider: typeof owner
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === gone ? Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }) : null,
      ),
  })
  it = await startTestApp({
    SIGN_IN_RATE_LIMIT: '1000',
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
  })
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
  moderator = await aMember(it, store.storeId, 'moderator')
  viewer = await aMember(it, store.storeId, 'viewer')
  outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
})
afterAll(async () => {
  await it.close()
  await server.close()
})

const at = (path: string, of = store) => `/stores/${of.storeId}/mail${path}`
const draft = (change: object = {}, look: object = {}) => ({
  mail: { kind: 'request', language: 'en', ...change },
  ...look,
})
const saved = (words: object[]) => owner.send('PATCH', at('/content'), { words })

describe('access', () => {
  test('a viewer may read and preview', async () => {
    expect((await viewer.send('GET', at('/content'))).status).toBe(200)
    expect((await viewer.send('POST', at('/preview'), draft())).status).toBe(200)
  })

  test('only an owner may change texts or send a test', async () => {
    for (const who of [viewer, moderator]) {
      expectError(await who.send('PATCH', at('/content'), { color: '#000000' }), 403, 8141304)
      expectError(await who.send('POST', at('/test'), draft()), 403, 8141304)
    }
  })

  test('an outsider sees nothing', async () => {
    expectError(await outsider.send('GET', at('/content')), 404, 804047)
    expectError(await outsider.send('PATCH', at('/content'), { color: '#000000' }), 404, 804047)
    expectError(await outsider.send('POST', at('/preview'), draft()), 404, 804047)
    expectError(await outsider.send('POST', at('/test'), draft()), 404, 804047)
  })
})

describe('texts and look', () => {
  test('are the defaults until the store changes them', async () => {
    const { body } = await viewer.send('GET', at('/content'))
    expect(body).toMatchObject({
      language: 'pt-BR',
      languages: ['pt-BR', ...languages.filter(tag => tag !== 'pt-BR')],
      limits: { subject: 150, words: 2000 },
      color: '#1f6f54',
    })
    expect(body.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(wordedKinds)
    const [request] = body.kinds
    expect(request).toMatchObject({ placeholders: ['{name}', '{store}', '{product}'], own: {} })
    expect(request.standard.en.subject).toBe('{name}, how do you like {product}?')
  })

  test('change together, omitted ones stay, and null restores the default', async () => {
    const { status, body } = await owner.send('PATCH', at('/content'), {
      words: [
        { kind: 'request', language: 'en', subject: 'Hi {name}', words: 'How is it?' },
        { kind: 'reminder', language: 'pt', subject: 'Oi' },
      ],
      color: '#aa3300',
      logo_url: 'https://shop.example/logo.png',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ color: '#aa3300', logo_url: 'https://shop.example/logo.png' })
    expect(body.languages.slice(0, 4)).toEqual(['pt-BR', 'en', 'pt', 'ar'])
    expect(body.languages).toContain('pt-PT')
    expect(body.languages).toHaveLength(languages.length + 1)
    expect(body.kinds[0].own).toEqual({ en: { subject: 'Hi {name}', words: 'How is it?' } })
    const { body: after } = await saved([{ kind: 'request', language: 'en', subject: null }])
    expect(after.kinds[0].own).toEqual({ en: { words: 'How is it?' } })
    expect(after.color).toBe('#aa3300')
    await saved([
      { kind: 'request', language: 'en', words: null },
      { kind: 'reminder', language: 'pt', subject: null },
    ])
    const { body: back } = await viewer.send('GET', at('/content'))
    expect(back.languages).toHaveLength(languages.length)
    const { body: history } = await viewer.send('GET', `/stores/${store.storeId}/history`)
    expect(history.result[0]).toMatchObject({ name: 'The owner', fields: ['mail_words'] })
    expect(JSON.stringify(history)).not.toContain('How is it')
  })

  test.each([
    [{ subject: '' }, 'words.0.subject: Expected 1 to 150 characters'],
    [{ subject: 'x'.repeat(151) }, 'words.0.subject: Expected 1 to 150 characters'],
    [{ subject: 'Hi\r\nBcc: x@y.example' }, 'words.0.subject: Expected a single line'],
    [{ words: 'x'.repeat(2001) }, 'words.0.words: Expected 1 to 2000 characters'],
    [{ words: '{coupon}' }, 'words.0.words: {coupon} is not a placeholder. Use {name}, {store} or {product}'],
    [{ language: '__proto__' }, 'words.0.language: Expected a language tag such as pt-BR or en'],
    [{ zzz: 1 }, 'words.0.zzz: Unrecognized key(s) in object'],
  ])('%j is refused at its field, and nothing changes', async (own, line) => {
    const before = await dump(it.database)
    expectInvalid(await saved([{ kind: 'request', language: 'en', ...own }]), line)
    expect(await dump(it.database)).toBe(before)
  })

  test('an access mail always has the default texts', async () => {
    const answer = await saved([{ kind: 'password_reset', language: 'en', subject: 'x' }])
    expectError(answer, 400, 802030)
  })

  test('an invalid colour or logo is refused', async () => {
    const change = { color: 'red', logo_url: 'javascript:alert(1)' }
    expectInvalid(
      await owner.send('PATCH', at('/content'), change),
      'color: Expected a color such as #1f6f54',
      'logo_url: Expected an address that begins with https:// or http://',
    )
    expectError(await viewer.send('POST', at('/preview'), draft({}, change)), 400, 802030)
  })
})

describe('a preview', () => {
  test.each(
    wordedKinds.flatMap(kind => ['pt-BR', 'en', 'es', 'fr', 'cy'].map(language => [kind, language] as const)),
  )('of %s in %s is a complete mail', async (kind, language) => {
    const { status, body } = await viewer.send('POST', at('/preview'), draft({ kind, language }))
    expect(status).toBe(200)
    expect(body.from).toBe('Café da Serra')
    for (const part of ['subject', 'preheader', 'html', 'text']) expect(body[part]).not.toMatch(/^$|\{\w+\}/)
    expect(body.html).toContain('</html>')
  })

  test('shows unsaved texts, colours and logo, with the store’s own products', async () => {
    const shop = await aStore(it.database)
    const person = await aMember(it, shop.storeId, 'viewer')
    const without = await person.send('POST', at('/preview', shop), draft())
    expect(without.body.html).toContain('Moka pot, 6 cups')
    const picture = 'https://shop.example/kettle.jpg'
    for (const product of [
      aProduct({ product_id: 'a', name: 'Plain cup' }),
      aProduct({ product_id: 'b', name: 'Kettle', pictures: [picture] }),
    ])
      await it.send('POST', '/products', { headers: shop.headers, body: product })
    const before = await dump(it.database)
    const { body } = await person.send(
      'POST',
      at('/preview', shop),
      draft(
        { subject: 'About {product}, {name}', words: 'Hello {name}!' },
        { color: '#ffee00', logo_url: 'https://shop.example/logo.png' },
      ),
    )
    expect(body.subject).toBe('About Kettle and 1 more, Ana')
    for (const part of ['Hello Ana!', '#ffee00', 'https://shop.example/logo.png', picture, 'Plain cup'])
      expect(body.html).toContain(part)
    expect(body.text).toContain('Hello Ana!')
    expect(body.colors).toMatchObject({ brand: '#ffee00', on_brand: '#000000' })
    expect(body.colors.contrast).toBeLessThan(3)
    expect(await dump(it.database)).toBe(before)
  })

  test('escapes HTML in texts, and contains no working link', async () => {
    const words = '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))'
    const { body } = await viewer.send('POST', at('/preview'), draft({ subject: '<b>Hi</b>', words }))
    expect(body.html).not.toMatch(/<script|<img src=x|<b>Hi/)
    expect(body.html).toContain('&lt;script&gt;')
    expect(body.subject).toBe('<b>Hi</b>')
    const links: string[] = body.html.match(/https?:\/\/[^"'<> ]+/g)
    const own = links.filter(link => link.startsWith(it.url))
    expect(own.length).toBeGreaterThan(5)
    for (const link of new Set(own)) {
      const { pathname } = new URL(link)
      expect(['/r/preview', '/u/preview', '/']).toContain(pathname)
    }
    expect((await it.send('GET', '/r/preview')).status).toBe(404)
  })

  test('refuses at its field what could not be saved', async () => {
    expectInvalid(
      await viewer.send('POST', at('/preview'), draft({ subject: 'a\nb' })),
      'mail.subject: Expected a single line',
    )
    expectError(await viewer.send('POST', at('/preview'), draft({ kind: 'invitation' })), 400, 802030)
  })
})

describe('a test mail', () => {
  test('is sent only to the requester, is marked as a test, and leaves no trace', async () => {
    const before = await dump(it.database)
    const { body } = await owner.send('POST', at('/test'), draft({ subject: 'Hi {name}', words: 'Look!' }))
    expect(body).toEqual({ to: owner.email, outcome: 'sent', answer: expect.stringContaining('250') })
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail?.to).toEqual([owner.email])
    expect(mail?.header('Subject')).toBe('[Test] Hi Ana')
    expect(mail?.header('List-Unsubscribe')).toBeUndefined()
    expect(mail?.raw).toContain('This is a test email')
    expect(mail?.raw).not.toMatch(/\/[ru]\/[\w=-]{65}/)
    expect(await dump(it.database)).toBe(before)
  })

  test('cannot be sent to anybody else', async () => {
    const body = { ...draft(), to: 'ana@example.com' }
    expectInvalid(await owner.send('POST', at('/test'), body), 'to: Unrecognized key(s) in object')
  })

  test('reports the response of a mail server that refuses it', async () => {
    const person = await aMember(it, store.storeId, 'owner')
    await it.database.query(sql`update accounts."user" set email = ${gone} where id = ${person.userId}`)
    const { body } = await person.send('POST', at('/test'), draft())
    expect(body).toMatchObject({ outcome: 'refused', answer: expect.stringContaining('no such mailbox') })
  })

  test('is limited to a few per minute', async () => {
    const person = await aMember(it, store.storeId, 'owner')
    const answers = []
    for (let count = 0; count < 6; count++)
      answers.push((await person.send('POST', at('/test'), draft({ subject: 'a\nb' }))).status)
    expect(answers.at(-1)).toBe(429)
    expect(answers[0]).toBe(400)
  })

  test('reports a missing or unreachable mail server', async () => {
    for (const [settings, outcome] of [
      [{}, 'off'],
      [{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@shop.example' }, 'later'],
    ] as const) {
      const other = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000', ...settings }, it.target)
      const person = await aMember(other, store.storeId, 'owner')
      const { body } = await person.send('POST', at('/test'), draft())
      expect(body).toMatchObject({ to: person.email, outcome })
      await other.close()
    }
  })
})

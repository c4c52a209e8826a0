import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Shop, startShop } from '../../../../e2e/widgets/servers.ts'
import { readConfig } from '../../../foundation/config/config.ts'
import { createApp } from '../../../service/app.ts'
import { type AdminClient, adminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { aProduct, aReview, times } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
let shop: Shop
let store: Member
let owner: AdminClient
let pages = 0
beforeAll(async () => {
  ;[it, shop] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '100000' }), startShop()])
  store = await aStore(it.database)
  for (const product of ['1', '2'])
    await it.send('POST', '/products', {
      headers: store.headers,
      body: {
        ...aProduct(),
        product_id: `P-${product}`,
        sku: `SKU-${product}`,
        url: `${shop.url}/p/${product}`,
      },
    })
  await addReviews(it, store, aReview({ product_id: 'P-1' }))
})
beforeEach(async () => {
  // A new member for each test: a user may check ten pages a minute.
  owner = await aMember(it, store.storeId, 'owner')
})
afterAll(async () => {
  await shop.close()
  await it.close()
})

const script = (change = '') =>
  `<script type="module" src="${it.url}/widgets/v1/widgets.js"${change}></script>`
const keys = () => `data-store-id="${store.storeId}" data-store-key="${store.storeKey}"`
const widget = (attributes = 'data-product-id="P-1"', name = 'rw-rating') =>
  `<${name} ${keys()} ${attributes}></${name}>`
const html = (body: string, head = '') =>
  `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${body}</body></html>`

async function check(page: string, headers?: Record<string, string>, status?: number) {
  const url = shop.put(`/check-${++pages}`, page, headers, status)
  const answer = await owner.send('POST', `/stores/${store.storeId}/widget-checks`, { url })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as {
    verdict: string
    findings: { name: string; level: string; values: Record<string, string> }[]
  }
}

async function namesOf(page: string, headers?: Record<string, string>, status?: number) {
  return (await check(page, headers, status)).findings.map(({ name }) => name)
}

test('a page with the right code is right', async () => {
  const { verdict, findings } = await check(html(script() + widget()))
  expect(findings.map(({ name, level }) => [name, level])).toEqual(
    ['page_read', 'script_found', 'store_right', 'origin_any', 'widgets_found', 'products_known'].map(
      name => [name, 'good'],
    ),
  )
  expect(verdict).toBe('right')
  expect(findings.find(({ name }) => name === 'products_known')?.values).toEqual({ products: 'P-1' })
})

describe('problems are named', () => {
  const other = '01890000-0000-7000-8000-00000000face'
  const jsonLd =
    '<script type="application/ld+json">{"@graph":[{"@type":"Product","aggregateRating":{}}]}</script>'
  test.each<[finding: string, page: () => string]>([
    ['script_missing', () => widget()],
    ['script_missing', () => `<!-- ${script()} -->${widget()}`],
    ['script_elsewhere', () => script().replace(it.url, 'https://other.example') + widget()],
    ['script_classic', () => script().replace(' type="module"', '') + widget()],
    ['script_classic', () => script().replace('module', 'text/javascript') + widget()],
    ['script_twice', () => script() + script() + widget()],
    ['store_missing', () => `${script()}<rw-rating data-product-id="P-1"></rw-rating>`],
    [
      'key_missing',
      () => `${script()}<rw-rating data-store-id="${store.storeId}" data-product-id="P-1"></rw-rating>`,
    ],
    ['store_other', () => script() + widget().replace(store.storeId, other)],
    ['key_other', () => script() + widget().replace(store.storeKey, 'rw_store_x')],
    ['key_secret', () => `${script() + widget()}<script>const key = '${store.apiKey}'</script>`],
    ['widgets_missing', script],
    ['widgets_missing', () => `${script()}<template>${widget()}</template>`],
    ['seen_later', script],
    ['seen_later', () => ''],
    ['product_missing', () => script() + widget('')],
    ['product_both', () => script() + widget('data-product-id="P-1" data-product-sku="SKU-1"')],
    ...['{{ product.id }}', '{{product.id}}', '&lt;?= $id ?>', '&#36;{id}', '$product.Id', 'undefined'].map(
      (id): [string, () => string] => [
        'product_template',
        () => script() + widget(`data-product-id="${id}"`),
      ],
    ),
    ['product_is_sku', () => script() + widget('data-product-id="SKU-1"')],
    ['sku_is_product', () => script() + widget('data-product-sku="P-1"')],
    ['product_unknown', () => script() + widget('data-product-id="P-9"')],
    ['product_unknown', () => script() + widget(`data-product-id="${'9'.repeat(3000)}"`)],
    ['product_unreviewed', () => script() + widget('data-product-id="P-2"')],
    ['attribute_value', () => script() + widget('data-source="best"', 'rw-carousel')],
    ['attribute_unknown', () => script() + widget('data-product-id="P-1" data-header-typ="x"', 'rw-reviews')],
    [
      'attribute_value',
      () => script() + widget('data-product-id="P-1" data-items-per-page="200"', 'rw-reviews'),
    ],
    ['structured_missing', () => script() + widget(undefined, 'rw-reviews')],
    ['structured_found', () => script() + widget(undefined, 'rw-reviews') + jsonLd],
    ['structured_twice', () => script() + widget(undefined, 'rw-reviews') + jsonLd + jsonLd],
    [
      'structured_twice',
      () => `${script()}${widget(undefined, 'rw-reviews')}${jsonLd}<i itemprop="aggregateRating"></i>`,
    ],
    ['structured_broken', () => `${script()}${widget()}<script type="application/ld+json">{,}</script>`],
  ])('%s', async (finding, page) => {
    expect(await namesOf(html(page()))).toContain(finding)
  })

  test('the first 100 ids of a page are checked, and five products of a kind are named', async () => {
    const some = (count: number) => times(count, index => widget(`data-product-id="X-${index}"`)).join('')
    const known = widget('data-product-id="P-2"')
    const valuesOf = async (page: string) => {
      const { findings } = await check(html(script() + page))
      return Object.fromEntries(findings.map(({ name, values }) => [name, values.products]))
    }
    const all = await valuesOf(some(99) + known)
    expect(all).not.toHaveProperty('products_more')
    expect(all).toMatchObject({
      product_unknown: 'X-0, X-1, X-2, X-3, X-4, … (99)',
      products_known: 'P-2',
      product_unreviewed: 'P-2',
    })
    const beyond = await valuesOf(some(100) + known)
    expect(beyond).toMatchObject({ product_unknown: 'X-0, X-1, X-2, X-3, X-4, … (100)' })
    expect(beyond).toHaveProperty('products_more')
    expect(beyond).not.toHaveProperty('products_known')
  })

  test('but not structured data that is deep', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const names = await namesOf(
      html(`${script()}${widget()}<script type="application/ld+json">${deep}</script>`),
    )
    expect(names).not.toContain('structured_broken')
  })

  test('a page without a language', async () => {
    const names = await namesOf(html(script() + widget()).replace(' lang="pt-BR"', ''))
    expect(names).toContain('language_missing')
  })
})

test.each([
  [
    'on html',
    () =>
      html(`${script()}<rw-rating data-product-sku="SKU-1"></rw-rating>`).replace('<html', `<html ${keys()}`),
  ],
  [
    'on body',
    () =>
      html(`${script()}<rw-rating data-product-id="P-1"></rw-rating>`).replace('<body', `<body ${keys()}`),
  ],
  [
    'by init',
    () =>
      html(`${script()}<rw-rating data-product-id="P-1"></rw-rating>
        <script type="module">ReviewWidgets.init({ storeId: '${store.storeId}', storeKey: "${store.storeKey}" })</script>`),
  ],
  [
    'by init, with ratings that appear by themselves',
    () =>
      html(`${script()}<script type="module">ReviewWidgets.init({ store_id: '${store.storeId}',
        web_id: '${store.storeKey}', widget_rating: { custom_class: '.stars' } })</script>`),
  ],
])('the store may be given once for a page: %s', async (_how, page) => {
  const { verdict, findings } = await check(page())
  expect(findings).toContainEqual(expect.objectContaining({ name: 'store_right' }))
  expect(verdict).toBe('right')
})

describe("the page's own policy", () => {
  const reviews = () =>
    html(script(' nonce="abc"') + widget(undefined, 'rw-reviews') + widget(undefined, 'rw-questions'))
  const blocks = ['script_blocked', 'reads_blocked', 'types_blocked', 'pictures_blocked', 'frame_blocked']
  test.each([
    ["default-src 'self'", ['script_blocked', 'reads_blocked', 'pictures_blocked', 'frame_blocked']],
    ["script-src 'self'", ['script_blocked']],
    ["script-src 'nonce-abc' 'strict-dynamic'", []],
    ["script-src 'nonce-def' 'strict-dynamic' http:", ['script_blocked']],
    ["default-src *; script-src-elem 'none'; script-src *", ['script_blocked']],
    ['script-src SERVICE; connect-src SERVICE; img-src SERVICE; frame-src SERVICE', []],
    ['script-src SERVICE/widgets/; connect-src SERVICE/other', ['reads_blocked']],
    ['default-src http:', []],
    ['default-src http://*:*', []],
    ["frame-src 'self'; img-src data:", ['pictures_blocked', 'frame_blocked']],
    ["child-src 'none'", ['frame_blocked']],
    ["require-trusted-types-for 'script'; trusted-types shop", ['types_blocked']],
    ["require-trusted-types-for 'script'; trusted-types shop lit-html", []],
    ["require-trusted-types-for 'script'", []],
    ["script-src *, script-src 'none'", ['script_blocked']],
  ])('%s', async (policy, expected) => {
    const header = policy.replaceAll('SERVICE', it.url)
    const byHeader = await namesOf(reviews(), { 'content-security-policy': header })
    expect(byHeader.filter(name => blocks.includes(name))).toEqual(expected)
    const meta = `<meta http-equiv="Content-Security-Policy" content="${header}">`
    const byMeta = await namesOf(reviews().replace('<head>', `<head>${meta}`))
    expect(byMeta.filter(name => blocks.includes(name))).toEqual(expected)
  })
})

test('a page whose origin the store does not list is reported', async () => {
  const listing = async (origins: string[]) => {
    await changeSettings(it, store.storeId, { origins })
    const names = await namesOf(html(script() + widget()))
    await changeSettings(it, store.storeId, { origins: [] })
    return names
  }
  expect(await listing(['https://shop.example'])).toContain('origin_refused')
  expect(await listing([shop.url])).toContain('origin_listed')
})

describe('a page that cannot be checked', () => {
  test.each([
    ['page_status', {}, 404],
    ['page_status', {}, 500],
    ['page_password', {}, 401],
    ['page_password', { location: '/password' }, 302],
    ['page_redirect', { location: '/other' }, 301],
    ['page_type', { 'content-type': 'application/json' }, 200],
    ['page_unreadable', { 'content-encoding': 'zstd' }, 200],
  ] as const)('%s', async (finding, headers, status) => {
    const { verdict, findings } = await check(html('secret words'), headers, status)
    expect(findings.map(({ name }) => name)).toEqual([finding])
    expect(verdict).toBe(finding === 'page_password' ? 'unread' : 'wrong')
    expect(JSON.stringify(findings)).not.toContain('secret words')
  })

  test('is reported with the target of its redirect', async () => {
    const { findings } = await check('', { location: '/other' }, 302)
    expect(findings[0]?.values).toEqual({ to: `${shop.url}/other` })
  })

  test('too large', async () => {
    expect(await namesOf('x'.repeat(2_100_000))).toEqual(['page_large'])
  })

  test.each([
    ['http://10.0.0.1/', 'page_private', 'unread'],
    ['http://169.254.169.254/latest/meta-data/', 'page_private', 'unread'],
    ['http://8.8.8.8:22/', 'page_port', 'unread'],
    ['http://127.0.0.1:1/', 'page_unreachable', 'wrong'],
  ])('%s: %s', async (url, finding, verdict) => {
    // A store without a configured origin may check any page.
    const { storeId } = await aStore(it.database)
    const member = await aMember(it, storeId, 'moderator')
    const { status, body } = await member.send('POST', `/stores/${storeId}/widget-checks`, { url })
    expect([status, body.findings[0].name, body.verdict]).toEqual([200, finding, verdict])
  })

  test('is on this machine, without permission', async () => {
    const strict = await createApp({
      config: readConfig({ LOG_LEVEL: 'silent', SECRET: testSecret }),
      database: it.database,
      session: it.session,
      clock: Date.now,
    })
    const url = await strict.listen({ host: '127.0.0.1', port: 0 })
    const path = `${url}/admin/api/stores/${store.storeId}/widget-checks`
    const headers = { cookie: owner.cookies(), 'x-realword-page': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ url: shop.put('/inside', 'secret') })
    const answer = await (await fetch(path, { method: 'POST', headers, body })).json()
    await strict.close()
    expect(answer).toMatchObject({ findings: [{ name: 'page_private' }] })
  })
})

describe('the address', () => {
  test.each([
    'http://192.168.0.7:3000/p/1',
    'localhost:3000/p/1',
    'http://[::1]/',
    'http://shop.test/p/1',
  ])('%s, which is not on the store’s site, is no error but answered with what to do', async url => {
    const { status, body } = await send(url)
    expect([status, body.verdict, body.findings.map((finding: { name: string }) => finding.name)]).toEqual([
      200,
      'unread',
      ['page_private'],
    ])
  })

  const send = (url: unknown) => owner.send('POST', `/stores/${store.storeId}/widget-checks`, { url })

  test.each([
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'http://ana:secret@127.0.0.1/',
    ' ',
    'https://',
    '',
  ])('%j is refused at its field', async url => {
    const { status, body } = await send(url)
    expect(status).toBe(400)
    expect(body.user_message.en_us).toMatch(/^url: /)
  })

  test('is refused if it does not belong to the store', async () => {
    expect((await send('https://other.example/')).body.user_message.en_us).toContain(
      'not on the store’s site, 127.0.0.1',
    )
    const { status } = await owner.send('POST', `/stores/${store.storeId}/widget-checks`, {
      url: 'x',
      more: 1,
    })
    expect(status).toBe(400)
  })

  test('is accepted without its scheme, on a subdomain of a known host, and with www', async () => {
    const { storeId } = await aStore(it.database, { site_url: 'https://www.shop.example' })
    const member = await aMember(it, storeId, 'owner')
    const check = async (url: string) => {
      const { body } = await member.send('POST', `/stores/${storeId}/widget-checks`, { url })
      return body.findings?.[0].name ?? body.user_message.en_us
    }
    // The name does not exist. The finding shows that it was resolved.
    expect(await check('shop.example/p/1')).toMatch(/^page_/)
    expect(await check('https://staging.shop.example')).toMatch(/^page_/)
    expect(await check('https://notshop.example')).toContain('not on the store’s site')
  })
})

describe('access', () => {
  test.each([
    ['owner', 200],
    ['moderator', 200],
    ['viewer', 403],
  ] as const)('%s: %i', async (role, expected) => {
    const member = await aMember(it, store.storeId, role)
    const url = shop.put('/who', html(''))
    const { status } = await member.send('POST', `/stores/${store.storeId}/widget-checks`, { url })
    expect(status).toBe(expected)
  })

  test('outsiders and visitors are refused', async () => {
    const { storeId } = await aStore(it.database, { name: 'Another store' })
    const outsider = await aMember(it, storeId, 'owner')
    const path = `/stores/${store.storeId}/widget-checks`
    const answer = await outsider.send('POST', path, { url: shop.url })
    expect([answer.status, answer.body.error_code]).toEqual([404, 804047])
    expect((await adminClient(it).send('POST', path, { url: shop.url })).status).toBe(401)
    const foreign = await owner.send('POST', path, { url: shop.url }, { origin: 'https://evil.example' })
    expect(foreign.body.error_code).toBe(8141305)
  })

  test('is limited to ten checks a minute', async () => {
    const url = shop.put('/often', html(''))
    const send = () => owner.send('POST', `/stores/${store.storeId}/widget-checks`, { url })
    for (let index = 0; index < 10; index++) expect((await send()).status).toBe(200)
    const { status, headers } = await send()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('every member can read the values of the code', async () => {
  const viewer = await aMember(it, store.storeId, 'viewer')
  const { status, body } = await viewer.send('GET', `/stores/${store.storeId}/widget-code`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ script: `${it.url}/widgets/v1/widgets.js`, store_key: store.storeKey })
  expect(Object.keys(body.weights)).toEqual(['rating', 'reviews', 'questions', 'both'])
})

test('only the dashboard can frame the preview page, which runs only the widgets', async () => {
  const { status, headers, body } = await it.send('GET', '/admin/widget-preview')
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(body).not.toContain('data-store')
})

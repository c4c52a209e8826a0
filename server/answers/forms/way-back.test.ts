import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { askAbout, linkOf, openForm, postFiles, postForm, solve, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
  const shops = [
    [owner, 'https://casa.example/'],
    [outsider, 'https://rival.example/'],
  ] as const
  for (const [{ storeId, headers }, site_url] of shops) {
    const given = { open_reviews: true, locale: 'pt-BR', moderation: 'publish', site_url } as const
    await changeSettings(service, storeId, { ...given, origins: [] })
    for (const [product_id, url] of [
      ['moka', 'https://catalogue.example/p/moka'],
      ['cup', ''],
      ['odd', 'javascript:alert(1)'],
    ] as const) {
      const body = aProduct({ product_id, sku: product_id, url })
      expect((await service.send('POST', '/products', { headers, body })).status).toBe(201)
    }
  }
})
afterAll(() => service.close())

function address(change: Record<string, string> = {}, path = '/write'): string {
  const query = { store_id: owner.storeId, store_key: owner.storeKey, product_id: 'moka' }
  return `${service.url}${path}?${new URLSearchParams({ ...query, ...change })}`
}

function backOf(html: string): string | undefined {
  const found = /<a class="back" href="([^"]*)"/.exec(html)?.[1]
  return found === undefined ? undefined : unescapeHtml(found)
}

const moka = 'https://catalogue.example/p/moka'

describe('the way back from a form', () => {
  test.each([
    [
      'a page of the site',
      'https://casa.example/p/moka?x=1&y=<b>',
      'https://casa.example/p/moka?x=1&y=%3Cb%3E',
    ],
    ['the site with www', 'https://www.casa.example/p', 'https://www.casa.example/p'],
    ["the product's host", 'https://catalogue.example/other', 'https://catalogue.example/other'],
    ['another host', 'https://evil.example/', moka],
    ['a host that begins alike', 'https://casa.example.evil.example/', moka],
    ['a host that ends alike', 'https://evilcasa.example/', moka],
    ['a name that looks like the host', 'https://casa.example@evil.example/', moka],
    ['a name in front of the host', 'https://evil.example@casa.example/', moka],
    ['another port', 'https://casa.example:8443/', moka],
    ['a script', 'javascript:alert(document.domain)//casa.example', moka],
    ['no scheme', '//evil.example/casa.example', moka],
    ['a path', '/admin', moka],
    ["another store's site", 'https://rival.example/', moka],
    ['our own host', 'http://127.0.0.1:8080/admin', moka],
    ['a backslash', 'https:\\\\evil.example\\@casa.example', moka],
    ['a very long one', `https://casa.example/${'x'.repeat(2048)}`, moka],
    ['nothing', '', moka],
  ])('asked for %s', async (_what, back, expected) => {
    const { status, html } = await openForm(address({ back }))
    expect(status).toBe(200)
    expect(backOf(html)).toBe(expected)
    expect(html).not.toMatch(/href="(?!https:\/\/(www\.)?(casa|catalogue)\.example|\/|#|https:\/\/shop)/)
  })

  test("leads to an origin of the store's pages, too", async () => {
    const back = 'https://pages.example/p'
    await changeSettings(service, owner.storeId, { origins: ['https://pages.example'] })
    expect(backOf((await openForm(address({ back }))).html)).toBe(back)
    await changeSettings(service, owner.storeId, { origins: [] })
    expect(backOf((await openForm(address({ back }))).html)).toBe(moka)
  })

  test("leads to the store's site without a usable address of the product, and nowhere without either", async () => {
    for (const product_id of ['cup', 'odd'])
      expect(backOf((await openForm(address({ product_id }))).html)).toBe('https://casa.example/')
    await changeSettings(service, owner.storeId, { site_url: null })
    expect(backOf((await openForm(address({ product_id: 'odd' }))).html)).toBeUndefined()
    await changeSettings(service, owner.storeId, { site_url: 'https://casa.example/' })
  })

  test('stays after sending, and leads to the product after the confirmation', async () => {
    const back = 'https://casa.example/p/moka'
    const form = { 'product-0': 'moka', 'rating-0': '5', name: 'Bia', email: 'bia@example.com' }
    const url = address({ back, locale: 'en' })
    const missing = await postForm(url, form)
    expect(backOf(missing.html)).toBe(back)
    const sent = await postForm(url, { ...form, proof: await solve(await openForm(url)) })
    expect(sent.html).toContain(`<a class="button" href="${back}" rel="noreferrer">Back to Café da Serra</a>`)
    const [review] = await service.database.query<{ id: string }>(sql`
      select id from reviews where store_id = ${owner.storeId} order by created_at desc, id desc limit 1`)
    const link = await linkOf(service, '/confirm', review?.id ?? '')
    expect(backOf((await openForm(link)).html)).toBe(moka)
    expect(backOf((await postForm(link, {})).html)).toBe(moka)
  })
})

test('the form is in the language of the page, else of the browser, else of the store', async () => {
  const read = async (change: Record<string, string>, accepted: string) => {
    const { html } = await openForm(address(change), { 'accept-language': accepted })
    return /<html lang="([^"]*)"/.exec(html)?.[1]
  }
  expect(await read({ locale: 'es' }, 'en-US,en;q=0.9')).toBe('es')
  expect(await read({ locale: 'xx"><script>' }, 'en-US,en;q=0.9')).toBe('en')
  expect(await read({}, 'en-US,en;q=0.9')).toBe('en')
  expect(await read({}, 'fr-CA')).toBe('fr')
  expect(await read({ locale: 'zh-Hant-HK' }, 'fr')).toBe('zh-TW')
  expect(await read({}, 'cy')).toBe('pt-BR')
  expect(await read({}, '')).toBe('pt-BR')
})

test('only a store that asks buyers alone calls its reviews those of buyers', async () => {
  const words = 'Avaliações de quem comprou'
  expect((await openForm(address())).html).not.toContain(words)
  const link = await aRequest()
  expect((await openForm(link)).html).not.toContain(words)
  await changeSettings(service, owner.storeId, { open_reviews: false })
  expect((await openForm(link)).html).toContain(words)
  expect((await openForm(`${service.url}/r/${'x'.repeat(65)}`)).html).not.toContain('real buyers')
  await changeSettings(service, owner.storeId, { open_reviews: true })
})

test('thanks lead to the shop, to the product and to the rest of the order', async () => {
  const link = await aRequest()
  const card = [
    ['product-0', 'moka'],
    ['rating-0', '5'],
    ['display', 'short'],
  ] as [string, string][]
  const { headers } = await postFiles(link, card)
  const { html } = await openForm(`${service.url}${headers.get('location')}`)
  expect(html).toContain('<a class="button" href="https://casa.example/" rel="noreferrer">')
  expect(html).toContain(`<h2><a href="${moka}" rel="noreferrer"><bdi>Moka</bdi></a></h2>`)
  expect(html).toContain('<h3><bdi>Cup &amp; saucer</bdi></h3>')
  expect(html).not.toContain('javascript:')
  const stars = [...html.matchAll(/class="star-choice" href="([^"]*)" aria-label="([^"]*)"/g)]
  expect(stars).toHaveLength(5)
  const [, path = '', label] = stars[3] ?? []
  expect(label).toBe('4 estrelas: bom')
  const form = await openForm(`${service.url}${unescapeHtml(path)}`)
  expect(path.split('#')[1]).toBe('rating-1')
  expect(form.html).toContain('id="rating-1"')
  expect(form.html).toMatch(/name="rating-1" value="4" checked/)
  await postFiles(link, [...card, ['product-1', 'cup & saucer'], ['rating-1', '3']])
  expect((await openForm(`${link}?done=sent`)).html).not.toContain('star-choice')
})

/** The link of a request about two products. */
async function aRequest(): Promise<string> {
  const products = [
    anOrderProduct({ product_id: 'moka', name: 'Moka', url: moka }),
    anOrderProduct({ product_id: 'cup & saucer', name: 'Cup & saucer', url: 'javascript:alert(1)' }),
  ]
  const customer = aCustomer({ name: 'Ana Martins' })
  const body = anOrder({ products, customers: [customer] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  const asked = { address: customer.email, name: customer.name, language: 'pt-BR' }
  return `${service.url}/r/${await askAbout(service, owner.storeId, [body.order_id], asked)}`
}

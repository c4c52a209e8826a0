import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderProduct } from '../../asking/orders/orders.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrderProduct, times } from '../../test/factories.ts'
import { anAskedBuyer, openForm, postFiles, postForm, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
})
afterAll(() => service.close())
beforeEach(async () => {
  await changeSettings(service, owner.storeId, { moderation: 'publish', form_products: 7 })
})

/** An order of Ana's with a sent review request. */
const asked = (count = 2, change: { store?: Member; name?: string; products?: OrderProduct[] } = {}) =>
  anAskedBuyer(service, change.store ?? owner, {
    name: 'Ana Clara Martins',
    products: times(count, index => anOrderProduct({ name: `Thing ${index} <b>` })),
    ...change,
  })

const stored = (address: string) => readReviews(service, address)

describe('GET /r/{token}', () => {
  test('shows all products of the order on one page, in the language of the mail', async () => {
    const { link, products } = await asked(2)
    const { status, html, headers } = await openForm(link)
    expect(status).toBe(200)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    for (const product of products) expect(html).toContain(`value="${product}"`)
    expect(html).toContain('Hello Ana!')
    expect(html).toContain('Ana M.')
    expect(html).toContain('Thing 0 &lt;b&gt;')
    expect(html).not.toContain('checked><svg')
  })

  test('has the picture of the catalogue where the order has none, and of the order where it has one', async () => {
    const catalogue = 'https://shop.example/moka-red.jpg'
    const plain = anOrderProduct({ name: 'Plain' })
    const own = anOrderProduct({ name: 'Own', pictures: ['https://cdn.example/own.jpg'] })
    const { link } = await asked(0, { products: [plain, own] })
    await service.database.query(sql`
      update products
      set pictures = ${JSON.stringify([catalogue])}
      where store_id = ${owner.storeId} and product_id in (${plain.product_id}, ${own.product_id})`)
    const { html } = await openForm(link)
    const sources = [...html.matchAll(/<img[^>]* src="(https[^"]+)"/g)].map(([, source]) => source)
    expect(sources).toEqual([catalogue, 'https://cdn.example/own.jpg'])
  })

  test('preselects the star clicked in the mail, and stores nothing', async () => {
    const { link, products, address } = await asked(2)
    for (const name of ['rating', 'stars']) {
      const { html } = await openForm(`${link}?product=${products[1]}&${name}=4`)
      expect(html).toMatch(/name="rating-1" value="4" checked/)
      expect(html.match(/name="rating-\d" value="\d" checked/g)).toHaveLength(1)
    }
    for (const odd of ['6', '0', '-1', 'x', '4.5'])
      expect((await openForm(`${link}?product=${products[1]}&rating=${odd}`)).html).not.toContain(
        'checked><svg',
      )
    expect(await stored(address)).toEqual([])
  })

  test("shows as many products as the store's settings allow", async () => {
    await changeSettings(service, owner.storeId, { form_products: 3 })
    const { link } = await asked(5)
    expect((await openForm(link)).html.match(/data-card/g)).toHaveLength(3)
  })

  test.each([
    'x',
    'x'.repeat(43),
    '%00',
    '..%2f..',
    `${'a'.repeat(5000)}`,
  ])('rejects the unknown link %.20s', async token => {
    const { status, html } = await openForm(`${service.url}/r/${token}`, {
      'accept-language': 'pt-BR',
      accept: 'text/html',
    })
    expect(status).toBe(404)
    expect(html).toMatch(/Este link não funciona|Página não encontrada/)
  })

  test('says that a link has expired', async () => {
    const { link } = await asked()
    service.setNow(Date.now() + 91 * 24 * 60 * 60_000)
    const answers = [await openForm(link), await postForm(link, {})]
    service.setNow(Date.now())
    expect(answers.map(({ status }) => status)).toEqual([410, 410])
    expect(answers[0]?.html).toContain('This link has expired')
  })

  test('is closed while the store is suspended', async () => {
    const shop = await aStore(service.database)
    const { link, products } = await asked(1, { store: shop })
    const statuses = async () => [
      (await openForm(link)).status,
      (await postForm(link, Object.fromEntries(filled(products, good)))).status,
    ]
    await changeSettings(service, shop.storeId, { active: false })
    expect(await statuses()).toEqual([410, 410])
    await changeSettings(service, shop.storeId, { active: true })
    expect((await openForm(link)).status).toBe(200)
  })

  test('shows nothing to review after the order was cancelled', async () => {
    const { link, orderId } = await asked()
    await service.database.query(
      sql`update review_requests set state = 'cancelled' where order_id = ${orderId}`,
    )
    expect((await openForm(link)).html).toContain('Nothing to review')
  })
})

describe('POST /r/{token}', () => {
  test('takes a form about 50 products with every field filled in, and no endless texts or files', async () => {
    await changeSettings(service, owner.storeId, { form_products: 50 })
    const { link, products, address } = await asked(50)
    const cards = products.map(() => good)
    const endless = times(20, () => ({ ...good, body: 'a'.repeat(60_000) }))
    expect((await postFiles(link, filled(products, ...endless))).status).toBe(413)
    const files = (count: number) => times(count, (): [string, File] => ['other', new File(['x'], 'x.png')])
    expect((await postFiles(link, [...filled(products, ...cards), ...files(261)])).status).toBe(413)
    expect((await postFiles(link, [...filled(products, ...cards), ...files(260)])).status).toBe(303)
    expect(await stored(address)).toHaveLength(50)
  })

  test('stores starred products as verified reviews, and thanks the buyer', async () => {
    const { link, products, address, orderId } = await asked(3)
    const sent = await postFiles(link, filled(products, good, {}, { rating: '2' }))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${new URL(link).pathname}?done=sent`])
    const reviews = await stored(address)
    expect(reviews).toHaveLength(2)
    expect(reviews[0]).toMatchObject({
      product_id: products[0],
      rating: 4,
      recommended: true,
      title: 'Fine',
      body: 'Heats <fast>.\nNo leak.',
      display_name: 'Ana M.',
      email: address,
      verified_purchase: true,
      order_id: orderId,
      purchased_at: new Date('2026-03-02T14:03:00.000Z'),
      state: 'published',
      language: 'en',
      pictures: [],
    })
    expect(reviews[1]).toMatchObject({ rating: 2, recommended: null, title: '', body: '' })
    const thanks = await openForm(`${link}?done=sent`)
    expect(thanks.html).toContain('Thank you!')
    expect(thanks.html.match(/class="product"/g)).toHaveLength(3)
    expect(thanks.html).toContain('How about the rest of your order?')
    const [request] = await service.database.query(sql`
      select state from review_requests where order_id = ${orderId}`)
    expect(request).toEqual({ state: 'reviewed' })
  })

  test('publishes the review immediately', async () => {
    const { link, products } = await asked(1)
    await postFiles(link, filled(products, good))
    const query = `store_id=${owner.storeId}&store_key=${owner.storeKey}&product_id=${products[0]}`
    const { body } = await service.send('GET', `/api/v1/reviews.json?${query}`)
    expect(body.result).toMatchObject([{ display_name: 'Ana M.', rating: 4, verified_purchase: true }])
  })

  test.each([
    ['full', 'Ana Clara Martins'],
    ['short', 'Ana M.'],
    ['anonymous', 'Anonymous'],
    ['"><script>', 'Ana M.'],
  ])('shows the chosen name: %s', async (choice, name) => {
    const { link, products, address } = await asked(1)
    await postForm(link, { ...Object.fromEntries(filled(products, good)), display: choice })
    expect((await stored(address))[0]?.display_name).toBe(name)
    expect((await openForm(link)).html).toMatch(new RegExp(`checked><bdi>${name}`))
  })

  test('a buyer without a name is anonymous', async () => {
    const { link, products, address } = await asked(1, { name: ' ' })
    await postFiles(link, filled(products, good))
    expect((await stored(address))[0]?.display_name).toBe('Anonymous')
  })

  test('keeps all typed text and says what to do', async () => {
    const { link, products, address } = await asked(2)
    const evil = '"><script>alert(1)</script>'
    const { status, html } = await postFiles(
      link,
      filled(products, { body: evil, recommended: 'no' }, { ...good, heading: 'x'.repeat(151) }),
    )
    expect(status).toBe(422)
    expect(html).toContain('href="#rating-0"')
    expect(html).toContain('href="#heading-1"')
    expect(unescapeHtml(html)).toContain(evil)
    expect(html).not.toContain('<script>alert')
    expect(html).toMatch(/name="recommended-0" value="no" checked/)
    expect(html).toMatch(/name="rating-1" value="4" checked/)
    expect(html).toContain(`value="${'x'.repeat(151)}"`)
    expect(html).toMatch(/id="heading-1"[^>]* aria-invalid="true"/)
    expect(await stored(address)).toEqual([])
  })

  test('asks for stars if none were chosen', async () => {
    const { link, products, address } = await asked(2)
    const { status, html } = await postFiles(link, filled(products))
    expect(status).toBe(422)
    expect(html).toContain('Choose a rating for at least one product.')
    expect(await stored(address)).toEqual([])
  })

  test.each(['0', '6', '-1', '4.5', 'NaN', '', '1e0', '５'])('rejects %j stars', async rating => {
    const { link, products, address } = await asked(1)
    const { status } = await postFiles(link, filled(products, { ...good, rating }))
    expect([status, (await stored(address)).length]).toEqual(rating === '1e0' ? [303, 1] : [422, 0])
  })

  test('ignores products that are not part of the request', async () => {
    const { link, address } = await asked(1)
    const other = await asked(1)
    const theirs = await asked(1, { store: outsider })
    for (const { products } of [other, theirs]) {
      expect((await postFiles(link, filled(products, good))).status).toBe(422)
    }
    expect(await stored(address)).toEqual([])
  })

  test('stores no duplicates from two tabs, a double click and a reload', async () => {
    const { link, products, address } = await asked(2)
    const send = (rating: string) => postFiles(link, filled(products, { ...good, rating }, { rating }))
    const answers = await Promise.all(['1', '2', '3', '4', '5', '5'].map(send))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303))
    expect(await stored(address)).toHaveLength(2)
    await send('5')
    expect(await stored(address)).toHaveLength(2)
  })

  test('changes nothing but that it was opened, when a crawler opens every link five times', async () => {
    const { link, products } = await asked(1)
    const before = await rows()
    for (let times = 0; times < 5; times++) {
      for (const path of [
        '',
        `?product=${products[0]}&rating=1`,
        '?done=sent',
        '?done=withdrawn',
        '/pictures',
        '/withdraw',
      ])
        await openForm(link + path)
    }
    expect(await rows()).toEqual(before)
  })

  async function rows(): Promise<unknown> {
    return await service.database.query(sql`
      select (select count(*) from reviews) as reviews, (select count(*) from audit_log) as log,
        (select count(*) from pictures) as pictures, (select jsonb_agg(r order by id) from review_requests r) as requests,
        (select jsonb_agg(to_jsonb(m) - 'opened_at' order by id) from mailings m) as mailings`)
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview, times } from '../../../test/factories.ts'
import { addProducts, addReviews, by, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
  owner = await aStore(service.database)
})
afterAll(() => service.close())

describe('reviews.html', () => {
  test('shows the list in the language asked for, with every text escaped', async () => {
    await addProducts(service, owner, { 'html-1': 'HTML' })
    const evil = `"><img src=x onerror=alert(1)>&'`
    await addReviews(
      service,
      owner,
      aReview({
        product_id: 'html-1',
        title: evil,
        body: evil,
        display_name: evil,
        reply: evil,
        reply_created_at: by.at,
        rating: 4,
      }),
    )
    const { headers, body } = await readAs(service, owner, 'reviews.html', {
      product_id: 'html-1',
      lang: 'es',
    })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('Compra verificada')
    expect(body).toContain('4 de 5 estrellas')
    expect(body).toContain('1 opinión')
    expect(body).toContain('10 de marzo de 2026')
    expect(body).not.toContain('<img')
    expect(body).not.toMatch(/<script|\son\w+=[^&]*>/i)
    expect(body.split('&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#38;&#39;')).toHaveLength(5)
    expect((await readAs(service, owner, 'reviews.html', { product_id: 'html-1' })).body).toContain(
      'Avaliações',
    )
    expect((await readAs(service, owner, 'reviews.html', { sku: 'nothing', lang: 'en' })).body).toContain(
      'No reviews yet.',
    )
  })

  // html-minifier-terser 7.2.0 and @minify-html/node 0.18.1 make one line of these, whatever the style sheet says.
  test('has the lines of reviews and replies as elements, which minifiers keep', async () => {
    await addProducts(service, owner, { 'html-lines': 'HTML-LINES' })
    const [body, reply] = ['Pros: light\n\nCons: <none>', 'Thank you.\nThe shop']
    await addReviews(
      service,
      owner,
      aReview({ product_id: 'html-lines', body, reply, reply_created_at: by.at }),
    )
    const list = await readAs(service, owner, 'reviews.html', { product_id: 'html-lines' })
    expect(list.body).toContain('>Pros: light<br><br>Cons: &#60;none&#62;</p>')
    expect(list.body).toContain('>Thank you.<br>The shop</p>')
  })

  test('its own address is not for search engines, and names the page of the product', async () => {
    await addProducts(service, owner, { 'html-2': 'HTML-2' })
    const name = 'b'.repeat(40)
    const pictures = [`${name}-1600.webp`, 'https://shop.example/1.jpg']
    await addReviews(service, owner, aReview({ product_id: 'html-2', pictures }))
    const { headers, body } = await readAs(service, owner, 'reviews.html', { sku: 'HTML-2' })
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('link')).toBe('<https://shop.example/p/moka>; rel="canonical"')
    // The list displays the smallest size, and links to the largest.
    expect([...body.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      `https://reviews.example/pictures/${name}-160.webp`,
      'https://shop.example/1.jpg',
    ])
    expect(body).toContain(`href="https://reviews.example/pictures/${name}-1600.webp"`)
    const ofStore = await readAs(service, owner, 'reviews.html')
    expect([ofStore.headers.get('x-robots-tag'), ofStore.headers.get('link')]).toEqual(['noindex', null])
  })

  test('view=gallery has pictures alone, and view=carousel a row with the names of the products', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { 'view-1': 'VIEW', 'view-2': '' })
    const name = 'c'.repeat(40)
    const evil = `"><img src=x onerror=alert(1)>`
    const [first, second] = [`${name}-1600.webp`, 'https://shop.example/2.jpg']
    await addReviews(
      service,
      shop,
      aReview({ product_id: 'view-1', pictures: [first, second], display_name: evil, rating: 4 }),
      aReview({ product_id: 'view-2', title: 'No picture' }),
    )
    const gallery = (await readAs(service, shop, 'reviews.html', { view: 'gallery', lang: 'de', limit: '1' }))
      .body
    expect([...gallery.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)].map(([, ...all]) => all)).toEqual([
      [
        `https://reviews.example/pictures/${name}-640.webp`,
        '&#34;&#62;&#60;img src=x onerror=alert(1)&#62;, 4 von 5 Sternen',
      ],
      [second, expect.stringContaining('4 von 5 Sternen')],
    ])
    expect(gallery).toContain('Kundenfotos')
    expect(gallery).not.toContain('rel="next')
    const carousel = (
      await readAs(service, shop, 'reviews.html', { view: 'carousel', lang: 'en', limit: '1' })
    ).body
    expect(carousel).toContain('<a href="https://shop.example/p/moka">Moka pot, 6 cups</a>')
    expect(carousel).toMatch(/<ol class="rw-items rw-row" tabindex="0" aria-label="Reviews">/)
    expect(carousel).toMatch(/rel="next nofollow" href="[^"]*view=carousel[^"]*"/)
    const pictured = (await readAs(service, shop, 'reviews.html', { view: 'carousel', pictured: 'true' }))
      .body
    expect(pictured).not.toContain('No picture')
    for (const wrong of [{ view: 'grid' }, { view: 'gallery', rating: '5' }])
      expect((await readAs(service, shop, 'reviews.html', wrong as Record<string, string>)).status).toBe(400)
  })

  test('every view that names an author says who works for the store, was rewarded or was chosen', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { 'mark-1': '' })
    const marks = { insider: true, incentivized: true, pinned_at: new Date('2026-03-01T12:00:00Z') }
    const pictures = ['https://shop.example/1.jpg']
    await addReviews(
      service,
      shop,
      aReview({ ...marks, product_id: 'mark-1', pictures, display_name: 'Ana' }),
    )
    const said = ['Works for the store', 'Received a reward for this review', 'Chosen by the store']
    for (const view of ['list', 'gallery', 'carousel', 'store']) {
      const { body } = await readAs(service, shop, 'reviews.html', { view, lang: 'en' })
      expect([view, body.includes('Ana'), said.filter(mark => !body.includes(mark))]).toEqual([
        view,
        true,
        [],
      ])
    }
    const gallery = (await readAs(service, shop, 'reviews.html', { view: 'gallery', lang: 'en' })).body
    expect(gallery).toContain(`alt="Ana, 5 out of 5 stars, ${said.join(', ')}"`)
  })

  test('a poster leads to its video and says how long it is; a video with captions has a player', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { 'film-1': '', 'film-2': '' })
    const [poster, film, captions] = ['d', 'e', 'f'].map(letter => letter.repeat(40))
    const video = `${film}-5000-12-${poster}.mp4`
    const media = [`${poster}-1600.webp`, video]
    await addReviews(
      service,
      shop,
      aReview({ product_id: 'film-1', pictures: media, display_name: 'Ana' }),
      aReview({ product_id: 'film-2', pictures: [...media, `${captions}-pt-BR.vtt`] }),
    )
    const ask = async (query: Record<string, string>) =>
      (await readAs(service, shop, 'reviews.html', { lang: 'de', ...query })).body as string
    const link = `<a href="https://reviews.example/videos/${video}" rel="nofollow ugc">`
    const gallery = await ask({ view: 'gallery', product_id: 'film-1' })
    expect(gallery).toContain(link)
    expect(gallery).toContain('alt="Ana, 5 von 5 Sternen, Video, 12 Sekunden"')
    expect(gallery).toContain('aria-hidden="true">0:12<')
    const list = await ask({ product_id: 'film-1' })
    expect(list).toContain(link)
    expect(list).not.toContain('<video')
    expect(await ask({ product_id: 'film-2' })).toContain(
      `aria-label="Video, 12 Sekunden" controls playsinline preload="none" crossorigin="anonymous" width="320" height="240"><track kind="captions" src="https://reviews.example/captions/${captions}-pt-BR.vtt" srclang="pt-BR" label="português (Brasil)"></video>`,
    )
  })

  test('its links lead through all pages, here and on the page of the shop', async () => {
    await addProducts(service, owner, { 'pages-1': '' })
    const reviews = times(5, index => aReview({ product_id: 'pages-1', title: `number ${index}` }))
    await addReviews(service, owner, ...reviews)
    const seen: string[] = []
    let { body } = await readAs(service, owner, 'reviews.html', { product_id: 'pages-1', limit: '2' })
    for (let pages = 0; pages < 5; pages++) {
      seen.push(...[...body.matchAll(/number \d/g)].map(([title]) => title as string))
      const [, next] = /rel="next nofollow" href="([^"]+)"/.exec(body) ?? []
      if (!next) break
      body = (await service.send('GET', `/api/v1/reviews.html${next.replaceAll('&#38;', '&')}`)).body
    }
    expect(seen).toEqual(['number 4', 'number 3', 'number 2', 'number 1', 'number 0'])
    expect(body).toContain('rel="prev nofollow"')
    const linked = await readAs(service, owner, 'reviews.html', {
      product_id: 'pages-1',
      limit: '2',
      offset: '2',
      link: 'https://shop.example/p?from={offset}#reviews',
    })
    expect(linked.body).toContain('href="https://shop.example/p?from=4#reviews"')
    expect(linked.body).toContain('href="https://shop.example/p?from=0#reviews"')
  })

  test('sums up a store with more rated products than one answer of ratings.json holds', async () => {
    const shop = await aStore(service.database, { locale: 'en' })
    const ids = times(10_001, index => `P-${index}`)
    await addProducts(service, shop, Object.fromEntries(ids.map(id => [id, ''])))
    await addReviews(service, shop, ...ids.map(product_id => aReview({ product_id, title: '', body: '' })))
    const { body } = await readAs(service, shop, 'reviews.html')
    expect(body).toContain('<span>10,001 reviews</span>')
  })

  test('displays our pictures in their smallest size, and links to the largest', async () => {
    const shop = await aStore(service.database, { locale: 'en' })
    await addProducts(service, shop, { moka: '' })
    const ours = `${'a'.repeat(40)}-1600.webp`
    const pictures = [ours, 'https://shop.example/photo-1600.webp']
    await addReviews(service, shop, aReview({ product_id: 'moka', pictures }))
    const { body } = await readAs(service, shop, 'reviews.html')
    expect([...body.matchAll(/<img src="[^"]*\/([^"/]*)"/g)].map(([, name]) => name)).toEqual([
      `${'a'.repeat(40)}-160.webp`,
      'photo-1600.webp',
    ])
    expect(body).toContain(`/pictures/${ours}" rel=`)
  })

  test('has a word for an author without a name', async () => {
    const shop = await aStore(service.database, { locale: 'en' })
    await addProducts(service, shop, { moka: '' })
    await addReviews(service, shop, aReview({ product_id: 'moka', display_name: '' }))
    const authors = async (lang: string) =>
      /rw-author">([^<]*)</.exec((await readAs(service, shop, 'reviews.html', { lang })).body)?.[1]
    expect([await authors('en'), await authors('pt-BR'), await authors('es')]).toEqual([
      'Anonymous',
      'Anônimo',
      'Anónimo',
    ])
  })

  test('view=store leads between the reviews of products and of the store, and view=badge to that page', async () => {
    const shop = await aStore(service.database, { name: 'Café' })
    const page = (parameters: Record<string, string>) => readAs(service, shop, 'reviews.html', parameters)
    const none = await page({ view: 'badge', lang: 'de' })
    expect(none.body).toContain('class="rw-none"')
    await addProducts(service, shop, { pot: 'POT' })
    await addReviews(
      service,
      shop,
      ...[5, 4].map(rating => aReview({ product_id: '', rating, title: 'Ships <fast>' })),
      aReview({ product_id: 'pot', rating: 1, title: 'Leaks' }),
    )
    const { body: badge } = await page({ view: 'badge', lang: 'de' })
    expect(badge).toContain('<strong>4,5</strong> <span>2 Bewertungen</span>')
    expect(badge).toMatch(/<a class="rw-badge" href="\?[^"]*view=store&#38;subject=store&#38;offset=0">/)
    expect(badge).not.toMatch(/Ships|Leaks|application\/ld\+json|<script/)
    const own = 'https://shop.example/reviews?about={subject}&from={offset}'
    expect((await page({ view: 'badge', link: own })).body).toContain(
      'href="https://shop.example/reviews?about=store&#38;from=0"',
    )
    const { body: all } = await page({ view: 'store', lang: 'de', rating: '1', limit: '1' })
    expect(all).toContain('<strong aria-current="page">Produkte (1)</strong>')
    expect(all).toContain('Moka pot')
    const other =
      /<a href="([^"]*)" rel="nofollow">Shop \(2\)<\/a>/.exec(all)?.[1]?.replaceAll('&#38;', '&') ?? ''
    const { body: ofStore } = await service.send('GET', `/api/v1/reviews.html${other}`)
    expect(ofStore).toContain('Ships &#60;fast&#62;')
    expect(ofStore).toContain('<strong aria-current="page">Shop (2)</strong>')
    expect(ofStore).toMatch(/rel="next nofollow" href="[^"]*view=store&#38;subject=store&#38;offset=1"/)
    expect(ofStore).not.toMatch(/Leaks|application\/ld\+json|<script/)
    expect((await page({ view: 'store', link: own })).body).toContain(
      'href="https://shop.example/reviews?about=store&#38;from=0"',
    )
    expect((await page({ view: 'store', link: 'https://shop.example/r?from={offset}' })).body).not.toContain(
      'aria-current',
    )
    for (const more of [{ view: 'store' }, { view: 'badge' }, { subject: 'store' }] as Record<
      string,
      string
    >[])
      expect((await page({ ...more, product_id: 'pot' })).status).toBe(400)
    await addReviews(service, shop, aReview({ product_id: '', rating: 1 }))
    expect((await page({ view: 'store', lang: 'de', rating: '1', limit: '1' })).body).toContain('Shop (3)')
    expect((await page({ view: 'badge', lang: 'de' })).body).toContain('3 Bewertungen')
  })
})

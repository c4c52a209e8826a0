import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloads } from '../../../e2e/widgets/payloads.ts'
import { numbered, shelve } from '../../../e2e/widgets/review-shelf.ts'
import { updateStore } from '../../../server/tenants/stores/stores.ts'
import { changeWidgetDesign } from '../../../server/tenants/stores/widget-design.ts'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { launchBrowser } from '../../../server/test/browser.ts'
import { aStore, type Member } from '../../../server/test/users.ts'
import { checkout, execute, samplesOf } from '../../sdk/test/project.ts'
import { visit } from './browser.ts'
import { openShop, type Shop, type Version } from './shop.ts'

// The package as npm installs it, in a shop for each React, over the real service.

let it: TestApp
let store: Member
let browser: Browser
let shops: Record<Version, Shop>
beforeAll(async () => {
  it = await startTestApp()
  store = await aStore(it.database)
  await shelve({ service: it, store }, 'moka', numbered(12))
  browser = await launchBrowser()
  await execute('npm', ['run', '-s', 'build:elements'], { cwd: checkout })
  const [eighteen, nineteen] = await Promise.all([18, 19].map(one => openShop(one as Version, it.url, store)))
  shops = { 18: eighteen as Shop, 19: nineteen as Shop }
})
afterAll(async () => {
  await browser?.close()
  for (const shop of Object.values(shops ?? {})) shop.stop()
  await it?.close()
})

describe.each([18, 19] as const)('React %i', version => {
  const shop = () => shops[version]

  test('the pages and the raw elements compile', async () => {
    shop().write('raw.tsx', raw)
    const files = ['app.tsx', 'hydrate.tsx', 'raw.tsx']
    expect(await shop().compile(files, ...jsx)).toBe('')
  })

  test('a page of components alone shows stars, reviews and questions', async () => {
    const { storeId, storeKey } = store
    const query = new URLSearchParams({ productId: 'moka', storeId, storeKey, apiUrl: it.url })
    const { page, complaints } = await visit(browser, `${shop().url}/app.html?${query}`)
    // Questions load when they are near the screen, which they are until the reviews are there.
    await expect.poll(() => page.locator('output').innerText()).toContain('12 reviews')
    expect(await page.locator('rw-reviews .card').count()).toBe(10)
    await expect.poll(() => page.getByRole('img', { name: 'from 12 reviews' }).count()).toBe(1)
    expect(await page.locator('rw-rating').getAttribute('class')).toBe('stars')
    await page.locator('output').scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('output').innerText()).toBe('0 questions, 12 reviews')
    expect(await page.getByText('Ask us').isVisible()).toBe(true)
    await page.locator('rw-reviews').getByRole('searchbox').fill('Number 3')
    await expect.poll(() => page.locator('rw-reviews .card').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('a page of a server is hydrated without a warning, and nothing in it moves or disappears', async () => {
    const { page, ...seen } = await visit(browser, `${shop().url}/react?productId=moka`)
    await expect.poll(() => page.locator('output').innerText()).toBe('12 reviews')
    expect(await seen.frames()).toEqual(['2.8, 10'])
    expect(await seen.shifts()).toEqual([])
    expect(seen.asked.sort()).toEqual(['ratings.json', 'reviews.json'])
    const helpful = page.locator('rw-reviews .deeds .pill').first()
    await helpful.click()
    await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true')
    expect(seen.complaints).toEqual([])
  })

  test('an event before hydration reaches its property', async () => {
    const { page, loaded, complaints } = await visit(browser, `${shop().url}/react?productId=moka&late`)
    await expect.poll(() => page.locator('output').innerText()).toBe('12 reviews')
    expect(await loaded()).toEqual(['rw-load rw-reviews'])
    expect(complaints).toEqual([])
  })
})

describe('a page without React', () => {
  const open = (query: string, options = {}, prepare?: Parameters<typeof visit>[3]) =>
    visit(browser, `${shops[19].url}/plain?${query}`, options, prepare)

  test('is taken over under a strict policy and Trusted Types, and nothing in it moves or disappears', async () => {
    const { page, ...seen } = await open('productId=moka')
    await expect.poll(seen.loaded).toEqual(['rw-load rw-reviews'])
    expect(await seen.frames()).toEqual(['2.8, 10'])
    expect(await seen.shifts()).toEqual([])
    expect(seen.asked.sort()).toEqual(['ratings.json', 'reviews.json'])
    await page.locator('rw-reviews').getByRole('searchbox').fill('Number 3')
    await expect.poll(() => page.locator('rw-reviews .card').count()).toBe(1)
    expect(seen.complaints).toEqual([])
  })

  test('is whole without scripts, and looks the same', async () => {
    const without = await open('productId=moka', { javaScriptEnabled: false })
    const reviews = without.page.locator('rw-reviews')
    expect(await reviews.getByText('Number 1', { exact: true }).isVisible()).toBe(true)
    expect(await without.page.getByRole('img', { name: 'Rated 2.8 out of 5 from 12 reviews' }).count()).toBe(
      1,
    )
    const { page, loaded } = await open('productId=moka')
    await expect.poll(loaded).toEqual(['rw-load rw-reviews'])
    for (const part of [
      'rw-rating',
      'rw-reviews',
      'rw-reviews .head',
      'rw-reviews .card:last-child',
      'footer',
    ])
      expect(await without.page.locator(part).first().boundingBox()).toEqual(
        await page.locator(part).first().boundingBox(),
      )
    const bar = (at: number) => `rw-reviews .bars > :nth-child(${at}) .bar span`
    const width = async (at: number) => (await without.page.locator(bar(at)).boundingBox())?.width ?? 0
    expect(await width(5)).toBeGreaterThan((await width(1)) * 1.4) // three of one star, and two of five
  })

  test('has the saved design of its store, before the element and after', async () => {
    const other = await aStore(it.database)
    await shelve({ service: it, store: other }, 'moka', numbered(12))
    await changeWidgetDesign(it.database, other.storeId, {
      variables: { '--rw-star-color': '#c2410c' },
      attributes: {
        'rw-rating': { 'data-theme': 'compact' },
        'rw-reviews': {
          'data-header-type': 'centered',
          'data-items-per-page': '4',
          'data-list-type': 'list',
        },
      },
    })
    const query = new URLSearchParams({ productId: 'moka', storeId: other.storeId, storeKey: other.storeKey })
    const { page, ...seen } = await open(String(query))
    const look = async () => ({
      star: await page.evaluate(
        'getComputedStyle(document.querySelector("rw-rating").shadowRoot.querySelector(".full")).fill',
      ),
      rating: await page.locator('rw-rating .stars').getAttribute('viewBox'),
      header: await page.locator('rw-reviews .head.centered').count(),
      grid: await page.locator('rw-reviews .grid').count(),
    })
    const designed = { star: 'rgb(194, 65, 12)', rating: '0 0 24 24', header: 1, grid: 0 }
    expect(await look()).toEqual(designed)
    await expect.poll(seen.loaded).toEqual(['rw-load rw-reviews'])
    expect(await look()).toEqual(designed)
    expect(await seen.frames()).toEqual(['2.8, 4'])
    expect(await seen.shifts()).toEqual([])
  })

  test('has the answers to the questions of its store, before the element and after', async () => {
    const other = await aStore(it.database)
    const fit = { id: 'fit', type: 'scale' as const, label: { en: 'Fit' }, required: false, public: true }
    await updateStore(it.database, other.storeId, { attributes: [fit] })
    const answered = numbered(12).map((review, at) => ({ ...review, attributes: { fit: 1 + (at % 4) } }))
    await shelve({ service: it, store: other }, 'moka', answered)
    const query = new URLSearchParams({ productId: 'moka', storeId: other.storeId, storeKey: other.storeKey })
    const without = await open(String(query), { javaScriptEnabled: false })
    const { page, ...seen } = await open(String(query))
    await expect.poll(seen.loaded).toEqual(['rw-load rw-reviews'])
    expect(await page.locator('rw-reviews [part=attributes] button').count()).toBe(5)
    for (const part of ['rw-reviews [part=attributes]', 'rw-reviews .card:last-child', 'footer'])
      expect(await without.page.locator(part).first().boundingBox()).toEqual(
        await page.locator(part).first().boundingBox(),
      )
    expect(await seen.shifts()).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  test('has JSON-LD once', async () => {
    const { page, loaded } = await open('productId=moka')
    await expect.poll(loaded).toEqual(['rw-load rw-reviews'])
    const found = page.locator('script[type="application/ld+json"]')
    expect(await found.count()).toBe(1)
    expect(JSON.parse((await found.textContent()) ?? '').aggregateRating.reviewCount).toBe(12)
  })

  test('keeps what the server knew if the service fails', async () => {
    const fail = (page: Page) => page.route('**/api/v1/**', route => route.abort())
    const { page, loaded } = await open('productId=moka', {}, fail)
    await expect.poll(loaded).toEqual(['rw-error rw-reviews'])
    expect(await page.locator('rw-reviews .card').count()).toBe(10)
    expect(await page.getByText('This could not be loaded.').count()).toBe(0)
  })

  test('shows nothing of its product once the element gets another one', async () => {
    await shelve({ service: it, store }, 'grinder', [{ title: 'The only one', rating: 5 }])
    const { page } = await open('productId=moka&far')
    const reviews = page.locator('rw-reviews')
    expect(await reviews.locator('.card:not(.blank)').count()).toBe(10)
    await page.evaluate('document.querySelector("rw-reviews").dataset.productId = "grinder"')
    await expect.poll(() => reviews.locator('.card:not(.blank)').count()).toBe(0)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect.poll(() => reviews.locator('.title').allInnerTexts()).toEqual(['The only one'])
  })

  test('shows 100 attacks in every field as text', async () => {
    const reviews = payloads.map(text => ({
      ...{ title: text, body: text, display_name: text, pictures: [text] },
      ...{ reply: text, reply_created_at: new Date('2026-03-12T12:00:00Z') },
    }))
    await shelve({ service: it, store }, 'attacked', reviews)
    // Without a policy, and without the element: what the server wrote is alone.
    const alone = (page: Page) => page.route('**/plain.js', route => route.abort())
    const { page } = await open('productId=attacked&items=100&free', {}, alone)
    const text = (part: string) => page.locator(`rw-reviews ${part}`).allTextContents()
    expect(await page.locator('rw-reviews article').count()).toBe(100)
    expect(await text('.title')).toEqual(payloads)
    expect(await text('article > .body')).toEqual(payloads)
    expect(await text('.name')).toEqual(payloads)
    expect(await page.evaluate('"fired" in window')).toBe(false)
    const strange = 'iframe, object, embed, form[action], a[href^=java], link, meta, base, script'
    expect(await page.locator(`rw-reviews >> css=${strange}`).count()).toBe(0)
    expect(await page.locator('script').count()).toBe(2) // the element's and JSON-LD
  })
})

describe('elements of the whole store', () => {
  test('are whole without scripts, and taken over under a strict policy without a move', async () => {
    const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
    const pictures = (page: Page) =>
      page.route('**/*.gif', route => route.fulfill({ body: pixel, contentType: 'image/gif' }))
    const shown = Array.from({ length: 5 }, (_, at) => ({ pictures: [`${shops[19].url}/${at}.gif`] }))
    await shelve({ service: it, store }, 'pictured', shown)
    const open = (options = {}) => visit(browser, `${shops[19].url}/strips`, options, pictures)
    const [without, { page, ...seen }] = await Promise.all([open({ javaScriptEnabled: false }), open()])
    await expect
      .poll(async () => (await seen.loaded()).sort())
      .toEqual(['rw-load rw-carousel', 'rw-load rw-gallery'])
    for (const part of [
      'rw-gallery',
      'rw-gallery .tile:nth-child(3)',
      'rw-carousel .slide >> nth=1',
      'footer',
    ])
      expect(await without.page.locator(part).boundingBox()).toEqual(await page.locator(part).boundingBox())
    expect(await without.page.locator('rw-carousel').getByRole('button').count()).toBe(0)
    expect(await without.page.locator('rw-gallery a').first().getAttribute('href')).toContain('/0.gif')
    expect(await seen.shifts()).toEqual([])
    expect(seen.asked).toEqual(['reviews.json', 'reviews.json'])
    await page.locator('rw-gallery a').first().click()
    await page.getByRole('dialog').waitFor()
    expect(seen.complaints).toEqual([])
  })
})

describe('the package', () => {
  test('can be imported on a server, all of it, and defines nothing there', async () => {
    const { write, run } = shops[19]
    write(
      'import.js',
      `import '@realword/widgets'
      import { RwReviews } from '@realword/widgets/react'
      import { renderRating } from '@realword/widgets/server'
      console.log(typeof window, typeof RwReviews, typeof renderRating)`,
    )
    expect(await run('import.js')).toBe('undefined object function\n')
  })

  test('has its licence, those of what it contains, and no dependencies', () => {
    const { installed } = shops[19]
    expect(installed('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
    expect(installed('dist/licenses-index.json')).toContain('BSD-3-Clause')
    expect(JSON.parse(installed('package.json'))).not.toHaveProperty('dependencies')
  })

  test('the samples of its README compile', async () => {
    const { write, compile } = shops[19]
    const samples = samplesOf('packages/widgets/README.md')
    expect(samples).toHaveLength(5)
    const names = samples.map((_code, at) => `samples/${at}.tsx`)
    samples.forEach((code, at) => {
      write(names[at] ?? '', code)
    })
    expect(await compile(names, ...jsx, '--types', 'node')).toBe('')
  })

  test('weighs no more than the script of the service: 7 kB with ratings, 23.3 kB with all', async () => {
    const shop = shops[19]
    const dist = join(shop.folder, 'node_modules/@realword/widgets/dist')
    cpSync(dist, join(shop.folder, 'client/dist'), { recursive: true })
    const weigh = async (...elements: string[]) => {
      const query = new URLSearchParams(elements.map(name => ['element', name] as [string, string]))
      const { scripts, loaded } = await visit(browser, `${shop.url}/elements?${query}`)
      await expect.poll(async () => (await loaded()).length).toBe(elements.length)
      const sizes = (await Promise.all(scripts)).map(([, text]) => brotliCompressSync(text).length)
      const sum = sizes.reduce((sum, size) => sum + size)
      console.log(`Weight of ${elements.join(' ')}: ${sum.toLocaleString('en')} bytes brotli`)
      return sum
    }
    expect(await weigh('rw-rating')).toBeLessThan(7_000)
    expect(await weigh('rw-rating', 'rw-questions', 'rw-reviews')).toBeLessThan(23_300)
  })
})

const jsx = ['--jsx', 'react-jsx', '--module', 'esnext', '--moduleResolution', 'bundler']

const raw = `
  import '@realword/widgets'
  import { RwCarousel, RwGallery, RwRating, RwReviews } from '@realword/widgets/react'
  import { useRef } from 'react'
  export function Page() {
    const rating = useRef<import('@realword/widgets').RwRating>(null)
    rating.current?.productId?.length
    return <>
      <rw-rating ref={rating} data-product-id="p" data-rating={4.5} data-theme="compact" className="stars" />
      <rw-reviews data-items-per-page="5" data-list-type="list"><h2 slot="heading">Reviews</h2></rw-reviews>
      <rw-questions data-enable-new-questions="false" />
      <rw-gallery data-rows={3} />
      <rw-carousel data-source="pictured" />
      <RwGallery rows={1} onRwLoad={({ detail }) => detail.count} />
      <RwCarousel source="pictured" />
      {/* @ts-expect-error: no such source */}
      <rw-carousel data-source="best" />
      <RwRating ref={rating} productId="p" theme={undefined} style={{ color: 'red' }} />
      {/* @ts-expect-error: a React server leaves it out */}
      <rw-questions data-enable-new-questions={false} />
      {/* @ts-expect-error: no such list */}
      <rw-reviews data-list-type="table" />
      {/* @ts-expect-error: no such element */}
      <rw-nothing />
      {/* @ts-expect-error: a number */}
      <RwReviews itemsPerPage="5" />
      {/* @ts-expect-error: either slots or what a server rendered */}
      <RwReviews template="<template></template>"><h2 slot="heading">Reviews</h2></RwReviews>
    </>
  }`

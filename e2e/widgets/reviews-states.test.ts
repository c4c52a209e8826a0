import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbered, shelve } from './review-shelf.ts'
import { element, openReviews, openReviewsOver, rating } from './reviews-page.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
  await shelve(stage, 'moka', numbered(25))
  await shelve(stage, 'one', [{ title: 'Alone', reply: 'Thanks.', reply_created_at: new Date() }])
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

describe('states', () => {
  test('placeholders until everything is loaded', async () => {
    let release: () => void = () => {}
    const { page } = await openReviewsOver(stage, api, (_url, response) => {
      release = () => response.end('{"result":[],"count":0,"meta":{}}')
    })
    await page.locator('.blanks .card').first().waitFor()
    await expect.poll(() => page.locator('.blanks .card').count()).toBe(10)
    release()
  })

  test('no reviews yet', async () => {
    const { page, errors } = await stage.visit(element('data-product-id="nothing"'))
    await page.getByText('No reviews yet').waitFor()
    expect(errors).toEqual([])
  })

  test.each<[string, Parameters<FakeApi['answer']>[0]]>([
    ['500', (_url, response) => response.writeHead(500).end('{}')],
    ['no JSON', (_url, response) => response.end('<!doctype html>')],
    ['a wrong shape', (_url, response) => response.end('{"error_code":520}')],
    ['nothing', (_url, response) => response.destroy()],
  ])('an API that answers %s is reported quietly, and retried on request', async (_what, answer) => {
    const { page, errors } = await openReviewsOver(stage, api, answer)
    await page.getByText('This could not be loaded.').waitFor()
    expect(errors.filter(line => !line.includes('Failed to load resource'))).toEqual([])
    api.answer((url, response) =>
      response.end(
        JSON.stringify(url.pathname.includes('ratings') ? rating : { result: [], count: 0, meta: {} }),
      ),
    )
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('100 reviews', { exact: true }).waitFor()
  })

  test('the page is notified of content and errors, and can replace the texts', async () => {
    const listen = `<script>window.told = []
      for (const name of ['rw-load', 'rw-error']) addEventListener(name, ({ type, detail }) =>
        told.push([type, detail.count ?? String(detail.error)]))</script>`
    const told = (page: Page) => page.evaluate(() => (window as unknown as { told: unknown[] }).told)
    const { page } = await openReviews(stage, 'moka', { head: listen })
    await expect.poll(() => told(page)).toEqual([['rw-load', 25]])
    await page.route('**/reviews.json*', route => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => told(page)).toContainEqual(['rw-error', 'Error: reviews: 503'])
    const words = '<h2 slot="heading">Voices</h2><p slot="empty">Be brave</p>'
    const own = await stage.visit(element('data-product-id="nothing"').replace('></', `>${words}</`))
    await own.page.getByText('Be brave').waitFor()
    await expect.poll(() => own.page.getByRole('heading', { name: 'Voices' }).isVisible()).toBe(true)
    await expect.poll(() => own.page.getByText('No reviews yet').isVisible()).toBe(false)
  })

  test('a failing next page or filter keeps the list, and can be retried', async () => {
    const { page } = await openReviews(stage, 'moka')
    await page.route('**/reviews.json*', route => route.abort())
    await page.getByRole('button', { name: 'Show more' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expect.poll(() => page.locator('article').count()).toBe(10)
    await page.unroute('**/reviews.json*')
    await again.click()
    await expect.poll(() => page.locator('article').count()).toBe(20)
    await page.route('**/reviews.json*', route => route.abort())
    await page.getByRole('group', { name: 'Filter by stars' }).getByRole('button').first().click()
    await again.waitFor()
    await page.unroute('**/reviews.json*')
    await again.click()
    await expect.poll(() => page.locator('article').count()).toBe(5)
  })

  test('a removed element sends no requests, and a moved one keeps its content', async () => {
    const { page, asked, errors } = await openReviews(stage, 'moka')
    await page.evaluate(() => {
      const reviews = document.querySelector('rw-reviews') as Element
      document.body.append(document.createElement('main'))
      document.querySelector('main')?.append(reviews)
    })
    await expect.poll(() => page.locator('main article').count()).toBe(10)
    expect(asked).toHaveLength(2)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('searchbox').fill('café')
    await page.evaluate(() => document.querySelector('rw-reviews')?.remove())
    await page.clock.runFor(1000)
    expect(asked).toHaveLength(2)
    expect(errors).toEqual([])
  })
})

describe('layout', () => {
  const footer = '<footer style="height: 300px">The end of the page</footer>'
  const head = `<style>body { margin: 0 } rw-reviews:not(:defined) { display: block; min-height: 100vh }</style>${watchShifts}`

  test.each([
    ['on a desk', 1280],
    ['on a phone', 360],
  ])('%s: nothing moves, neither at first nor after filtering', async (_where, width) => {
    const { page } = await openReviews(stage, 'moka', {
      head,
      after: footer,
      browser: { viewport: { width, height: 800 } },
    })
    await settled(page)
    expect(await shifts(page)).toEqual([])
    // The result arrives long after the last key, so the browser does not ignore shifts as caused by input.
    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('No review matches your search.').waitFor()
    await settled(page)
    expect(await shifts(page)).toEqual([])
  })

  test('nothing moves when texts arrive after the reviews', async () => {
    const words = Promise.withResolvers<void>()
    const context = await stage.browser.newContext({ viewport: { width: 360, height: 800 } })
    await context.route('**/chunks/es*', async route => {
      await words.promise
      await route.continue()
    })
    const told = `<script>addEventListener('rw-load', () => { window.loaded = true })</script>`
    const body = element('data-product-id="moka"') + footer
    const { page } = await stage.visit(body, { head: head + told, context, lang: 'es' })
    await page.waitForFunction(() => 'loaded' in window)
    await settled(page)
    await expect.poll(() => page.locator('article').count()).toBe(0)
    words.resolve()
    await page.locator('article').first().waitFor()
    await settled(page)
    expect(await shifts(page)).toEqual([])
  })

  test('nothing below a long list moves either', async () => {
    const before = '<div style="height: 900px">Above</div>'
    const { page } = await stage.visit(before + element('data-product-id="one"') + footer, { head })
    await page.locator('article').first().waitFor()
    await page.mouse.wheel(0, 5000)
    await page.waitForFunction(() => scrollY > 0)
    await settled(page)
    expect(await shifts(page)).toEqual([])
  })

  test.each([
    320, 360, 768, 1024, 1920,
  ])('at %i px nothing is cut off, and cards align in columns', async width => {
    for (const type of ['default', 'histogram', 'compact', 'minimal', 'centered']) {
      const { page, context } = await openReviews(stage, 'moka', {
        attributes: `data-header-type="${type}"`,
        browser: { viewport: { width, height: 800 } },
      })
      const [sideways, columns] = await page.evaluate(() => {
        const cards = [
          ...(document.querySelector('rw-reviews')?.shadowRoot?.querySelectorAll('article') ?? []),
        ]
        const lefts = new Set(cards.map(card => Math.round(card.getBoundingClientRect().left)))
        return [document.documentElement.scrollWidth > innerWidth, lefts.size]
      })
      expect(sideways).toBe(false)
      expect(columns).toBe(width >= 768 ? 2 : 1)
      await context.close()
    }
  })

  test('a list has one card per row, at any width', async () => {
    const { page } = await openReviews(stage, 'moka', { attributes: 'data-list-type="list"' })
    const tops = await page
      .locator('article')
      .evaluateAll(cards => cards.map(card => card.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(10)
  })

  test('reduced motion is respected', async () => {
    const { page } = await openReviews(stage, 'moka', { browser: { reducedMotion: 'reduce' } })
    const seconds = await page
      .locator('rw-reviews .pill')
      .first()
      .evaluate(node => getComputedStyle(node).transitionDuration)
    expect(seconds).toBe('0s')
  })
})

describe('languages', () => {
  test.each([
    ['pt-BR', 'Compra verificada', '9 de mar. de 2026', '3,0', 'Mostrar mais'],
    ['es', 'Compra verificada', '9 mar 2026', '3,0', 'Mostrar más'],
    ['en-GB', 'Verified purchase', '9 Mar 2026', '3.0', 'Show more'],
    ['fr', 'Achat vérifié', '9 mars 2026', '3,0', 'Afficher plus'],
    ['cy', 'Verified purchase', 'Mar 9, 2026', '3.0', 'Show more'],
    ['pt_BR', 'Compra verificada', '9 de mar. de 2026', '3,0', 'Mostrar mais'],
  ])('%s', async (lang, badge, date, average, more) => {
    const { page } = await openReviews(stage, 'moka', { lang })
    await expect.poll(() => page.getByText(badge).first().isVisible()).toBe(true)
    await expect.poll(() => page.locator('article time').nth(1).innerText()).toBe(date)
    await expect.poll(() => page.locator('[part=average]').innerText()).toBe(average)
    await expect.poll(() => page.getByRole('button', { name: more }).isVisible()).toBe(true)
  })
})

test('a change of language updates texts, numbers and dates', async () => {
  const { page } = await openReviews(stage, 'moka', { lang: 'en' })
  const date = page.locator('article time').nth(1)
  await expect.poll(() => date.innerText()).toBe('Mar 9, 2026')
  await page.evaluate(() => document.querySelector('rw-reviews')?.setAttribute('lang', 'en-GB'))
  await expect.poll(() => date.innerText()).toBe('9 Mar 2026')
  const words = Promise.withResolvers<void>()
  await page.route('**/pt-BR*', async route => {
    await words.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/pt-BR*')
  await page.evaluate(() => document.querySelector('rw-reviews')?.setAttribute('lang', 'pt-BR'))
  await asked
  await settled(page)
  await expect
    .poll(() => date.innerText(), { message: 'never half in one language and half in another' })
    .toBe('9 Mar 2026')
  words.resolve()
  await expect.poll(() => date.innerText()).toBe('9 de mar. de 2026')
  await expect.poll(() => page.getByText('Compra verificada').first().isVisible()).toBe(true)
})

describe('axe finds nothing', () => {
  const bigTargets = { 'target-size': { enabled: true } }
  const looks: [string, VisitOptions & { attributes?: string }][] = [
    ['default', {}],
    ['histogram, list', { attributes: 'data-header-type="histogram" data-list-type="list"' }],
    ['compact', { attributes: 'data-header-type="compact"' }],
    ['minimal', { attributes: 'data-header-type="minimal"' }],
    ['centered', { attributes: 'data-header-type="centered"' }],
    ['dark', { head: '<style>html { background: #15171a; color: #eceff1; color-scheme: dark }</style>' }],
    [
      'Arabic, a phone',
      { lang: 'ar', html: 'dir="rtl"', browser: { viewport: { width: 360, height: 800 } } },
    ],
  ]
  test.each(looks)('%s', async (_look, options) => {
    const { page } = await openReviews(stage, 'moka', options)
    await expect.poll(() => violations(page, 'rw-reviews', bigTargets)).toEqual([])
    const filter = page.locator('rw-reviews').getByRole('group').getByRole('button').nth(1)
    if (await filter.isVisible()) await filter.click()
    await page.locator('rw-reviews .quiet').first().click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => violations(page, 'rw-reviews', bigTargets)).toEqual([])
  })

  test('without reviews, without matches, and after an error', async () => {
    const nobody = await stage.visit(element('data-product-id="nothing"'))
    await nobody.page.getByText('No reviews yet').waitFor()
    await expect.poll(() => violations(nobody.page, 'rw-reviews', bigTargets)).toEqual([])
    const { page } = await openReviews(stage, 'moka')
    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('No review matches your search.').waitFor()
    await expect.poll(() => violations(page, 'rw-reviews', bigTargets)).toEqual([])
    const lost = await openReviewsOver(stage, api, (_url, response) => response.writeHead(500).end('{}'))
    await lost.page.getByText('This could not be loaded.').waitFor()
    await expect.poll(() => violations(lost.page, 'rw-reviews', bigTargets)).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloads } from './payloads.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

const element = (attributes: string) => `<rw-reviews ${attributes}></rw-reviews>`

async function open(product: string, options: VisitOptions & { attributes?: string; after?: string } = {}) {
  const body = element(`data-product-id="${product}" ${options.attributes ?? ''}`) + (options.after ?? '')
  const visit = await stage.visit(body, options)
  await visit.page.locator('article').first().waitFor()
  return visit
}

/** The element with a fake API. */
async function over(answer: Parameters<FakeApi['answer']>[0]) {
  api.answer(answer)
  return await stage.visit(element('data-product-id="moka"'), { html: `data-api-url="${api.url}"` })
}

const rating = {
  result: [
    {
      sku: '',
      product_id: 'moka',
      average: 5,
      total: 100,
      recommended: 1,
      not_recommended: 0,
      recommended_percentage: 100,
      rate: { one: 0, two: 0, three: 0, four: 0, five: 100 },
    },
  ],
  count: 1,
}

describe('states', () => {
  test('placeholders until everything is loaded', async () => {
    let release: () => void = () => {}
    const { page } = await over((_url, response) => {
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
    const { page, errors } = await over(answer)
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
    const { page } = await open('moka', { head: listen })
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
    const { page } = await open('moka')
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
    const { page, asked, errors } = await open('moka')
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
    const { page } = await open('moka', {
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
    expect(await page.locator('article').count()).toBe(0)
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
      const { page, context } = await open('moka', {
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
    const { page } = await open('moka', { attributes: 'data-list-type="list"' })
    const tops = await page
      .locator('article')
      .evaluateAll(cards => cards.map(card => card.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(10)
  })

  test('reduced motion is respected', async () => {
    const { page } = await open('moka', { browser: { reducedMotion: 'reduce' } })
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
    const { page } = await open('moka', { lang })
    await expect.poll(() => page.getByText(badge).first().isVisible()).toBe(true)
    await expect.poll(() => page.locator('article time').nth(1).innerText()).toBe(date)
    await expect.poll(() => page.locator('[part=average]').innerText()).toBe(average)
    await expect.poll(() => page.getByRole('button', { name: more }).isVisible()).toBe(true)
  })
})

test('a change of language updates texts, numbers and dates', async () => {
  const { page } = await open('moka', { lang: 'en' })
  const date = page.locator('article time').nth(1)
  expect(await date.innerText()).toBe('Mar 9, 2026')
  await page.evaluate(() => document.querySelector('rw-reviews')?.setAttribute('lang', 'en-GB'))
  await expect.poll(() => date.innerText()).toBe('9 Mar 2026')
  let goOn: () => void = () => {}
  const words = new Promise<void>(resolve => (goOn = resolve))
  await page.route('**/pt-BR*', async route => {
    await words
    await route.continue()
  })
  const asked = page.waitForRequest('**/pt-BR*')
  await page.evaluate(() => document.querySelector('rw-reviews')?.setAttribute('lang', 'pt-BR'))
  await asked
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await date.innerText(), 'never half in one language and half in another').toBe('9 Mar 2026')
  goOn()
  await expect.poll(() => date.innerText()).toBe('9 de mar. de 2026')
  expect(await page.getByText('Compra verificada').first().isVisible()).toBe(true)
})

describe('axe finds nothing', () => {
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
    const { page } = await open('moka', options)
    await expect.poll(() => violations(page)).toEqual([])
    const filter = page.locator('rw-reviews').getByRole('group').getByRole('button').nth(1)
    if (await filter.isVisible()) await filter.click()
    await page.locator('rw-reviews .quiet').first().click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
  })

  test('without reviews, without matches, and after an error', async () => {
    const nobody = await stage.visit(element('data-product-id="nothing"'))
    await nobody.page.getByText('No reviews yet').waitFor()
    await expect.poll(() => violations(nobody.page)).toEqual([])
    const { page } = await open('moka')
    await page.getByRole('searchbox').fill('zebra')
    await page.getByText('No review matches your search.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    const lost = await over((_url, response) => response.writeHead(500).end('{}'))
    await lost.page.getByText('This could not be loaded.').waitFor()
    await expect.poll(() => violations(lost.page)).toEqual([])
  })

  async function violations(page: Page): Promise<unknown[]> {
    await page.evaluate(axe)
    return await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run: (what: unknown, options: object) => Promise<{ violations: unknown[] }> }
      }
      const found = await axe.run(
        { include: [['rw-reviews']] },
        { rules: { 'target-size': { enabled: true } } },
      )
      return found.violations.map(one => JSON.stringify(one).slice(0, 600))
    })
  }
})

describe('hostile texts', () => {
  const strict = {
    'content-security-policy':
      "default-src 'none'; img-src *; require-trusted-types-for 'script'; trusted-types lit-html",
  }

  test('100 attacks in every field of a review run nothing and are shown as text', async () => {
    expect(payloads).toHaveLength(100)
    await shelve(
      stage,
      'attacked',
      payloads.map(text => ({
        title: text,
        body: text,
        display_name: text,
        reply: text,
        reply_created_at: new Date('2026-03-12T12:00:00Z'),
        pictures: [text],
      })),
    )
    const { page } = await open('attacked', { attributes: 'data-items-per-page="100"' })
    await expect.poll(() => page.locator('article').count()).toBe(100)
    const shown = await page
      .locator('article')
      .evaluateAll(cards =>
        cards.map(card =>
          ['[part=author]', '[part=title]', '[part=body]', '[part=reply] .body'].map(
            part => card.querySelector(part)?.textContent,
          ),
        ),
      )
    expect(shown).toEqual(payloads.map(text => [text, text, text, text]))
    await press(page)
  })

  test('nor do they if the API itself is hostile, including pictures', async () => {
    const result = payloads.map((text, index) => ({
      id: text,
      display_name: text,
      rating: 5,
      title: text,
      body: text,
      created_at: '2026-03-12T12:00:00.000Z',
      verified_purchase: true,
      is_recommended: true,
      pictures: [text, `javascript:fired=1//${index}`],
      reply: { body: text, created_at: '2026-03-12T12:00:00.000Z' },
      votes: 1,
    }))
    const { page } = await over((url, response) =>
      response.end(
        JSON.stringify(
          url.pathname.includes('ratings')
            ? rating
            : { result, count: 100, meta: { write_url: 'javascript:window.fired=1' } },
        ),
      ),
    )
    await page.locator('article').first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Write a review' }).count()).toBe(0)
    await press(page)
  })

  test('everything works under a strict policy and Trusted Types', async () => {
    const { origin } = new URL(stage.service.url)
    const policy = `${strict['content-security-policy']}; script-src ${origin}; connect-src ${origin}`
    const { page, errors } = await open('moka', { headers: { 'content-security-policy': policy } })
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(20)
    await page.locator('rw-reviews .quiet').first().click()
    await page.getByRole('dialog').waitFor()
    await expect
      .poll(() => page.locator('dialog').evaluate(node => getComputedStyle(node).borderTopWidth))
      .toBe('0px')
    expect(errors).toEqual([])
  })

  // Presses every button and link, and then checks whether anything ran. A dialog of broken pictures closes by itself,
  // so the buttons are pressed until one stays.
  async function press(page: Page): Promise<void> {
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          const root = document.querySelector('rw-reviews')?.shadowRoot
          for (const one of root?.querySelectorAll<HTMLElement>('.list button, article') ?? []) one.click()
        })
        return await page.locator('dialog[open]').count()
      })
      .toBe(1)
    expect(await page.evaluate(() => 'fired' in window)).toBe(false)
    const strange = 'script, iframe, object, embed, form[action], a[href^=java], style, link, meta, base'
    await expect.poll(() => page.locator(`rw-reviews >> css=${strange}`).count()).toBe(0)
  }
})

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addQuestionsAbout } from './questions.ts'
import { labels } from './ratings.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { type Stage, setStage, type Visit } from './stage.ts'

const product = 'data-product-id="moka"'
const rating = `<p>Moka pot <rw-rating ${product}></rw-rating></p>`
const all = `<main><h1>Moka pot</h1>${rating}<rw-questions ${product}></rw-questions>
  <rw-reviews ${product}></rw-reviews></main>`

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
  await addQuestionsAbout(stage, 'moka', [
    {},
    { body: `Long? ${'word '.repeat(200)}` },
    { reply: null, reply_created_at: null },
  ])
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

async function settled({ page }: Visit): Promise<void> {
  await expect.poll(() => labels(page)).toEqual(['No reviews yet'])
  await expect.poll(() => page.locator('rw-questions [part=question]').count()).toBe(3)
  await expect.poll(() => page.locator('rw-reviews .note').count()).toBe(1)
}

describe('brotli weight of what a page loads', () => {
  test('ratings only: at most 7 kB', async () => {
    const seen = await stage.visit(rating)
    await expect.poll(() => labels(seen.page)).toEqual(['No reviews yet'])
    expect(await weigh('ratings only', seen.page)).toBeLessThanOrEqual(7000)
  })

  test('all three with one language and their content: at most 23.4 kB', async () => {
    await shelve(stage, 'pot', numbered(12))
    await addQuestionsAbout(stage, 'pot', [{}])
    const seen = await stage.visit(all.replaceAll('moka', 'pot'), { lang: 'pt-BR' })
    await expect.poll(() => seen.page.locator('rw-questions [part=question]').count()).toBe(1)
    await seen.page.locator('rw-reviews .about').first().waitFor()
    expect(await weigh('all three widgets', seen.page)).toBeLessThanOrEqual(23_400)
  })
})

async function weigh(what: string, page: Page): Promise<number> {
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/widgets/v1/'))
      .map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize })),
  )
  expect(sizes.every(one => one.encodedBodySize > 0 && one.encodedBodySize < one.decodedBodySize)).toBe(true)
  const sum = sizes.reduce((sum, one) => sum + one.encodedBodySize, 0)
  console.log(`Weight of ${what}: ${sum.toLocaleString('en')} bytes brotli in ${sizes.length} files`)
  return sum
}

describe("on a shop's page", () => {
  test('everything works under a strict Content-Security-Policy and Trusted Types', async () => {
    const { url } = stage.service
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src ${url}; frame-src ${url};
      require-trusted-types-for 'script'; trusted-types lit-html`
    const seen = await stage.visit(all, {
      headers: { 'content-security-policy': policy.replace(/\s+/g, ' ') },
    })
    await settled(seen)
    await seen.page.getByRole('button', { name: 'Ask a question' }).click()
    await expect.poll(() => seen.page.frames().length).toBe(2)
    await seen.page.getByRole('button', { name: 'Read more' }).click()
    expect(seen.errors).toEqual([])
  })

  test.each([
    ['light', ''],
    ['dark', '<style>body { background: #111827; color: #e5e7eb }</style>'],
  ])('axe finds nothing on a %s page', async (_what, head) => {
    const seen = await stage.visit(all, { head })
    await settled(seen)
    await seen.page.getByRole('button', { name: 'Ask a question' }).click()
    await seen.page.locator('rw-questions iframe').waitFor()
    await seen.page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    // The form in the frame has its own tests.
    const found = () =>
      seen.page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: (context: object, options: object) => Promise<Found> }
        }
        type Found = { violations: { id: string; nodes: { html: string }[] }[] }
        const { violations } = await axe.run({ exclude: [['iframe']] }, { iframes: false })
        return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
      })
    await expect.poll(found).toEqual([])
  })

  test('nothing moves, with a late script and late responses', async () => {
    api.answer((url, response) => {
      const one = { product_id: 'moka', sku: '', average: 4.7, total: 123_456 }
      const asked = { body: 'Why?', display_name: 'B', created_at: '2026-01-01T00:00:00Z', reply: null }
      const result = url.pathname.endsWith('ratings.json')
        ? [one]
        : Array.from({ length: 5 }, (_, id) => ({ id: String(id), ...asked }))
      setTimeout(() => response.end(JSON.stringify({ result, count: result.length })), 300)
    })
    const context = await stage.browser.newContext({ viewport: { width: 1000, height: 600 } })
    await context.route('**/widgets.js', async route => {
      await new Promise(resolve => setTimeout(resolve, 300))
      await route.continue()
    })
    const line = `<style>rw-rating:not(:defined)::before { content: "\\200b"; display: inline-block; line-height: 1.5 }
      rw-questions:not(:defined) { display: block; min-height: 100vh }</style>`
    const seen = await stage.visit(
      `${rating}<p>Below the rating</p><rw-questions ${product}></rw-questions><footer>Below all</footer>`,
      { context, head: line, html: `data-api-url="${api.url}"` },
    )
    await expect.poll(() => labels(seen.page)).not.toEqual([''])
    const questions = seen.page.locator('rw-questions [part=question]')
    await expect.poll(() => questions.count()).toBe(5)
    const shift = await seen.page.evaluate(
      () =>
        new Promise<number>(resolve => {
          new PerformanceObserver(list => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
            resolve(shifts.reduce((sum, one) => sum + one.value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          // Existing entries are reported before this.
          requestAnimationFrame(() => setTimeout(() => resolve(0), 100))
        }),
    )
    expect(shift).toBe(0)
    await context.close()
  })

  test('reduced motion is respected', async () => {
    const seen = await stage.visit(all, { browser: { reducedMotion: 'reduce' } })
    await settled(seen)
    const moving = await seen.page.evaluate(() => {
      const trees = ['rw-rating', 'rw-questions', 'rw-reviews'].map(
        name => document.querySelector(name)?.shadowRoot,
      )
      const elements = trees.flatMap(tree => [...(tree?.querySelectorAll('*') ?? [])])
      return elements.filter(one =>
        getComputedStyle(one)
          .transitionDuration.split(', ')
          .some(time => time !== '0s'),
      ).length
    })
    expect(moving).toBe(0)
  })

  test('320 px are enough', async () => {
    const seen = await stage.visit(all, { browser: { viewport: { width: 320, height: 600 } } })
    await settled(seen)
    await expect.poll(() => seen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

describe('the files', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${stage.service.url}/widgets/v1/${path}`, { headers })

  test('the entries are cached briefly, chunks for long, from any origin, without content sniffing', async () => {
    const list = (await (await get('integrity.json')).json()) as Record<string, string>
    expect(Object.keys(list)).toEqual(expect.arrayContaining(['widgets.js', 'compat.js']))
    for (const [path, integrity] of Object.entries(list)) {
      const answer = await get(path)
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('cache-control')).toBe(
        path.startsWith('chunks/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=600, stale-while-revalidate=86400',
      )
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity)
    }
  })

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br;q=0.9, zstd', 'gzip'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['*;q=0', null],
  ])('Accept-Encoding %s is answered with %s', async (accepted, coding) => {
    const answer = await get('widgets.js', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(await answer.text()).toContain('rw-rating')
  })

  test('known files give 304, and unknown ones 404', async () => {
    const etag = (await get('widgets.js')).headers.get('etag') ?? ''
    expect((await get('widgets.js', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('widgets.js', { 'if-none-match': `W/${etag}` })).status).toBe(304)
    expect((await get('widgets.js', { 'if-none-match': '"other"' })).status).toBe(200)
    for (const path of [
      'nothing.js',
      '../package.json',
      '..%2f..%2fpackage.json',
      'chunks',
      '',
      'widgets.js.br',
    ]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test('a page opened before an update gets the current chunk, cached briefly', async () => {
    for (const name of ['questions', 'pt-BR-elements', 'pt-BR-dialogs']) {
      const answer = await get(`chunks/${name}-Ab_12345.js`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('max-age=600')
      expect((await answer.text()).includes('Denunciar esta avaliação')).toBe(name === 'pt-BR-dialogs')
    }
    expect((await get('chunks/unknown-Ab_12345.js')).status).toBe(404)
  })
})

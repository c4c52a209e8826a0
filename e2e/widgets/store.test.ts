import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { aReview } from '../../server/test/factories.ts'
import { numbered, shelve } from './review-shelf.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage } from './stage.ts'
import { violations } from './violations.ts'
import { weighBeyond } from './weights.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'change' } as const

let stage: Stage
let alone: Stage
beforeAll(async () => {
  stage = await setStage()
  alone = await setStage()
  await shelve(stage, 'moka', numbered(25))
  for (const { service, store } of [stage, alone]) {
    const reviews = Array.from({ length: 12 }, (_, at) =>
      aReview({
        product_id: '',
        title: `Fast ${at}`,
        rating: at < 6 ? 5 : 4,
        pictures: [],
        reply: null,
        reply_created_at: null,
      }),
    )
    await service.database.transaction(tx => insertReviews(tx, store.storeId, reviews, by))
  }
})
afterAll(async () => {
  await alone.close()
  await stage.close()
})

const cards = (page: Page) => page.locator('rw-store [part=card]')

test('rw-badge shows the rating of the store by one request, in one line, as a link', async () => {
  const { page, asked, errors } = await stage.visit(
    '<rw-badge data-url="/reviews"></rw-badge><rw-badge data-theme="compact" data-url="javascript:alert(1)"></rw-badge>',
    { lang: 'pt-BR' },
  )
  const link = page.getByRole('link', { name: '4,5 de 5 estrelas 12 avaliações' })
  await link.waitFor()
  await expect.poll(() => link.getAttribute('href')).toBe('/reviews')
  const compact = page.locator('rw-badge').nth(1)
  await expect.poll(() => compact.getByRole('img', { name: '4,5 de 5 estrelas' }).count()).toBe(1)
  await expect.poll(() => compact.locator('a').count()).toBe(0)
  expect([asked.every(({ pathname }) => pathname === '/api/v1/store-rating.json'), errors]).toEqual([
    true,
    [],
  ])
})

test('rw-store shows the reviews of all products by one request, finds them, and pages', async () => {
  const { page, asked, errors } = await stage.visit('<rw-store></rw-store>')
  await expect.poll(() => cards(page).count()).toBe(10)
  expect(asked).toHaveLength(1)
  await expect.poll(() => page.locator('rw-store [part=header]').innerText()).toContain('25 reviews')
  await expect.poll(() => cards(page).first().locator('[part=product]').innerText()).toBe('Moka pot')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => cards(page).count()).toBe(20)
  await page.getByRole('searchbox').fill('Number 7')
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(errors).toEqual([])
})

test('rw-store changes to the reviews of the store itself, and begins with them where there are no others', async () => {
  const { page, asked } = await stage.visit('<rw-store></rw-store>')
  const [products, store] = ['Products 25', 'Store 12'].map(name => page.getByRole('button', { name }))
  await store?.click()
  await expect.poll(() => cards(page).first().innerText()).toContain('Fast')
  await expect.poll(() => store?.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.locator('rw-store [part=header]').innerText()).toContain('12 reviews')
  await page.getByRole('button', { name: /^4 stars/ }).click()
  await expect.poll(() => cards(page).count()).toBe(6)
  await products?.click()
  await expect.poll(() => cards(page).first().innerText()).toContain('Number')
  expect(asked.map(({ pathname }) => pathname.replace('/api/v1/', ''))).toEqual([
    ...['reviews.json', 'store-reviews.json', 'store-reviews.json', 'reviews.json'],
  ])
  const other = await alone.visit('<rw-store></rw-store>')
  await expect.poll(() => cards(other.page).first().innerText()).toContain('Fast')
  await expect.poll(() => other.page.locator('[part=tabs]').count()).toBe(0)
})

test.each([
  ['badge', '[part=base]', 2_000],
  ['store', '[part=card]', 4_000],
] as const)('rw-%s weighs little beside what others share', async (name, ready, most) => {
  const { page } = await stage.visit(`<rw-${name}></rw-${name}>`)
  await page.locator(ready).first().waitFor()
  const { files, bytes } = await weighBeyond(page, /^(widgets\.js|common-|reviews-|en-elements-)/)
  console.log(`Weight of rw-${name}: ${bytes.toLocaleString('en')} bytes brotli in ${files} files`)
  expect(bytes).toBeLessThanOrEqual(most)
})

test('nothing moves, and axe finds nothing, also in dark and from the right', async () => {
  const dark =
    '<style>body { background: #111827; color: #e5e7eb } rw-badge:not(:defined) { display: block; height: 3.25rem }</style>'
  const { page } = await stage.visit(
    '<main><h1>Shop</h1><h2>Reviews</h2><rw-badge data-url="/reviews"></rw-badge><p>Below</p><rw-store></rw-store></main>',
    {
      lang: 'ar',
      html: 'dir="rtl"',
      head: watchShifts + dark,
      browser: { viewport: { width: 390, height: 800 } },
    },
  )
  await cards(page).first().waitFor()
  await page.locator('rw-badge [part=base]').waitFor()
  await settled(page)
  expect(await shifts(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect.poll(() => violations(page)).toEqual([])
})

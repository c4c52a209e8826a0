import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attribute } from '../../server/tenants/stores/settings/attribute-rules.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { shelve } from './review-shelf.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'
import { weighBeyond } from './weights.ts'

const pictures = process.env.ATTRIBUTE_PICTURES

const asked = { required: false, public: true }
const fit: Attribute = {
  ...asked,
  ...{ id: 'fit', type: 'scale', label: { en: 'Fit', de: 'Passform', ja: 'サイズ感', ar: 'المقاس' } },
  low: { en: 'Runs small', de: 'Fällt klein aus', ja: '小さめ', ar: 'صغير' },
  mid: { en: 'True to size', de: 'Passt genau', ja: 'ちょうどよい', ar: 'مناسب' },
  high: { en: 'Runs large', de: 'Fällt groß aus', ja: '大きめ', ar: 'كبير' },
}
const comfort: Attribute = {
  ...asked,
  ...{ id: 'comfort', type: 'rating', label: { en: 'Comfort', de: 'Komfort', ja: '履き心地', ar: 'الراحة' } },
}
const use: Attribute = {
  ...asked,
  ...{
    id: 'use',
    type: 'choices',
    label: { en: 'Used for', de: 'Benutzt für', ja: '用途', ar: 'الاستخدام' },
  },
  options: [
    { id: 'city', label: { en: 'In the city', de: 'In der Stadt', ja: '街歩き', ar: 'في المدينة' } },
    { id: 'hiking', label: { en: 'Hiking', de: 'Wandern', ja: 'ハイキング', ar: 'المشي' } },
    { id: 'work', label: { en: 'At work', de: 'Bei der Arbeit', ja: '仕事', ar: 'في العمل' } },
  ],
}
const tip: Attribute = { ...asked, id: 'tip', type: 'text', label: { en: 'A tip', de: 'Ein Tipp' } }

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await changeSettings(stage.service, stage.store.storeId, { attributes: [fit, comfort, use, tip] })
  const reviews = [3, 3, 3, 3, 1, 2, 5, 3].map((value, at) => ({
    title: `No. ${at + 1}`,
    rating: 5 - (at % 2),
    attributes: {
      ...{ fit: value, comfort: 5 - (at % 3), use: at % 2 ? ['city'] : ['city', 'hiking'] },
      ...(at === 0 && { tip: { text: '<b>Order early</b>' } }),
    },
  }))
  await shelve(stage, 'boots', reviews)
  await shelve(stage, 'few', reviews.slice(0, 3))
  await shelve(stage, 'pictured', [
    { ...reviews[1], title: 'Pictured', pictures: [`${stage.shop.url}/boots.gif`] },
  ])
  await shelve(stage, 'silent', [{ title: 'Nothing answered' }])
})
afterAll(() => stage.close())

async function open(options: VisitOptions & { product?: string; attributes?: string } = {}) {
  const { product = 'boots', attributes = '' } = options
  const body = `<main><h1>Boots</h1><h2>Reviews</h2><rw-reviews data-product-id="${product}" ${attributes}></rw-reviews></main>`
  const visit = await stage.visit(body, { ...options, head: watchShifts + (options.head ?? '') })
  await visit.page.locator('article').first().waitFor()
  return visit
}

const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()
const titles = (page: Page) => page.locator('article h3').allInnerTexts()
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('the answers are counted above the list, and filter it, by keyboard', async () => {
  const { page, asked, errors } = await open()
  await expect.poll(() => group(page, 'Fit').innerText()).toContain('2.9/5')
  await expect
    .poll(() => group(page, 'Comfort').getByRole('img', { name: '4.1 out of 5 stars' }).count())
    .toBe(1)
  await expect.poll(() => group(page, 'A tip').count()).toBe(0)
  await expect
    .poll(() => group(page, 'Fit').getByRole('button', { name: '4/5, 0 reviews' }).isDisabled())
    .toBe(true)
  const right = group(page, 'Fit').getByRole('button', { name: 'True to size, 5 reviews' })
  await right.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.found').innerText()).toContain('5 of 8 reviews')
  await expect.poll(() => right.getAttribute('aria-pressed')).toBe('true')
  await group(page, 'Fit').getByRole('button', { name: 'Runs small, 1 review' }).click()
  await expect.poll(() => page.locator('.found').innerText()).toContain('6 of 8 reviews')
  await group(page, 'Used for').getByRole('button', { name: 'Hiking, 4 reviews' }).click()
  await expect.poll(() => titles(page)).toEqual(['No. 1', 'No. 3', 'No. 5'])
  const { searchParams } = asked.at(-1) as URL
  expect([searchParams.getAll('attribute.fit'), searchParams.getAll('attribute.use')]).toEqual([
    ['3', '1'],
    ['hiking'],
  ])
  await right.click()
  await expect.poll(() => titles(page)).toEqual(['No. 5'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => page.locator('article').count()).toBe(8)
  await expect.poll(() => group(page, 'Used for').locator('[aria-pressed=true]').count()).toBe(0)
  expect(asked.filter(({ pathname }) => pathname.endsWith('ratings.json'))).toHaveLength(2)
  expect(errors).toEqual([])
})

test('cards have the answers as text, in the language of the page, also after it changes', async () => {
  const { page, asked } = await open({ lang: 'de' })
  const answers = () => page.locator('article').first().locator('dl div').allInnerTexts()
  const shown = async () => (await answers()).map(text => text.replace(/\s+/g, ' '))
  await expect
    .poll(() => shown())
    .toEqual([
      'Passform Passt genau',
      'Komfort 5,0 von 5 Sternen',
      'Benutzt für In der Stadt, Wandern',
      'Ein Tipp <b>Order early</b>',
    ])
  const before = asked.length
  await page.evaluate(
    "document.documentElement.lang = 'en'; document.querySelector('rw-reviews').lang = 'en'",
  )
  await expect
    .poll(shown)
    .toEqual([
      'Fit True to size',
      'Comfort 5.0 out of 5 stars',
      'Used for In the city, Hiking',
      'A tip <b>Order early</b>',
    ])
  await expect.poll(() => group(page, 'Used for').count()).toBe(1)
  expect(asked.length - before).toBe(2)
})

test('nothing moves, and axe finds nothing: in dark and from the right, with a late answer', async () => {
  const { page, errors } = await open({
    ...{ lang: 'ar', html: 'dir="rtl"', browser: { viewport: { width: 390, height: 844 } } },
    head: '<style>html { background: #111827; color: #e5e7eb }</style>',
  })
  await expect.poll(() => page.locator('[part=attributes]').count()).toBe(1)
  await settled(page)
  expect(await shifts(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect.poll(() => violations(page)).toEqual([])
  const [first, last] = await Promise.all(
    [0, 4].map(at => group(page, 'المقاس').getByRole('button').nth(at).boundingBox()),
  )
  expect(first?.x).toBeGreaterThan(last?.x ?? 0)
  const { files, bytes } = await weighBeyond(page, /^(widgets|common-|reviews-|ar-|extras-|rolldown)/)
  console.log(`Weight of answers: ${bytes.toLocaleString('en')} bytes brotli in ${files} file`)
  expect([files, bytes <= 1_700]).toEqual([1, true])
  expect(errors).toEqual([])
})

test('few reviews have counts and no filters, and the minimal header hides both', async () => {
  const { page } = await open({ product: 'few' })
  await expect.poll(() => group(page, 'Used for').innerText()).toMatch(/In the city\s*3/)
  await expect.poll(() => page.locator('[part=attributes] button').count()).toBe(0)
  const minimal = await open({ attributes: 'data-header-type="minimal"' })
  await expect.poll(() => minimal.page.locator('[part=attributes]').isVisible()).toBe(false)
  await minimal.page.getByRole('button', { name: 'Search and sort' }).click()
  await expect.poll(() => group(minimal.page, 'Fit').isVisible()).toBe(true)
})

test('reviews are complete if the counts cannot be read, and without any answer', async () => {
  const context = await stage.browser.newContext()
  await context.route(/ratings\.json.*expand=attributes/, route => route.abort())
  const { page } = await open({ context })
  await expect.poll(() => titles(page)).toHaveLength(8)
  await expect.poll(() => page.locator('[part=attributes], dl').count()).toBe(0)
  await page.getByRole('searchbox').fill('No. 2')
  await expect.poll(() => titles(page)).toEqual(['No. 2'])
  const silent = await open({ product: 'silent' })
  await expect.poll(() => silent.page.locator('[part=attributes], dl').count()).toBe(0)
})

async function visitPictured(body: string, options: VisitOptions = {}) {
  const context = await stage.browser.newContext()
  await context.route('**/*.gif', route => route.fulfill({ body: pixel, contentType: 'image/gif' }))
  return await stage.visit(body, { ...options, context })
}

test('the page of all reviews, and the picture view, have the answers of each review', async () => {
  const answers = async (place: Locator) => (await place.locator('dl div').allInnerTexts()).map(squeeze)
  const { page, asked, errors } = await visitPictured('<rw-store></rw-store>', { lang: 'de' })
  const card = page.locator('rw-store article').filter({ hasText: 'Pictured' })
  await card.waitFor()
  await expect
    .poll(() => answers(card))
    .toEqual(['Passform Passt genau', 'Komfort 4,0 von 5 Sternen', 'Benutzt für In der Stadt'])
  await expect.poll(() => page.locator('rw-store [part=attributes]').count()).toBe(0)
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/v1/reviews.json'])
  await card.getByRole('button', { name: 'Foto 1 von 1 öffnen' }).click()
  await expect
    .poll(() => answers(page.getByRole('dialog')))
    .toEqual(['Passform Passt genau', 'Komfort 4,0 von 5 Sternen', 'Benutzt für In der Stadt'])
  expect(errors).toEqual([])
})

test('the gallery opens a picture beside the answers of its review', async () => {
  const { page, errors } = await visitPictured('<rw-gallery></rw-gallery>')
  await page.locator('rw-gallery a').first().click()
  const dialog = page.getByRole('dialog')
  const first = dialog.locator('dl div').first()
  await first.waitFor()
  expect(squeeze(await first.innerText())).toBe('Fit True to size')
  await expect.poll(() => dialog.locator('dl').evaluate(list => getComputedStyle(list).display)).toBe('flex')
  expect(errors).toEqual([])
})

test.runIf(pictures)('draws pictures', async () => {
  const phone = { viewport: { width: 390, height: 1100 } }
  const wide = { viewport: { width: 1440, height: 1000 } }
  const dark = '<style>html { background: #111; color: #eee }</style>'
  const looks: [string, Parameters<typeof open>[0]][] = [
    ['en-1440', { browser: wide, attributes: 'data-header-type="histogram"' }],
    ['de-390', { lang: 'de', browser: phone }],
    ['pt-1440-few', { lang: 'pt-BR', browser: wide, product: 'few' }],
    ['ja-390-dark', { lang: 'ja', browser: phone, head: dark }],
    ['ar-390', { lang: 'ar', html: 'dir="rtl"', browser: phone }],
  ]
  for (const [name, options] of looks) {
    const { page } = await open(options)
    if (!name.endsWith('few')) await page.locator('[part=attributes] button').first().click()
    await settled(page)
    await page.screenshot({ path: join(pictures as string, `attributes-${name}.png`) })
  }
})

test('a store without questions loads neither their code nor their counts', async () => {
  await changeSettings(stage.service, stage.store.storeId, { attributes: [] })
  const { page, asked } = await open()
  await expect.poll(() => page.locator('[part=attributes], dl').count()).toBe(0)
  expect(asked.map(({ pathname }) => pathname).sort()).toEqual([
    '/api/v1/ratings.json',
    '/api/v1/reviews.json',
  ])
  expect((await weighBeyond(page, /^(widgets|common-|reviews-|en-elements-|rolldown)/)).files).toBe(0)
})

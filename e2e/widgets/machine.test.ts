import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../../server/test/hearing.ts'
import { backwards, helpful, type ModelServer, startModelServer } from '../../server/test/model-server.ts'
import { numbered, shelve } from './review-shelf.ts'
import { shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

const pictures = process.env.MACHINE_PICTURES

let stage: Stage
let model: ModelServer
beforeAll(async () => {
  ;[stage, model] = await Promise.all([setStage(), startModelServer()])
  const own = { title: 'Muito boa', body: 'Esquenta rápido e não vaza nada.', language: 'pt-BR' }
  const english = { title: 'Good', body: 'Heats fast and does not leak at all.', language: 'en-GB' }
  const reply = { reply: 'Obrigado pela sua avaliação!', reply_created_at: new Date('2026-03-21') }
  await shelve(stage, 'moka', [
    { ...own, ...reply },
    english,
    { ...own, title: '', body: '' },
    ...numbered(12),
  ])
  await use({ translate_reviews: true, summarize_reviews: true })
})
afterAll(async () => {
  await stage.close()
  await model.close()
})

async function use(change: { translate_reviews: boolean; summarize_reviews: boolean }): Promise<void> {
  const server = { model_url: model.url, model_name: 'small', model_monthly_limit: 5 }
  await changeSettings(stage.service, stage.store.storeId, { ...server, ...change })
}

async function open(options: VisitOptions = {}) {
  const head = `${watchShifts}${options.head ?? ''}`
  const visit = await stage.visit(`<rw-reviews data-product-id="moka"></rw-reviews>`, {
    ...options,
    head,
  })
  await visit.page.locator('article').first().waitFor()
  return visit
}

test('a review in another language is translated and back, by keyboard, marked for people and programs', async () => {
  const { page, asked, errors } = await open()
  const translate = page.getByRole('button', { name: 'Translate', exact: true })
  await expect.poll(() => translate.count()).toBe(1)
  const card = page.locator('article').first()
  await translate.focus()
  await page.keyboard.press('Enter')
  await card.getByText('Translated by AI').waitFor()
  await expect.poll(() => card.getAttribute('data-generated')).toBe('machine')
  for (const text of ['Muito boa', 'Esquenta rápido e não vaza nada.', 'Obrigado pela sua avaliação!'])
    await card.getByText(backwards(text)).waitFor()
  // The focus stays on the button, which now returns.
  await page.keyboard.press('Enter')
  await card.getByText('Esquenta rápido e não vaza nada.', { exact: true }).waitFor()
  await expect.poll(() => card.getAttribute('data-generated')).toBeNull()
  await page.keyboard.press('Enter')
  await card.getByText('Translated by AI').waitFor()
  expect(asked.filter(({ pathname }) => pathname.endsWith('/translations'))).toHaveLength(1)
  expect(errors).toEqual([])
})

test('the page of all reviews translates them, too', async () => {
  const { page, errors } = await stage.visit('<rw-store></rw-store>')
  await page.getByRole('button', { name: 'Translate', exact: true }).click()
  await page.getByText('Translated by AI').waitFor()
  expect(errors).toEqual([])
})

test('a translation that fails says so, and can be tried again', async () => {
  model.answerBy(() => 'no')
  const { page } = await open({ lang: 'fr' })
  const card = page.locator('article').first()
  await card.getByRole('button', { name: 'Traduire' }).click()
  await card.getByText('Cet avis n’a pas pu être traduit').waitFor()
  model.answerBy(helpful)
  await card.getByRole('button', { name: 'Traduire' }).click()
  await card.getByText('Traduit par IA').waitFor()
})

test('a summary is above the list from the start, and nothing moves', async () => {
  await open({ lang: 'de' })
  await stage.service.runDue()
  await expect
    .poll(async () => (await open({ lang: 'de' })).page.getByText('Praised for its heat').count())
    .toBe(1)
  const { page, asked } = await open({ lang: 'de' })
  const summary = page.getByRole('region', { name: 'Zusammenfassung der Bewertungen' })
  await expect.poll(() => summary.innerText()).toContain('Praised for its heat in German (de)')
  await expect.poll(() => summary.innerText()).toContain('Von KI verfasst · 14 Bewertungen')
  await expect.poll(() => summary.getAttribute('data-generated')).toBe('machine')
  expect(asked.filter(({ searchParams }) => searchParams.get('expand') === 'summary')).toHaveLength(1)
  expect(await shifts(page)).toEqual([])
  await expect.poll(() => violations(page, 'rw-reviews')).toEqual([])
})

test.runIf(pictures)('draws pictures', async () => {
  const looks: [string, VisitOptions][] = [
    ['de-1440', { lang: 'de', browser: { viewport: { width: 1440, height: 900 } } }],
    ['de-390', { lang: 'de', browser: { viewport: { width: 390, height: 844 } } }],
    [
      'ja-390-dark',
      {
        lang: 'ja',
        head: '<style>html{background:#111;color:#eee}</style>',
        browser: { viewport: { width: 390, height: 844 } },
      },
    ],
    ['ar-390', { lang: 'ar', html: 'dir="rtl"', browser: { viewport: { width: 390, height: 844 } } }],
  ]
  for (const [, options] of looks) await open(options)
  await stage.service.runDue()
  for (const [name, options] of looks) {
    const { page } = await open(options)
    await page.locator('article .machine button').first().click()
    await page.locator('article[data-generated]').waitFor()
    await page.screenshot({ path: join(pictures as string, `machine-${name}.png`) })
  }
})

test('a store that has switched it off asks for nothing more, and loads no code', async () => {
  await use({ translate_reviews: false, summarize_reviews: false })
  const loaded: string[] = []
  const { page, asked } = await open({ head: '' })
  page.on('request', request => void loaded.push(request.url()))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => page.locator('article').count()).toBe(15)
  await expect.poll(() => page.getByRole('button', { name: 'Translate' }).count()).toBe(0)
  expect(asked.map(({ pathname }) => pathname).sort()).toEqual([
    '/api/v1/ratings.json',
    ...Array(2).fill('/api/v1/reviews.json'),
  ])
  expect(loaded.filter(url => url.includes('machine'))).toEqual([])
})

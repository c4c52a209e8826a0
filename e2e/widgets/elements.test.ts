import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerWithRatings, labels } from './ratings.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
})
afterAll(async () => {
  await api.close()
  await stage.close()
})
beforeEach(() => answerWithRatings(api, { one: [1, 1], two: [2, 2] }))

const visit = (body: string, options: VisitOptions = {}) =>
  stage.visit(body, { html: `data-api-url="${api.url}"`, ...options })

type Rating = HTMLElement & { productId: string }

test('a property set before the script loads can be changed afterwards', async () => {
  const { page } = await visit(
    `<rw-rating></rw-rating><script>document.querySelector('rw-rating').productId = 'one'</script>`,
  )
  await expect.poll(() => labels(page)).toEqual(['Rated 1.0 out of 5 from 1 review'])
  await page.evaluate(() => {
    const rating = document.querySelector('rw-rating') as Rating
    rating.productId = 'two'
  })
  await expect.poll(() => labels(page)).toEqual(['Rated 2.0 out of 5 from 2 reviews'])
})

test("events of an element in the shop's own shadow tree reach the page", async () => {
  const head = `<script>window.totals = []
    addEventListener('rw-load', ({ detail }) => totals.push(detail.total))</script>`
  const { page } = await visit('<div id="shop"></div>', { head })
  await page.evaluate(() => {
    const shadow = document.querySelector('#shop')?.attachShadow({ mode: 'open' })
    const rating = document.createElement('rw-rating') as Rating
    rating.productId = 'two'
    shadow?.append(rating)
  })
  const totals = () => page.evaluate(() => (window as unknown as { totals: number[] }).totals)
  await expect.poll(totals).toEqual([2])
})

test('the last language wins, even if the texts of an earlier one arrive later', async () => {
  api.answer((_url, response) => response.end('{"result":[],"count":0,"meta":{}}'))
  const { page } = await visit('<rw-questions data-product-id="one"></rw-questions>')
  const note = page.locator('rw-questions [part=note]')
  await expect.poll(() => note.innerText()).toBe('No questions yet.')
  let answer: () => void = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/pt-BR*', async route => {
    await answered
    await route.continue()
  })
  const speak = (lang: string) =>
    page.evaluate(lang => document.querySelector('rw-questions')?.setAttribute('lang', lang), lang)
  const asked = page.waitForRequest('**/pt-BR*')
  await speak('pt-BR')
  const url = (await asked).url()
  await speak('es')
  await expect.poll(() => note.innerText()).toBe('Aún no hay preguntas.')
  answer()
  // Imports the same module, so the element has its texts afterwards. As a string, because Vitest rewrites imports.
  await page.evaluate(`import(${JSON.stringify(url)})`)
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect.poll(() => note.innerText()).toBe('Aún no hay preguntas.')
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAnswers } from '../../server/answers/questions/answers/answers.ts'
import { listQuestions } from '../../server/answers/questions/list-questions.ts'
import { anAnswer } from '../../server/test/factories.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { addQuestionsAbout, rows } from './questions.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await addQuestionsAbout(stage, 'many', [{ body: 'How wide?' }])
})
afterAll(() => stage.close())

const visit = (product: string, options: VisitOptions = {}) =>
  stage.visit(`<rw-questions data-product-id="${product}"></rw-questions>`, options)

describe('answers of shoppers', () => {
  const files = (page: Page) =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /answers-[^/]+\.js$/.test(name)).length,
    )

  beforeAll(async () => {
    const { service, store } = stage
    const question = { body: 'Is it heavy?', reply: 'It has 900 g.' }
    await addQuestionsAbout(stage, 'answered', [
      question,
      { body: 'Who made it?', reply: null, reply_created_at: null },
    ])
    const { result } = await listQuestions(
      service.database,
      store.storeId,
      { productId: 'answered' },
      { limit: 9 },
    )
    const question_id = result.find(({ body }) => body === question.body)?.id ?? ''
    const by = { at: new Date('2026-03-21T12:00:00Z'), actor: 'command', action: 'create' } as const
    const answers = [
      anAnswer({
        question_id,
        product_id: 'answered',
        body: 'Not to me. <b>Light</b>',
        verified_purchase: true,
      }),
      anAnswer({ question_id, product_id: 'answered', body: 'A bit.' }),
      anAnswer({ question_id, product_id: 'answered', body: 'Hidden', state: 'pending' }),
    ]
    await service.database.transaction(tx => insertAnswers(tx, store.storeId, answers, by))
  })

  test('appear below the answer of the store, and load code only then', async () => {
    const { page } = await visit('answered')
    await expect.poll(() => page.locator('rw-questions [part=answer]').count()).toBe(2)
    await expect
      .poll(() => rows(page).first().innerText())
      .toMatch(
        /900 g\.\s+Not to me\. <b>Light<\/b>\s+Rui · Verified purchase · Mar 11, 2026 · Report\s+A bit\.\s+Rui · Mar 11, 2026 · Report$/,
      )
    // The code, and its text in one language.
    await expect.poll(() => files(page)).toBe(2)
    const other = await visit('many')
    await expect.poll(() => rows(other.page).count()).toBe(1)
    expect(await files(other.page)).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Answer this question' }).count()).toBe(0)
  })

  test('are written in a frame below the question, and return the focus', async () => {
    await changeSettings(stage.service, stage.store.storeId, { buyer_answers: true })
    const { page } = await visit('answered')
    const open = page.getByRole('button', { name: 'Answer this question' }).nth(1)
    await open.press('Enter')
    const frame = page.frameLocator('rw-questions iframe')
    await frame.getByRole('heading', { name: 'Answer this question' }).waitFor()
    await expect.poll(() => frame.locator('blockquote').innerText()).toContain('Who made it?')
    await page.evaluate(() => {
      document.addEventListener('rw-answer-sent', () => document.body.setAttribute('data-sent', ''))
    })
    await frame.getByLabel('Your answer').fill('A company in Italy.')
    await frame.getByLabel('Your name').fill('Rui')
    await frame.getByLabel('Your email').fill('rui@example.com')
    await frame.getByRole('button', { name: 'Send answer' }).click()
    await page.locator('body[data-sent]').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('rw-questions iframe').count()).toBe(0)
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent ?? '')
    await expect.poll(focused).toContain('Answer this question')
    await changeSettings(stage.service, stage.store.storeId, { buyer_answers: false })
  })

  test.each([
    ['light page', {}, ''],
    [
      'dark page from the right',
      { lang: 'ar', html: 'dir="rtl"' },
      '<style>html { background: #111827; color: #e5e7eb }</style>',
    ],
  ])('move nothing on a %s, and axe finds nothing', async (_what, language, dark) => {
    await changeSettings(stage.service, stage.store.storeId, { buyer_answers: true })
    const { page, errors } = await stage.visit(
      '<main><h1>Moka pot</h1><rw-questions data-product-id="answered"></rw-questions></main>',
      { ...language, head: watchShifts + dark, browser: { viewport: { width: 390, height: 844 } } },
    )
    const button = page.locator('rw-questions [part=answer-button]').first()
    await button.waitFor()
    await settled(page)
    expect(await shifts(page)).toEqual([])
    const [list, line] = await Promise.all([rows(page).first().boundingBox(), button.boundingBox()])
    // The button begins where the line begins.
    if (dark) expect((line?.x ?? 0) + (line?.width ?? 0)).toBeCloseTo((list?.x ?? 0) + (list?.width ?? 0), 0)
    else expect(line?.x).toBeCloseTo(list?.x ?? 0, 0)
    await button.click()
    await page.frameLocator('rw-questions iframe').getByRole('textbox').first().waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(errors).toEqual([])
  })

  test('leave the questions alone if their code or text cannot be loaded', async () => {
    for (const part of ['answers-', 'en-answers-']) {
      const context = await stage.browser.newContext()
      await context.route(new RegExp(`/chunks/${part}`), route => route.abort())
      const { page } = await visit('answered', { context })
      await expect.poll(() => rows(page).count()).toBe(2)
      await expect.poll(() => page.locator('[part=answer]').count()).toBe(0)
      await context.close()
    }
  })
})

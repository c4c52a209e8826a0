import type { Page } from 'playwright-core'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAnswers } from '../../server/answers/questions/answers/answers.ts'
import { listQuestions } from '../../server/answers/questions/list-questions.ts'
import { anAnswer } from '../../server/test/factories.ts'
import { addQuestionsAbout, rows } from './questions.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

let stage: Stage
let ids: { question: string; answer: string }
beforeAll(async () => {
  stage = await setStage()
  await addQuestionsAbout(stage, 'moka', [{ body: 'Is it heavy?' }])
  const { service, store } = stage
  const { result } = await listQuestions(service.database, store.storeId, {}, { limit: 1 })
  const answer = anAnswer({ question_id: result[0]?.id ?? '', product_id: 'moka' })
  const by = { at: new Date('2026-03-21T12:00:00Z'), actor: 'command', action: 'create' } as const
  await service.database.transaction(tx => insertAnswers(tx, store.storeId, [answer], by))
  ids = { question: answer.question_id, answer: answer.id }
})
afterAll(() => stage.close())

const visit = (options: VisitOptions = {}) =>
  stage.visit('<rw-questions data-product-id="moka"></rw-questions>', options)

const button = (page: Page, kind: 'question' | 'answer', name = 'Report') =>
  kind === 'question'
    ? rows(page).getByRole('button', { name, exact: true }).first()
    : page.locator('rw-questions [part=answer]').getByRole('button', { name, exact: true })

const reportsOf = (kind: 'question' | 'answer') =>
  stage.service.database.query(sql`
    select reason, text, email, language
    from ${raw(`${kind}_reports`)}
    where store_id = ${stage.store.storeId} and ${raw(`${kind}_id`)} = ${ids[kind]}`)

test.each([
  ['question', 'Report this question'],
  ['answer', 'Report this answer'],
] as const)('a %s is reported by keyboard, and the focus restored', async (kind, title) => {
  const { page, errors } = await visit()
  const opener = button(page, kind)
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByRole('alert').getByText('Choose a reason.').waitFor()
  await page.getByRole('radio', { name: 'It is illegal' }).press('Space')
  await page.getByRole('textbox', { name: /Anything to add/ }).fill('It sells weapons.')
  await page.getByRole('textbox', { name: /^Email/ }).fill('rui@correio.example')
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('The store will review your report.').waitFor()
  // An address has one receipt a day, and is kept for each report.
  expect(await reportsOf(kind)).toEqual([
    { reason: 'unlawful', text: 'It sells weapons.', email: 'rui@correio.example', language: 'en' },
  ])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  const isFocused = () => opener.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)
  await expect.poll(isFocused).toBe(true)
  expect(errors).toEqual([])
})

test('the dialog is loaded when it is opened, and no code of reviews with it', async () => {
  const { page } = await visit()
  await button(page, 'answer').waitFor()
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/chunks\/(.+)-[^-]+\.js$/.exec(name)?.[1] ?? []),
    )
  expect((await loaded()).filter(name => /report|dialog/.test(name))).toEqual([])
  await button(page, 'answer').click()
  await page.getByRole('dialog').waitFor()
  const names = await loaded()
  expect(names.filter(name => /report/.test(name))).toHaveLength(1)
  expect(names.filter(name => name.startsWith('reviews'))).toEqual([])
})

test('the dialog reads from right to left in Arabic, and is spoken of in it', async () => {
  const { page } = await visit({ lang: 'ar' })
  await button(page, 'question', 'إبلاغ').click()
  const dialog = page.getByRole('dialog', { name: 'الإبلاغ عن هذا السؤال' })
  await dialog.waitFor()
  await expect.poll(() => dialog.evaluate(node => getComputedStyle(node).direction)).toBe('rtl')
  await expect.poll(() => violations(page)).toEqual([])
})

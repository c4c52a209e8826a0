import { expect, test } from 'vitest'
import { insertAnswers } from '../../server/answers/questions/answers/answers.ts'
import { insertQuestions } from '../../server/answers/questions/questions.ts'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { anAnswer, aQuestion, aReview } from '../../server/test/factories.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { addProducts } from '../../server/test/reading.ts'
import { closeAfter, openDashboard, overflows, setStage } from './stage.ts'

const stage = openForTests(setStage)

test('a reported question is kept, and a reported answer rejected, from the task on the home screen', async () => {
  const { service, browser, store, storeId, owner } = stage
  await addProducts(service, store, { 'product-1': 'SKU' })
  const question = aQuestion({ body: 'Does it leak?' })
  const answer = anAnswer({ question_id: question.id, body: 'Call 555 01 23.' })
  const quiet = aQuestion({ body: 'Is it heavy?' })
  const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'author', action: 'create' } as const
  await service.database.transaction(async tx => {
    // The home screen of a store without reviews explains the first steps.
    await insertReviews(tx, storeId, [aReview({})], by)
    await insertQuestions(tx, storeId, [question, quiet], by)
    await insertAnswers(tx, storeId, [answer], by)
  })
  for (const [path, text] of [
    [`questions/${question.id}`, 'It names a competitor.'],
    [`answers/${answer.id}`, 'That is my number.'],
  ]) {
    const { status } = await service.send('POST', `/api/v1/${path}/reports`, {
      headers: { 'x-api-key': store.storeKey, 'x-store-id': storeId, 'content-type': 'application/json' },
      body: { reason: 'private_data', text },
    })
    expect(status).toBe(204)
  }
  const reported = async (kind: 'questions' | 'answers') => {
    const { body } = await owner.send('GET', `/stores/${storeId}/${kind}?reported=1`)
    return (body as { result: { id: string }[] }).result.map(({ id }) => id)
  }
  expect([await reported('questions'), await reported('answers')]).toEqual([[question.id], [answer.id]])

  const page = await openDashboard(browser, service, owner, { path: `/${storeId}` })
  await closeAfter(page, async () => {
    await page.getByRole('link', { name: /2 questions or answers reported/ }).click()
    const cards = { question: `[data-question="${question.id}"]`, answer: `[data-answer="${answer.id}"]` }
    await page.locator(cards.question).getByText('It names a competitor.').waitFor()
    await page.locator(cards.answer).getByText('That is my number.').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Reported by visitors' }).getAttribute('aria-pressed'))
      .toBe('true')
    await expect.poll(() => page.locator(`[data-question="${quiet.id}"]`).count()).toBe(0)
    await page.locator(cards.question).getByRole('button', { name: 'Keep published' }).click()
    await expect.poll(() => reported('questions')).toEqual([])
    await page.locator(cards.question).waitFor({ state: 'detached' })
    await page.locator(cards.answer).getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByText('Contains personal data').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await expect.poll(() => reported('answers')).toEqual([])
    await page.getByRole('button', { name: 'Reported by visitors' }).click()
    await page.locator(cards.question).getByText('It names a competitor.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Keep published' }).count()).toBe(0)
  })
})

test.each([
  ['en', 1000],
  ['de', 1280],
  ['fr', 360],
])('the filters of questions fit, in %s on %i pixels', async (language, width) => {
  const { service, browser, storeId, owner } = stage
  const path = `/${storeId}/questions?reported=1`
  const page = await openDashboard(browser, service, owner, { language, width, path })
  await closeAfter(page, async () => {
    await page.locator('button[aria-pressed=true]').waitFor()
    await expect.poll(() => overflows(page)).toBe(false)
  })
})

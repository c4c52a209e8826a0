import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAnswers } from '../../server/answers/questions/answers/answers.ts'
import { insertQuestions } from '../../server/answers/questions/questions.ts'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { anAnswer, aQuestion, aReview } from '../../server/test/factories.ts'
import { addProducts } from '../../server/test/reading.ts'
import { closeAfter, moveTo, openDashboard, type Stage, setStage } from './stage.ts'

// What Orca made of the dashboard in Firefox and Chromium (docs/explanation/accessibility.md), as far as Chromium shows it.

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const { service, store, storeId } = stage
  await addProducts(service, store, { 'product-1': 'SKU' })
  const unanswered = { state: 'pending', reply: null, reply_created_at: null, published_at: null } as const
  const published = aQuestion({ body: 'Is it heavy?' })
  const by = { at: new Date(), actor: 'author', action: 'create' } as const
  await service.database.transaction(async tx => {
    const recent = aReview({ created_at: by.at })
    await insertReviews(tx, storeId, [recent, aReview({ state: 'pending', published_at: null })], by)
    const questions = ['Does it leak?', 'Does it whistle?'].map(body => aQuestion({ ...unanswered, body }))
    await insertQuestions(tx, storeId, [published, ...questions], by)
    const answer = { question_id: published.id, body: 'About 700 grams.', published_at: null }
    await insertAnswers(tx, storeId, [anAnswer({ ...answer, state: 'pending' })], by)
  })
})
afterAll(() => stage.close())

const open = (path: string) => {
  const { browser, service, owner, storeId } = stage
  return openDashboard(browser, service, owner, { path: `/${storeId}${path}` })
}

test('a number in the menu is a word of its own', async () => {
  const page = await open('/products')
  await closeAfter(page, async () => {
    await expect.poll(() => textOfLink(page, 'Reviews')).toBe('Reviews\u00a01 pending')
    await expect.poll(() => textOfLink(page, 'Questions')).toBe('Questions\u00a03 pending')
    await moveTo(page, `/${stage.storeId}/settings?tab=moderation`)
    await page.getByRole('switch', { name: 'Videos by buyers' }).click({ force: true })
    await expect.poll(() => textOfLink(page, 'Settings')).toBe('Settings\u00a0Unsaved changes')
  })
})

test('the hint of a switch is its description, and no part of its name', async () => {
  const page = await open('/settings?tab=moderation')
  await closeAfter(page, async () => {
    const videos = page.getByRole('switch', { name: 'Videos by buyers', exact: true })
    await videos.waitFor()
    const hint = await videos.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${hint}"]`).innerText()).toMatch(/^Buyers can add a video/)
  })
})

test('a required field is invalid once the browser has refused the form, until it is changed', async () => {
  const { browser, service } = stage
  const page = await openDashboard(browser, service, undefined)
  await closeAfter(page, async () => {
    const email = page.getByLabel('Email')
    const isInvalid = () => email.getAttribute('aria-invalid')
    await expect.poll(isInvalid).toBe('false')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(isInvalid).toBe('true')
    await email.press('a')
    await expect.poll(isInvalid).toBe('false')
  })
})

test.each([
  ['button', (page: Page) => page.locator('[data-direction=up]').click()],
  ['key', (page: Page) => page.getByLabel('Buyers a day').press('ArrowUp')],
])('a required number is not invalid once its arrow, a %s, has filled it', async (_, raise) => {
  const page = await open('/orders/earlier-buyers')
  await closeAfter(page, async () => {
    const field = page.getByLabel('Buyers a day')
    const isInvalid = () => field.getAttribute('aria-invalid')
    await field.fill('')
    await expect.poll(isInvalid).toBe('false')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect.poll(isInvalid).toBe('true')
    await raise(page)
    await expect.poll(isInvalid).toBe('false')
    expect(await field.inputValue()).toBe('1')
  })
})

test('a chart is one picture, with nothing else to read', async () => {
  const page = await open('')
  await closeAfter(page, async () => {
    const chart = page.getByRole('img', { name: /stars? on average/ })
    await chart.locator('svg').first().waitFor()
    const open = await chart.evaluate(picture =>
      [...picture.querySelectorAll('svg, text')].filter(inner => !inner.closest('[aria-hidden=true]')),
    )
    expect(open).toEqual([])
  })
})

test('questions and answers have groups with their text, for fields and buttons that all cards have', async () => {
  const page = await open('/questions')
  await closeAfter(page, async () => {
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group('Does it leak?').getByRole('textbox', { name: 'Your answer' }).waitFor()
    await group('Does it whistle?').getByRole('textbox', { name: 'Your answer' }).waitFor()
    await group('About 700 grams.').getByRole('button', { name: 'Reject' }).waitFor()
  })
})

// Firefox has Orca read each as "statusbar".
test.each([
  ['/questions', 'Your answer'],
  ['/mail', 'Subject'],
])('%s has no empty status', async (path, field) => {
  const page = await open(path)
  await closeAfter(page, async () => {
    await page.getByRole('textbox', { name: field }).first().waitFor()
    await expect.poll(() => page.getByRole('status').filter({ hasNotText: /\S/ }).count()).toBe(0)
  })
})

type Node = { nodeId: string; role?: { value: string }; name?: { value: string }; childIds?: string[] }

/** The text of the first link whose name begins so, as Chromium hands it to Orca: its pieces without anything between. */
async function textOfLink(page: Page, start: string): Promise<string> {
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = (await devTools.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const textOf = (node: Node | undefined): string =>
    node?.role?.value === 'StaticText'
      ? (node.name?.value ?? '')
      : (node?.childIds ?? []).map(id => textOf(byId.get(id))).join('')
  return textOf(nodes.find(({ role, name }) => role?.value === 'link' && name?.value.startsWith(start)))
}

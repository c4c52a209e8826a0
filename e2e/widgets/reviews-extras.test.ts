import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const handles = Array.from({ length: 6 }, (_, no) => ({
    title: `No. ${no + 1}`,
    body: 'The handle stays cool.',
  }))
  await shelve(stage, 'plain', handles)
  await shelve(stage, 'moka', [
    ...handles,
    { title: 'Bought', order_id: '1001', purchased_at: new Date('2026-02-24T12:00:00Z'), incentivized: true },
    { title: 'Ours', insider: true },
    { title: 'Chosen', imported: true, origin_name: 'Okendo', pinned_at: new Date('2026-03-11T12:00:00Z') },
  ])
})
afterAll(() => stage.close())

async function open(product: string, attributes = '', options: VisitOptions = {}) {
  const element = `<main><h1>Moka pot</h1><h2>Reviews</h2><rw-reviews data-product-id="${product}" ${attributes}></rw-reviews></main>`
  const visit = await stage.visit(element, options)
  await visit.page.locator('article').first().waitFor()
  return visit
}

const card = (page: Page, title: string) => page.locator('article', { hasText: title })

test('a card says that it was rewarded, chosen or written by an insider, and behind its (i) where it comes from', async () => {
  const { page, errors } = await open('moka')
  const first = page.locator('article').first()
  await expect.poll(() => first.locator('h3').textContent()).toBe('Chosen')
  await expect.poll(() => first.getByText('Chosen by the store').isVisible()).toBe(true)
  await expect
    .poll(() => card(page, 'Bought').getByText('Received a reward for this review').isVisible())
    .toBe(true)
  await expect.poll(() => card(page, 'Ours').getByText('Works for the store').isVisible()).toBe(true)
  await expect.poll(() => card(page, 'Bought').getByText('Works for the store').count()).toBe(0)
  const summary = card(page, 'Bought').locator('summary[aria-label="About this review"]')
  await summary.focus()
  await page.keyboard.press('Enter')
  const about = card(page, 'Bought').locator('details p')
  await about.waitFor()
  expect((await about.textContent())?.replace(/\s+/g, ' ')).toContain(
    'The store asked for this review after a purchase. Bought on Feb 24, 2026.',
  )
  const link = about.getByRole('link', { name: 'How reviews are collected' })
  const [transparency] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect.poll(() => transparency.locator('h1').textContent()).toBe('How reviews are collected')
  await expect.poll(() => violations(page)).toEqual([])
  expect(errors).toEqual([])
})

test('what an (i) says is loaded when it is opened, and says so if it cannot be', async () => {
  const { page } = await open('plain')
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')))
  expect((await loaded()).filter(name => /^extras|details/.test(name))).toEqual([])
  await page.route(/en-details/, route => route.abort())
  const info = page.locator('article').first().locator('summary')
  await info.click()
  await page.locator('article').first().getByText('This could not be loaded.').waitFor()
  await expect
    .poll(() => page.locator('article').first().locator('details').getAttribute('open'))
    .not.toBeNull()
})

test('topics are buttons that search, where the store displays them; others request none', async () => {
  const { page, asked } = await open('moka', 'data-topics')
  const topics = page.getByRole('group', { name: 'Often mentioned' })
  const handle = topics
    .getByRole('button', { name: 'handle stays cool, 6 reviews' })
    .or(topics.getByRole('button').first())
  await handle.click()
  await expect.poll(() => page.locator('article').count()).toBe(6)
  await expect.poll(() => handle.getAttribute('aria-pressed')).toBe('true')
  await handle.click()
  await expect.poll(() => page.locator('article').count()).toBe(9)
  expect(asked.filter(({ pathname }) => pathname.endsWith('topics.json'))).toHaveLength(1)
  const plain = await open('plain')
  await plain.page.locator('summary').first().waitFor()
  expect(plain.asked.filter(({ pathname }) => pathname.endsWith('topics.json'))).toEqual([])
})

test('nothing moves when the notes, the (i) and the topics arrive', async () => {
  const context = await stage.browser.newContext({ viewport: { width: 390, height: 800 } })
  await context.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const attributes of ['', 'data-topics']) {
    const { page } = await open('moka', attributes, { context })
    await page.locator('summary').first().waitFor()
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  }
})

import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markReviewed } from '../../server/asking/requests/requests.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder, aQuestion, aReview } from '../../server/test/factories.ts'
import { addProducts, addQuestions, addReviews } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import {
  findFaults,
  findFaultsInBothSchemes,
  openDashboard,
  overflows,
  switchColors,
  type View,
} from './stage.ts'

let it: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  store = await aStore(it.database, { request_delay_days: 3, avoid_weekends: false, order_limit: 30 })
  await fill()
  owner = await aMember(it, store.storeId, 'owner')
  viewer = await aMember(it, store.storeId, 'viewer')
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 2, 31, 18)
const ago = (days: number) => new Date(now - days * day)

// The last 30 days have 24 orders, of which 20 were invited and 5 reviewed, and 20 reviews with an average of 4.0. The
// 30 days before have 10 with 4.2.
async function fill(): Promise<void> {
  await addProducts(it, store, { 'product-1': 'SKU' })
  for (let order = 0; order < 24; order++) {
    it.setNow(ago(29 - order))
    const customers = [aCustomer(order === 7 ? { email: 'no address' } : {})]
    const delivery_date = order < 21 ? ago(29 - order).toISOString() : ago(-2).toISOString()
    await it.send('POST', '/orders', { headers: store.headers, body: anOrder({ delivery_date, customers }) })
  }
  it.setNow(now)
  await it.runDue()
  await reviewSome(5)
  const recent = [5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 3, 3, 2, 1].map((rating, index) =>
    aReview({ rating, created_at: ago(index * 1.4), recommended: rating > 2 }),
  )
  const before = [5, 5, 5, 5, 4, 4, 4, 4, 3, 3].map((rating, index) =>
    aReview({ rating, created_at: ago(31 + index), recommended: null }),
  )
  const waits = aReview({ state: 'pending', created_at: ago(2), published_at: null })
  await addReviews(it, store, ...recent, ...before, waits)
  const unanswered = { state: 'pending', reply: null, reply_created_at: null, published_at: null } as const
  const answered = (index: number) => ({
    created_at: ago(10 + index),
    reply_created_at: new Date(ago(10 + index).getTime() + (index + 0.5) * 60 * 60 * 1000),
  })
  const questions = [0, 1, 2, 3, 4].map(index => aQuestion(answered(index)))
  await addQuestions(it, store, ...questions, aQuestion({ ...unanswered, created_at: ago(1) }))
}

async function reviewSome(count: number): Promise<void> {
  const asked = await it.database.query<{ mailing_id: string; order_id: string }>(sql`
    select mailing_id, order_id
    from review_requests
    where store_id = ${store.storeId} and state = 'sent'
    order by created_at
    limit ${count}`)
  for (const { mailing_id, order_id } of asked)
    await it.database.transaction(tx => markReviewed(tx, store.storeId, mailing_id, [{ order_id, part: 0 }]))
}

type Seen = { page: Page; refused: string[] }

/** The rendered home of the store, and what its policy refused. */
async function openHome(view: View = {}, who = owner, path = `/${store.storeId}`): Promise<Seen> {
  const page = await openDashboard(browser, it, who, { ...view, path: '/nothing' })
  const refused: string[] = []
  page.on('console', message => {
    if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text())
  })
  await page.goto(`${it.url}/admin${path}`)
  return { page, refused }
}

type Box = { left: number; right: number; top: number; bottom: number }

/** The parts of a step of the funnel, in its lines from top to bottom, each from left to right. */
function linesOf(step: Box[]): string[][] {
  const parts = step.map((box, index) => ({
    ...box,
    name: ['name', 'bar', 'count'][index] ?? 'another part',
  }))
  const lines: (typeof parts)[] = []
  for (const part of parts.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (part.top + part.bottom) / 2
    const line = lines.find(([first]) => first && first.top < middle && middle < first.bottom)
    if (line) line.push(part)
    else lines.push([part])
  }
  return lines.map(line => line.toSorted((a, b) => a.left - b.left).map(({ name }) => name))
}

const isDrawn = (page: Page) => page.locator('.recharts-surface').nth(3).waitFor()

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/home-${name}.png`, fullPage: true })
}

test('has its outlines while it loads', async () => {
  const page = await openDashboard(browser, it, owner, { path: `/${store.storeId}` })
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const gate = Promise.withResolvers<void>()
  await page.route('**/first-steps', async route => {
    await gate.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const outlines = page.locator('main .mantine-Skeleton-root')
  await outlines.first().waitFor()
  await expect.poll(() => outlines.count()).toBeGreaterThan(4)
  gate.resolve()
  await expect.poll(() => outlines.count()).toBe(0)
  // The title of a screen does not wait for its data.
  const design = Promise.withResolvers<void>()
  await page.route('**/widget-design*', async route => {
    await design.promise
    await route.continue()
  })
  await page.goto(`${it.url}/admin/${store.storeId}/widgets`)
  await page.getByRole('heading', { level: 1, name: 'Widgets' }).waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBe(0)
  design.resolve()
  await page.getByRole('tab', { name: 'Code' }).waitFor()
  await page.context().close()
})

describe('the home of a store', () => {
  test.each([
    ['owner', () => owner],
    ['viewer', () => viewer],
  ])('shows its %s the figures and pending work', async (_role, who) => {
    const { page, refused } = await openHome({}, who())
    await page.getByRole('heading', { name: 'Orders reviewed: 5 of 24 (21%)' }).waitFor()
    await page
      .getByRole('heading', { name: '4.0 stars on average in the last 30 days, 0.2 lower than before' })
      .waitFor()
    await page.getByRole('heading', { name: '70% of 20 reviews have 4 or 5 stars' }).waitFor()
    await page.getByRole('heading', { name: '90% would recommend what they bought' }).waitFor()
    await page.getByRole('heading', { name: 'Median reply time: up to 4 hours' }).waitFor()
    await page.getByText('1 of 6 questions is unanswered.').waitFor()
    await page.getByText('3 requests are scheduled for later.').waitFor()
    const tasks = page.getByRole('region', { name: 'To do' }).getByRole('link')
    await expect
      .poll(() => tasks.allInnerTexts())
      .toEqual([
        expect.stringContaining('1 review pending'),
        expect.stringContaining('1 question pending'),
        expect.stringContaining('24 of 30 orders'),
      ])
    const figures = page.getByRole('region', { name: 'Summary' })
    await figures.getByText('Down 0.2 from the previous 30 days').waitFor()
    await figures.getByText('Up 11 from the previous 30 days').waitFor()
    await figures.getByText('20 of them published').waitFor()
    await isDrawn(page)
    expect(refused).toEqual([])
    await tasks.first().click()
    await page.locator('[data-review]').first().waitFor()
    await page.context().close()
  })

  test('colours good and bad trends, in both schemes', async () => {
    const { page } = await openHome()
    const colorOf = (text: string) => page.getByText(text).evaluate(trend => getComputedStyle(trend).color)
    await page.getByText('Up 11 from the previous 30 days').waitFor()
    for (const [scheme, good, bad] of [
      ['light', 'rgb(24, 92, 68)', 'rgb(201, 42, 42)'],
      ['dark', 'rgb(126, 195, 164)', 'rgb(255, 135, 135)'],
    ] as const) {
      await switchColors(page, scheme)
      await expect.poll(() => colorOf('Up 11 from the previous 30 days')).toBe(good)
      await expect.poll(() => colorOf('Down 0.2 from the previous 30 days')).toBe(bad)
    }
    await page.context().close()
  })

  test('says what a figure counts, to the keyboard, to a finger and to a pointer that may move onto it', async () => {
    const { page } = await openHome()
    const about = page.getByRole('button', { name: 'What is counted: Median reply time' })
    await about.focus()
    const note = page.getByRole('tooltip', { name: /^Half of your replies/ })
    await note.waitFor()
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await about.hover()
    await note.waitFor()
    // It stays below the pointer: hover() waits until the element is what gets the pointer.
    await note.hover()
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await page.context().close()
    const phone = await openHome({ width: 390, touch: true })
    await phone.page.getByRole('button', { name: 'What is counted: Reviews' }).tap()
    await phone.page.getByRole('tooltip', { name: /^All reviews written in this period/ }).waitFor()
    await phone.page.context().close()
  })

  test('a figure without data is a small note, and no giant figure', async () => {
    const { page } = await openHome({}, owner, `/${store.storeId}?from=2025-02-01&to=2025-02-28`)
    const note = page.locator('dl dd').filter({ hasText: /^No data yet$/ })
    await note.first().waitFor()
    const sizes = await note.evaluateAll(notes => notes.map(one => getComputedStyle(one).fontSize))
    expect(sizes).toEqual(['16px', '16px', '16px'])
    await page.context().close()
  })

  test('changes its range by keyboard, keeps it in the URL, and reports an invalid one', async () => {
    const { page } = await openHome()
    await page.getByText('in the last 30 days').first().waitFor()
    await page.getByRole('radio', { name: '30 days' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: /^4\.1 stars on average in the last 90 days/ }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?range=90d')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('heading', { name: /in the last 7 days/ }).waitFor()
    await page.getByRole('radio', { name: 'Dates' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('textbox', { name: 'From' }).fill('2026-02-01')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-02-28')
    await page.getByRole('heading', { name: /from Feb 1, 2026 to Feb 28, 2026/ }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-02-01&to=2026-02-28')
    await page.getByRole('textbox', { name: 'From' }).fill('2020-02-01')
    await page.getByText('Expected at most 731 days').waitFor()
    await page.context().close()
  })

  test('the funnel has a line per step, on a wide screen and on a phone', async () => {
    const { page } = await openHome()
    const steps = page
      .getByRole('region', { name: /^Orders reviewed/ })
      .first()
      .locator('ol > li')
    await steps.nth(3).waitFor()
    const boxesNow = () =>
      steps.evaluateAll(items =>
        items.map(item =>
          [...item.children].map(child => {
            const { left, right, top, bottom } = child.getBoundingClientRect()
            return { left, right, top, bottom }
          }),
        ),
      )
    for (const [width, expected] of [
      [1280, [['name', 'bar', 'count']]],
      [360, [['name', 'count'], ['bar']]],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => (await boxesNow()).map(linesOf))
        .toEqual([expected, expected, expected, expected])
      const boxes = await boxesNow()
      const bottoms = boxes.map(step => Math.max(...step.map(({ bottom }) => bottom)))
      const tops = boxes.map(step => Math.min(...step.map(({ top }) => top)))
      for (const index of [1, 2, 3]) expect(tops[index]).toBeGreaterThan(bottoms[index - 1] ?? Infinity)
    }
    await page.context().close()
  })

  test('can be read as tables', async () => {
    const { page } = await openHome()
    const chart = (name: RegExp) => page.getByRole('region', { name }).first()
    const funnel = chart(/^Orders reviewed/)
    const toggle = funnel.getByRole('button', { name: 'Show as table' })
    await toggle.press('Enter')
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
    await funnel.getByRole('table', { name: /^Orders reviewed/ }).waitFor()
    const cells = await funnel.locator('tbody tr').allInnerTexts()
    expect(cells.map(row => row.split(/\s*\t\s*/))).toEqual([
      ['Orders received', '24', '–'],
      ['With a review request', '23', '96%'],
      ['Invited', '20', '87%'],
      ['Reviewed', '5', '25%'],
    ])
    const stars = chart(/have 4 or 5 stars/)
    await stars.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => stars.locator('tbody tr').count()).toBe(30)
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.context().close()
  })

  test('loads the charts after the figures, without moving anything', async () => {
    const { page } = await openHome({}, owner, `/${store.storeId}/questions`)
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await page.getByLabel('Search questions and names').waitFor()
    const resources = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(resources.filter(name => name.includes('lazy-charts'))).toEqual([])
    await page.goto(`${it.url}/admin/${store.storeId}`)
    await isDrawn(page)
    const positionOf = (part: string) => requested.findIndex(url => url.includes(part))
    expect(positionOf('lazy-charts')).toBeGreaterThan(positionOf('/insights'))
    const shift = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          let total = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries())
              total += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
        }),
    )
    expect(shift).toBeLessThan(0.1)
    await page.context().close()
  })
})

describe('a store without figures', () => {
  test('shows the first steps, and which are completed', async () => {
    const empty = await aStore(it.database)
    const person = await aMember(it, empty.storeId, 'owner')
    const { page } = await openHome({}, person, `/${empty.storeId}`)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByText('0 of 6 done').waitFor()
    await expect.poll(() => page.getByRole('radio').count()).toBe(0)
    await expect.poll(() => findFaults(page)).toEqual([])
    await shoot(page, 'empty')
    await aMember(it, empty.storeId, 'viewer')
    await page.reload()
    await page.getByText('1 of 6 done').waitFor()
    await page.getByRole('link', { name: 'Open connections' }).click()
    await page.waitForURL(/\/connections$/)
    await page.context().close()
  })
})

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'es' },
] satisfies View[])('passes axe and fits its page: %o', async view => {
  const { page, refused } = await openHome(view)
  await isDrawn(page)
  await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
  await expect.poll(() => overflows(page)).toBe(false)
  expect(refused).toEqual([])
  await shoot(page, `${view.scheme}-${view.width}`)
  await page.context().close()
})

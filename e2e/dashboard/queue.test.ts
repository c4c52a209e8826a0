import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideState } from '../../server/answers/moderation/moderation.ts'
import { insertAnswers, readAnswer } from '../../server/answers/questions/answers/answers.ts'
import { insertQuestions, readQuestion } from '../../server/answers/questions/questions.ts'
import { insertReviews, type Review, readReview } from '../../server/answers/reviews/reviews.ts'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { readStore } from '../../server/tenants/stores/stores.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { anAnswer, aQuestion, aReview } from '../../server/test/factories.ts'
import { aStore } from '../../server/test/users.ts'
import { findFaults, moveTo, openDashboard, overflows, switchColors, type View } from './stage.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'author', action: 'create' } as const
let it: TestApp
let browser: Browser
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

type Change = Partial<Review>

/** A new store with pending reviews, newest first, and a user in a role at its queue. */
async function aQueue(changes: Change[], role: 'moderator' | 'viewer' = 'moderator', view: View = {}) {
  const { storeId } = await aStore(it.database)
  const products = [
    { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' },
    { product_id: 'product-2', sku: 'SKU-2', name: 'Hand grinder', url: '' },
  ]
  const reviews = changes
    .map(change => aReview({ state: 'pending', published_at: null, ...change }))
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  await it.database.transaction(async tx => {
    await addSeenProducts(tx, storeId, products, by.at)
    await insertReviews(tx, storeId, reviews, by)
    const rule = { ...(await readStore(tx, storeId)), moderation: 'hold' as const }
    for (const review of reviews) await decideState(tx, rule, { kind: 'review', at: by.at, ...review })
  })
  const member = await aMember(it, storeId, role)
  const page = await openDashboard(browser, it, member, { ...view, path: `/${storeId}/reviews` })
  const ids = reviews.map(({ id }) => id)
  if (ids.length > 0) await page.locator('[data-review]').first().waitFor()
  const stateOf = async (index: number) => (await readReview(it.database, storeId, ids[index] ?? '')).state
  return { storeId, page, ids, stateOf, member }
}

const shown = (page: Page) =>
  page.locator('[data-review]').evaluateAll(cards => cards.map(card => card.getAttribute('data-review')))

describe('the queue', () => {
  test('names the store itself, and can show its reviews alone or without them', async () => {
    const { page, ids } = await aQueue([{}, { product_id: '', title: 'Ships fast' }])
    const [store, product] = [ids[0] ?? '', ids[1] ?? '']
    await expect.poll(() => page.locator(`[data-review="${store}"]`).innerText()).toContain('· Your store')
    await page.locator(`[data-review="${store}"] button`).click()
    await page.getByRole('button', { name: 'Your store', exact: true }).click()
    await expect.poll(() => shown(page)).toEqual([store])
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await page.getByRole('combobox', { name: 'About' }).click()
    await page.getByRole('option', { name: 'Products', exact: true }).click()
    await expect.poll(() => shown(page)).toEqual([product])
    await expect.poll(() => page.url()).toContain('subject=product')
  })

  test('can be worked through by keyboard, and decisions can be undone until they are sent', async () => {
    const { page, ids, stateOf } = await aQueue([{}, {}, { body: 'Call me on 11 98888-7777' }])
    await page.keyboard.press('j')
    await page.locator('mark', { hasText: '98888-7777' }).waitFor()
    await page.keyboard.press('p')
    await expect.poll(() => shown(page)).toEqual(ids.slice(1))
    await page.keyboard.press('z')
    await expect.poll(() => shown(page)).toEqual(ids)
    await expect.poll(() => stateOf(0)).toBe('pending')
    // After an undo the next review is active, so go back to the first.
    await page.keyboard.press('k')
    await page.locator(`[data-review="${ids[0]}"][data-active]`).waitFor()
    await page.keyboard.press('p')
    await expect.poll(() => shown(page)).toEqual(ids.slice(1))
    await page.locator(`[data-review="${ids[1]}"][data-active]`).waitFor()
    await page.keyboard.press('x')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().press('Space')
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
    await expect.poll(() => shown(page)).toEqual(ids.slice(2))
    await page.locator(`[data-review="${ids[2]}"][data-active]`).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('Thank you!')
    await expect.poll(() => page.locator('#reply').inputValue()).toBe('Thank you!')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Reply saved').waitFor()
    // Leaving the page sends pending decisions.
    await page.goto('about:blank')
    await expect.poll(() => stateOf(0)).toBe('published')
    await expect.poll(() => stateOf(1)).toBe('rejected')
    await expect.poll(() => stateOf(2)).toBe('pending')
  })

  test('publishes a review with the reply that is typed, and nothing of it after an undo', async () => {
    const { page, storeId, ids, stateOf } = await aQueue([{}, {}])
    const replyOf = async (index: number) => (await readReview(it.database, storeId, ids[index] ?? '')).reply
    await page.keyboard.press('j')
    await page.locator('#reply').fill('Thank you! ')
    const publish = page.getByRole('button', { name: 'Publish with reply' })
    await publish.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.press('k')
    await expect.poll(() => page.locator('#reply').inputValue()).toBe('Thank you! ')
    await expect.poll(() => stateOf(0)).toBe('pending')
    await publish.click()
    await expect.poll(() => replyOf(0)).toBe('Thank you!')
    await expect.poll(() => stateOf(0)).toBe('published')
    await expect.poll(() => replyOf(1)).toBe(null)
    await page.getByText('Reply not saved').waitFor({ state: 'detached' })
  })

  test('that is empty leads to all reviews', async () => {
    const { page, storeId } = await aQueue([])
    await it.database.transaction(async tx => {
      await addSeenProducts(
        tx,
        storeId,
        [{ product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }],
        by.at,
      )
      await insertReviews(tx, storeId, [aReview({})], by)
    })
    await page.getByRole('button', { name: 'Show all reviews' }).click()
    await expect.poll(() => shown(page)).toHaveLength(1)
  })

  test('takes the width of the screen until a review is open, and its search shows the focus', async () => {
    const { page } = await aQueue([{}, {}])
    const cards = page.locator('[data-review]')
    const widths = async () => [
      (await cards.first().boundingBox())?.width ?? 0,
      (await page.locator('main input[type=search]').first().boundingBox())?.width ?? 0,
    ]
    const [card = 0, search = 0] = await widths()
    expect(card).toBeGreaterThan(search) // the filters are beside the search, above the cards
    await page.keyboard.press('j')
    await page.locator('#reply').waitFor()
    await expect.poll(async () => (await widths())[0]).toBeLessThan(card * 0.6)
    await page.getByRole('searchbox').focus()
    const outline = await page.getByRole('searchbox').evaluate(field => getComputedStyle(field).outline)
    expect(outline).toMatch(/solid 2px$|^2px solid|solid.* 2px/)
  })

  test('moves down with j and up with k, and stops at both ends', async () => {
    const { page, ids } = await aQueue([{}, {}, {}])
    for (const [key, index] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['j', 2],
      ['k', 1],
      ['k', 0],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key)
      await page.locator(`[data-review="${ids[index]}"][data-active]`).waitFor()
    }
  })

  test('has a word for an author without a name', async () => {
    const { page } = await aQueue([{ display_name: '', title: '' }])
    const card = page.locator('[data-review]')
    await expect.poll(() => card.innerText()).toContain('Anonymous · Moka pot')
    await card.getByRole('checkbox', { name: 'Anonymous' }).waitFor()
    await card.getByRole('button').click()
    await page.getByText('Anonymous · ', { exact: false }).nth(1).waitFor()
  })

  test('decides several reviews at once', async () => {
    const { page, stateOf } = await aQueue([{}, {}])
    await page.getByRole('link', { name: 'Reviews 2 pending' }).waitFor()
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
    await page.getByText('No pending reviews').waitFor()
    // Leaving the screen sends pending decisions.
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Reviews', exact: true }).waitFor()
    await expect.poll(() => stateOf(0)).toBe('published')
    await expect.poll(() => stateOf(1)).toBe('published')
  })

  test('filters by stars only among published reviews', async () => {
    const { page } = await aQueue([{}])
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByText('Flagged by a check').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Stars' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText('Published', { exact: true }).click()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page
      .getByRole('combobox', { name: 'Stars' })
      .or(page.getByRole('textbox', { name: 'Stars' }))
      .waitFor()
  })

  test('has a tab for all states, and counts on the tabs that follow decisions', async () => {
    const { page, ids, stateOf } = await aQueue([{ state: 'published' }, { state: 'rejected' }, {}])
    const tab = (name: string) => page.getByRole('radiogroup', { name: 'Status' }).getByText(name)
    await tab('Pending1').waitFor()
    await tab('All3').click()
    await expect.poll(() => shown(page)).toEqual(ids)
    await expect.poll(() => page.url()).toContain('state=all')
    await page.keyboard.press('j')
    await page.locator(`[data-review="${ids[0]}"][data-active]`).waitFor()
    await page.keyboard.press('p')
    // It stays in this list, with its new state, before the decision is sent.
    await tab('Pending0').waitFor()
    await tab('Published2').waitFor()
    await page.locator(`[data-review="${ids[0]}"]`).getByText('Published').waitFor()
    await expect.poll(() => stateOf(0)).toBe('pending')
    await page.goto('about:blank')
    await expect.poll(() => stateOf(0)).toBe('published')
  })

  test('filters by product, days and missing replies, in the URL', async () => {
    const replied = { reply: 'Thanks', reply_created_at: by.at }
    const { page, ids, storeId } = await aQueue([
      { created_at: new Date('2026-03-12T12:00:00Z') },
      { created_at: new Date('2026-03-11T12:00:00Z'), ...replied },
      { created_at: new Date('2026-03-10T12:00:00Z'), product_id: 'product-2' },
    ])
    const [first, second, third] = ids
    await page.getByRole('button', { name: 'No reply yet' }).click()
    await expect.poll(() => shown(page)).toEqual([first, third])
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending2').waitFor()
    await page.getByRole('combobox', { name: 'Product' }).fill('grind')
    await page.getByRole('option', { name: 'Hand grinder' }).click()
    await expect.poll(() => shown(page)).toEqual([third])
    // Both filters at once would be costly to count.
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending', { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?unanswered=1&product_id=product-2')
    await page.goto(`${it.url}/admin/${storeId}/reviews?from=2026-03-11&to=2026-03-11`)
    await expect.poll(() => shown(page)).toEqual([second])
    await page.getByRole('button', { name: 'Mar 11, 2026 – Mar 11, 2026' }).click()
    await page.getByLabel('To', { exact: true }).fill('2026-03-12')
    await expect.poll(() => shown(page)).toEqual([first, second])
  })

  test('follows what others do, and keeps the open review and its place', async () => {
    const { page, ids, storeId, stateOf } = await aQueue(Array.from({ length: 12 }, () => ({})))
    const colleague = await aMember(it, storeId, 'moderator')
    await page.locator(`[data-review="${ids[9]}"]`).getByRole('button').click()
    await page.locator(`[data-review="${ids[9]}"][data-active]`).waitFor()
    await page.locator('#reply').fill('A reply that is not sent yet')
    const place = async () => (await page.locator(`[data-review="${ids[9]}"]`).boundingBox())?.y ?? Number.NaN
    const before = await place()
    const newest = aReview({ state: 'pending', published_at: null, created_at: by.at })
    await it.database.transaction(tx => insertReviews(tx, storeId, [newest], by))
    await expect.poll(() => shown(page)).toEqual([newest.id, ...ids])
    await colleague.send('POST', `/stores/${storeId}/reviews/decisions`, {
      action: 'publish',
      ids: [newest.id],
    })
    await expect.poll(() => shown(page)).toEqual(ids)
    expect(Math.abs((await place()) - before)).toBeLessThan(2)
    await expect.poll(() => page.locator('#reply').inputValue()).toBe('A reply that is not sent yet')
    await page.getByRole('link', { name: 'Reviews 12 pending' }).waitFor()
    await expect.poll(() => stateOf(9)).toBe('pending')
  })

  test('asks for no changes while nobody uses the page, and catches up at the next key', async () => {
    const { page, ids, storeId } = await aQueue([{}])
    let asked = 0
    page.on('request', request => {
      if (request.url().endsWith('/latest-change')) asked++
    })
    await expect.poll(() => asked).toBeGreaterThan(1)
    await page.clock.install()
    await page.mouse.move(5, 5)
    await page.clock.runFor('02:01')
    const before = asked
    const newest = aReview({ state: 'pending', published_at: null, created_at: by.at })
    await it.database.transaction(tx => insertReviews(tx, storeId, [newest], by))
    await page.clock.runFor('10:00')
    expect(asked).toBe(before)
    await page.keyboard.press('Shift')
    await expect
      .poll(async () => {
        await page.clock.runFor('00:01')
        return await shown(page)
      })
      .toEqual([newest.id, ...ids])
  })

  test('shows its shortcuts after a dialog was closed with Escape, and turns them off for good', async () => {
    const { page } = await aQueue([{}])
    await page.keyboard.press('j')
    await page.locator('#reply').waitFor()
    for (const _ of ['once', 'and again']) {
      await page.keyboard.press('x')
      await page.getByRole('dialog', { name: 'Why are you rejecting it?' }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
    // For people whose speech is typed: WCAG 2.1.4.
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: 'Use shortcuts in this browser' }).press('Space')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('x')
    await page.reload()
    await page.locator('#reply').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await page.getByRole('switch', { name: 'Use shortcuts in this browser' }).press('Space')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('x')
    await page.getByRole('dialog', { name: 'Why are you rejecting it?' }).waitFor()
  })

  test('shows a viewer everything, without buttons to change it', async () => {
    const { page } = await aQueue([{}], 'viewer')
    await page.keyboard.press('j')
    await page.getByText('History').waitFor()
    for (const name of ['Publish', 'Reject', 'Publish reply'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0)
  })

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360, language: 'pt-BR' },
  ] satisfies View[])('passes axe and fits its page: %o', async view => {
    const { page } = await aQueue([{ title: 'x'.repeat(150) }, {}], 'moderator', view)
    await expect.poll(() => overflows(page)).toBe(false)
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.keyboard.press('j')
    await page.locator('#reply').waitFor()
    await expect.poll(() => overflows(page)).toBe(false)
    await expect.poll(() => findFaults(page)).toEqual([])
  })
})

describe('questions', () => {
  test('are published when answered', async () => {
    const { storeId, page } = await aQueue([])
    const waiting = aQuestion({ state: 'pending', reply: null, reply_created_at: null, published_at: null })
    await it.database.transaction(tx => insertQuestions(tx, storeId, [waiting], by))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await moveTo(page, `/${storeId}/questions`)
    await page.getByText(waiting.body).waitFor()
    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      await switchColors(page, scheme)
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => findFaults(page), { message: scheme }).toEqual([])
      await expect.poll(() => overflows(page), { message: scheme }).toBe(false)
      // Without templates and the right to add some, no button for them is above the label.
      const tops = page
        .locator('form, form label')
        .evaluateAll(all => all.map(one => one.getBoundingClientRect().y))
      expect((await tops).toSorted((a, b) => a - b)).toEqual(await tops)
    }
    await page.getByLabel('Your answer').fill('Yes, from 12 cm on.')
    await page.getByRole('button', { name: 'Answer and publish' }).click()
    await page.getByText('No pending questions').waitFor()
    const now = await readQuestion(it.database, storeId, waiting.id)
    expect(now).toMatchObject({ state: 'published', reply: 'Yes, from 12 cm on.' })
  })

  test('are answered by shoppers, whose answers are published and rejected there', async () => {
    const { storeId, page } = await aQueue([])
    const asked = aQuestion({ body: 'Is it heavy?' })
    const waiting = aQuestion({ state: 'pending', reply: null, reply_created_at: null, published_at: null })
    const answers = ['Not to me.', 'Buy mine'].map(body =>
      anAnswer({
        question_id: asked.id,
        body,
        state: 'pending',
        published_at: null,
        verified_purchase: true,
      }),
    )
    await it.database.transaction(async tx => {
      await insertQuestions(tx, storeId, [asked, waiting], by)
      await insertAnswers(tx, storeId, answers, by)
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    await moveTo(page, `/${storeId}/questions`)
    const card = (index: number) => page.locator(`[data-answer="${answers[index]?.id}"]`)
    await card(0).getByText('Verified purchase').waitFor()
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending3').waitFor()
    await page.getByRole('heading', { name: 'Questions', level: 2 }).waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
    await card(0).getByRole('button', { name: 'Publish' }).click()
    await card(0).waitFor({ state: 'detached' })
    await card(1).getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().press('Space')
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
    await card(1).waitFor({ state: 'detached' })
    await page.getByText(waiting.body).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(0)
    const states = await Promise.all(answers.map(({ id }) => readAnswer(it.database, storeId, id)))
    expect(states.map(({ state }) => state)).toEqual(['published', 'rejected'])
  })
})

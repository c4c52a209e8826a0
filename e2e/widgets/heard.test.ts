import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addQuestionsAbout, rows } from './questions.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type Stage, setStage } from './stage.ts'

// What Orca made of the widgets in Firefox and Chromium (docs/explanation/accessibility.md), as far as Chromium's DOM shows it.

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await shelve(stage, 'moka', numbered(25))
  await addQuestionsAbout(stage, 'moka', [
    ...Array.from({ length: 10 }, (_, i) => ({ body: `Is part ${i} made of steel?` })),
    ...Array.from({ length: 10 }, (_, i) => ({ body: `Is cup ${i} made of glass?` })),
  ])
})
afterAll(() => stage.close())

const said = (page: Page, element: string) => page.locator(`${element} p.unseen[aria-live]`).textContent()

// A node that stays is not read again, nor the same text.
const mark = (page: Page, element: string) =>
  page.locator(`${element} p.unseen`).evaluate(region => {
    Object.assign(region, {
      read: [...region.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE),
    })
  })
const isAnew = (page: Page, element: string) =>
  page.locator(`${element} p.unseen`).evaluate(region => {
    const { read } = region as unknown as { read: Text }
    return !read.isConnected
  })

// Widgets load when they are near the visible area.
const tall = { browser: { viewport: { width: 1000, height: 8000 } } }
const all = `<rw-rating data-product-id="moka"></rw-rating><rw-badge></rw-badge>
  <rw-reviews data-product-id="moka"></rw-reviews><rw-questions data-product-id="moka"></rw-questions>
  <rw-carousel></rw-carousel>`

test('a picture holds nothing else to read, which Firefox reads too, or instead', async () => {
  const { page } = await stage.visit(all, tall)
  const pictures = page.locator('[role=img]')
  // The rating, the badge's star, those of the summary and of each card, and of each slide.
  await expect.poll(() => pictures.count()).toBeGreaterThan(20)
  await page.locator('rw-rating [role=img]').waitFor()
  const holdings = () =>
    pictures.evaluateAll(found =>
      found.flatMap(picture =>
        [...picture.querySelectorAll('svg, span')]
          .filter(inner => !inner.closest('[aria-hidden=true]'))
          .map(inner => inner.outerHTML),
      ),
    )
  await expect.poll(holdings).toEqual([])
})

test('the widgets add no banner to the page, and no empty status', async () => {
  const { page } = await stage.visit(all, tall)
  await page.locator('rw-reviews article').first().waitFor()
  await expect.poll(() => rows(page).count()).toBe(5)
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  await expect.poll(() => page.getByRole('status').count()).toBe(0)
})

test('another order is announced, although the number of reviews is the same, and so is a failure', async () => {
  const { page } = await stage.visit('<rw-reviews data-product-id="moka"></rw-reviews>')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption({ label: 'Oldest' })
  await expect.poll(() => said(page, 'rw-reviews')).toBe('25 reviews')
  await mark(page, 'rw-reviews')
  await order.selectOption({ label: 'Newest' })
  await expect.poll(() => isAnew(page, 'rw-reviews')).toBe(true)
  await expect.poll(() => said(page, 'rw-reviews')).toBe('25 reviews\xa0')
  await page.route('**/reviews.json*', route => route.abort())
  await order.selectOption({ label: 'Highest rating' })
  await expect.poll(() => said(page, 'rw-reviews')).toBe('This could not be loaded.')
})

test('questions are announced when they were searched, and not when they are loaded', async () => {
  const { page } = await stage.visit('<rw-questions data-product-id="moka"></rw-questions>')
  await expect.poll(() => rows(page).count()).toBe(5)
  await expect.poll(() => said(page, 'rw-questions')).toBe('')
  const search = page.getByRole('searchbox')
  await search.fill('steel')
  await expect.poll(() => said(page, 'rw-questions')).toBe('10 questions')
  await mark(page, 'rw-questions')
  await search.fill('glass')
  await expect.poll(() => isAnew(page, 'rw-questions')).toBe(true)
  await expect.poll(() => said(page, 'rw-questions')).toBe('10 questions\xa0')
})

test('the button with the focus says that a report was sent', async () => {
  const { page } = await stage.visit('<rw-reviews data-product-id="moka"></rw-reviews>')
  await page.getByRole('button', { name: 'Report', exact: true }).first().click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Send' }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect.poll(() => close.evaluate(node => node.matches(':focus'))).toBe(true)
  const description = await close.evaluate(node => {
    const ids = node.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map(id => (node.getRootNode() as ShadowRoot).getElementById(id)?.textContent).join(' ')
  })
  expect(description).toBe('Thank you The store will review your report.')
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shelve } from './review-shelf.ts'
import { type Stage, setStage, type VisitOptions } from './stage.ts'

// A picture of one pixel, from the shop itself.
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const picture = (name: string) => `${stage.shop.url}/${name}.gif`
  await shelve(stage, 'seen', [
    { display_name: 'Ana M.', pictures: ['1', '2', '3'].map(picture) },
    { display_name: 'Bia', pictures: [picture('4')] },
    { display_name: 'Caio', pictures: [...['gone', '5', '6', '7'].map(picture)] },
  ])
})
afterAll(() => stage.close())

async function open(options: VisitOptions = {}, html = ''): Promise<Page> {
  const context = await stage.browser.newContext(options.browser)
  await context.route('**/*.gif', route =>
    route.request().url().includes('gone')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: pixel, contentType: 'image/gif' }),
  )
  const { page } = await stage.visit('<rw-reviews data-product-id="seen"></rw-reviews>', {
    ...options,
    context,
    html,
  })
  await page.locator('article').first().waitFor()
  return page
}

const shown = async (page: Page) => (await page.locator('dialog img').getAttribute('src'))?.slice(-5, -4)

describe('pictures', () => {
  test('by keyboard: opened, moved in both directions and around, closed, and the focus restored', async () => {
    const page = await open()
    const thumbnail = page.getByRole('button', { name: 'Open picture 2 of 3' })
    await thumbnail.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Picture by Ana M.' }).waitFor()
    await expect.poll(() => shown(page)).toBe('2')
    await expect.poll(() => page.locator('dialog [role=status]').textContent()).toBe('2 of 3')
    for (const [key, next] of [
      ['ArrowRight', '3'],
      ['ArrowRight', '1'],
      ['ArrowLeft', '3'],
      ['ArrowLeft', '2'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => shown(page)).toBe(next)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect
      .poll(() => thumbnail.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node))
      .toBe(true)
  })

  test('the focus stays inside the dialog', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.getByRole('dialog').waitFor()
    const names = new Set<string | null>()
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      names.add(
        await page.evaluate(() => {
          const inside = document.activeElement?.shadowRoot?.activeElement
          return inside ? inside.closest('dialog') && inside.getAttribute('aria-label') : 'the browser'
        }),
      )
    }
    expect([...names].sort()).toEqual(['Close', 'Next picture', 'Previous picture', 'the browser'])
  })

  test('by buttons, and closed by a click on the backdrop', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await expect.poll(() => shown(page)).toBe('3')
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect.poll(() => shown(page)).toBe('1')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })

  test.each([
    ['left to right', '', -120, '2'],
    ['left to right', '', 120, '3'],
    ['right to left', 'dir="rtl"', 120, '2'],
    ['a trembling finger', '', 12, '1'],
  ])('a swipe, %s %s %i', async (_how, html, way, next) => {
    const page = await open({}, html)
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.locator('dialog img').waitFor()
    await page.mouse.move(400, 300)
    await page.mouse.down()
    await page.mouse.move(400 + way, 302)
    await page.mouse.up()
    await expect.poll(() => shown(page)).toBe(next)
  })

  test('the arrow keys follow the reading direction', async () => {
    const page = await open({}, 'dir="rtl"')
    await page.getByRole('button', { name: 'Open picture 1 of 3' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(page)).toBe('2')
  })

  test('a single one has no arrows, and a broken one hides its button', async () => {
    const page = await open()
    await page.locator('article').nth(1).getByRole('button', { name: 'Open picture' }).click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next picture' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    const last = page.locator('article').nth(2)
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => last.getByRole('button', { name: 'Open picture' }).count()).toBe(3)
    await last.getByRole('button', { name: 'Open picture 2 of 4' }).click()
    await expect.poll(() => shown(page)).toBe('5')
    await expect.poll(() => page.locator('dialog [role=status]').textContent()).toBe('1 of 3')
  })
})

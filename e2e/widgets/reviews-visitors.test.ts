import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { shelve } from './review-shelf.ts'
import { setStage, type VisitOptions } from './stage.ts'

const stage = openForTests(() => setStage({ VISITOR_RATE_LIMIT: '1000' }))

let made = 0

/** A page about a new product with one review. */
async function open(options: VisitOptions = {}) {
  const product = `product-${++made}`
  const [review] = await shelve(stage, product, [{ votes: 3 }])
  const visit = await stage.visit(`<rw-reviews data-product-id="${product}"></rw-reviews>`, options)
  await visit.page.locator('article').waitFor()
  const button = visit.page.getByRole('button', { name: /^Helpful/ })
  return { ...visit, id: review?.id as string, product, button }
}

async function votesOf(reviewId: string): Promise<number> {
  const [row] = await stage.service.database.query<{ votes: number }>(
    sql`select votes from reviews where store_id = ${stage.store.storeId} and id = ${reviewId}`,
  )
  return row?.votes as number
}

describe('helpful', () => {
  test('a vote counts immediately, is stored by the service, and can be withdrawn', async () => {
    const { id, page, button } = await open()
    const held = Promise.withResolvers<void>()
    await page.route('**/votes*', async route => {
      await held.promise
      await route.continue()
    })
    const taken = page.waitForResponse('**/votes*')
    await expect.poll(() => button.innerText()).toBe('Helpful (3)')
    await button.press('Enter')
    await expect.poll(() => button.innerText()).toBe('Helpful (4)')
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => votesOf(id)).toBe(3)
    held.resolve()
    // A second click before the response is ignored.
    await (await taken).finished()
    await expect.poll(() => votesOf(id)).toBe(4)
    await button.press('Space')
    await expect.poll(() => button.innerText()).toBe('Helpful (3)')
    await expect.poll(() => votesOf(id)).toBe(3)
  })

  test('the browser remembers its votes, under one random id', async () => {
    const { id, button, page, context, product } = await open()
    await button.click()
    await expect.poll(() => votesOf(id)).toBe(4)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('rw-votes')))
      .toBe(JSON.stringify({ [id]: 4 }))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('rw-visitor'))).toMatch(/^[0-9a-f]{32}$/)
    const again = await stage.visit(`<rw-reviews data-product-id="${product}"></rw-reviews>`, { context })
    const pressed = again.page.getByRole('button', { name: 'Helpful (4)', pressed: true })
    await pressed.waitFor()
    await pressed.click()
    await expect.poll(() => votesOf(id)).toBe(3)
    await again.page.getByRole('button', { name: 'Helpful (3)', pressed: false }).waitFor()
  })

  test.each([
    ['not json', 'short'],
    ['{"a":"many"}', '<script>'],
    ['[1,null,{}]', ''],
    ['null', 'x'],
  ])('a storage that holds %s does not prevent it', async (votes, visitor) => {
    const context = await stage.browser.newContext()
    await context.addInitScript(
      ([votes, visitor]) => {
        localStorage.setItem('rw-votes', votes as string)
        localStorage.setItem('rw-visitor', visitor as string)
      },
      [votes, visitor],
    )
    const { id, button } = await open({ context })
    await button.click()
    await expect.poll(() => votesOf(id)).toBe(4)
  })

  test('a blocked storage does not prevent it either', async () => {
    const context = await stage.browser.newContext()
    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    })
    const { id, page, button, errors } = await open({ context })
    const taken = page.waitForResponse('**/votes*')
    await button.click()
    await (await taken).finished()
    await expect.poll(() => votesOf(id)).toBe(4)
    await button.click()
    await expect.poll(() => votesOf(id)).toBe(3)
    expect(errors).toEqual([])
  })

  test('a vote that the service refuses is withdrawn and announced', async () => {
    const { page, button } = await open()
    await page.route('**/votes*', route => route.fulfill({ status: 503 }))
    await button.click()
    await expect
      .poll(() => page.locator('rw-reviews p.unseen[aria-live]').textContent())
      .toBe('Your vote could not be sent. Please try again later.')
    await expect.poll(() => button.innerText()).toBe('Helpful (3)')
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  })
})

const focusedValue = (page: Page) =>
  page.evaluate(() => (document.activeElement?.shadowRoot?.activeElement as HTMLInputElement | null)?.value)

describe('report', () => {
  test('by keyboard: a reason, text, sent, thanked, and the focus restored', async () => {
    const { page, id } = await open()
    const button = page.getByRole('button', { name: 'Report', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Report this review' }).waitFor()
    await expect.poll(() => page.getByRole('radio').count()).toBe(6)
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await page.getByRole('alert').getByText('Choose a reason.').waitFor()
    await expect.poll(() => focusedValue(page)).toBe('spam')
    await page.getByRole('radio', { name: 'It contains personal data' }).press('Space')
    await page.getByRole('textbox', { name: /Anything to add/ }).fill('A phone number.')
    await page.route('**/reports*', route => route.abort(), { times: 1 })
    const send = page.getByRole('button', { name: 'Send' })
    await send.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/report/)
      .waitFor()
    await page.keyboard.press('Enter') // the focus is still there
    await page.getByText('The store will review your report.').waitFor()
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await expect.poll(() => close.evaluate(node => node.matches(':focus'))).toBe(true)
    const reports = await stage.service.database.query(
      sql`select reason, text from review_reports where review_id = ${id} and store_id = ${stage.store.storeId}`,
    )
    expect(reports).toEqual([{ reason: 'private_data', text: 'A phone number.' }])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect
      .poll(() => button.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node))
      .toBe(true)
  })

  test('takes an address for the decision, and refuses one with a mistake', async () => {
    const { page, id } = await open()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('radio').first().check()
    const email = page.getByRole('textbox', { name: 'Email, to hear the decision (optional)' })
    await email.fill('rui@')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => email.evaluate(node => node.matches(':focus:invalid'))).toBe(true)
    await email.fill('rui@correio.example')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The store will review your report.').waitFor()
    const reports = await stage.service.database.query(
      sql`select email, language from review_reports where review_id = ${id} and store_id = ${stage.store.storeId}`,
    )
    expect(reports).toEqual([{ email: 'rui@correio.example', language: 'en' }])
  })

  test('the service accepts every offered reason', async () => {
    const { page } = await open()
    for (let index = 0; index < 6; index++) {
      await page.getByRole('button', { name: 'Report', exact: true }).click()
      await page.getByRole('radio').nth(index).check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('The store will review your report.').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
    }
  })

  test('nothing is sent without a reason, and typed text stays if sending fails', async () => {
    const { page } = await open()
    let sent = 0
    await page.route('**/reports*', route => {
      sent++
      return route.fulfill({ status: 500 })
    })
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    expect(sent).toBe(0)
    await page.getByRole('radio').first().check()
    await page.getByRole('textbox', { name: /Anything to add/ }).fill('Look here.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The report could not be sent.').waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: /Anything to add/ }).inputValue())
      .toBe('Look here.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })
})

import type { FrameLocator, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateStore } from '../../server/tenants/stores/stores.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { shelve } from './review-shelf.ts'
import { type Stage, setStage, type Visit, type VisitOptions } from './stage.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true }

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await shelve(stage, 'moka', [{ body: 'Fine' }])
  await changeSettings(stage.service, stage.store.storeId, { open_reviews: true })
})
afterAll(() => stage.close())

async function open(options: VisitOptions = {}): Promise<Visit> {
  const seen = await stage.visit(
    '<div style="height: 300px"></div><rw-reviews data-product-id="moka"></rw-reviews><div style="height: 2000px"></div>',
    options,
  )
  await linkOf(seen.page).waitFor()
  return seen
}

const linkOf = (page: Page) => page.locator('rw-reviews [part=write]')
const formOf = (page: Page) => page.frameLocator('rw-reviews dialog iframe')
const dialogsOf = (page: Page) => page.locator('rw-reviews dialog').count()

async function openForm(options: VisitOptions = {}): Promise<Visit & { form: FrameLocator }> {
  const seen = await open(options)
  await linkOf(seen.page).click()
  await seen.page.locator('rw-reviews dialog.ready').waitFor()
  return { ...seen, form: formOf(seen.page) }
}

async function fill(form: FrameLocator, email: string): Promise<void> {
  await form.getByLabel('Your name').fill('Bia')
  await form.getByLabel('Your email').fill(email)
}

const hasFocusAgain = (page: Page) =>
  linkOf(page).evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)

describe('"write a review" in a dialog of the page', () => {
  test('sends a review, says so inside, and returns the focus', async () => {
    const { page, form, errors } = await openForm()
    await page.evaluate(
      `document.addEventListener('rw-review-sent', () => { window.sent = (window.sent ?? 0) + 1 })`,
    )
    const height = () => page.locator('dialog iframe').evaluate(node => node.clientHeight)
    // Until its script hides the later steps, the whole form is there.
    await expect.poll(height).toBeLessThan(900)
    await form.locator('.star-choice').nth(3).click()
    await expect.poll(height).toBeGreaterThan(1000)
    await form.getByLabel('Your review').fill('Heats fast.')
    await fill(form, 'not an address')
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByRole('alert').getByText('Enter one email address').waitFor()
    await expect.poll(() => form.getByLabel('Your review').inputValue()).toBe('Heats fast.')
    await form.getByLabel('Your email').fill('bia@example.com')
    await form.getByRole('button', { name: 'Send review' }).click()
    const thanks = form.getByRole('heading', { name: 'The email was not sent' })
    await thanks.waitFor()
    await expect.poll(() => thanks.evaluate(node => node.parentElement === document.activeElement)).toBe(true)
    await expect.poll(() => page.evaluate('window.sent')).toBe(1)
    const rows = await stage.service.database.query(
      sql`select rating, state from reviews where address = 'bia@example.com'`,
    )
    expect(rows).toEqual([{ rating: 4, state: 'unconfirmed' }])
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialogsOf(page)).toBe(0)
    await expect.poll(() => hasFocusAgain(page)).toBe(true)
    expect(errors.filter(text => !text.includes('422'))).toEqual([])
  })

  test('keeps the page still and the focus inside, and closes on Escape wherever the focus is', async () => {
    const { page, form } = await openForm()
    await page.mouse.wheel(0, 600)
    const inside = new Set<string | null>()
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab')
      inside.add(
        await page.evaluate(() => {
          const { activeElement } = document
          return activeElement?.shadowRoot?.activeElement?.localName ?? activeElement?.localName ?? null
        }),
      )
    }
    expect([...inside].sort()).toEqual(['body', 'button', 'iframe'])
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await form.getByLabel('Your name').press('Escape')
    await expect.poll(() => dialogsOf(page)).toBe(0)
    await expect.poll(() => hasFocusAgain(page)).toBe(true)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
    await linkOf(page).click()
    await page.locator('dialog.ready').waitFor()
    await page.getByRole('button', { name: 'Close' }).press('Escape')
    await expect.poll(() => dialogsOf(page)).toBe(0)
  })

  test('the back button closes it, also after it was sent, and leaves the history of the page as it was', async () => {
    const { page } = await open()
    await page.evaluate(`history.replaceState({ page: 7 }, '')`)
    await linkOf(page).click()
    await page.locator('dialog.ready').waitFor()
    const form = formOf(page)
    const address = page.url()
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByText('Please check this before sending').waitFor()
    await page.goBack()
    await expect.poll(() => dialogsOf(page)).toBe(0)
    await expect.poll(() => page.url()).toBe(address)
    const length = await page.evaluate('history.length')
    for (const _ of [1, 2]) {
      await linkOf(page).click()
      await page.locator('dialog.ready').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => page.evaluate('history.state')).toEqual({ page: 7 })
    }
    await expect.poll(() => page.evaluate('history.length')).toBe(length)
  })

  test('has three steps on a phone, the stars first', async () => {
    const quality = { id: 'quality', type: 'rating', label: { en: 'Build quality' } } as const
    await changeSettings(stage.service, stage.store.storeId, {
      attributes: [{ ...quality, required: false, public: true }],
    })
    const { page, form } = await openForm({ browser: phone })
    const step = (text: string) => form.getByText(text, { exact: true }).waitFor()
    await step('Step 1 of 3')
    await expect.poll(() => form.getByLabel('Your review').isVisible()).toBe(false)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('alert').getByText('Choose a rating for').waitFor()
    await form.locator('.star-choice').nth(4).tap()
    // As after a tap in some browsers: a click of the radio without a detail.
    await form
      .locator('.star-choice input')
      .nth(4)
      .evaluate((radio: HTMLElement) => radio.click())
    await step('Step 2 of 3')
    await form.getByText('Build quality').waitFor()
    await form.getByLabel('Your review').fill('Heats fast.')
    await form.getByRole('button', { name: 'Back' }).click()
    await step('Step 1 of 3')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('button', { name: 'Next' }).click()
    await step('Step 3 of 3')
    await fill(form, '')
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByRole('link', { name: 'Enter your email.' }).click()
    await form.getByLabel('Your email').fill('cai@example.com')
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByRole('heading', { name: 'The email was not sent' }).waitFor()
    const rows = await stage.service.database.query(
      sql`select rating, body from reviews where address = 'cai@example.com'`,
    )
    expect(rows).toEqual([{ rating: 5, body: 'Heats fast.' }])
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('keeps the text when there is no connection', async () => {
    const { context, form } = await openForm()
    await form.locator('.star-choice').nth(3).click()
    await form.getByLabel('Your review').fill('Heats fast.')
    await fill(form, 'bia@example.com')
    await context.route('**/write?**', route => route.abort())
    await form.getByRole('button', { name: 'Send review' }).click()
    await form.getByRole('status').getByText('Your text is still here.').waitFor()
    await expect.poll(() => form.getByLabel('Your review').inputValue()).toBe('Heats fast.')
  })

  test.each([
    ["the shop's policy", { headers: { 'content-security-policy': "frame-src 'none'" } }, []],
    ['ours', {}, ['https://shop.example']],
  ] as const)('where %s refuses the frame, the page opens', async (_what, options, origins) => {
    const { database } = stage.service
    const { page } = await open(options)
    await updateStore(database, stage.store.storeId, { origins: [...origins] })
    for (const _ of ['refused', 'known to be refused']) {
      const opened = page.waitForEvent('popup')
      await linkOf(page).click()
      const form = await opened
      await form.getByRole('heading', { name: 'Write a review' }).waitFor()
      await expect.poll(() => form.evaluate('opener')).toBe(null)
      await expect.poll(() => dialogsOf(page)).toBe(0)
      await form.close()
    }
    await updateStore(database, stage.store.storeId, { origins: [] })
  })
})

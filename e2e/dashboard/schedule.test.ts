import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { contrast } from '../contrast.ts'
import { closeAfter, findFaults, openDashboard, setStage, switchColors, type View } from './stage.ts'

const stage = openForTests(setStage)

const open = (view: View = {}) =>
  openDashboard(stage.browser, stage.service, stage.owner, {
    ...view,
    path: `/${stage.storeId}/settings?tab=schedule`,
  })

/** Red, green and blue of one of an element's colours. */
async function channelsOf(element: Locator, name: 'color' | 'backgroundColor'): Promise<number[]> {
  const color = await element.evaluate((node, property) => getComputedStyle(node)[property], name)
  return [...color.matchAll(/\d+/g)].map(Number)
}

test('sees the effect of a change in the calendar before saving', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    await page.getByLabel('Days after delivery').fill('0')
    await page
      .getByRole('button', { name: /^Delivered on/ })
      .first()
      .click()
    await expect
      .poll(() => page.locator('[role=status]').allTextContents())
      .toContainEqual(expect.stringMatching(/on the day of delivery|first sending time|moved/))
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByLabel('Days after delivery').inputValue()).toBe('7')
    await page.getByLabel('Days after delivery').fill('8')
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    await page.getByLabel('Days after delivery').fill('7')
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  })
})

test('keeps the place of the keyboard: at a mistake, at a button, and after it is gone', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    const delay = page.getByLabel('Days after delivery')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const isFocused = (element: Locator) => element.evaluate(one => one === document.activeElement)
    const validity = page.getByLabel('Link validity, in days')
    await delay.fill('400')
    await validity.fill('400')
    await save.press('Enter')
    await expect.poll(() => isFocused(delay)).toBe(true)
    await expect.poll(() => delay.getAttribute('aria-describedby')).toMatch(/error/)
    await delay.fill('9')
    await save.press('Enter')
    await expect.poll(() => isFocused(validity)).toBe(true)
    await validity.fill('90')

    await delay.fill('9')
    await page.keyboard.press('Tab')
    await page.route('**/settings', route => route.abort())
    await save.press('Enter')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => isFocused(save)).toBe(true)
    await page.unroute('**/settings')
    await page.keyboard.press('Enter')
    await save.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(delay)).toBe(true)
    await delay.fill('7')
    await save.press('Enter')
    await save.waitFor({ state: 'detached' })
  })
})

test('has one stop of the Tab key for all days, and arrows between them', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    const days = page.getByRole('button', { name: /^Delivered on/ })
    await days.first().click()
    const focused = async () => await page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused()).toMatch(/^Delivered on \d+\/9:/)
    await expect.poll(() => days.nth(8).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused()).toMatch(/^Delivered on \d+\/1:/)
    await page.keyboard.press('End')
    await expect.poll(() => days.last().getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused()).not.toContain('Delivered on')
    await expect.poll(() => findFaults(page)).toEqual([])
  })
})

test('adds holidays of the store, and sees them with the national ones', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    await page.getByLabel('Skip national holidays').check()
    const own = page.getByRole('combobox', { name: 'Other days without requests' })
    for (const day of ['02-30', '01-25']) {
      await own.fill(day)
      await own.press('Enter')
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Expected a date such as').waitFor()
    await own.press('Backspace')
    await own.press('Backspace')
    await own.fill('01-25')
    await own.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await stage.owner.send('GET', `/stores/${stage.storeId}/settings`)
    expect(body).toMatchObject({ avoid_holidays: true, own_holidays: ['01-25'] })
    for (let month = new Date().getMonth(); month < 12; month++) {
      await page.getByRole('button', { name: 'Next month' }).click()
    }
    await page.getByText(/^the store’s holiday .*25/).waitFor()
    await page.getByText(/ · (Año Nuevo|Ano Novo)$/).waitFor()
    const before = { avoid_holidays: false, own_holidays: [] }
    await stage.owner.send('PATCH', `/stores/${stage.storeId}/settings`, before)
  })
})

test('sees moved requests in grey, explained and readable, in both schemes', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    const moved = page.locator('[data-moved]')
    await moved.first().waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await switchColors(page, scheme)
      const ground = await channelsOf(moved.first(), 'backgroundColor')
      expect(Math.max(...ground) - Math.min(...ground)).toBeLessThan(12)
      const texts = await moved.first().locator('> [aria-hidden]').all()
      expect(texts).toHaveLength(2)
      for (const text of texts)
        expect(contrast(await channelsOf(text, 'color'), ground)).toBeGreaterThanOrEqual(4.5)
    }
    await page.getByText('Request moved from a weekend or public holiday').waitFor()
    await page.getByLabel('Skip weekends').uncheck()
    await moved.first().waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('Request moved from').count()).toBe(0)
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aReview } from '../../server/test/factories.ts'
import { addProducts, addReviews } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { closeAfter, findFaults, openDashboard, overflows, type View } from './stage.ts'

let it: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
const bought = aReview({ product_id: 'moka', title: 'Bought' })
const ours = aReview({ product_id: 'moka', title: 'Ours' })
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp(), launchBrowser()])
  store = await aStore(it.database, { locale: 'en' })
  owner = await aMember(it, store.storeId, 'owner')
  await addProducts(it, store, { moka: 'MOKA' })
  await addReviews(it, store, bought, { ...ours, email: owner.email, address: owner.email })
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

const open = (path: string, view: View = {}) =>
  openDashboard(browser, it, owner, { ...view, path: `/${store.storeId}${path}` })

test('a moderator marks a review, but takes no mark from a member', async () => {
  const page = await open(`/reviews?state=published&id=${bought.id}`)
  await closeAfter(page, async () => {
    const mark = page.getByRole('switch', { name: 'Works for the store' })
    await mark.click()
    await expect.poll(() => mark.isChecked()).toBe(true)
    await page.getByText('said that the author works for the store').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await mark.click()
    await expect.poll(() => mark.isChecked()).toBe(false)
    await page.goto(`${it.url}/admin/${store.storeId}/reviews?state=published&id=${ours.id}`)
    await page.getByRole('heading', { name: 'Ours' }).waitFor()
    await expect.poll(() => mark.isChecked()).toBe(true)
    await mark.click()
    await page.getByText('The author signs in to the store, or has an address of its own domains.').waitFor()
    await expect.poll(() => mark.isChecked()).toBe(true)
    await expect.poll(() => overflows(page)).toBe(false)
  })
})

test('an owner lists the domains of the team, and sees why a public one is refused', async () => {
  const page = await open('/settings?tab=moderation')
  await closeAfter(page, async () => {
    const domains = page.getByRole('combobox', { name: 'Your own email domains' })
    await domains.fill('gmail.com')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('gmail.com gives addresses to anybody').waitFor()
    await domains.focus()
    await page.keyboard.press('Backspace')
    await domains.fill('shop.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = async () => (await owner.send('GET', `/stores/${store.storeId}/settings`)).body
    await expect.poll(saved).toMatchObject({ insider_domains: ['shop.example'] })
  })
})

test('an owner ends reviews some days after the delivery, not before a request is sent', async () => {
  const page = await open('/settings?tab=schedule')
  await closeAfter(page, async () => {
    const days = page.getByLabel('Days for a review after delivery')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await days.fill('6')
    await save.click()
    await page.getByText('Expected at least 7: requests are sent that many days after delivery').waitFor()
    await days.fill('30')
    await save.click()
    const saved = async () => (await owner.send('GET', `/stores/${store.storeId}/settings`)).body
    await expect.poll(saved).toMatchObject({ review_period_days: 30 })
    await days.fill('')
    await save.click()
    await expect.poll(saved).toMatchObject({ review_period_days: null })
  })
})

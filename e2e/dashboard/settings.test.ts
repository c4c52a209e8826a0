import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStore } from '../../server/tenants/stores/stores.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder } from '../../server/test/factories.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { textsCutBySpacing } from '../text-spacing.ts'
import { closeAfter, findFaults, moveTo, openDashboard, overflows, type View } from './stage.ts'

let it: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  store = await aStore(it.database, { order_limit: 1000, reminder_days: [3] })
  owner = await aMember(it, store.storeId, 'owner')
  viewer = await aMember(it, store.storeId, 'viewer')
  await owner.send('POST', `/stores/${store.storeId}/invitations`, {
    email: 'bia@shop.example',
    role: 'viewer',
  })
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

const open = (path: string, view: View = {}, who: typeof owner | undefined = owner) =>
  openDashboard(browser, it, who, { ...view, path: `/${store.storeId}${path}` })

const tabs = ['general', 'schedule', 'form', 'moderation', 'connection', 'team', 'privacy', 'history']
const screens = [...tabs.map(tab => `/settings?tab=${tab}`), '/account']

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'pt-BR' },
] as const)('every screen, in the view %o', view => {
  let page: Page
  beforeAll(async () => {
    page = await open('/settings', view)
    await page.locator('section h2').first().waitFor()
  })
  afterAll(() => page.context().close())

  test.each(screens)('%s passes axe and fits its page', async path => {
    await moveTo(page, `/${store.storeId}${path}`)
    await page.locator('section h2').first().waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
    await expect.poll(() => textsCutBySpacing(page)).toEqual([])
  })
})

test('the menu marks only the current screen', async () => {
  const page = await open('/settings')
  await closeAfter(page, async () => {
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    await expect.poll(() => page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Settings'])
  })
})

describe('an owner', () => {
  test('changes settings, and sees each problem at its field', async () => {
    const page = await open('/settings')
    await closeAfter(page, async () => {
      await page.getByLabel('Name', { exact: true }).fill('Serra')
      await page.getByLabel('Store URL').fill('serra')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^Expected an address that begins with/).waitFor()
      await page.getByLabel('Store URL').fill('')
      await page.getByRole('combobox', { name: 'Country' }).fill('portu')
      await page.getByRole('option', { name: 'Portugal' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { body } = await owner.send('GET', `/stores/${store.storeId}/settings`)
      expect(body).toMatchObject({ name: 'Serra', country: 'PT' })
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('The owner changed the name and the country').waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?tab=history')
    })
  })

  test('finds a language, country or time zone by its name without accents, or by its code', async () => {
    const page = await open('/settings')
    await closeAfter(page, async () => {
      for (const [label, typed, option] of [
        ['Shopper language', 'es-mx', 'Mexican Spanish'],
        ['Country', 'cote d', 'Côte d’Ivoire'],
        ['Country', 'mx', 'Mexico'],
        ['Time zone', 'sao paulo', 'Sao Paulo (America) · UTC−03:00'],
        ['Time zone', 'america/mexico_city', 'Mexico City (America) · UTC−06:00'],
      ] as const) {
        await page.getByRole('combobox', { name: label }).fill(typed)
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { body } = await owner.send('GET', `/stores/${store.storeId}/settings`)
      expect(body).toMatchObject({ locale: 'es-MX', country: 'MX', time_zone: 'America/Mexico_City' })
    })
  })

  test('switches languages off by their own names', async () => {
    const page = await open('/settings')
    await closeAfter(page, async () => {
      await page.getByRole('combobox', { name: 'Languages not used' }).fill('deut')
      await page.getByRole('option', { name: 'Deutsch', exact: true }).click()
      await page.getByRole('combobox', { name: 'Languages not used' }).fill('zh-tw')
      await page.getByRole('option', { name: '中文（台灣）', exact: true }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { body } = await owner.send('GET', `/stores/${store.storeId}/settings`)
      expect(body.languages_off).toEqual(['de', 'zh-TW'])
    })
  })

  test('creates a key that is displayed once, renames it, and revokes it', async () => {
    const page = await open('/settings?tab=connection')
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'New key' }).click()
      const make = page.getByRole('button', { name: 'Create key' })
      await expect.poll(() => make.isDisabled()).toBe(true)
      await page.getByRole('textbox', { name: 'Name' }).fill('Our shop’s server')
      await make.click()
      const key = await page.getByLabel('API key', { exact: true }).textContent()
      expect(key).toMatch(/^rw_orders_\w{38}$/)
      await page.getByRole('button', { name: 'I saved it' }).click()
      await page.getByText(key ?? '').waitFor({ state: 'detached' })
      const row = page.getByRole('listitem').filter({ hasText: 'Our shop’s server' })
      await row.getByText(`…${key?.slice(-4)}`).waitFor()
      await row.getByText('(The owner)').waitFor()
      await row.getByRole('button', { name: 'Rename: Our shop’s server' }).click()
      const dialog = page.getByRole('dialog', { name: 'Rename key' })
      await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Our shop’s server')
      await dialog.getByLabel('Name').fill('The new server')
      await expect.poll(() => findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('listitem').filter({ hasText: 'The new server' }).waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await page.getByRole('button', { name: 'Revoke' }).last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked', { exact: true }).waitFor()
    })
  })

  test('creates a key of the management API with the chosen scopes', async () => {
    const page = await open('/settings?tab=connection')
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Helpdesk')
      await page.getByRole('radio', { name: 'Management API' }).check()
      const make = page.getByRole('button', { name: 'Create key' })
      await expect.poll(() => make.isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: 'Read settings and figures' }).check()
      await page.getByRole('checkbox', { name: 'Moderate and add reviews' }).check()
      await make.click()
      const key = await page.getByLabel('API key', { exact: true }).textContent()
      expect(key).toMatch(/^rw_manage_\w{60}$/)
      const read = (path: string) =>
        it.send('GET', `/manage/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
      expect((await read('/settings')).status).toBe(200)
      expect((await read('/reviews')).status).toBe(403)
      await page.getByRole('button', { name: 'I saved it' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'Helpdesk' })
      await row
        .getByText('What the program may do: Moderate and add reviews, Read settings and figures')
        .waitFor()
      await row.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row.getByText('Revoked', { exact: true }).waitFor()
      await expect.poll(async () => (await read('/settings')).status).toBe(401)
    })
  })

  test('chooses how long data are kept, and confirms first what that deletes', async () => {
    const shop = await aStore(it.database, { retention_months: null })
    const theirs = await aMember(it, shop.storeId, 'owner')
    // Three orders of 2020, and none since.
    it.setNow('2020-03-02T12:00:00Z')
    for (const number of [1, 2, 3]) {
      const body = anOrder({ order_id: `old-${number}`, customers: [aCustomer({ email: 'no address' })] })
      expect((await it.send('POST', '/orders', { headers: shop.headers, body })).status).toBe(201)
    }
    it.setNow(Date.now())
    const page = await openDashboard(browser, it, theirs, { path: `/${shop.storeId}/settings?tab=privacy` })
    await closeAfter(page, async () => {
      const select = page.getByRole('combobox', { name: 'Delete after' })
      await expect.poll(() => select.inputValue()).toBe('Never (keep everything)')
      await select.click()
      await page.getByRole('option', { name: '12 months' }).click()
      const alert = page.getByRole('status').filter({ hasText: 'Saving deletes within a few hours' })
      await expect.poll(() => alert.textContent()).toContain('Orders with their requests: 3')
      await expect.poll(() => findFaults(page)).toEqual([])
      const savedMonths = async () =>
        (await theirs.send('GET', `/stores/${shop.storeId}/settings`)).body.retention_months
      const dialog = page.getByRole('dialog', { name: 'Delete old data?' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(() => dialog.textContent()).toContain('orders with their requests (3), emails (0)')
      await expect.poll(() => findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => savedMonths()).toBe(null)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.getByRole('button', { name: 'Save and delete' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await alert.waitFor({ state: 'detached' })
      await expect.poll(() => savedMonths()).toBe(12)
      // A longer period deletes nothing, and is not confirmed.
      await select.click()
      await page.getByRole('option', { name: '24 months' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(savedMonths).toBe(24)
    })
  })

  test('invites and revokes, and can erase a person only after retyping the address', async () => {
    const page = await open('/settings?tab=team')
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByLabel('Email').fill('nina@shop.example')
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('button', { name: 'Revoke: nina@shop.example' }).click()
      await page.getByText('nina@shop.example', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Privacy' }).click()
      await page.getByLabel('Email').last().fill('ana@example.com')
      await page.getByRole('button', { name: 'Erase…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The store has no reviews, questions, orders or emails').waitFor()
      await expect.poll(() => dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill('ana@example.com')
      await dialog.getByRole('button', { name: 'Erase' }).click()
      await page.getByText('No data found for this address').waitFor()
    })
  })
})

describe('a viewer', () => {
  let page: Page
  beforeAll(async () => {
    page = await open('/settings', {}, viewer)
    await page.locator('section h2').first().waitFor()
  })
  afterAll(() => page.context().close())

  test.each(tabs)('can read %s and has no buttons to change it', async tab => {
    await moveTo(page, `/${store.storeId}/settings?tab=${tab}`)
    await page.locator('section h2').first().waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    const main = page.getByRole('main')
    await expect
      .poll(() =>
        main.getByRole('button', { name: /save|new key|rename|revoke|invite|remove|erase/i }).count(),
      )
      .toBe(0)
    await expect.poll(() => main.locator('input:not([type=hidden]):enabled').count()).toBe(0)
  })
})

test('an owner lets the form of an order ask about the store', async () => {
  const page = await open('/settings?tab=form')
  await page.getByRole('switch', { name: 'Ask about your store' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await readStore(it.database, store.storeId)).asks_about_store).toBe(true)
})

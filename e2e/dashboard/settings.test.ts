import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowMakingStores } from '../../server/tenants/accounts/store-makers.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder } from '../../server/test/factories.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { contrast } from '../contrast.ts'
import { findFaults, openDashboard, overflows, type View } from './stage.ts'

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

async function seen(page: Page, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } finally {
    await page.context().close()
  }
}

/** Red, green and blue of one of an element's colours. */
async function channelsOf(element: Locator, name: 'color' | 'backgroundColor'): Promise<number[]> {
  const color = await element.evaluate((node, property) => getComputedStyle(node)[property], name)
  return [...color.matchAll(/\d+/g)].map(Number)
}

const tabs = ['general', 'schedule', 'moderation', 'connection', 'team', 'privacy', 'history']
const screens = [...tabs.map(tab => `/settings?tab=${tab}`), '/account']

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'pt-BR' },
] as const)('every screen, in the view %o', view => {
  let page: Page
  beforeAll(async () => {
    page = await open('/settings', view)
  })
  afterAll(() => page.context().close())

  test.each(screens)('%s passes axe and fits its page', async path => {
    await page.goto(`${it.url}/admin/${store.storeId}${path}`)
    await page.locator('section h2').first().waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  })
})

test('the menu marks only the current screen', async () => {
  const page = await open('/settings')
  await seen(page, async () => {
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    await expect.poll(() => page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Settings'])
  })
})

describe('an owner', () => {
  test('changes settings, and sees each problem at its field', async () => {
    const page = await open('/settings')
    await seen(page, async () => {
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
    await seen(page, async () => {
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
    await seen(page, async () => {
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

  test('sees the effect of a change in the calendar before saving', async () => {
    const page = await open('/settings?tab=schedule')
    await seen(page, async () => {
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

  test('adds holidays of the store, and sees them with the national ones', async () => {
    const page = await open('/settings?tab=schedule')
    await seen(page, async () => {
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
      const { body } = await owner.send('GET', `/stores/${store.storeId}/settings`)
      expect(body).toMatchObject({ avoid_holidays: true, own_holidays: ['01-25'] })
      for (let month = new Date().getMonth(); month < 12; month++) {
        await page.getByRole('button', { name: 'Next month' }).click()
      }
      await page.getByText(/^the store’s holiday .*25/).waitFor()
      await page.getByText(/ · (Año Nuevo|Ano Novo)$/).waitFor()
      const before = { avoid_holidays: false, own_holidays: [] }
      await owner.send('PATCH', `/stores/${store.storeId}/settings`, before)
    })
  })

  test.each([
    'light',
    'dark',
  ] as const)('sees moved requests in grey, explained and readable: %s', async scheme => {
    const page = await open('/settings?tab=schedule', { scheme })
    await seen(page, async () => {
      const moved = page.locator('[data-moved]')
      await moved.first().waitFor()
      const ground = await channelsOf(moved.first(), 'backgroundColor')
      expect(Math.max(...ground) - Math.min(...ground)).toBeLessThan(12)
      const texts = await moved.first().locator('> [aria-hidden]').all()
      expect(texts).toHaveLength(2)
      for (const text of texts)
        expect(contrast(await channelsOf(text, 'color'), ground)).toBeGreaterThanOrEqual(4.5)
      await page.getByText('Request moved from a weekend or public holiday').waitFor()
      await page.getByLabel('Skip weekends').uncheck()
      await moved.first().waitFor({ state: 'detached' })
      expect(await page.getByText('Request moved from').count()).toBe(0)
    })
  })

  test('creates a key that is displayed once, renames it, and revokes it', async () => {
    const page = await open('/settings?tab=connection')
    await seen(page, async () => {
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
      expect(await findFaults(page)).toEqual([])
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
    await seen(page, async () => {
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
    await seen(page, async () => {
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
      expect(await savedMonths()).toBe(null)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.getByRole('button', { name: 'Save and delete' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await alert.waitFor({ state: 'detached' })
      expect(await savedMonths()).toBe(12)
      // A longer period deletes nothing, and is not confirmed.
      await select.click()
      await page.getByRole('option', { name: '24 months' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(savedMonths).toBe(24)
    })
  })

  test('invites and revokes, and can erase a person only after retyping the address', async () => {
    const page = await open('/settings?tab=team')
    await seen(page, async () => {
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

test.each(tabs)('a viewer can read %s and has no buttons to change it', async tab => {
  const page = await open(`/settings?tab=${tab}`, {}, viewer)
  await seen(page, async () => {
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

describe('signing in', () => {
  test('accepts an invitation to an address without an account', async () => {
    const { body } = await owner.send('POST', `/stores/${store.storeId}/invitations`, {
      email: 'eva@shop.example',
      role: 'moderator',
    })
    expect(body.email).toBe('eva@shop.example')
    const page = await openDashboard(browser, it, undefined, { path: '#invitation=guessed' })
    await seen(page, async () => {
      await page.getByText('This link was already used or has expired').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
    })
  })

  test('sends a link for a forgotten password', async () => {
    const page = await openDashboard(browser, it, undefined)
    await seen(page, async () => {
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Email').fill(owner.email)
      await expect.poll(() => findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText(`./realword user reset ${owner.email}`).waitFor()
    })
  })

  test.each([
    [
      'en',
      'Enter the email you sign in with. If it has an account, you will get a link',
      'No mail server is set up',
    ],
    [
      'pt-BR',
      'Digite o e-mail da sua conta. Se ele estiver cadastrado, você receberá um link',
      'Nenhum e-mail foi enviado',
    ],
    [
      'es',
      'Escribe el correo con el que inicias sesión. Si tiene una cuenta, recibirás un enlace',
      'No se envió ningún correo',
    ],
  ])('says only after asking that a link was sent, in %s', async (language, before, after) => {
    const page = await openDashboard(browser, it, undefined, { language })
    await seen(page, async () => {
      await page.getByRole('button', { name: /^(Forgot your|Esqueceu a|¿Olvidaste tu)/ }).click()
      await page.getByText(before).waitFor()
      expect(await page.getByText(after).count()).toBe(0)
      expect(await page.getByRole('status').count()).toBe(0)
      const send = page.locator('button[type=submit]')
      await send.click()
      expect(await page.locator('input:invalid').count()).toBe(1)
      expect(await page.getByText(after).count()).toBe(0)
      await page.locator('input[type=email]').fill('nobody@shop.example')
      await send.click()
      await page.getByRole('status').getByText(after).waitFor()
    })
  })

  test('warns that it needs https if a password could be intercepted', async () => {
    const context = await browser.newContext()
    await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    const page = await context.newPage()
    await page.goto(`${it.url}/admin`)
    await seen(page, async () => {
      await page.getByText('Signing in needs https here').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true)
    })
  })
})

test('an account turns on its second factor, with a QR code', async () => {
  const person = await aMember(it, store.storeId, 'viewer')
  const page = await open('/account', {}, person)
  await seen(page, async () => {
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const codes = await page.getByLabel('Recovery codes').textContent()
    expect(codes?.split('\n').length).toBeGreaterThanOrEqual(8)
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByText('This code is incorrect').waitFor()
  })
})

describe('the store switcher', () => {
  test('leads a user who may make stores to a new one', async () => {
    const shop = await aStore(it.database)
    const theirs = await aMember(it, shop.storeId, 'owner')
    await allowMakingStores(it.database, theirs.userId, new Date())
    const page = await openDashboard(browser, it, theirs, { path: `/${shop.storeId}` })
    await seen(page, async () => {
      await page.getByRole('combobox', { name: 'Store' }).click()
      await page.getByRole('option', { name: 'New store' }).click()
      await page.getByLabel('Store name').fill('Serra outlet')
      await expect.poll(() => findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Create store' }).click()
      await page.getByText('Your store is ready').waitFor()
      await page.getByRole('button', { name: 'Go to the dashboard' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: 'Store' }).inputValue()).toBe('Serra outlet')
    })
  })

  test('offers no new store to other owners', async () => {
    const page = await open('')
    await seen(page, async () => {
      await page.getByRole('combobox', { name: 'Store' }).click()
      await page.getByRole('option').first().waitFor()
      expect(await page.getByRole('option', { name: 'New store' }).count()).toBe(0)
    })
  })
})

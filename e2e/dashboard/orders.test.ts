import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp, testOutboxToken } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../../server/test/factories.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import {
  closeAfter,
  findFaults,
  findFaultsInBothSchemes,
  moveTo,
  openDashboard,
  overflows,
  type View,
} from './stage.ts'

const day = 24 * 60 * 60 * 1000

let it: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  store = await aStore(it.database, { avoid_weekends: true, reminder_days: [3] })
  owner = await aMember(it, store.storeId, 'owner')
  viewer = await aMember(it, store.storeId, 'viewer')
  // One order of each kind in the list: answered, suppressed, cancelled, pending.
  await send('answered', { request_review_at: new Date(Date.now() - 1000).toISOString() })
  await it.runDue()
  await it.database.transaction(tx =>
    insertReviews(
      tx,
      store.storeId,
      [
        aReview({
          product_id: 'moka',
          order_id: 'answered',
          body: 'Of this order',
          address: null,
          email: null,
        }),
        // More reviews of the product than fit on the first page.
        ...Array.from({ length: 35 }, () => aReview({ product_id: 'moka', address: null, email: null })),
      ],
      { at: new Date(), actor: 'author', action: 'create' },
    ),
  )
  await send('nobody', { customers: [aCustomer({ email: 'nobody' })] })
  await send('returned', {})
  await owner.send('POST', `/stores/${store.storeId}/orders/cancel`, { order_id: 'returned' })
  await send('a/b.c 💥', { customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })] })
  await send('viewed', {})
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

async function send(order_id: string, change: Partial<ReturnType<typeof anOrder>>): Promise<void> {
  const body = anOrder({
    order_id,
    order_date: new Date(Date.now() - 3 * day).toISOString(),
    delivery_date: new Date(Date.now() - day).toISOString(),
    products: [
      anOrderProduct({
        product_id: 'moka',
        name: 'Moka pot, 6 cups, of polished steel, with a lid that shuts',
      }),
    ],
    ...change,
  })
  expect((await it.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
}

const open = (path = '', view: View = {}, who = owner, storeId = store.storeId) =>
  openDashboard(browser, it, who, { ...view, path: `/${storeId}/orders${path}` })

const shown = (page: Page) =>
  page.locator('[data-order-id]').evaluateAll(rows => rows.map(row => row.getAttribute('data-order-id')))

test('an owner finds an order, reads its reason, previews its mail, moves it and sends it now', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    await page.getByLabel('Search').fill('ANA@example.com')
    await expect.poll(() => shown(page)).toEqual(['a/b.c 💥'])
    await page.getByLabel('Search').fill('a/b')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('a/b')
    await page.getByRole('button', { name: 'a/b.c 💥' }).click()
    await page.getByText(/^Why this date: 7 days after delivery/).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe('a/b.c 💥')

    await page.getByRole('button', { name: 'Preview email' }).click()
    await page.getByText('To Ana Martins <ana@example.com>').waitFor()
    const frame = page.frameLocator('iframe')
    await frame.getByText('Moka pot, 6 cups').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Change date' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Send on').fill('2020-01-02')
    // The server refuses what the browser would prevent.
    await dialog.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await dialog.getByRole('button', { name: 'Change date' }).click()
    await dialog.getByText('Expected today or a later day').waitFor()
    await dialog.getByLabel('Send on').fill('2030-06-01') // a Saturday
    await dialog.getByRole('button', { name: /^Use .*Jun/ }).click()
    await expect.poll(() => dialog.getByLabel('Send on').inputValue()).toBe('2030-06-03')
    await dialog.getByRole('button', { name: 'Change date', exact: true }).click()
    await page.getByText('Why this date: date changed later').waitFor()
    await page.getByText('The owner changed the date of the request').waitFor()

    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('dialog').getByText('ana@example.com').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Email to Ana Martins queued').waitFor()
    await it.runDue()
    await page.getByText('Email to Ana Martins kept, not sent').waitFor()
    await page.getByText('Reminder to Ana Martins, if there is no review by then').waitFor()
    await page.locator('[data-order-id^="a/b.c"]').getByText('Kept in the outbox').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send now' }).count()).toBe(0)
    await page.goto(`${it.url}/outbox?token=${encodeURIComponent(testOutboxToken)}`)
    await page.getByText('ana@example.com').first().waitFor()
  })
})

test('a delivery in the future is due, and one in the past delivered', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
  const shop = await aStore(it.database)
  const theirs = await aMember(it, shop.storeId, 'owner')
  for (const [order_id, delivery_date] of [
    ['past', inDays(-3)],
    ['future', inDays(3)],
  ] as const)
    await it.send('POST', '/orders', { headers: shop.headers, body: anOrder({ order_id, delivery_date }) })
  const page = await open('', {}, theirs, shop.storeId)
  await closeAfter(page, async () => {
    await page.locator('[data-order-id=future]').getByText('Delivery due', { exact: true }).waitFor()
    await page.locator('[data-order-id=past]').getByText('Delivered', { exact: true }).waitFor()
    await page.locator('[data-order-id=future] button').click()
    await page.getByText(/Ordered .* · Delivery due/).waitFor()
  })
})

test('long ids and addresses are readable in the list', async () => {
  const shop = await aStore(it.database)
  const theirs = await aMember(it, shop.storeId, 'owner')
  const order_id = 'marketplace-2026-11-23-0001-4711-0815'
  const email = 'maximiliana.von-hohenlohe.bestellungen@customers.example.com'
  const body = anOrder({ order_id, customers: [aCustomer({ email })] })
  await it.send('POST', '/orders', { headers: shop.headers, body })
  const page = await open('', {}, theirs, shop.storeId)
  await closeAfter(page, async () => {
    for (const text of [order_id, email]) {
      const shown = page.getByText(text, { exact: true })
      await shown.waitFor()
      expect(
        await shown.evaluate(
          element =>
            element.scrollWidth <= element.clientWidth || getComputedStyle(element).overflow === 'visible',
        ),
      ).toBe(true)
      const [box, cell] = [await shown.boundingBox(), await shown.locator('xpath=ancestor::td').boundingBox()]
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
    }
  })
})

test('an address has a line to itself beside an open order', async () => {
  const shop = await aStore(it.database)
  const theirs = await aMember(it, shop.storeId, 'owner')
  const email = 'beatriz.nogueira@example.com'
  const body = anOrder({ order_id: '10326', customers: [aCustomer({ email })] })
  await it.send('POST', '/orders', { headers: shop.headers, body })
  const page = await open('?id=10326', {}, theirs, shop.storeId)
  await closeAfter(page, async () => {
    await page.getByRole('heading', { name: 'Order 10326' }).waitFor()
    const address = page.getByRole('row').getByText(email)
    await address.waitFor()
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await address.evaluate(element => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return new Set([...text.getClientRects()].map(({ top }) => top)).size
      })
      expect([width, lines]).toEqual([width, 1])
    }
  })
})

test('on a phone, an open order takes the place of the list and its title', async () => {
  await send('phoned', {})
  const page = await open('', { width: 390 })
  await closeAfter(page, async () => {
    const title = page.getByRole('heading', { name: 'Orders', exact: true })
    const height = async () => (await title.locator('../..').boundingBox())?.height
    await expect.poll(height).toBeGreaterThan(30)
    await page.getByRole('button', { name: 'phoned' }).click()
    await page.getByRole('heading', { name: 'Order phoned' }).waitFor()
    await expect.poll(height).toBe(1)
    await page.getByRole('button', { name: 'Back to list' }).click()
    await expect.poll(height).toBeGreaterThan(30)
  })
})

test('a row follows what another user does', async () => {
  await send('watched', {})
  const page = await open()
  await closeAfter(page, async () => {
    await page.locator('[data-order-id=watched]').getByText('Scheduled', { exact: true }).waitFor()
    await owner.send('POST', `/stores/${store.storeId}/orders/cancel`, { order_id: 'watched' })
    await page.locator('[data-order-id=watched]').getByText('Cancelled', { exact: true }).waitFor()
  })
})

test.each([
  ['three seconds', inDaysFromNow(5), 3_000],
  ['a second while its mail is about to leave', inDaysFromNow(0), 1_000],
])('the list is read anew after %s', async (_when, due, time) => {
  const shop = await aStore(it.database)
  const theirs = await aMember(it, shop.storeId, 'owner')
  await it.send('POST', '/orders', { headers: shop.headers, body: anOrder({ request_review_at: due }) })
  const page = await open('', {}, theirs, shop.storeId)
  await closeAfter(page, async () => {
    await page.clock.install()
    await page.reload()
    await page.locator('[data-order-id]').getByText('Scheduled', { exact: true }).waitFor()
    await page.clock.pauseAt(Date.now() + 1_000)
    await page.waitForLoadState('networkidle')
    const read = page.waitForResponse(response => /\/orders\?/.test(response.url()))
    await page.clock.runFor(time)
    expect((await read).status()).toBe(200)
  })
})

function inDaysFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
}

test('an owner confirms and cancels a request, and opens the review of an order', async () => {
  await send('gone', {})
  const page = await open('?id=gone')
  await closeAfter(page, async () => {
    await page.getByRole('button', { name: 'Cancel request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep request' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
    await page.getByText('Cancelled: no request is sent').last().waitFor()
    await page.getByText('The owner cancelled the request').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send now' }).count()).toBe(0)
    await page.locator('[data-order-id=answered]').click()
    await page.getByRole('link', { name: 'Open review' }).click()
    await page.getByText('Of this order').waitFor()
  })
})

test('an owner reports that a product arrives later, and that another went back', async () => {
  const products = ['Kettle', 'Cup'].map(name => anOrderProduct({ product_id: name, name }))
  await send('split', { products })
  const page = await open('?id=split')
  await closeAfter(page, async () => {
    const details = page.getByRole('region', { name: 'Order split' })
    const dialog = page.getByRole('dialog')
    await details.getByRole('button', { name: 'Delivered…' }).click()
    await dialog.getByLabel('Delivered on').fill(dayFromNow(4))
    await dialog.getByRole('checkbox', { name: 'Kettle' }).uncheck()
    await expect.poll(() => findFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save delivery' }).click()
    await details.getByText('About Cup').waitFor()
    await details.getByText('About Kettle').waitFor()
    await details.getByRole('button', { name: 'Product went back…' }).click()
    await expect.poll(() => dialog.getByRole('button', { name: 'Save return' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Cup' }).check()
    await dialog.getByRole('button', { name: 'Save return' }).click()
    await details.getByText(/^Went back on/).waitFor()
    await details.getByText('Cancelled', { exact: true }).waitFor()
    await details.getByText(/reported a return/).waitFor()
  })
})

const dayFromNow = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

test('the URL contains the filters, and the list follows them', async () => {
  const page = await open('?state=cancelled')
  await closeAfter(page, async () => {
    await expect.poll(() => shown(page)).toContain('returned')
    await expect.poll(() => shown(page)).not.toContain('answered')
    await page.getByLabel('Due date').fill('2001-01-01')
    await page.getByText('No orders found').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('due')).toBe('2001-01-01')
    await page.getByRole('button', { name: 'Show all orders' }).click()
    await expect.poll(() => shown(page)).toContain('answered')
  })
})

test.each(['owner', 'viewer'] as const)('a %s can go from an order to its review, and back', async role => {
  const page = await open('?id=answered', {}, role === 'owner' ? owner : viewer)
  await closeAfter(page, async () => {
    await page.getByRole('link', { name: /reviewed Moka pot/ }).click()
    await page.getByText('Of this order').last().waitFor()
    await page.getByRole('link', { name: 'Order answered' }).click()
    await page.getByRole('heading', { name: 'Order answered' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe('answered')
  })
})

test('a viewer can read an order and its mail, and has no buttons to change it', async () => {
  const page = await open('?id=viewed', {}, viewer)
  await closeAfter(page, async () => {
    await page.getByText(/^Why this date/).waitFor()
    const buttons = page.getByRole('main').getByRole('button')
    await page.getByRole('button', { name: 'Preview email' }).waitFor()
    await expect
      .poll(async () =>
        (await buttons.allTextContents()).filter(text =>
          /send|change|cancel|stop|delivered|back…/i.test(text),
        ),
      )
      .toEqual([])
  })
})

test('a store without orders explains how to send the first one', async () => {
  const fresh = await aStore(it.database)
  const person = await aMember(it, fresh.storeId, 'owner')
  const page = await open('', {}, person, fresh.storeId)
  await closeAfter(page, async () => {
    await page.getByText('No orders yet').waitFor()
    const example = await page.locator('pre').textContent()
    expect(example).toContain(`curl ${it.url}/orders`)
    expect(example).toContain(fresh.storeId)
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByText('By API').click()
    await page.getByRole('link', { name: 'Open API keys' }).waitFor()
    await page.getByRole('link', { name: 'Connect your shop' }).click()
    await page.getByRole('link', { name: 'Connect WooCommerce' }).waitFor()
    // The example works when pasted, except for the key.
    const body = /-d '(.*)'$/s.exec(example ?? '')?.[1] ?? ''
    const { status } = await it.send('POST', '/orders', { headers: fresh.headers, body })
    expect(status).toBe(201)
  })
})

// On a wide page, the list is next to the order.
test.each([
  [['?id=viewed', '?id=answered'], { scheme: 'light', width: 1280 }],
  [['', '?id=answered', '?id=nobody'], { scheme: 'dark', width: 360, language: 'pt-BR' }],
] as [string[], View][])('%j passes axe and fits its page: %o', async (paths, view) => {
  const page = await open('', view)
  await closeAfter(page, async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const path of paths) {
      await moveTo(page, `/${store.storeId}/orders${path}`)
      await page
        .getByText(path === '' ? 'viewed' : 'Moka pot, 6 cups')
        .locator('visible=true')
        .last()
        .waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      await expect.poll(() => findFaultsInBothSchemes(page), { message: path }).toEqual([])
      await expect.poll(() => overflows(page), { message: path }).toBe(false)
    }
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProducts } from '../../server/tenants/products/products.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aProduct, aReview } from '../../server/test/factories.ts'
import { addReviews } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { button, findFaultsInBothSchemes, onPage, overflows, type View } from './stage.ts'

type Client = Awaited<ReturnType<typeof aMember>>

let service: TestApp
let browser: Browser
let store: Member
let owner: Client
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})
beforeEach(async () => {
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
  const products = createProducts(service.database, Date.now)
  await products.create(store.storeId, aProduct({ product_id: 'pot', url: 'https://shop.example/p/pot' }))
  await products.create(store.storeId, aProduct({ product_id: 'mill', url: '' }))
  await addReviews(service, store, aReview({ product_id: 'pot', body: 'Heats fast.' }))
  await addReviews(service, store, aReview({ product_id: 'mill', body: 'Grinds fine.' }))
})

const feeds = () => `/${store.storeId}/data?tab=feeds`

const open = (path: string, steps: (page: Page) => Promise<void>, view: View = {}, user = owner) =>
  onPage(browser, service, user, { ...view, path }, steps)

async function read(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(address)
  return { status: answer.status, text: await answer.text() }
}

async function createFeed(page: Page): Promise<string> {
  await button(page, 'Create feed').click()
  return await page.getByLabel('Address of the new feed').innerText()
}

describe('an owner', () => {
  test('creates a feed, whose address is displayed once, and sees that it is read', async () => {
    await open(feeds(), async page => {
      await page.getByText('No feeds yet.').waitFor()
      const address = await createFeed(page)
      expect(address).toMatch(/\/feeds\/[\w-]+\/google-product-reviews\.xml$/)
      await page.getByText('Last read: never').waitFor()
      expect((await read(address)).text).toContain('Heats fast.')
      await page.reload()
      await expect.poll(() => page.locator('main').innerText()).toMatch(/Last read: [A-Z][a-z]{2} \d/)
      expect(await page.content()).not.toContain(address)
    })
  })

  test('creates one for Meta with the keyboard alone', async () => {
    await open(feeds(), async page => {
      // Again while the page loads: a screen takes the focus when it is drawn.
      await expect
        .poll(async () => {
          await page.getByRole('radio', { name: 'Google' }).press('ArrowRight')
          return await page.getByText('For Meta’s commerce partners.').isVisible()
        })
        .toBe(true)
      await button(page, 'Create feed').focus()
      await page.keyboard.press('Enter')
      const address = await page.getByLabel('Address of the new feed').innerText()
      expect(address).toMatch(/\/meta-reviews\.csv$/)
      expect((await read(address)).text).toContain('Heats fast.')
    })
  })

  test('reads how many products are left out, and gives them an address', async () => {
    await open(feeds(), async page => {
      await page.getByText('1 product with reviews has no address and is left out.').waitFor()
      const address = await createFeed(page)
      expect((await read(address)).text).not.toContain('Grinds fine.')
      await page.getByLabel('Address of products without one').fill('shop.example')
      await button(page, 'Save pattern').click()
      await page.getByRole('alert').filter({ hasText: 'https://' }).waitFor()
      await page.getByLabel('Address of products without one').fill('https://shop.example/p/{product_id}')
      await button(page, 'Save pattern').click()
      await page.getByText('is left out').waitFor({ state: 'detached' })
      expect((await read(address)).text).toContain('https://shop.example/p/mill')
    })
  })

  test('deletes a feed after a confirmation, and its address stops working', async () => {
    await open(feeds(), async page => {
      const address = await createFeed(page)
      await button(page, 'Delete feed: Google').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect((await read(address)).status).toBe(200)
      await button(page, 'Delete feed: Google').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete feed' }).click()
      await page.getByText('No feeds yet.').waitFor()
      expect((await read(address)).status).toBe(404)
      await expect.poll(() => page.getByLabel('Address of the new feed').count()).toBe(0)
    })
  })

  test('reads the limit before a 21st feed, also if another member created the 20th', async () => {
    const path = `/stores/${store.storeId}/feeds`
    const add = () => owner.send('POST', path, { format: 'google' })
    for (let made = 0; made < 19; made++) await add()
    await open(feeds(), async page => {
      await page.getByRole('button', { name: 'Delete feed: Google' }).nth(18).waitFor()
      const limit = page.getByText('A store can have 20 feeds. Delete one to create another.')
      await expect.poll(() => limit.count()).toBe(0)
      await add()
      await button(page, 'Create feed').click()
      await limit.waitFor()
      await expect.poll(() => button(page, 'Create feed').isDisabled()).toBe(true)
      await expect.poll(() => page.getByText('A setting is invalid').count()).toBe(0)
      await button(page, 'Delete feed: Google').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete feed' }).click()
      await limit.waitFor({ state: 'detached' })
      await expect.poll(() => button(page, 'Create feed').isEnabled()).toBe(true)
    })
  })
})

test.each(['moderator', 'viewer'] as const)('a %s has no feeds', async role => {
  const member = await aMember(service, store.storeId, role)
  await open(
    feeds(),
    async page => {
      await page.getByText('Only store owners can import and export.').waitFor()
      await expect.poll(() => button(page, 'Create feed').count()).toBe(0)
    },
    {},
    member,
  )
})

describe('the feeds pass axe and fit their page', () => {
  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360, language: 'es' },
  ] as const)('%o', async view => {
    await open(
      feeds(),
      async page => {
        const check = async () => {
          await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
          await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
          await expect.poll(() => overflows(page)).toBe(false)
        }
        await check()
        await page.getByRole('button', { name: /^(Create feed|Crear feed)$/ }).click()
        await page.locator('pre').waitFor()
        await check()
      },
      view,
    )
  })
})

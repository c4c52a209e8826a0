import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aQuestion, aReview } from '../../server/test/factories.ts'
import { addQuestions, addReviews, readAs } from '../../server/test/reading.ts'
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

type Client = Awaited<ReturnType<typeof aMember>>

let service: TestApp
let browser: Browser
let shop: Member
let owner: Client
let viewer: Client
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  shop = await aStore(service.database)
  owner = await aMember(service, shop.storeId, 'owner')
  viewer = await aMember(service, shop.storeId, 'viewer')
  for (const name of ['Shirt, red', 'Shirt, blue', 'Shirt, green', 'Água de coco']) {
    const product = { product_id: name.replace(/\W+/g, '/'), name, url: 'https://shop.example/p' }
    await owner.send('POST', `/stores/${shop.storeId}/products`, product)
  }
  const ratings: [string, number][] = [
    ['Shirt/red', 5],
    ['Shirt/red', 4],
    ['Shirt/blue', 2],
  ]
  await addReviews(service, shop, ...ratings.map(([product_id, rating]) => aReview({ product_id, rating })))
  await addQuestions(service, shop, aQuestion({ product_id: 'Shirt/blue' }))
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

async function open(path: string, steps: (page: Page) => Promise<void>, view: View = {}, user = owner) {
  const page = await openDashboard(browser, service, user, {
    ...view,
    path: `/${shop.storeId}/products${path}`,
  })
  await closeAfter(page, async () => {
    await page.locator('[data-product], main p').first().waitFor()
    await steps(page)
  })
}

const listed = (page: Page) =>
  page.locator('[data-product]').evaluateAll(rows => rows.map(row => row.getAttribute('data-product')))

describe('the list', () => {
  test('can be searched, sorted and filtered, and the address contains the choice', async () => {
    await open('', async page => {
      await expect
        .poll(() => listed(page))
        .toEqual(['/gua/de/coco', 'Shirt/blue', 'Shirt/green', 'Shirt/red'])
      await page.getByRole('searchbox').fill('AGUA')
      await expect.poll(() => listed(page)).toEqual(['/gua/de/coco'])
      await page.getByRole('searchbox').fill('')
      await page.getByRole('combobox', { name: 'Sort by' }).click()
      await page.getByRole('option', { name: 'Lowest rating first' }).click()
      await expect.poll(async () => (await listed(page)).slice(0, 2)).toEqual(['Shirt/blue', 'Shirt/red'])
      await page.getByText('Without reviews').click()
      await expect.poll(() => listed(page)).toEqual(['/gua/de/coco', 'Shirt/green'])
      const { searchParams } = new URL(page.url())
      expect(Object.fromEntries(searchParams)).toEqual({ sort: 'lowest_rating', part: 'without_reviews' })
      await page.getByText('Grouped').click()
      await page.getByText('No grouped products yet').waitFor()
    })
  })

  test.each([1280, 360])('shows the ID of a product without a name once, %i pixels wide', async width => {
    // An import gives a product without a name its ID as one.
    const nameless = { product_id: 'SKU-4711', name: 'SKU-4711', url: '' }
    await owner.send('POST', `/stores/${shop.storeId}/products`, nameless)
    const view = { width }
    await open(
      '',
      async page => {
        const textsOf = (id: string) => page.locator(`[data-product="${id}"]`).getByText(id, { exact: true })
        await expect.poll(() => textsOf('Shirt/red').count()).toBe(1)
        await expect.poll(() => textsOf('SKU-4711').count()).toBe(1)
        await textsOf('SKU-4711').click()
        const drawer = page.getByRole('dialog', { name: 'Product' })
        await drawer.getByRole('heading', { name: 'SKU-4711' }).waitFor()
        expect((await drawer.innerText()).match(/SKU-4711/g)).toHaveLength(1)
      },
      view,
    )
    await service.database.query(sql`
      delete from products where store_id = ${shop.storeId} and product_id = 'SKU-4711'`)
  })

  test('explains without products how to add some', async () => {
    const { storeId } = await aStore(service.database)
    const newOwner = await aMember(service, storeId, 'owner')
    const page = await openDashboard(browser, service, newOwner, { path: `/${storeId}/products` })
    await page.getByText('No products yet').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.context().close()
  })
})

describe('an owner', () => {
  test('adds a product, reads problems at their field, and edits it', async () => {
    await open('', async page => {
      await page.getByRole('button', { name: 'Add product' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('ID in your store').fill('Shirt/red')
      await dialog.getByLabel('Name').fill('Socks')
      await dialog.getByRole('button', { name: 'Add product' }).click()
      await dialog.getByText('Duplicated, Product has already been sent').waitFor()
      // A click beside the dialog discards nothing.
      await page.mouse.click(5, 5)
      await page.keyboard.press('Tab')
      await dialog.getByLabel('ID in your store').fill('../socks?#')
      await dialog.getByLabel('Price').fill('-1')
      await dialog.getByLabel('Price').blur()
      await dialog.getByLabel('Name').fill('')
      await dialog.getByRole('button', { name: 'Add product' }).click()
      await dialog.getByText('String must contain at least 1 character(s)').waitFor()
      await dialog.getByLabel('Name').fill('Socks')
      await dialog.getByRole('button', { name: 'Add product' }).click()
      const drawer = page.getByRole('dialog', { name: 'Product' })
      await drawer.getByRole('heading', { name: 'Socks' }).waitFor()
      await drawer.getByRole('button', { name: 'Edit' }).click()
      const form = page.getByRole('dialog', { name: 'Edit product' })
      await form.getByLabel('Name').fill('Warm socks')
      await form.getByLabel('Pictures').fill('https://shop.example/1.jpg\nhttps://shop.example/2.jpg')
      await form.getByRole('button', { name: 'Save' }).click()
      await drawer.getByRole('heading', { name: 'Warm socks' }).waitFor()
      await drawer.getByText('The owner changed Name, Pictures').waitFor()
      const details = await viewer.send(
        'GET',
        `/stores/${shop.storeId}/products/detail?${new URLSearchParams({ product_id: '../socks?#' })}`,
      )
      expect(details.body).toMatchObject({ name: 'Warm socks', price: 0, pictures: { length: 2 } })
    })
  })

  test('groups variants, sees the sum before saving, and undoes it', async () => {
    const shown = async () => {
      const { body } = await readAs(service, shop, 'ratings.json', { product_id: 'Shirt/green' })
      return body.result[0] && [body.result[0].average, body.result[0].total]
    }
    await expect.poll(() => shown()).toBeUndefined()
    await open('?product=Shirt%2Fgreen', async page => {
      await page.getByRole('button', { name: 'Group variants' }).click()
      const dialog = page.getByRole('dialog', { name: 'Group variants' })
      await dialog.getByText('Add at least one more product').waitFor()
      await dialog.getByRole('searchbox').fill('shirt')
      await dialog.getByRole('button', { name: 'Add Shirt, red to the group' }).click()
      await dialog.getByRole('button', { name: 'Add Shirt, blue to the group' }).click()
      await dialog.getByText('3.7 · 3 reviews').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save group' }).click()
      await page.getByText('Group saved').waitFor()
      await expect.poll(shown).toEqual([3.67, 3])
      await page.getByText('Reviews of 3 products combined').waitFor()
      await page.getByText('None from this product').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Group variants' }).waitFor()
      await expect.poll(shown).toBeUndefined()
    })
  })

  test('confirms that a product leaves another group, and dissolves a group', async () => {
    const grouping = { product_ids: ['Shirt/red', 'Shirt/blue'] }
    await owner.send('POST', `/stores/${shop.storeId}/product-groups`, grouping)
    await open('?part=grouped&product=Shirt%2Fgreen', async page => {
      await page.getByRole('button', { name: 'Group variants' }).click()
      const dialog = page.getByRole('dialog', { name: 'Group variants' })
      await dialog.getByRole('searchbox').fill('red')
      await dialog.getByText('In another group').first().waitFor()
      await dialog.getByRole('button', { name: 'Add Shirt, red to the group' }).click()
      await dialog.getByRole('button', { name: 'Save group' }).click()
      await page.getByText('leave their current group: Shirt, red').waitFor()
      await page.getByRole('button', { name: 'Move products' }).click()
      await page.getByText('Group saved').waitFor()
      await expect.poll(() => listed(page)).toEqual(['Shirt/red', 'Shirt/green'])
      await page.getByRole('button', { name: 'Ungroup' }).click()
      await page.getByText('Products ungrouped').waitFor()
      await expect.poll(() => listed(page)).toEqual([])
    })
  })

  test('has the focus on the button again after closing a dialog', async () => {
    await open('', async page => {
      const add = page.getByRole('button', { name: 'Add product' })
      await add.click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'ID in your store' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => add.evaluate(button => button === document.activeElement)).toBe(true)
    })
  })

  test('switches a product off for review requests, finds it, reads why, and undoes it', async () => {
    const product_id = 'card'
    await owner.send('POST', `/stores/${shop.storeId}/products`, { product_id, name: 'Gift card', url: '' })
    await open('?part=not_asked', async page => {
      await expect.poll(() => listed(page)).toEqual(['card'])
      await page.getByRole('button', { name: 'Gift card' }).click()
      await page.getByText('because it looks like this: a gift card').waitFor()
      await expect
        .poll(() => page.getByRole('switch', { name: 'Reviews are requested' }).isChecked())
        .toBe(false)
    })
    await open('?product=Shirt%2Fgreen', async page => {
      const asks = page.getByRole('switch', { name: 'Reviews are requested' })
      await asks.click()
      await page.getByText('This product is not asked about any more').waitFor()
      await page.getByText('The owner changed Reviews are requested').waitFor()
      await expect
        .poll(() => page.locator('[data-product="Shirt/green"]').innerText())
        .toContain('Not asked about')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => asks.isChecked()).toBe(true)
    })
    await service.database.query(sql`
      delete from products where store_id = ${shop.storeId} and product_id = 'card'`)
  })

  test('goes from a product to its reviews and questions', async () => {
    await open('?product=Shirt%2Fblue', async page => {
      await page.getByRole('link', { name: 'See questions' }).click()
      const filter = page.getByRole('combobox', { name: 'Product' })
      await expect.poll(() => filter.inputValue()).toBe('Shirt, blue')
      await page.getByText('Does it work on induction?').waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'See reviews' }).click()
      await expect.poll(() => page.locator('[data-review]').count()).toBe(1)
    })
  })
})

test('a viewer can read everything and has no buttons to change it', async () => {
  const grouping = { product_ids: ['Shirt/red', 'Shirt/blue'] }
  const { body } = await owner.send('POST', `/stores/${shop.storeId}/product-groups`, grouping)
  await open(
    '?product=Shirt%2Fblue',
    async page => {
      await page.getByText('Reviews of 2 products combined').waitFor()
      const names = await page.getByRole('button').allTextContents()
      expect(names.filter(name => /add|edit|group|save|end/i.test(name))).toEqual([])
      await expect
        .poll(() => page.getByRole('switch', { name: 'Reviews are requested' }).isDisabled())
        .toBe(true)
    },
    {},
    viewer,
  )
  await owner.send('DELETE', `/stores/${shop.storeId}/product-groups/${body.id}`)
})

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'es' },
] as const)('the list and a product pass axe and fit their page: %o', async view => {
  await open(
    '',
    async page => {
      for (const path of ['', '?product=Shirt%2Fred']) {
        if (path) {
          await moveTo(page, `/${shop.storeId}/products${path}`)
          await page.getByRole('heading', { name: 'Shirt, red' }).waitFor()
        } else await page.locator('[data-product]').first().waitFor()
        await expect.poll(() => findFaultsInBothSchemes(page), { message: path }).toEqual([])
        await expect.poll(() => overflows(page), { message: path }).toBe(false)
      }
    },
    view,
  )
})

test('products that share a SKU are grouped with one press, by an owner', async () => {
  const names = ['Kettle', 'Bouilloire', 'Cup', 'Tasse']
  for (const [at, name] of names.entries()) {
    const product = { product_id: `LANG-${at}`, name, sku: at < 2 ? 'KT' : 'CP' }
    expect((await owner.send('POST', `/stores/${shop.storeId}/products`, product)).status).toBe(201)
  }
  const groupOf = async (at: number) => {
    const path = `/stores/${shop.storeId}/products/detail?product_id=LANG-${at}`
    return (await owner.send('GET', path)).body.members.map(({ name }: { name: string }) => name).sort()
  }
  await open('', async page => {
    await page.getByText('2 SKUs belong to several products').click()
    await page.getByText('Cup · Tasse').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Group the products with the SKU KT' }).click()
    await page.getByText('1 SKU belongs to several products').waitFor()
    await expect.poll(() => groupOf(0)).toEqual(['Bouilloire', 'Kettle'])
    await expect.poll(() => groupOf(2)).toEqual([])
  })
  await open('', async page => await expect.poll(() => page.getByText('1 SKU').count()).toBe(0), {}, viewer)
})

test('products with an old and a new ID are grouped from a list, each line by itself', async () => {
  for (const product_id of ['OLD-1', 'NEW-1', 'OLD-2', 'NEW-2'])
    expect(
      (await owner.send('POST', `/stores/${shop.storeId}/products`, { product_id, name: product_id })).status,
    ).toBe(201)
  await open('', async page => {
    await page.getByRole('button', { name: 'Group from a list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('OLD-1;NEW-1\n\nOLD-2\nOLD-2,"NEW-2"\nOLD-3\tNEW-3')
    await dialog.getByRole('button', { name: 'Group 4 lines' }).click()
    await dialog.getByText('2 groups saved').waitFor()
    await dialog.getByText('Line 3 (OLD-2): Name at least two products.').waitFor()
    await dialog.getByText('Line 5 (OLD-3').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
  })
  for (const at of [1, 2]) {
    const path = `/stores/${shop.storeId}/products/detail?product_id=NEW-${at}`
    const { body } = await owner.send('GET', path)
    expect(body.members.map((member: { product_id: string }) => member.product_id).sort()).toEqual([
      `NEW-${at}`,
      `OLD-${at}`,
    ])
  }
  await open(
    '',
    async page =>
      await expect.poll(() => page.getByRole('button', { name: 'Group from a list' }).count()).toBe(0),
    {},
    viewer,
  )
})

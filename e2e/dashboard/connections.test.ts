import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import {
  type FakeNuvemshop,
  nuvemshopApp,
  nuvemshopKeys,
  startNuvemshop,
} from '../../server/test/shops/nuvemshop.ts'
import {
  delivery,
  type FakeWooCommerce,
  startWooCommerce,
  wooOrder,
} from '../../server/test/shops/woocommerce.ts'
import { aStore } from '../../server/test/users.ts'
import {
  button,
  closeAfter,
  expectFits,
  findFaultsInBothSchemes,
  idIn,
  moveTo,
  onPage,
  openDashboard,
  overflows,
  type View,
} from './stage.ts'

type Client = Awaited<ReturnType<typeof aMember>>

let service: TestApp
let browser: Browser
let shop: FakeWooCommerce
let nuvemshop: FakeNuvemshop
let storeId: string
let owner: Client
let viewer: Client
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  ;({ storeId } = await aStore(service.database))
  viewer = await aMember(service, storeId, 'viewer')
  shop = await startWooCommerce()
  nuvemshop = await startNuvemshop()
})
afterAll(async () => {
  await browser.close()
  await Promise.all([shop.close(), nuvemshop.close(), service.close()])
})
// Each has ten tests of a shop in a minute.
beforeEach(async () => {
  owner = await aMember(service, storeId, 'owner')
})
afterEach(async () => {
  shop.hooks.length = 0
  shop.orders.clear()
  for (const { connection_id } of (await owner.send('GET', at())).body.result)
    await owner.send('DELETE', at(`/${connection_id}`))
})

const at = (path = '') => `/stores/${storeId}/connections${path}`

const open = (path: string, steps: (page: Page) => Promise<void>, view: View = {}, user = owner) =>
  onPage(browser, service, user, { ...view, path: `/${storeId}/connections${path}` }, steps)

/** Connects the shop as a merchant does, and returns the id of the connection. */
async function connectWooCommerce(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Connect WooCommerce' }).click()
  await page.getByLabel('Shop address').fill(`${shop.url}/wp-admin/index.php`)
  await page.getByLabel('Consumer key').fill(shop.key)
  await page.getByLabel('Consumer secret').fill(shop.token)
  await button(page, 'Connect').click()
  await page.getByText('WooCommerce is connected').waitFor()
  return idIn(page)
}

/** Adds one through the API, with its webhooks. */
async function aConnection(): Promise<{ id: string; secret: string }> {
  const body = { platform: 'woocommerce', url: shop.url, key: shop.key, token: shop.token }
  const added = (await owner.send('POST', at(), body)).body
  await owner.send('POST', at(`/${added.connection.connection_id}/repair`))
  return { id: added.connection.connection_id, secret: added.secret }
}

async function deliver(id: string, secret: string, topic: string, payload: object): Promise<void> {
  const { headers, body } = delivery(topic, payload, secret)
  const { status } = await service.send('POST', `/connect/woocommerce/${id}`, { headers, body })
  expect(status).toBe(200)
  await service.runDue()
}

describe('an owner', () => {
  test('connects WooCommerce with an address and two keys, and fetches earlier orders', async () => {
    shop.orders.set(7, wooOrder(7, { created: Date.now() - 86_400_000 }))
    await open('', async page => {
      const id = await connectWooCommerce(page)
      expect(shop.hooks.map(({ delivery_url, status }) => [delivery_url, status])).toEqual(
        Array(6).fill([`${service.url}/connect/woocommerce/${id}`, 'active']),
      )
      // The keys are in no field of the page any more.
      expect(await page.content()).not.toContain(shop.token)
      const nextStep = page.getByText('One more step: fetch the orders')
      await nextStep.waitFor()
      await button(page, 'Fetch orders').click()
      await page.getByText('Fetching orders. This continues').waitFor()
      await service.runDue()
      await page.getByText(/^Last fetched: /).waitFor()
      await expect.poll(() => nextStep.count()).toBe(0)
      await page.getByText(/Back-fill: 1 changes read/).waitFor()
    })
  })

  test('sees what is wrong with the keys, corrects them, and is done', async () => {
    await open('?new=woocommerce', async page => {
      await page.getByLabel('Shop address').fill(shop.url)
      await page.getByLabel('Consumer key').fill(shop.key)
      await page.getByLabel('Consumer secret').fill('cs_wrong')
      await button(page, 'Connect').click()
      await page.getByText('WooCommerce is saved, and one thing is missing').waitFor()
      // Once: beside the check, and not in a notice of its own too.
      await page.getByText(/add a key with the permission Read\/Write/).waitFor()
      await page.getByLabel('Consumer secret').fill(shop.token)
      await button(page, 'Save').click()
      await page.getByText('WooCommerce is connected').waitFor()
      expect(shop.hooks).toHaveLength(6)
    })
  })

  test('is told at the field what an address looks like', async () => {
    await open('?new=woocommerce', async page => {
      await page.getByLabel('Shop address').fill('ftp://shop')
      await page.getByLabel('Consumer key').fill('ck')
      await page.getByLabel('Consumer secret').fill('cs')
      await button(page, 'Connect').click()
      await page.getByText('it takes an address such as https://shop.example').waitFor()
      await expect.poll(() => page.getByLabel('Consumer secret').inputValue()).toBe('cs')
    })
  })

  test('sees a disabled webhook, repairs it, and follows the log', async () => {
    const { id, secret } = await aConnection()
    const hook = shop.hooks.find(({ topic }) => topic === 'order.updated')
    if (hook) hook.status = 'disabled'
    await open(`?id=${id}`, async page => {
      await page.getByText('never repeats it').waitFor()
      await button(page, 'Test connection').click()
      await page.getByText('1 problem found').waitFor()
      const alert = page.getByRole('alert').filter({ hasText: 'order.updated: the webhook is disabled.' })
      await alert.getByText(/sends nothing again/).waitFor()
      await alert.getByRole('button', { name: 'Repair' }).click()
      await page.getByText('Everything is right').waitFor()
      await alert.waitFor({ state: 'detached' })
      expect(hook?.status).toBe('active')
      await deliver(id, secret, 'order.deleted', { id: 15 })
      await page.getByRole('link', { name: 'Order 15' }).waitFor()
      await page.getByText('The order was deleted before anything was scheduled.').waitFor()
    })
  })

  test('reads in the log what looks like a day, and is none, as the shop wrote it', async () => {
    const { id, secret } = await aConnection()
    await deliver(id, secret, '2026-13-45', { id: 7 })
    await open(`?id=${id}`, page => page.getByText('Realword does not need the topic 2026-13-45.').waitFor())
  })

  test('is led from a failed event to the log, which a retry corrects', async () => {
    const { id, secret } = await aConnection()
    await deliver(id, secret, 'order.updated', { id: 15 })
    await open(
      `?id=${id}`,
      async page => {
        const alert = page.getByRole('alert').filter({ hasText: 'El pedido no se puede leer' })
        await alert.getByRole('button', { name: 'Ver los eventos con falla' }).click()
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.textContent))
          .toContain('Reintentar los que fallaron')
      },
      { language: 'es', width: 390 },
    )
  })

  test('pauses, resumes and removes a connection', async () => {
    const { id, secret } = await aConnection()
    await open(`?id=${id}`, async page => {
      await button(page, 'Pause').click()
      await page.getByText('This connection is paused').waitFor()
      await deliver(id, secret, 'order.deleted', { id: 16 })
      await page.getByText('Kept until the connection runs').waitFor()
      await button(page, 'Resume').click()
      await button(page, 'Pause').waitFor()
      await service.runDue()
      await page.getByText('The order was deleted before anything was scheduled.').waitFor()
      await button(page, 'Remove connection').click()
      const dialog = page.getByRole('dialog', { name: 'Remove the connection to WooCommerce?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(page, 'Remove connection').click()
      await dialog.getByRole('button', { name: 'Remove connection' }).click()
      await page.getByText('Connection removed').waitFor()
      await page.getByRole('heading', { name: 'Connect your shop' }).waitFor()
    })
  })

  test('gets the secret once where the shop needs it, and a new one when it is lost', async () => {
    await open('?new=medusa', async page => {
      await button(page, 'Continue').click()
      await page.getByText(`REALWORD_WEBHOOK_URL=${service.url}/connect/medusa/${idIn(page)}`).waitFor()
      const made = await page.getByLabel('Secret', { exact: true }).first().innerText()
      expect(made).toMatch(/^[\w-]{43}$/)
      await page.getByText(`REALWORD_SECRET=${made}`).waitFor()
      await page.reload()
      await page.getByText('The secret was shown once.').first().waitFor()
      expect(await page.content()).not.toContain(made)
      await button(page, 'Make a new secret').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
      await expect
        .poll(async () => await page.getByLabel('Secret', { exact: true }).first().innerText())
        .toMatch(/^[\w-]{43}$/)
      await expect.poll(() => page.getByLabel('Secret', { exact: true }).first().innerText()).not.toBe(made)
    })
  })

  test('connects EverShop with its ready mapping', async () => {
    await open('', async page => {
      await page.getByRole('link', { name: 'Connect EverShop' }).click()
      await page.getByRole('heading', { name: 'Connect EverShop' }).waitFor()
      await expect.poll(() => page.getByLabel('Order number').first().inputValue()).toBe('order_number')
      await button(page, 'Continue').click()
      await page
        .getByText(`/connect/generic/${idIn(page)}`)
        .first()
        .waitFor()
      await page.getByRole('heading', { name: 'EverShop' }).waitFor()
    })
  })

  test('chooses who asks, the shop or Realword', async () => {
    const { id } = await aConnection()
    await open(`?id=${id}`, async page => {
      await page.getByText('Not chosen: Realword asks').waitFor()
      await page.getByRole('radio', { name: 'WooCommerce asks' }).check()
      await button(page, 'Save choice').click()
      await page.getByText('Choice saved').waitFor()
      await page.reload()
      await expect.poll(() => page.getByRole('radio', { name: 'WooCommerce asks' }).isChecked()).toBe(true)
      await expect.poll(() => page.getByText('Not chosen: Realword asks').count()).toBe(0)
    })
  })

  test('maps any JSON: the fields are found in a sample, and tried before they are saved', async () => {
    const sample = {
      pedido: {
        numero: 20417,
        criado: '2026-11-16T11:03:00-03:00',
        cliente: { nome: 'Ana Martins', email: 'ana@example.com' },
        entregue: '2026-11-20',
        itens: [{ produto: 81, nome: 'Cafeteira', preco: '149.90' }],
      },
    }
    await open('?new=generic', async page => {
      await page.getByLabel('JSON of one delivered order').fill('no JSON')
      await button(page, 'Find the fields').click()
      await page.getByText('This is not JSON.').waitFor()
      await page.getByLabel('JSON of one delivered order').fill(JSON.stringify(sample))
      await button(page, 'Find the fields').click()
      await page.getByText(/fields found\. Check them\./).waitFor()
      await button(page, 'Try the mapping').click()
      await page.getByText('1 order found').waitFor()
      await page.getByText('Buyer: Ana Martins, ana@example.com').waitFor()
      await page.getByText('Cafeteira · 81 (delivered Nov').waitFor()
      await page.getByLabel('Product ID').fill('((')
      await button(page, 'Try the mapping').click()
      await page.getByText(/Product ID: it is not valid JSONata/).waitFor()
      await page.getByLabel('Product ID').fill('produto')
      await button(page, 'Continue').click()
      await page.getByText('X-Realword-Secret').waitFor()
      expect((await owner.send('GET', at())).body.result).toMatchObject([
        { platform: 'generic', state: 'active', options: { orders: 'pedido', product_id: 'produto' } },
      ])
    })
  })

  test('comes back from Nuvemshop with a code and the state of this browser, and finishes', async () => {
    const options = { app_id: nuvemshopApp.id, api_url: nuvemshop.url }
    const body = { platform: 'nuvemshop', secret: nuvemshopKeys.secret, options }
    const { connection } = (await owner.send('POST', at(), body)).body
    await open(`?id=${connection.connection_id}`, async page => {
      const install = page.getByRole('link', { name: 'Install the app in your shop' })
      const link = new URL((await install.getAttribute('href')) ?? '')
      expect(link.origin + link.pathname).toBe('https://www.nuvemshop.com.br/apps/4711/authorize')
      const state = link.searchParams.get('state') ?? ''
      expect(state).toMatch(/^[\w-]+\.[0-9a-f]{48}$/)
      const back = async (query: string) => {
        await page.goto(`${service.url}/admin/${storeId}/connections?new=nuvemshop&${query}`)
        await page.getByText('This connection is incomplete').waitFor()
        expect(idIn(page)).toBe(connection.connection_id)
      }
      // Links that somebody else made: with a code alone, or with a state of another browser.
      for (const forged of ['', `&state=${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`]) {
        await back(`code=${nuvemshopApp.code}${forged}`)
        await page.getByText('This code is not from an installation that you began here').waitFor()
        await button(page, 'Finish the connection').click()
        await page.getByText('This is not the address that your shop opened').waitFor()
        expect((await owner.send('GET', at())).body.result).toMatchObject(
          expect.arrayContaining([expect.objectContaining({ missing: ['token', 'shop_id'] })]),
        )
      }
      await back(`code=${nuvemshopApp.code}&state=${state}`)
      await page.getByText('Your shop sent you back with a code').waitFor()
      await button(page, 'Finish the connection').click()
      await page.getByText('Everything is right').waitFor()
      expect(nuvemshop.webhooks).toHaveLength(12)
    })
  })
})

test('an incomplete connection names exactly what is missing', async () => {
  await owner.send('POST', at(), { platform: 'vtex', url: 'https://www.kaneca.example', key: 'vtexappkey-1' })
  await open('', async page => {
    await page.getByText('asks no buyer until it has: Token and Account name.').waitFor()
  })
})

test('viewers see everything and no button', async () => {
  const { id, secret } = await aConnection()
  await deliver(id, secret, 'order.deleted', { id: 15 })
  await open(
    `?id=${id}`,
    async page => {
      await page.getByRole('link', { name: 'Order 15' }).waitFor()
      const names = ['Pause', 'Test connection', 'Repair', 'Fetch orders', 'Save', 'Remove connection']
      for (const name of names) await expect.poll(() => button(page, name).count(), { message: name }).toBe(0)
      await moveTo(page, `/${storeId}/connections?new=woocommerce`)
      await page.getByRole('link', { name: 'Open WooCommerce' }).waitFor()
      await expect.poll(() => page.getByLabel('Consumer key').count()).toBe(0)
    },
    {},
    viewer,
  )
})

describe('every state passes axe and fits its page', () => {
  // Colors are checked in both schemes at each width, and Spanish where it fits.
  const views = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360, language: 'pt-BR' },
    { width: 360, language: 'es', isSpanish: true },
  ] as const
  const paths = [
    '',
    ...[
      'woocommerce',
      'shopify',
      'nuvemshop',
      'vtex',
      'medusa',
      'vendure',
      'generic',
      'generic&preset=evershop',
    ].map(one => `?new=${one}`),
  ]

  test.each(views)('%o', async view => {
    const { id, secret } = await aConnection()
    await deliver(id, secret, 'order.updated', { id: 15 })
    const page = await openDashboard(browser, service, owner, view)
    await closeAfter(page, async () => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const path of [...paths, `?id=${id}`]) {
        await moveTo(page, `/${storeId}/connections${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('h2').first().waitFor()
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
        if ('isSpanish' in view) {
          await expectFits(page, path, view.width)
          continue
        }
        await expect.poll(() => findFaultsInBothSchemes(page), { message: path }).toEqual([])
        await expect.poll(() => overflows(page), { message: path }).toBe(false)
      }
    })
  })
})

test('the set-up works with the keyboard alone', async () => {
  await open('', async page => {
    await page.getByRole('link', { name: 'Connect WooCommerce' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Shop address').focus()
    await page.keyboard.type(shop.url)
    await page.keyboard.press('Tab')
    await page.keyboard.type(shop.key)
    await page.keyboard.press('Tab')
    await page.keyboard.type(shop.token)
    await page.keyboard.press('Enter')
    await page.getByText('WooCommerce is connected').waitFor()
  })
})

test.each([
  ['pt-BR', 'order.updated: o webhook está desativado.', 'Reparar'],
  ['es', 'order.updated: el webhook está desactivado.', 'Reparar'],
])('what the server says about a shop is in the language of the dashboard: %s', async (language, text, repair) => {
  const { id } = await aConnection()
  const hook = shop.hooks.find(({ topic }) => topic === 'order.updated')
  if (hook) hook.status = 'disabled'
  await owner.send('POST', at(`/${id}/test`))
  await open(
    `?id=${id}`,
    async page => {
      const alert = page.getByRole('alert').filter({ hasText: text })
      await alert.getByRole('button', { name: repair }).waitFor()
    },
    { language },
  )
})

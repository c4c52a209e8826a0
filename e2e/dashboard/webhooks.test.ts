import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aStore } from '../../server/test/users.ts'
import { type Receiver, startReceiver, status } from '../../server/test/webhooks/receiver.ts'
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
let receiver: Receiver
let storeId: string
let owner: Client
let viewer: Client
beforeAll(async () => {
  ;[service, browser, receiver] = await Promise.all([
    startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }),
    launchBrowser(),
    startReceiver(),
  ])
})
afterAll(async () => {
  await browser.close()
  await Promise.all([receiver.close(), service.close()])
})
beforeEach(async () => {
  // A failed delivery is sent again after five seconds, in which a slow machine has not shown a page.
  service.setNow(Date.now())
  ;({ storeId } = await aStore(service.database))
  owner = await aMember(service, storeId, 'owner')
  viewer = await aMember(service, storeId, 'viewer')
})
afterEach(async () => {
  receiver.reply(status(204))
  for (const { webhook_id } of await listed()) await owner.send('DELETE', at(`/${webhook_id}`))
})

const at = (path = '') => `/stores/${storeId}/webhooks${path}`
/** What the store's webhooks received. Those of earlier tests may still receive. */
const received = () => receiver.received.filter(({ event }) => event.data.store_id === storeId)
const listed = async () => (await owner.send('GET', at())).body.result

const open = (path: string, steps: (page: Page) => Promise<void>, view: View = {}, user = owner) =>
  onPage(browser, service, user, { ...view, path: `/${storeId}/webhooks${path}` }, steps)

const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

/** Adds one through the API. */
async function aWebhook(events: string[] = []): Promise<{ id: string; secret: string }> {
  const { webhook, secret } = (await owner.send('POST', at(), { url: receiver.url, events })).body
  return { id: webhook.webhook_id, secret }
}

/** Sends a test through the API, and returns the id of its delivery. */
async function deliver(id: string, type = 'review.published'): Promise<string> {
  const { delivery_id } = (await owner.send('POST', at(`/${id}/test`), { type })).body
  await service.runDue()
  return delivery_id
}

/** Runs what is due until the page shows the text. */
async function runUntil(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await service.runDue()
      return await page.getByText(text, { exact: true }).first().isVisible()
    })
    .toBe(true)
}

describe('an owner', () => {
  test('adds a webhook, gets its secret once, and tests it', async () => {
    await open('', async page => {
      await page.getByText('No webhooks yet').waitFor()
      await page.getByRole('link', { name: 'Add webhook' }).click()
      await page.getByLabel('URL').fill(receiver.url)
      await page.getByLabel('Only these').check()
      await expect.poll(() => button(page, 'Add webhook').isDisabled()).toBe(true)
      await page.getByLabel('review.published').check()
      await page.getByText('It appears in the shop.').first().waitFor()
      await button(page, 'Add webhook').click()
      await page.getByText('It is shown only this once.').waitFor()
      const secret = await page.getByLabel('Secret', { exact: true }).innerText()
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
      await expect
        .poll(() => listed())
        .toMatchObject([{ webhook_id: idIn(page), events: ['review.published'] }])

      await page.getByRole('combobox', { name: 'Event' }).click()
      await page.getByRole('option', { name: 'review.replied' }).click()
      await page.getByText('the data has test: true').waitFor()
      await button(page, 'Send test').click()
      await runUntil(page, 'HTTP 204')
      const [sent] = received()
      expect(new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
        type: 'review.replied',
        data: { store_id: storeId, test: true },
      })
      await page.reload()
      await page.getByText('The secret was shown once.').waitFor()
      expect(await page.content()).not.toContain(secret)
    })
  })

  test('reads at the field why an address is refused, and at the button what else is wrong', async () => {
    await open('?new', async page => {
      await page.getByLabel('URL').fill('https://10.0.0.1/hooks')
      await button(page, 'Add webhook').click()
      await page.getByText('This address is in a private network.').waitFor()
      await expect.poll(() => page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
      for (let index = 0; index < 20; index++) await aWebhook()
      await page.getByLabel('URL').fill(receiver.url)
      await button(page, 'Add webhook').click()
      await page.getByText('A store has at most 20 webhooks.').waitFor()
    })
  })

  test('reads the request and the answer of a delivery, and sends it again', async () => {
    receiver.reply(status(500))
    const { id } = await aWebhook()
    const delivery = await deliver(id)
    await service.database.query(sql`
      update webhook_deliveries
      set last_answer = '{"error":"database is locked"}'
      where store_id = ${storeId} and delivery_id = ${delivery}`)
    await open(`?id=${id}`, async page => {
      await page.getByText('No delivery has succeeded since').waitFor()
      await page.getByText('Failing', { exact: true }).waitFor()
      await page.getByText('Newest answer: HTTP 500.').waitFor()
      await page.getByRole('link', { name: /^review\.published, .+: show request and answer$/ }).click()
      await page.getByRole('heading', { name: 'Request', exact: true }).waitFor()
      const text = await page.locator('main').innerText()
      const [sent] = received()
      expect(text).toContain(`webhook-id: ${sent?.id}`)
      expect(text).toContain(`webhook-timestamp: ${sent?.headers['webhook-timestamp']}`)
      expect(text).toContain('"title": "Coffee as it should be"')
      expect(text).toContain('"error": "database is locked"')
      expect(text).not.toContain('v1,')
      receiver.reply(status(204))
      await button(page, 'Send again').click()
      await page.getByText('The delivery is sent again').waitFor()
      await runUntil(page, 'Delivered')
      expect(received().map(one => one.id)).toEqual([sent?.id, sent?.id])
      await page.getByRole('link', { name: 'All deliveries' }).click()
      await page.getByText('Active', { exact: true }).waitFor()
    })
  })

  test('filters deliveries, keeps the filter, and sends those of a time again', async () => {
    const { id } = await aWebhook()
    await deliver(id, 'review.published')
    receiver.reply(status(400))
    await deliver(id, 'order.received')
    await open(`?id=${id}`, async page => {
      const rows = page.getByRole('link', { name: /show request and answer/ })
      await expect.poll(() => rows.count()).toBe(2)
      await page.getByText('Pending', { exact: true }).first().click()
      await expect.poll(() => rows.count()).toBe(1)
      await rows.click()
      await page.getByText('order.received').first().waitFor()
      await page.getByRole('link', { name: 'All deliveries' }).click()
      await expect.poll(() => rows.count()).toBe(1)
      await expect.poll(() => page.url()).toContain('state=waiting')

      receiver.reply(status(204))
      await button(page, 'Send again…').click()
      const [from, to] = ['From', 'To'].map(name => page.getByRole('dialog').getByLabel(name))
      const [begin, end] = [await from?.inputValue(), await to?.inputValue()]
      await to?.fill(begin ?? '')
      await page.getByText('Choose an end after the beginning.').waitFor()
      await expect.poll(() => dialogButton(page, 'Send again').isDisabled()).toBe(true)
      await to?.fill(end ?? '')
      await dialogButton(page, 'Send again').click()
      await page.getByText('2 deliveries are sent again').waitFor()
      // A slow answer ends a run before all are sent.
      const runAndCount = async () => {
        await service.runDue()
        return received().length
      }
      await expect.poll(runAndCount).toBe(4)
    })
  })

  test('makes a new secret, which signs beside the former one', async () => {
    const { id, secret } = await aWebhook()
    await open(`?id=${id}`, async page => {
      await button(page, 'Make a new secret').click()
      await page.getByText('For 24 hours both secrets sign').waitFor()
      await dialogButton(page, 'Make a new secret').click()
      await page.getByText('The former secret also signs until').waitFor()
      const made = await page.getByLabel('Secret', { exact: true }).innerText()
      await deliver(id)
      const { body = '', headers = {} } = received()[0] ?? {}
      for (const key of [secret, made]) expect(() => new Webhook(key).verify(body, headers)).not.toThrow()
    })
  })

  test('disables and enables a webhook, changes it, and deletes it', async () => {
    const { id } = await aWebhook()
    await open(`?id=${id}`, async page => {
      await button(page, 'Disable').click()
      await dialogButton(page, 'Disable').click()
      await page.getByText('This webhook is disabled').waitFor()
      await expect.poll(() => button(page, 'Send test').isDisabled()).toBe(true)
      await button(page, 'Enable').click()
      await button(page, 'Disable').waitFor()

      await page.getByLabel('Only these').check()
      await page.getByLabel('question.answered').check()
      await page.getByLabel('URL').fill(`${receiver.url}/2`)
      await button(page, 'Save webhook').click()
      await page.getByText('Webhook saved').waitFor()
      await expect
        .poll(() => listed())
        .toMatchObject([{ url: `${receiver.url}/2`, events: ['question.answered'] }])

      await button(page, 'Delete webhook').click()
      await dialogButton(page, 'Cancel').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(page, 'Delete webhook').click()
      await dialogButton(page, 'Delete webhook').click()
      await page.getByText('Webhook deleted').waitFor()
      await page.getByText('No webhooks yet').waitFor()
      await moveTo(page, `/${storeId}/settings?tab=history`)
      for (const text of [
        'deleted a webhook',
        'changed a webhook: the address and the events',
        'added a webhook',
      ])
        await page.getByText(text).first().waitFor()
    })
  })

  test('learns why a webhook was disabled, and what to do', async () => {
    receiver.reply(status(410))
    const { id } = await aWebhook()
    await deliver(id)
    await open('', async page => {
      await page.getByText('Disabled', { exact: true }).waitFor()
      await page.getByText('410 Gone means: send nothing more.').waitFor()
      await page.getByRole('link', { name: `Open ${receiver.url}` }).click()
      await page.getByText('Disabled: your server answered 410').waitFor()
      await button(page, 'Enable').click()
      await page.getByText('The webhook is active').waitFor()
    })
  })
})

test('viewers read everything, and change nothing', async () => {
  const { id } = await aWebhook()
  const delivery = await deliver(id)
  await open(
    '',
    async page => {
      await page.getByRole('link', { name: `Open ${receiver.url}` }).click()
      await page.getByRole('link', { name: /show request and answer/ }).click()
      await page.getByText('"title": "Coffee as it should be"').waitFor()
      const names = ['Send again', 'Send again…', 'Send test', 'Disable', 'Make a new secret', 'Save webhook']
      for (const path of [`?id=${id}&delivery=${delivery}`, `?id=${id}`, '?new']) {
        await moveTo(page, `/${storeId}/webhooks${path}`)
        await page.locator('h2, li').first().waitFor()
        for (const name of [...names, 'Add webhook', 'Delete webhook'])
          await expect.poll(() => button(page, name).count(), { message: name }).toBe(0)
      }
      await expect.poll(() => page.getByLabel('URL').count()).toBe(0)
      await expect.poll(() => page.getByRole('link', { name: 'Add webhook' }).count()).toBe(0)
    },
    {},
    viewer,
  )
})

test('what is no longer there is named as such', async () => {
  const { id } = await aWebhook()
  await open('?id=gone', async page => {
    await page.getByText('This webhook was deleted').waitFor()
    await moveTo(page, `/${storeId}/webhooks?id=${id}&delivery=gone`)
    await page.getByText('This delivery is no longer stored').waitFor()
  })
})

test('a webhook is added and tested with the keyboard alone', async () => {
  await open('', async page => {
    await page.getByRole('link', { name: 'Add webhook' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('URL').focus()
    await page.keyboard.type(receiver.url)
    await page.keyboard.press('Enter')
    await page.getByText('It is shown only this once.').waitFor()
    await button(page, 'Send test').focus()
    await page.keyboard.press('Enter')
    await runUntil(page, 'HTTP 204')
    await page.getByRole('link', { name: 'Show request and answer', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  })
})

test.each([
  [
    'pt-BR',
    'Este endereço está em uma rede privada.',
    'Adicionar webhook',
    'O servidor não aceitou a conexão',
  ],
  ['es', 'Esta dirección está en una red privada.', 'Agregar webhook', 'El servidor no aceptó la conexión'],
])('refusals and outcomes are in the language of the dashboard: %s', async (language, refused, add, outcome) => {
  const closed = await startReceiver()
  await closed.close()
  const { webhook } = (await owner.send('POST', at(), { url: closed.url })).body
  await deliver(webhook.webhook_id)
  await open(
    '?new',
    async page => {
      await page.getByLabel('URL').fill('https://10.0.0.1/')
      await button(page, add).click()
      await page.getByText(refused).waitFor()
      await moveTo(page, `/${storeId}/webhooks`)
      await page.getByText(outcome).waitFor()
    },
    { language },
  )
})

describe('every state passes axe and fits its page', () => {
  // Colors are checked in both schemes at each width, and Spanish where it fits.
  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360, language: 'pt-BR' },
    { scheme: 'dark', width: 1280, language: 'es', narrow: 360 },
  ] as const)('%o', async view => {
    const page = await openDashboard(browser, service, owner, view)
    // The page treats data as current for ten seconds.
    const readAnew = async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    }
    const check = async (path: string) => {
      await moveTo(page, `/${storeId}/webhooks${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      await page.locator('h2, li, p').first().waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      if ('narrow' in view) return await expectFits(page, path, view.width, view.narrow)
      await expect.poll(() => findFaultsInBothSchemes(page), { message: path }).toEqual([])
      await expect.poll(() => overflows(page), { message: path }).toBe(false)
    }
    await closeAfter(page, async () => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await check('')
      await check('?new')
      const { id } = await aWebhook([
        'review.published',
        'order.received',
        'order.cancelled',
        'import.finished',
      ])
      await readAnew()
      await check(`?id=${id}`)
      const delivery = await deliver(id)
      receiver.reply(status(500))
      const failed = await deliver(id, 'order.received')
      await readAnew()
      for (const path of ['', `?id=${id}`, `?id=${id}&delivery=${delivery}`, `?id=${id}&delivery=${failed}`])
        await check(path)
      receiver.reply(status(410))
      await deliver(id)
      await readAnew()
      await check('')
      await check(`?id=${id}`)
    })
  })
})

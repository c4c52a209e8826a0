import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../../server/tenants/stores/keys.ts'
import { aMember } from '../../server/test/admin.ts'
import { aStore } from '../../server/test/users.ts'
import { onPage, type Stage, setStage, type View } from './stage.ts'

const url = 'https://hooks.example/mine'

let stage: Stage
let storeId: string
let owner: Stage['owner']
let viewer: Stage['owner']
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  ;({ storeId } = await aStore(stage.service.database))
  owner = await aMember(stage.service, storeId, 'owner')
  viewer = await aMember(stage.service, storeId, 'viewer')
})

const open = (path: string, steps: (page: Page) => Promise<void>, view: View = {}, user = owner) =>
  onPage(stage.browser, stage.service, user, { ...view, path: `/${storeId}/webhooks${path}` }, steps)

describe('a store without webhooks', () => {
  test('shows the request of each event', async () => {
    await open('', async page => {
      const request = page.getByRole('region', { name: 'Request', exact: true })
      await request.getByText('"title": "Coffee as it should be"').waitFor()
      await request.getByText('webhook-id, webhook-timestamp, webhook-signature').waitFor()
      await request.getByRole('combobox', { name: 'Event' }).click()
      await page.getByRole('option', { name: 'order.cancelled' }).click()
      await expect
        .poll(async () => JSON.parse((await request.locator('pre').textContent()) ?? ''))
        .toEqual({
          type: 'order.cancelled',
          timestamp: '2026-11-23T09:00:00.000Z',
          data: { store_id: storeId, order_id: '1001', cancelled_at: '2026-11-12T09:00:00.000Z' },
        })
      const events = page.getByRole('region', { name: 'Events' })
      await expect.poll(() => events.locator('dt').count()).toBe(19)
      await events.getByText('An order was cancelled.').waitFor()
    })
  })

  test('has a command for programs that adds one', async () => {
    const key = { type: 'manage', scopes: ['webhooks:write', 'reviews:read'], expiresAt: null } as const
    const { api_key } = await createKey(stage.service.database, Date.now, storeId, key)
    await open('', async page => {
      const api = page.getByRole('region', { name: 'By API' })
      const command = (await api.locator('pre').textContent()) ?? ''
      const reference = api.getByRole('link', { name: 'API reference' })
      await expect.poll(() => reference.getAttribute('href')).toBe('/manage/docs')
      // As curl sends it, which not every machine has.
      const ours = command.replace('YOUR_API_KEY', api_key).replace('https://hooks.example/reviews', url)
      const [, address = '', options = '', body = ''] = /^curl (\S+)(.*)-d '(.*)'$/s.exec(ours) ?? []
      const headers = [...options.matchAll(/-H '(\S+): (.*)'/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ])
      const answer = await fetch(address, { method: 'POST', headers: Object.fromEntries(headers), body })
      expect(await answer.json()).toMatchObject({ url, secret: expect.any(String) })
      await page.getByRole('link', { name: `Open ${url}` }).waitFor()
      await expect.poll(() => api.count()).toBe(0)
    })
  })

  test('fills the width of the page', async () => {
    await open('', async page => {
      await page.getByRole('region', { name: 'Events' }).waitFor()
      const boxOf = (name: string) => page.getByRole('region', { name, exact: true }).boundingBox()
      for (const width of [1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const [events, request, verify] = await Promise.all(
          ['Events', 'Request', 'Verify requests'].map(boxOf),
        )
        const content = await page.getByRole('heading', { level: 1 }).locator('../..').boundingBox()
        expect(events?.width, `${width} px`).toBe(content?.width)
        expect(request?.y).toBe(verify?.y)
        expect(Math.round((verify?.x ?? 0) + (verify?.width ?? 0))).toBe(
          Math.round((events?.x ?? 0) + (events?.width ?? 0)),
        )
      }
    })
  })

  test('tells viewers who can add one', async () => {
    await open(
      '',
      async page => {
        await page.getByText('An owner of the store can add one.').waitFor()
        await page.getByRole('region', { name: 'Events' }).waitFor()
      },
      {},
      viewer,
    )
  })
})

test('the code to verify is shown in four languages', async () => {
  const { webhook } = (await owner.send('POST', `/stores/${storeId}/webhooks`, { url })).body
  await open(`?id=${webhook.webhook_id}`, async page => {
    for (const [language, line] of [
      ['TypeScript', "import { Webhook } from 'standardwebhooks'"],
      ['Python', 'def read_event(secret, headers, body):'],
      ['PHP', 'function read_event(string $secret, array $headers, string $body): array {'],
      ['Ruby', 'def read_event(secret, headers, body)'],
    ] as const) {
      await page.getByText(language, { exact: true }).click()
      await page.getByText(line).waitFor()
      await page.getByRole('button', { name: `Copy: code in ${language}` }).waitFor()
    }
  })
})

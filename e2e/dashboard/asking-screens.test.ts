import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOf, sendOrders } from '../../server/test/for-each-test/earlier-orders.ts'
import { aManageKey } from '../../server/test/management.ts'
import { expectFits, findFaultsInBothSchemes, moveTo, onPage, type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const { service, store, storeId, owner } = stage
  const send = async (method: string, path: string, body: object) => {
    const { status } = await owner.send(method, `/stores/${storeId}${path}`, body)
    expect(status, path).toBeLessThan(300)
  }
  const last = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await sendOrders(await aManageKey(service, { store }), ordersOf('buyer', 12, last))
  await send('PUT', '/channels/whatsapp', {
    set: {
      ...{ phone_number_id: '106540352242922', token: 'meta-token', app_secret: 'meta-app-secret' },
      ...{ template: 'review_request', languages: 'pt_BR,en_US', price: '0.02', monthly_money: '1234' },
    },
  })
  await send('PUT', '/channels/sms', {
    set: {
      ...{ provider: 'twilio', account: 'AC1', key: 'twilio-token', from: '+15005550006' },
      ...{ price: '0.05', monthly_money: '20', currency: 'BRL' },
    },
  })
  const to = 'atendimento-e-relacionamento-com-clientes@cafe-da-serra.example'
  await send('POST', '/notifications', { channel: 'email', email: to })
  await send('PATCH', '/settings', {
    request_rules: [
      {
        name: 'Presentes e outros produtos para ocasiões especiais',
        when: { price_from: 50, countries: ['BR', 'PT'] },
        then: { delay_days: 30, channel: 'whatsapp' },
      },
      { name: 'Ersatzteile', when: { price_to: 5 }, then: { ask: false } },
    ],
  })
  await send('POST', '/campaigns', { from: '2025-01-01', to: last, per_day: 5 })
  await service.runDue()
})
afterAll(() => stage.close())

/** For review: a picture of the page, if SCREEN_PICTURES names a folder. */
async function draw(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREEN_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const screens = {
  rules: '/settings?tab=schedule',
  channels: '/settings?tab=channels',
  notifications: '/settings?tab=notifications',
  campaigns: '/orders/earlier-buyers',
}

// Every language must fit. axe runs in two of them, because its findings do not depend on the words.
const views = [
  { language: 'pt-BR', width: 360, scheme: 'dark' },
  { language: 'de', width: 360, scheme: 'light', axe: true },
  { language: 'fr', width: 360, scheme: 'dark' },
  { language: 'es', width: 360, scheme: 'light' },
  { language: 'it', width: 360, scheme: 'dark' },
  { language: 'en', width: 1280, scheme: 'light', axe: true },
] as const

test.each(views)('the screens that decide whom to ask fit: $language, $width px, $scheme', async view => {
  const { browser, service, storeId, owner } = stage
  await onPage(browser, service, owner, { ...view, path: `/${storeId}` }, async page => {
    for (const [name, path] of Object.entries(screens)) {
      await moveTo(page, `/${storeId}${path}`)
      await page.locator('main h2').first().waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      await draw(page, `${name}-${view.language}-${view.width}`)
      await expectFits(page, `${name} in ${view.language}`, view.width)
      if ('axe' in view)
        expect(await findFaultsInBothSchemes(page), `${name} in ${view.language}`).toEqual([])
    }
  })
})

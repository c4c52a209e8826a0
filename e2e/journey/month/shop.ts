import { saveChannel } from '../../../server/links/channels/channels.ts'
import { createKey } from '../../../server/tenants/stores/keys.ts'
import { scopes } from '../../../server/tenants/stores/scopes.ts'
import { updateStore } from '../../../server/tenants/stores/stores.ts'
import type { Service } from '../service.ts'
import { countries, type PlannedOrder } from './buyers.ts'
import { prices } from './promises.ts'
import { reminderSubject } from './sinks.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A shop that asks each country by its channel. `most`: the cap of SMS in a month. */
export async function openShop(
  service: Service,
  providerUrl: string,
  { most, now }: { most: { sms: number }; now: number },
) {
  const { database, storeId, url } = service
  const by = { at: new Date(now), actor: 'command' } as const
  await updateStore(
    database,
    storeId,
    {
      ...{ avoid_weekends: false, avoid_holidays: false, reminder_days: [3] },
      request_rules: countries
        .filter(({ channel }) => channel !== 'email')
        .map(({ code, channel }) => ({ name: code, when: { countries: [code] }, then: { channel } })),
      mail_words: {
        reminder: Object.fromEntries(
          ['pt-BR', 'pt', 'es', 'de', 'ja', 'en'].map(language => [language, { subject: reminderSubject }]),
        ),
      },
    },
    by,
  )
  const context = { secrets: service.secrets, address: url, now }
  const save = async (channel: 'whatsapp' | 'sms', set: Record<string, string>) => {
    const all = {
      ...set,
      url: providerUrl,
      currency: 'EUR',
      countries: countries.map(({ code }) => code).join(),
    }
    const { channel: saved } = await database.transaction(tx =>
      saveChannel(tx, storeId, { channel, set: all }, by, context),
    )
    return { address: saved.webhook_url }
  }
  const places = {
    whatsapp: await save('whatsapp', {
      ...{ phone_number_id: '106540352242922', token: 'meta-token', app_secret: 'meta-app-secret' },
      ...{ template: 'review_request', languages: 'pt_BR,es_MX,en_US', monthly_messages: '100000' },
      ...{ price: `${prices.whatsapp / 1_000_000}`, monthly_money: '100000' },
    }),
    sms: await save('sms', {
      ...{ provider: 'twilio', account: 'AC1', key: 'twilio-token', from: '+15005550006' },
      ...{ price: `${prices.sms / 1_000_000}`, monthly_money: '100000', monthly_messages: `${most.sms}` },
    }),
  }
  const { api_key: key } = await createKey(database, () => now, storeId, { type: 'manage', scopes })
  const refused: string[] = []
  const agreed = new Map<string, number[]>()
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/manage/v1${path}`, {
      ...{ method: 'POST', headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) refused.push(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
  }
  return {
    places,
    /** What was refused. */
    refused,
    /** When each number agreed. */
    agreed,
    /** The orders that are delivered on a day, the consents of their buyers, and cancellations two days later. */
    takeDay: async (orders: PlannedOrder[], { today, at }: { today: number; at: number }): Promise<void> => {
      const instant = new Date(at).toISOString()
      const arriving = orders.filter(order => order.day === today)
      for (const { buyer } of arriving)
        if (buyer.agreed) {
          agreed.set(buyer.phone, [...(agreed.get(buyer.phone) ?? []), at])
          await send('/consents', {
            ...{ phone: buyer.phone, channel: buyer.country.channel, granted_at: instant },
            ...{ source: 'checkout', text: 'The shop may ask me about my order.' },
          })
        }
      for (let first = 0; first < arriving.length; first += 100)
        await send('/orders/batch', {
          orders: arriving.slice(first, first + 100).map(order => bodyOf(order, instant)),
        })
      for (const { orderId } of orders.filter(({ day, isCancelled }) => isCancelled && day === today - 2))
        await send(`/orders/${orderId}/cancel`)
    },
  }
}

const bodyOf = ({ orderId, buyer, productId, writtenPhone }: PlannedOrder, instant: string) => ({
  ...{ order_id: orderId, order_date: instant, delivery_date: instant },
  products: [
    {
      product_id: productId,
      sku: productId,
      name: `Moka pot ${productId}`,
      price: 9,
      url: 'https://shop.example/p',
    },
  ],
  customers: [
    {
      ...{ name: 'Ana Martins', email: buyer.email, phone: writtenPhone },
      ...{ language: buyer.country.language, country: buyer.country.code },
    },
  ],
})

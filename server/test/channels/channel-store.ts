import { grantConsents } from '../../asking/channels/consents.ts'
import type { ChannelName } from '../../asking/channels/phones.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { saveChannel } from '../../links/channels/channels.ts'
import { type TestApp, testSecret } from '../app.ts'
import { aCustomer, anOrder } from '../factories.ts'
import { changeSettings } from '../hearing.ts'
import { aStore } from '../users.ts'
import { type Providers, vonagePrivateKey } from './providers.ts'

const channelSecrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

const sets = {
  whatsapp: {
    ...{ phone_number_id: '106540352242922', token: 'meta-token', app_secret: 'meta-app-secret' },
    ...{
      template: 'review_request',
      languages: 'pt_BR,en_US',
      price: '0.02',
      currency: 'BRL',
      monthly_money: '10',
    },
  },
  twilio: {
    ...{
      provider: 'twilio',
      account: 'AC1',
      key: 'twilio-token',
      from: '+15005550006',
      price: '0.05',
      monthly_money: '10',
    },
  },
  vonage: {
    ...{ provider: 'vonage', application_id: 'app-1', private_key: vonagePrivateKey, from: 'Loja' },
    ...{ signing_key: 'vonage-signature-secret', price: '0.05', monthly_money: '10' },
  },
  zenvia: { provider: 'zenvia', key: 'zenvia-token', from: 'loja', price: '0.05', monthly_money: '10' },
}

export type ChannelStore = Awaited<ReturnType<typeof aChannelStore>>

/** A store that asks by a channel of these providers. */
export async function aChannelStore(
  it: TestApp,
  providers: Providers,
  name: keyof typeof sets,
  set: Record<string, string> = {},
) {
  const member = await aStore(it.database, { avoid_weekends: false })
  const channel: ChannelName = name === 'whatsapp' ? 'whatsapp' : 'sms'
  await changeSettings(it, member.storeId, { request_channel: channel })
  const by = { at: new Date(), actor: 'command' } as const
  const context = { secrets: channelSecrets, address: it.url, now: Date.now() }
  const given = { channel, set: { ...sets[name], url: providers.url, ...set } }
  const saved = await it.database.transaction(tx => saveChannel(tx, member.storeId, given, by, context))
  return { ...member, ...saved, name: channel, address: saved.channel.webhook_url }
}

const delivered = '2026-03-05T18:30:00.000Z'
/** Thursday at 10:00 in São Paulo, and an hour later, when it is day in all of Brazil. */
export const due = '2026-03-12T13:00:00.000Z'
export const daytime = '2026-03-12T14:00:00.000Z'
export const nextDay = '2026-03-13T14:05:00.000Z'

let buyers = 0

/** An order of a buyer with this phone, which was delivered a week before `due`. Returns its address. */
export async function anOrderOf(
  it: TestApp,
  { headers }: ChannelStore,
  phone: string,
  email = `buyer-${++buyers}@example.com`,
): Promise<{ email: string; orderId: string }> {
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email, phone })] })
  it.setNow(delivered)
  const { status } = await it.send('POST', '/orders', { headers, body })
  if (status !== 201) throw new Error(`The order was answered with ${status}.`)
  return { email, orderId: body.order_id }
}

/** The owner of the phone agrees to messages, and to those with a reward if `marketing`. */
export async function agree(
  it: TestApp,
  { storeId, name }: ChannelStore,
  phone: string,
  at = delivered,
  marketing = false,
): Promise<void> {
  const grant = {
    channel: name,
    phone,
    grantedAt: new Date(at),
    source: 'checkout',
    text: 'yes',
    marketing,
  }
  await grantConsents(it.database, storeId, [grant], new Date(at))
}

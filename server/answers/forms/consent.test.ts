import { expect, test } from 'vitest'
import { listConsents, withdrawConsent } from '../../asking/channels/consents.ts'
import { startChannelApp } from '../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
} from '../../test/channels/channel-store.ts'
import { aCustomer } from '../../test/factories.ts'
import { anAskedBuyer, openForm, postFiles, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { filled } from '../../test/review-forms.ts'

const { it, providers, runAt } = await startChannelApp()

const phone = '+5511912345678'
const writtenAt = '2026-03-06T14:00:00.000Z'

async function asked(shop: ChannelStore, number = '(11) 91234-5678', language = 'pt-BR') {
  it.setNow(writtenAt)
  return await anAskedBuyer(it, shop, { customer: aCustomer({ phone: number }), language })
}

async function questionAt(link: string): Promise<string> {
  const { html } = await openForm(link)
  return unescapeHtml(/<input type="checkbox" name="consent"[^>]*><span>([^<]+)/.exec(html)?.[1] ?? '')
}

/** The field of a tick, as the form has it. */
async function tickAt(link: string): Promise<[string, string]> {
  const { html } = await openForm(link)
  return ['consent', /<input type="checkbox" name="consent" value="([^"]+)">/.exec(html)?.[1] ?? 'no box']
}

test('a buyer who agrees on the form is asked by WhatsApp about the next order', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const { link, products } = await asked(shop)
  const text =
    'Café da Serra pode me pedir avaliações dos meus próximos pedidos por WhatsApp, no número que termina em 5678. Posso retirar esta permissão a qualquer momento.'
  expect(await questionAt(link)).toBe(text)
  const sent = await postFiles(link, [...filled(products, { rating: '1' }), await tickAt(link)])
  expect(sent.status).toBe(303)
  expect(await listConsents(it.database, shop.storeId)).toEqual([
    {
      ...{ channel: 'whatsapp', phone, granted_at: new Date(writtenAt), source: 'review form', text },
      ...{ marketing: false, withdrawn_at: null, withdrawn_by: null },
    },
  ])
  expect(await questionAt(link)).toBe('')
  await anOrderOf(it, shop, phone)
  await runAt(daytime)
  expect(providers.taken.map(({ to }) => to)).toEqual(['5511912345678'])
})

test('without a tick nothing is stored, and a tick stays when the form is shown again', async () => {
  const shop = await aChannelStore(it, providers, 'twilio')
  const { link, products } = await asked(shop, phone, 'en')
  expect(await questionAt(link)).toBe(
    'Café da Serra may ask me for reviews of my next orders by SMS, at the number that ends in 5678. I can withdraw this at any time.',
  )
  const tick = await tickAt(link)
  const without = await postFiles(link, [...filled(products, {}), tick])
  expect(without.status).toBe(422)
  expect(without.html).toContain(`<input type="checkbox" name="consent" value="${tick[1]}" checked>`)
  for (const consent of [[], [['consent', 'sms']]] as [string, string][][]) {
    const sent = await postFiles(link, [...filled(products, { rating: '5' }), ...consent])
    expect(sent.status).toBe(303)
  }
  expect(await listConsents(it.database, shop.storeId)).toEqual([])
})

test.each<[string, (shop: ChannelStore) => Promise<unknown>, string]>([
  ['who has agreed', shop => agree(it, shop, phone), phone],
  [
    'who has stopped messages',
    shop =>
      withdrawConsent(
        it.database,
        shop.storeId,
        { channel: 'whatsapp', phone, by: 'message' },
        new Date(writtenAt),
      ),
    phone,
  ],
  ['of another country', async () => {}, '+351912345678'],
  ['without a phone', async () => {}, ''],
  [
    'of a store that asks by email',
    shop => changeSettings(it, shop.storeId, { request_channel: 'email' }),
    phone,
  ],
])('a buyer %s is not asked, and a tick changes nothing', async (_name, prepare, number) => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await prepare(shop)
  const before = await listConsents(it.database, shop.storeId)
  const { link, products } = await asked(shop, number)
  expect(await questionAt(link)).toBe('')
  const sent = await postFiles(link, [...filled(products, { rating: '4' }), ['consent', 'whatsapp']])
  expect(sent.status).toBe(303)
  expect(await listConsents(it.database, shop.storeId)).toEqual(before)
})

test('a tick agrees to the number and the words that were displayed, and a stop meanwhile has the last word', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const { link, products } = await asked(shop)
  const tick = await tickAt(link)
  // Of another store with the same buyer and order.
  const other = await aChannelStore(it, providers, 'whatsapp')
  const { link: foreign } = await asked(other)
  expect(await tickAt(foreign)).not.toEqual(tick)
  await changeSettings(it, shop.storeId, { name: 'Café do Vale' })
  const renamed = await postFiles(link, [...filled(products, { rating: '5' }), tick])
  expect(renamed.status).toBe(303)
  expect(await listConsents(it.database, shop.storeId)).toEqual([])

  const again = await tickAt(link)
  const stop = { channel: 'whatsapp', phone, by: 'message' } as const
  await withdrawConsent(it.database, shop.storeId, stop, new Date(writtenAt))
  const stopped = await postFiles(link, [...filled(products, { rating: '4' }), again])
  expect(stopped.status).toBe(303)
  for (const { granted_at } of await listConsents(it.database, shop.storeId)) expect(granted_at).toBe(null)
})

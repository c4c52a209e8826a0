import { expect, test } from 'vitest'
import { listConsents } from '../../../asking/channels/consents.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { metaReport } from '../../../test/channels/providers.ts'

const { it, mail, providers, runAt } = await startChannelApp()

async function answered(shop: ChannelStore, message: Record<string, unknown>): Promise<void> {
  const { body, headers } = metaReport({ messages: [{ type: 'text', ...message }] })
  const { status } = await it.send('POST', new URL(shop.address).pathname, { headers, body })
  expect(status).toBe(200)
}

async function isGranted({ storeId }: ChannelStore, phone: string): Promise<boolean> {
  const [consent] = await listConsents(it.database, storeId, { phone })
  return consent?.withdrawn_at === null
}

// WhatsApp knows many numbers in a form of its own: without the ninth digit, or with a digit that people no longer dial.
test.each([
  ['Brazil', '+5531988887777', '553188887777'],
  ['Brazil, of a series that has old numbers of eight digits', '+5531976543210', '553176543210'],
  ['Mexico', '+525512345678', '5215512345678'],
  ['Argentina', '+541145678901', '5491145678901'],
  ['Argentina, without the digit', '+5491145678901', '541145678901'],
])('a stop counts from the number as WhatsApp writes it: %s', async (_country, phone, from) => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  await answered(shop, { from, text: { body: 'Hola' } })
  expect(await isGranted(shop, phone)).toBe(true)
  await answered(shop, { from, text: { body: 'STOP' } })
  expect(await isGranted(shop, phone)).toBe(false)
})

test('after a stop from the other form of the number, no mail repeats the question', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, '+5531988887777')
  const { email } = await anOrderOf(it, shop, '31 98888-7777')
  await runAt(daytime)
  expect(providers.taken.length).toBe(1)
  await answered(shop, { from: '553188887777', text: { body: 'Sair' } })
  await runAt(nextDay)
  expect(mail.received.filter(({ to }) => to.includes(email))).toEqual([])
})

test('a stop counts by the id of its sender too, whatever number it comes from', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const phone = '+5531988887777'
  await agree(it, shop, phone)
  await anOrderOf(it, shop, phone)
  await runAt(daytime)
  const status = { id: providers.taken[0]?.id, status: 'delivered', recipient_user_id: 'BR.1502aB' }
  const { body, headers } = metaReport({ statuses: [status] })
  await it.send('POST', new URL(shop.address).pathname, { headers, body })
  await answered(shop, { from: '351912345678', from_user_id: 'BR.1502aB', text: { body: 'STOP' } })
  expect(await isGranted(shop, phone)).toBe(false)
})

test('two spellings of one phone in Argentina have one message a day', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp', { countries: 'AR' })
  const phones = ['+541145678901', '+5491145678901']
  for (const phone of phones) await agree(it, shop, phone)
  for (const phone of phones) await anOrderOf(it, shop, phone)
  await runAt(daytime)
  expect(providers.taken.length).toBe(1)
})

const stops = [
  ...['ＳＴＯＰ', 'stop\nsms', '- Stop -', 'Stop, please', 'please stop', 'OPT OUT', 'stop stop stop'],
  ...['Sair, obrigado', 'Parar por favor', 'pare\u00a0de enviar mensagens', 'BAJA, gracias', 'Merci, arrêt'],
  ...['Cancelar inscrição', 'Bitte abmelden', `${' '.repeat(300)}STOP`, 'ＳＡＩＲ！', 'остановить', 'ﺇﻳﻘﺎﻑ'],
  ...['Stop,please', 'Sair!Obrigado', 'opt-out'],
]
const others = [
  ...[
    'Please do not stop',
    "Don't stop",
    'Não pare',
    'nonstop',
    'thanks',
    'Por favor',
    'SMS',
    'Para quando?',
    'mensagens',
  ],
  ...['Where is the bus stop', 'Bitte', ''],
]

test.each([
  ...stops.map(text => [text.trim(), text, false] as const),
  ...others.map(text => [text, text, true] as const),
])('a whole message "%s"', async (_name, body, stays) => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const phone = '+5511912345678'
  await agree(it, shop, phone)
  await answered(shop, { from: '5511912345678', text: { body } })
  expect(await isGranted(shop, phone)).toBe(stays)
})

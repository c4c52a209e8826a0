import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { openForm, postFiles } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import { languageOf } from '../../test/mail/mail-language.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { filled, good } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let mails: MailServer
let store: Member
let client: ManagementClient
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  const settings = { locale: 'de-CH', open_reviews: true, moderation: 'hold', time_zone: 'UTC' } as const
  store = await aStore(service.database, settings)
  client = await aManageKey(service, { store })
  await service.send('POST', '/products', { headers: store.headers, body: aProduct({ product_id: 'moka' }) })
})

const tags = [
  ['zh-Hant-HK', 'zh-TW'],
  ['zh_CN', 'zh-CN'],
  ['sr-Latn', 'sr'],
  ['nn', 'nb'],
  ['iw', 'he'],
  ['fr-CH', 'fr'],
  ['pt-PT', 'pt-PT'],
  ['pt', 'pt-BR'],
  ['cy', 'de'],
  ['', 'de'],
] as const

async function languageAt(
  path: string,
  named: Record<string, string>,
  accepted = '',
): Promise<string | undefined> {
  const query = { store_id: store.storeId, store_key: store.storeKey, product_id: 'moka', ...named }
  const address = `${service.url}${path}?${new URLSearchParams(query)}`
  return languageOf((await openForm(address, { 'accept-language': accepted })).html)
}

describe('a page in the language of a tag is in the nearest of ours', () => {
  test.each(tags)('%s: %s', async (tag, expected) => {
    expect(await languageAt('/write', { locale: tag })).toBe(expected)
    expect(await languageAt('/write', { lang: tag })).toBe(expected)
    expect(await languageAt('/embed/question', { locale: tag })).toBe(expected)
    expect(await languageAt('/write', {}, `${tag || '*'} , en; q=0`)).toBe(expected)
    if (!/^$|_/.test(tag)) expect(await languageAt('/api/v1/reviews.html', { lang: tag })).toBe(expected)
    await changeSettings(service, store.storeId, { locale: tag.replace('_', '-') || 'de' })
    expect(await languageAt('/write', {})).toBe(tag === 'cy' ? 'en' : expected)
  })
})

const ordered = '2026-11-20T08:00:00.000Z'
const due = '2026-12-04T12:00:00Z'

/** Orders of buyers who read these languages, in one batch, when their requests are due. */
async function sell(languages: (string | undefined)[]): Promise<void> {
  service.setNow(ordered)
  const orders = languages.map((language, index) =>
    anOrder({
      order_id: `order-${index}`,
      order_date: ordered,
      delivery_date: ordered,
      products: [anOrderProduct({ product_id: 'moka' })],
      customers: [{ ...aCustomer({ email: `${index}@example.com` }), ...(language && { language }) }],
    }),
  )
  const { body } = await client.send('POST', '/orders/batch', { orders })
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual(orders.map(() => 201))
}

async function sentAt(now: string): Promise<Record<string, string>> {
  mails.received.splice(0)
  service.setNow(now)
  await service.runDue()
  return Object.fromEntries(mails.received.map(mail => [mail.to[0] ?? '', decode(mail.raw)]))
}

test('mail, form, thanks and the mails about the review are in the language that a batch names', async () => {
  await sell(tags.map(([tag]) => tag.replace('_', '-') || undefined))
  const requests = await sentAt(due)
  for (const [index, [, expected]] of tags.entries()) {
    const address = `${index}@example.com`
    const mail = requests[address] ?? ''
    expect(languageOf(mail)).toBe(expected)
    const link = formLinkIn(mail)
    expect(languageOf((await openForm(link, { 'accept-language': 'en' })).html)).toBe(expected)
    const { status, headers } = await postFiles(link, filled(['moka'], good))
    expect(status).toBe(303)
    const thanks = await openForm(new URL(headers.get('location') ?? '', link).href)
    expect([thanks.status, languageOf(thanks.html)]).toEqual([200, expected])
  }
  const { body } = await client.send('GET', '/reviews')
  for (const { id } of body.data) await client.send('POST', `/reviews/${id}/publish`)
  const notices = await sentAt(due)
  expect(tags.map((_, index) => languageOf(notices[`${index}@example.com`] ?? ''))).toEqual(
    tags.map(([, expected]) => expected),
  )
})

describe('a language that the store has switched off', () => {
  test('is one that it does not speak: the next, else its own, is used', async () => {
    const change = { languages_off: ['fr-FR', 'zh-Hant', 'de', 'fr'] }
    const { status, body } = await client.send('PATCH', '/settings', change)
    expect([status, body.languages_off]).toEqual([200, ['fr', 'zh-TW']])
    expect(await languageAt('/write', { locale: 'fr' })).toBe('de')
    expect(await languageAt('/write', { locale: 'zh-CN' })).toBe('zh-CN')
    expect(await languageAt('/write', {}, 'fr-CA,fr;q=0.9,en;q=0.5')).toBe('en')
    expect(await languageAt('/write', {}, 'de,en;q=0.5')).toBe('de')
    expect(await languageAt('/embed/question', { locale: 'zh-HK' })).toBe('de')
    expect(await languageAt('/api/v1/reviews.html', { lang: 'fr' })).toBe('de')
  })

  test('is not that of its mails, nor of the forms that they link to', async () => {
    await changeSettings(service, store.storeId, { languages_off: ['fr'] })
    await sell(['fr-FR', 'es-MX'])
    const { '0@example.com': off = '', '1@example.com': on = '' } = await sentAt(due)
    expect([languageOf(off), languageOf(on)]).toEqual(['de', 'es'])
    expect(languageOf((await openForm(formLinkIn(off), { 'accept-language': 'fr' })).html)).toBe('de')
    await changeSettings(service, store.storeId, { languages_off: [] })
  })

  test('is refused unless it is one of ours', async () => {
    const { status, body } = await client.send('PATCH', '/settings', { languages_off: ['cy'] })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('languages_off')])
  })
})

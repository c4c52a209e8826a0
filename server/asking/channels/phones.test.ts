import { describe, expect, test } from 'vitest'
import { canReach, isChannelName, isUserId, readContact, spellingsOf } from './phones.ts'

const mobile = (phone: string, country: string) => ({ phone, country, isUserId: false, isMobile: true })

describe('a phone is read', () => {
  test.each([
    ['+55 11 91234-5678', '', mobile('+5511912345678', 'BR')],
    ['(11) 91234-5678', 'BR', mobile('+5511912345678', 'BR')],
    ['  11912345678 ', 'BR', mobile('+5511912345678', 'BR')],
    // A number of another country than the store's.
    ['+34 612 34 56 78', 'BR', mobile('+34612345678', 'ES')],
    // A landline of São Paulo, and a number of the United States, whose two kinds look alike.
    ['+55 11 3123-4567', 'BR', { ...mobile('+551131234567', 'BR'), isMobile: false }],
    ['(201) 555-0123', 'US', mobile('+12015550123', 'US')],
    // As WhatsApp knows them: without the ninth digit of Brazil, and with the 1 that Mexico no longer dials.
    ['+55 31 8888-7777', 'BR', mobile('+5531988887777', 'BR')],
    ['+521 55 1234 5678', 'BR', mobile('+525512345678', 'MX')],
  ])('%j in %j', (text, country, contact) => {
    expect(readContact(text, country)).toEqual(contact)
  })

  test.each([
    ['11912345678', 'ZZ'], // no country, neither of the number nor of the store
    ['11912345678', ''],
    ['+55 11 91234', 'BR'],
    ['+1 900 234 5678', 'US'], // premium
    ['0800 123 4567', 'BR'], // toll-free
    ['+800 1234 5678', 'BR'], // of no country
    ['+55 11 91234-5678 ext. 12', 'BR'],
    ['call +55 11 91234-5678', 'BR'],
    ['', 'BR'],
    [`+55 11 91234-5678${' '.repeat(30)}x`, 'BR'],
    // Mexico has ten digits behind the 1, and Brazil eight.
    ['+521 55 1234 567', 'BR'],
    ['+55 31 5654-3210 1', 'BR'],
  ])('%j in %j is none', (text, country) => {
    expect(readContact(text, country)).toBeUndefined()
  })

  test('of forty characters, and of no more', () => {
    const spaced = (length: number) => `+55 11 91234${' '.repeat(length - 16)}5678`
    expect(readContact(spaced(40), 'BR')).toEqual(mobile('+5511912345678', 'BR'))
    expect(readContact(spaced(41), 'BR')).toBeUndefined()
  })
})

describe('the id of a person without a number', () => {
  test.each([
    ['BR.1A2b3', 'BR'],
    ['US.ENT.1234', 'US'],
    [`DE.${'a'.repeat(128)}`, 'DE'],
  ])('%s', (id, country) => {
    expect(readContact(` ${id} `, 'PT')).toEqual({ phone: id, country, isUserId: true, isMobile: true })
    expect(isUserId(id)).toBe(true)
  })

  test.each([
    ...['br.1A2b3', 'BRA.123', 'BR.', 'BR.12-3', ' BR.1', 'BR.1 ', 'BR1', 'BR.OTHER.1', 'xBR.1', 'BR.1é'],
    `DE.${'a'.repeat(129)}`,
  ])('%s is none', id => {
    expect(isUserId(id)).toBe(false)
  })
})

// WhatsApp and people write one number in two ways.
test.each([
  // Brazil: eight digits from 6 on, with and without the 9.
  ['+5531976543210', ['+553176543210', '+5531976543210']],
  ['+553176543210', ['+553176543210', '+5531976543210']],
  // Not where a number without it is none.
  ['+5531988887777', ['+5531988887777']],
  ['+5511912345678', ['+5511912345678']],
  ['+551131234567', ['+551131234567']],
  // Argentina.
  ['+5491145678901', ['+541145678901', '+5491145678901']],
  ['+541145678901', ['+541145678901', '+5491145678901']],
  // Others have one.
  ['+34612345678', ['+34612345678']],
  ['BR.1A2b3', ['BR.1A2b3']],
])('%s is also written %j', (phone, spellings) => {
  expect(spellingsOf(phone)).toEqual(spellings)
})

test('WhatsApp reaches everybody in the countries of a channel, and an SMS mobile numbers alone', () => {
  const contact = mobile('+5511912345678', 'BR')
  const landline = { ...contact, isMobile: false }
  const person = { ...contact, isUserId: true }
  const reached = (channel: 'whatsapp' | 'sms', countries = ['PT', 'BR']) =>
    [contact, landline, person].map(one => canReach(one, channel, countries))
  expect(reached('whatsapp')).toEqual([true, true, true])
  expect(reached('sms')).toEqual([true, false, false])
  expect([...reached('whatsapp', ['PT']), ...reached('sms', []), ...reached('sms', ['PT'])]).toEqual(
    Array(9).fill(false),
  )
})

test('there are two channels beside email', () => {
  expect(['whatsapp', 'sms', 'email', 'WhatsApp', ''].map(isChannelName)).toEqual([
    ...[true, true, false, false, false],
  ])
})

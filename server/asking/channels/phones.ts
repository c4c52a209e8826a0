import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export const channelNames = ['whatsapp', 'sms'] as const
/** A channel beside email. */
export type ChannelName = (typeof channelNames)[number]

export const isChannelName = (name: string): name is ChannelName =>
  (channelNames as readonly string[]).includes(name)

/** Where a message goes. `phone` is E.164, or the id of a WhatsApp user without a number. `country` is ISO 3166. */
export type Contact = { phone: string; country: string; isUserId: boolean; isMobile: boolean }

const userId = /^([A-Z]{2})\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** Whether a text is a business-scoped id of WhatsApp, which stands for a person without a number. */
export const isUserId = (text: string): boolean => userId.test(text)

/**
 * Reads a phone as shops and buyers write it, with the store's country where it names none. Undefined for anything but
 * one valid number that ordinary people have: premium, shared-cost and toll-free numbers are none.
 */
export function readContact(text: string, storeCountry: string): Contact | undefined {
  const written = text.trim()
  const [, ofUser] = userId.exec(written) ?? []
  if (ofUser) return { phone: written, country: ofUser, isUserId: true, isMobile: true }
  if (written.length > longest) return undefined
  const number = parse(written, storeCountry)
  if (!number?.isValid() || number.ext || !number.country) return undefined
  const type = number.getType()
  if (!(type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' || type === 'FIXED_LINE')) return undefined
  const isMobile = type !== 'FIXED_LINE'
  return { phone: number.number, country: number.country, isUserId: false, isMobile }
}

const longest = 40 // characters

function parse(written: string, storeCountry: string) {
  const home = isSupportedCountry(storeCountry) ? { defaultCountry: storeCountry as CountryCode } : {}
  const number = parsePhoneNumberFromString(written, { ...home, extract: false })
  if (!number || number.ext || number.isValid()) return number
  return parsePhoneNumberFromString(asDialled(number.number))
}

// WhatsApp still knows many numbers without the ninth digit of Brazil, or with the 1 that Mexico no longer dials.
function asDialled(phone: string): string {
  return phone.replace(/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2').replace(/^\+521(\d{10})$/, '+52$1')
}

const otherSpellings: [RegExp, string][] = [
  [/^\+55(\d\d)9([6-9]\d{7})$/, '+55$1$2'],
  [/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2'],
  // Mobile numbers of Argentina have a 9 from abroad alone.
  [/^\+549([1-3]\d{9})$/, '+54$1'],
  [/^\+54([1-3]\d{9})$/, '+549$1'],
]

/** The phone, and other valid numbers that reach the same person: people and WhatsApp write some countries' both ways. */
export function spellingsOf(phone: string): string[] {
  const others = otherSpellings
    .filter(([form]) => form.test(phone))
    .map(([form, other]) => phone.replace(form, other))
    .filter(other => readContact(other, '')?.phone === other)
  return [phone, ...others].sort()
}

/** Whether a channel can send to the contact: an SMS needs a mobile number, and no channel leaves its countries. */
export function canReach(contact: Contact, channel: ChannelName, countries: readonly string[]): boolean {
  return (
    countries.includes(contact.country) && (channel === 'whatsapp' || (contact.isMobile && !contact.isUserId))
  )
}

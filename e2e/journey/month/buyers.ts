import { seededRandom } from '../../crash/random.ts'

/** A country of the shop, by hand: how its buyers are asked, and every time zone of its people. */
export type Country = {
  code: string
  language: string
  channel: 'whatsapp' | 'sms' | 'email'
  /** An E.164 number by its place in a list, and how people of the country write it. */
  phone: (place: number) => string
  written: (phone: string) => string
  zones: string[]
}

const digits = (place: number, length: number) => `${place}`.padStart(length, '0')

export const countries: Country[] = [
  {
    ...{ code: 'BR', language: 'pt-BR', channel: 'whatsapp' },
    phone: place => `+55119${digits(60_000_000 + place, 8)}`,
    written: phone => `(${phone.slice(3, 5)}) ${phone.slice(5, 10)}-${phone.slice(10)}`,
    zones: ['America/Noronha', 'America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'],
  },
  {
    ...{ code: 'MX', language: 'es-MX', channel: 'whatsapp' },
    phone: place => `+5255${digits(10_000_000 + place, 8)}`,
    written: phone => phone,
    zones: ['America/Cancun', 'America/Mexico_City', 'America/Hermosillo', 'America/Tijuana'],
  },
  {
    ...{ code: 'PT', language: 'pt-PT', channel: 'sms' },
    phone: place => `+35191${digits(2_000_000 + place, 7)}`,
    written: phone => phone.replace('+351', '+351 '),
    zones: ['Europe/Lisbon', 'Atlantic/Azores'],
  },
  {
    ...{ code: 'JP', language: 'ja', channel: 'sms' },
    phone: place => `+8190${digits(12_000_000 + place, 8)}`,
    written: phone => phone,
    zones: ['Asia/Tokyo'],
  },
  {
    ...{ code: 'DE', language: 'de', channel: 'email' },
    phone: place => `+49151${digits(10_000_000 + place, 8)}`,
    written: phone => phone,
    zones: ['Europe/Berlin'],
  },
]

/** What a provider says about the messages to a buyer. `lost`: it takes them, and its answer is lost. */
export type Fate = 'delivered' | 'failed' | 'silent' | 'lost'

export type Buyer = {
  email: string
  country: Country
  phone: string
  /** Whether they agreed to messages of their country's channel. */
  agreed: boolean
  fate: Fate
  /** Answers the first message with the word to stop. */
  stops: boolean
}

export type PlannedOrder = {
  orderId: string
  buyer: Buyer
  /** The day of its delivery, from 0. */
  day: number
  productId: string
  writtenPhone: string
  isCancelled: boolean
}

/** Requests are due a week after the delivery, so that the last reminders fall into the last days. */
const lastDelivery = (days: number) => Math.max(1, days - 12)

/** Orders of buyers in all countries: one in five is another order of an earlier buyer, often in the same days. */
export function planOrders(count: number, days: number, seed: number): PlannedOrder[] {
  const random = seededRandom(seed)
  const chance = (share: number) => random() < share
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const buyers: Buyer[] = []
  const aBuyer = (): Buyer => {
    const place = buyers.length
    const country = countries[place % countries.length] as Country
    const buyer: Buyer = {
      ...{ email: `buyer.${place}@example.com`, country, phone: country.phone(place) },
      agreed: country.channel !== 'email' && chance(0.7),
      fate: pick<Fate>(['failed', 'silent', 'lost', ...Array<Fate>(17).fill('delivered')]),
      stops: chance(0.05),
    }
    buyers.push(buyer)
    return buyer
  }
  return Array.from({ length: count }, (_, place) => {
    const buyer = buyers.length > 0 && chance(0.2) ? pick(buyers) : aBuyer()
    return {
      ...{ orderId: `M-${place}`, buyer, day: Math.floor(random() * lastDelivery(days)) },
      productId: `P-${Math.floor(random() * 200)}`,
      writtenPhone: chance(0.5) ? buyer.phone : buyer.country.written(buyer.phone),
      isCancelled: chance(0.05),
    }
  }).sort((one, other) => one.day - other.day)
}

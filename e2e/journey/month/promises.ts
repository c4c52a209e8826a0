import type { Buyer, PlannedOrder } from './buyers.ts'
import type { Arrival } from './sinks.ts'

/** What the sinks and the people of the month know. Nothing of it comes from the service's own rows. */
export type Month = {
  orders: PlannedOrder[]
  arrivals: Arrival[]
  /** When the word to stop was taken, by number. */
  stopped: Map<string, number>
  /** When each number agreed to messages, oldest first. */
  agreed: Map<string, number[]>
  timeZone: string
  most: { sms: number }
}

export type Spending = Record<'whatsapp' | 'sms', { messages: number; spent: number }>

/** The prices of the month, in millionths. */
export const prices = { whatsapp: 20_000, sms: 50_000 }

const hours = { from: 9, to: 20 }

/** What each buyer received, oldest first. Mails that a kill sent twice have one Message-ID: they are one mail. */
export function receivedBy({ orders, arrivals }: Month): Map<Buyer, Arrival[]> {
  const found = new Map<Buyer, Arrival[]>(orders.map(({ buyer }) => [buyer, []]))
  const byPlace = new Map(
    [...found.keys()].flatMap(buyer => [[buyer.email, buyer] as const, [buyer.phone, buyer]]),
  )
  const known = new Set<string>()
  for (const arrival of arrivals) {
    const buyer = byPlace.get(arrival.to)
    if (!buyer) throw new Error(`Somebody unknown received something: ${arrival.to}`)
    if (known.has(arrival.id)) continue
    known.add(arrival.id)
    found.get(buyer)?.push(arrival)
  }
  return found
}

/** The promises that the month broke, as sentences. */
export function brokenPromisesOf(month: Month): string[] {
  const ordersOf = Map.groupBy(month.orders, ({ buyer }) => buyer)
  const ofBuyers = [...receivedBy(month)].flatMap(([buyer, received]) =>
    [
      ...brokenDays(month, buyer, received),
      ...received
        .filter(({ channel }) => channel !== 'email')
        .flatMap(one => wrongMessage(month, buyer, one)),
      ...brokenCounts(month, buyer, received, ordersOf.get(buyer) ?? []),
    ].map(what => `${buyer.email} (${buyer.country.code}): ${what}`),
  )
  const sms = month.arrivals.filter(({ channel }) => channel === 'sms').length
  if (sms <= month.most.sms) return ofBuyers
  return [...ofBuyers, `${sms} messages by SMS, of ${month.most.sms} allowed`]
}

// A message that its provider reported as failed reached nobody.
function brokenDays({ timeZone }: Month, { fate }: Buyer, received: Arrival[]): string[] {
  const reached = received.filter(({ channel }) => channel === 'email' || fate !== 'failed')
  const days = reached.map(({ at }) => dateIn(timeZone, at))
  return new Set(days).size < days.length ? [`several on one day: ${days.join(', ')}`] : []
}

function wrongMessage(
  { stopped, agreed }: Month,
  { country, phone }: Buyer,
  { at, channel }: Arrival,
): string[] {
  const last = agreed.get(phone)?.findLast(time => time <= at)
  const stop = stopped.get(phone) ?? Number.POSITIVE_INFINITY
  const isNight = (zone: string) => hourIn(zone, at) < hours.from || hourIn(zone, at) >= hours.to
  return [
    ...(last === undefined ? ['a message without consent'] : []),
    ...(channel === country.channel ? [] : [`a message by ${channel}`]),
    // Agreeing again, with a later order, lifts it.
    ...(at >= stop && (last ?? 0) <= stop ? ['a message after the word to stop'] : []),
    ...country.zones.filter(isNight).map(zone => `a message at ${hourIn(zone, at)} in ${zone}`),
  ]
}

function brokenCounts(
  { stopped }: Month,
  buyer: Buyer,
  received: Arrival[],
  orders: PlannedOrder[],
): string[] {
  const active = orders.filter(({ isCancelled }) => !isCancelled).length
  const requests = received.filter(({ isReminder }) => !isReminder)
  // A failed or silent message is followed by the mail about the same order.
  const asked = requests.filter(({ channel }) => channel === 'email' || isHeard(buyer)).length
  const isMissed = asked === 0 && active > 0 && !stopped.has(buyer.phone)
  return [
    ...(asked > active ? [`asked ${asked} times about ${active} orders`] : []),
    ...(received.length - requests.length > active ? ['more than one reminder of an order'] : []),
    ...(isMissed ? ['never asked'] : []),
  ]
}

const isHeard = ({ fate }: Buyer) => fate === 'delivered' || fate === 'lost'

/** What the messages at the sinks cost: Meta bills those that it delivers, and Twilio each part of what it takes. */
export function costsAtSinks({ arrivals, orders }: Month): Spending {
  const failing = new Set(orders.flatMap(({ buyer }) => (buyer.fate === 'failed' ? [buyer.phone] : [])))
  const of = (channel: 'whatsapp' | 'sms') => {
    const own = arrivals.filter(arrival => arrival.channel === channel)
    const units = own.map(({ text, to }) => (channel === 'sms' ? segments(text) : failing.has(to) ? 0 : 1))
    return { messages: own.length, spent: units.reduce((sum, count) => sum + count, 0) * prices[channel] }
  }
  return { whatsapp: of('whatsapp'), sms: of('sms') }
}

// 3GPP TS 23.038: 160 letters, or 153 of each part; with one letter outside of its alphabet 70, or 67.
const gsm = /^[\n\r !-_a-z£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉÄÖÑÜ§¿äöñüà¡¤]*$/

function segments(text: string): number {
  const isShort = gsm.test(text) && !/[[\\\]^]/.test(text)
  const [whole, part] = isShort ? [160, 153] : [70, 67]
  return text.length <= whole ? 1 : Math.ceil(text.length / part)
}

/**
 * How the counts of the service differ from those of the sinks. Each kill may leave messages that are counted and never
 * left: nobody knows whether they did.
 */
export function wrongCounts(counted: Spending, atSinks: Spending, kills: number): string[] {
  return (['whatsapp', 'sms'] as const).flatMap(channel => {
    const messages = counted[channel].messages - atSinks[channel].messages
    const spent = counted[channel].spent - atSinks[channel].spent
    const isExplained = messages >= 0 && messages <= kills * mostInFlight
    const isPaid = messages === 0 ? spent === 0 : spent > 0
    if (isExplained && isPaid) return []
    return [`${channel}: ${messages} more messages and ${spent / 1_000_000} more money than arrived`]
  })
}

const mostInFlight = 20 // messages of one process

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
  })
  formats.set(timeZone, made)
  return made
}

const dateIn = (zone: string, at: number) => formatOf(zone).format(at).slice(0, 10)
const hourIn = (zone: string, at: number) => Number(formatOf(zone).format(at).slice(12, 14))

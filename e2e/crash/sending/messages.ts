import {
  metaReport,
  type Posted,
  type Providers,
  startProviders,
  type Taken,
  twilioReport,
} from '../../../server/test/channels/providers.ts'
import { anOrder } from '../../../server/test/factories.ts'
import { onCleanUp, runJson, waitFor } from '../../service.ts'
import { openShop, type Shop } from './shops.ts'
import { type Site, storesOfEach, type Work } from './work.ts'

const each = 10 // orders of a store with each feed
const latency = 50 // ms of the provider

type Place = { shop: Shop; channel: 'whatsapp' | 'sms'; address: string }

/**
 * WhatsApp and SMS to buyers in a country where it is day, and in one where it is night. The first get one message at most, and a
 * mail instead of one that a kill interrupted. The others get nothing yet.
 */
export async function sendMessages(site: Site): Promise<Work> {
  const providers = await startProviders()
  onCleanUp(providers.close)
  providers.answerBy(() => new Promise(resolve => setTimeout(resolve, latency)))
  const places = await Promise.all(
    storesOfEach.map(store => openPlace(site, providers, store % 2 === 0 ? 'whatsapp' : 'sms')),
  )
  const [awake, asleep] = countriesNow()
  /** Addresses of buyers by phone. */
  const byDay = new Map<string, string>()
  const byNight = new Map<string, string>()
  let made = 0

  async function feed({ shop, channel }: Place): Promise<void> {
    const own = Array.from({ length: each + 1 }, (_, at) => {
      const country = at < each ? awake : asleep
      const place = ++made
      return { country, phone: country.phone(place), email: `message.${place}@example.com`, place }
    })
    const granted_at = new Date(Date.now() - 1_000).toISOString()
    for (const { phone } of own)
      await shop.ask('POST', '/consents', { phone, channel, granted_at, source: 'checkout', text: 'yes' })
    await shop.order(
      own.map(({ phone, email, place }) =>
        anOrder({
          ...{ order_id: `M-${place}`, customers: [{ name: 'Ana', email, phone }] },
          request_review_at: new Date().toISOString(),
        }),
      ),
    )
    for (const { country, phone, email } of own) (country === awake ? byDay : byNight).set(phone, email)
  }

  return {
    feed: async () => {
      await Promise.all(places.map(feed))
    },
    done: () => providers.taken.length,
    left: async () => {
      // One that a kill interrupted is not sent again.
      let decided = 0
      for (const { shop } of places)
        decided += (
          await shop.rows(
            "select from messages where store_id = $1 and state <> 'queued' and phone = any($2)",
            [...byDay.keys()],
          )
        ).length
      return byDay.size - decided
    },
    prove: async () => {
      await arrive(places)
      const sentTo = byPhone(providers.taken)
      const woken = [...sentTo.keys()].find(phone => !byDay.has(phone))
      if (woken) throw new Error(`${woken} got a message at night.`)
      await reportDelivered(places, providers.taken)
      const unheard = [...byDay].filter(([phone]) => !sentTo.has(phone)).map(([, email]) => email)
      // A day passes without a word about the interrupted ones.
      for (const { shop } of places)
        await shop.rows(
          `update messages set next_at = now() where store_id = $1 and state in ('sending', 'sent')`,
        )
      await waitFor('mails instead', () => site.mails.countOf(unheard) === unheard.length, 300_000)
      const repeats = site.mails.requireOne(unheard)
      const both = [...byDay].filter(([phone]) => sentTo.has(phone)).map(([, email]) => email)
      const mailed = [...both, ...byNight.values()].find(email => site.mails.firstAt(email) !== undefined)
      if (mailed) throw new Error(`${mailed} got a mail beside its message, or at night.`)
      return `${sentTo.size} buyers got one message, ${unheard.length} whose message a kill interrupted got one mail instead (${repeats} of them repeated); none of ${byNight.size} at night`
    },
  }
}

async function openPlace(site: Site, providers: Providers, channel: Place['channel']): Promise<Place> {
  const shop = await openShop(site, 'noon', ['--request-channel', channel])
  const settings = {
    ...{ url: providers.url, price: '0.01', currency: 'EUR', monthly_money: '100000' },
    ...{ monthly_messages: '1000000', countries: countries.map(({ code }) => code).join() },
    ...(channel === 'whatsapp'
      ? {
          ...{ phone_number_id: '106540352242922', token: 'meta-token', app_secret: 'meta-app-secret' },
          ...{ template: 'review_request', languages: 'pt_BR,en_US' },
        }
      : { provider: 'twilio', account: 'AC1', key: 'twilio-token', from: '+15005550006' }),
  }
  const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const add = ['channel', 'add', '--store', shop.storeId, '--channel', channel, ...set]
  const { webhook_url } = await runJson<{ webhook_url: string }>(add, site)
  return { shop, channel, address: webhook_url }
}

/** Resolves when the messages that no kill interrupted have arrived. */
async function arrive(places: Place[]): Promise<void> {
  for (const { shop } of places)
    await waitFor('the messages in flight', async () => {
      const inFlight = await shop.rows(
        "select from messages where store_id = $1 and state = 'sending' and sent_at > now() - interval '20 s'",
      )
      return inFlight.length === 0
    })
}

/** The messages by their buyer's phone. Throws if somebody got two. */
function byPhone(all: Taken[]): Map<string, Taken> {
  const found = new Map<string, Taken>()
  for (const taken of all) {
    const phone = taken.to?.startsWith('+') ? taken.to : `+${taken.to}`
    if (found.has(phone)) throw new Error(`Doubled: ${phone} got two messages.`)
    found.set(phone, taken)
  }
  return found
}

/** The providers report that all of it arrived. Each WhatsApp channel knows its own messages. */
async function reportDelivered(places: Place[], all: Taken[]): Promise<void> {
  const whatsapp = places.filter(({ channel }) => channel === 'whatsapp')
  for (const taken of all) {
    const { id, reference, callback, to } = taken
    if (taken.provider === 'meta') {
      const report = metaReport({
        statuses: [{ id, status: 'delivered', biz_opaque_callback_data: reference }],
      })
      for (const { address } of whatsapp) await post(address, report)
    } else {
      const fields = { MessageSid: id, MessageStatus: 'delivered', To: to ?? '' }
      await post(callback, twilioReport(callback, fields))
    }
  }
}

async function post(address: string, { body, headers }: Posted): Promise<void> {
  const { status } = await fetch(address, { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`A report of a provider was answered with ${status}.`)
}

type Country = { code: string; phone: (place: number) => string; hours: [number, number] }

const number = (prefix: string, place: number, length: number) => prefix + `${place}`.padStart(length, '0')

// Their hours ahead of UTC, of the zone that is least ahead and of the one that is most, in any season.
const countries: Country[] = [
  { code: 'DE', phone: place => number('+4915', 110_000_000 + place, 9), hours: [1, 2] },
  { code: 'JP', phone: place => number('+81901', 2_000_000 + place, 7), hours: [9, 9] },
  { code: 'AR', phone: place => number('+54911', 23_000_000 + place, 8), hours: [-3, -3] },
  { code: 'NZ', phone: place => number('+6421', 2_000_000 + place, 7), hours: [12, 14] },
]

/** A country where messages may be sent now and in the next hour, and one where they may not. */
function countriesNow(): [Country, Country] {
  const hour = new Date().getUTCHours()
  const isAwake = (ahead: number) => (hour + ahead + 24) % 24 >= 9 && (hour + ahead + 24) % 24 < 18
  const isAsleep = (ahead: number) => (hour + ahead + 24) % 24 >= 21 || (hour + ahead + 24) % 24 < 6
  const awake = countries.find(({ hours }) => hours.every(isAwake))
  const asleep = countries.find(({ hours }) => hours.every(isAsleep))
  if (!awake || !asleep) throw new Error('It is day, or night, in all of these countries.')
  return [awake, asleep]
}

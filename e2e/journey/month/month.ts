import { startProviders } from '../../../server/test/channels/providers.ts'
import { startMailServer } from '../../../server/test/mail/mail-server.ts'
import { seededRandom } from '../../crash/random.ts'
import { startService } from '../service.ts'
import { type Buyer, planOrders } from './buyers.ts'
import { createKillable } from './killable.ts'
import type { Month, Spending } from './promises.ts'
import { type Delivery, reportOf, stopOf } from './reports.ts'
import { openShop, type Shop } from './shop.ts'
import { createReader, numberOf, type Reader } from './sinks.ts'
import { usageOf } from './usage.ts'

const hour = 3_600_000
const day = 24 * hour
/** A Monday at midnight in the time zone of the store. */
const begins = Date.UTC(2026, 2, 2, 3)
const timeZone = 'America/Sao_Paulo'

/** When mails are due, when it is day in all of Brazil and of Mexico, and when Japan's begins. */
const busyHours = [10, 11, 12, 21]

export type MonthOptions = {
  days: number
  orders: number
  seed: number
  stop: AbortSignal
  say: (text: string) => void
}

export type Lived = { month: Month; kills: number; counted: Spending; refused: string[] }

/**
 * Lives a month of a shop by the clock, an hour at a time: orders, deliveries, consents, words to stop, reports of
 * providers, and one kill -9 of the background work each day, while it sends.
 */
export async function liveMonth({ days, orders: count, seed, stop, say }: MonthOptions): Promise<Lived> {
  const orders = planOrders(count, days, seed)
  const buyers = new Map(orders.map(({ buyer }) => [buyer.phone, buyer]))
  const random = seededRandom(seed + 1)
  const time = { now: begins }
  const events = createKillSwitch()
  const mails = await startMailServer({ onRcptTo: (_address, _session, done) => events.count(done) })
  const providers = await startProviders()
  const ends = [mails.close, providers.close]
  try {
    const service = await startService(() => time.now, mails.url, 'pt-BR')
    ends.unshift(service.close)
    const most = { sms: Math.round(count / 16) }
    const shop = await openShop(service, providers.url, { most, now: begins })
    const worker = createKillable(service)
    ends.unshift(worker.close)
    providers.answerBy(async (taken, response) => {
      await new Promise<void>(done => events.count(done))
      if (buyers.get(numberOf(taken))?.fate === 'lost') response.destroy()
    })
    const reader = createReader(mails, providers)
    const providersSay = createReports(buyers, reader, shop)
    let kills = 0
    for (let today = 0; today < days + 3; today++) {
      stop.throwIfAborted()
      time.now = begins + today * day
      await shop.takeDay(orders, { today, at: time.now })
      const hourOfKill = busyHours[Math.floor(random() * busyHours.length)]
      for (; time.now < begins + (today + 1) * day; time.now += hour) {
        await providersSay.send(time.now)
        if (time.now === begins + today * day + (hourOfKill ?? 0) * hour)
          events.arm(1 + Math.floor(random() * 20), worker.kill)
        while (!(await worker.runAt(time.now))) kills++
        providersSay.plan(reader.read(time.now))
      }
      say(`day ${today + 1}: ${reader.arrivals.length} arrived, ${kills} kills`)
    }
    const month = {
      orders,
      arrivals: reader.arrivals,
      stopped: providersSay.stopped,
      agreed: shop.agreed,
      timeZone,
      most,
    }
    const refused = [...shop.refused, ...providersSay.refused]
    return { month, kills, counted: await usageOf(service), refused }
  } finally {
    for (const end of ends) await end()
  }
}

type Owed = { due: number; delivery: Delivery; stops?: Buyer }

/** What providers report an hour after each message, and the words to stop, an hour later. */
function createReports(buyers: Map<string, Buyer>, { taken }: Reader, { places }: Shop) {
  const stopped = new Map<string, number>()
  const refused: string[] = []
  let owed: Owed[] = []
  const about = (arrival: ReturnType<Reader['read']>[number]): Owed[] => {
    const message = taken.get(arrival.id)
    const buyer = buyers.get(arrival.to)
    if (!message || !buyer) throw new Error(`Nobody has the number ${arrival.to}.`)
    const place = places[arrival.channel === 'sms' ? 'sms' : 'whatsapp']
    const delivery = reportOf(message, buyer, place)
    const isStop = buyer.stops && !stopped.has(buyer.phone)
    return [
      ...(delivery ? [{ due: arrival.at + hour, delivery }] : []),
      ...(isStop
        ? [{ due: arrival.at + 2 * hour, delivery: stopOf(message, buyer, place), stops: buyer }]
        : []),
    ]
  }
  return {
    stopped,
    refused,
    plan: (arrivals: ReturnType<Reader['read']>) => {
      owed.push(...arrivals.flatMap(about))
    },
    send: async (now: number) => {
      const due = owed.filter(one => one.due <= now)
      owed = owed.filter(one => one.due > now)
      for (const { delivery, stops } of due) {
        const status = await post(delivery)
        if (status !== 200) refused.push(`a report of a provider was answered with ${status}`)
        if (stops) stopped.set(stops.phone, now)
      }
    },
  }
}

/** Kills when so many mails and messages have begun to arrive; they are accepted nevertheless. */
function createKillSwitch() {
  let left = Number.POSITIVE_INFINITY
  let kill = () => {}
  return {
    arm: (after: number, act: () => void) => {
      left = after
      kill = act
    },
    count: (done: () => void) => {
      left--
      if (left === 0) kill()
      done()
    },
  }
}

async function post({ address, body, headers }: Delivery): Promise<number> {
  const { status } = await fetch(address, { method: 'POST', headers, body })
  return status
}

import { anOrder } from '../../../server/test/factories.ts'
import { waitFor } from '../../service.ts'
import { openShop, type Shop } from './shops.ts'
import { type Site, storesOfEach, type Work } from './work.ts'

const each = 15 // orders of a store with each feed
const soon = 15_000 // ms
const hour = 3_600_000
const day = 24 * hour

/**
 * Review requests: due at random moments of the next seconds, in an hour, and in a store where it is night since hours before. Of
 * the first, each mail leaves once, and none before its time. Of the others, none leaves.
 */
export async function sendRequests(site: Site): Promise<Work> {
  const open = await Promise.all(storesOfEach.map(() => openShop(site, 'noon')))
  const night = await openShop(site, 'night')
  const due = new Map<string, number>()
  const early: string[] = []
  const closed: string[] = []
  let number = 0
  const order = (email: string, at: number | undefined) =>
    anOrder({
      ...{ order_id: `R-${++number}`, customers: [{ name: 'Ana', email, phone: '' }] },
      order_date: new Date(Date.now() - 9 * day).toISOString(),
      delivery_date: new Date(Date.now() - 7.5 * day).toISOString(),
      ...(at !== undefined && { request_review_at: new Date(at).toISOString() }),
    })

  async function feedOpen(shop: Shop): Promise<void> {
    const soonDue = Array.from({ length: each }, () => ({
      email: `due.${++number}@example.com`,
      at: Date.now() + site.random() * soon,
    }))
    const later = `later.${++number}@example.com`
    await shop.order([
      ...soonDue.map(({ email, at }) => order(email, at)),
      order(later, Date.now() + day + hour),
    ])
    for (const { email, at } of soonDue) due.set(email, Math.floor(at))
    early.push(later)
  }

  // Those of today, whose time has passed, and those that an outage of three hours made late.
  async function feedNight(): Promise<void> {
    const [missed, late] = [`missed.${++number}@example.com`, `late.${++number}@example.com`]
    await night.order([order(missed, undefined), order(late, Date.now() + hour)])
    const ago = new Date(Date.now() - 3 * hour)
    await night.rows(
      'update review_requests set due_at = $3, created_at = $3 where store_id = $1 and address = $2',
      late,
      ago,
    )
    closed.push(missed, late)
  }

  return {
    feed: async () => {
      await Promise.all([...open.map(feedOpen), feedNight()])
    },
    done: () => site.mails.countOf(due.keys()),
    left: async () => due.size - site.mails.countOf(due.keys()),
    prove: async () => {
      // The service checked each request, and moved it to the morning.
      const isMoved = async () => {
        const rows = await night.rows<{ state: string; due_at: Date }>(
          'select state, due_at from review_requests where store_id = $1',
        )
        const wrong = rows.find(({ state }) => state !== 'scheduled')
        if (wrong) throw new Error(`A request of the night is ${wrong.state}.`)
        return rows.every(({ due_at }) => due_at.getTime() > Date.now())
      }
      await waitFor('the late requests to be moved', isMoved, 180_000)
      const repeats = site.mails.requireOne(due.keys())
      for (const [address, at] of due) {
        const first = site.mails.firstAt(address) ?? 0
        if (first < at) throw new Error(`Early: ${address} was due ${at - first} ms later.`)
      }
      const wrong = [...early, ...closed].find(address => site.mails.firstAt(address) !== undefined)
      if (wrong) throw new Error(`${wrong} got a mail before its day.`)
      return `${due.size} requests were sent, each by one mail and none early, ${repeats} repeated with the same Message-ID; none of ${early.length} of tomorrow and of ${closed.length} at night`
    },
  }
}

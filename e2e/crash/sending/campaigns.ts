import { anOrder } from '../../../server/test/factories.ts'
import { openShop, type Shop } from './shops.ts'
import { type Site, storesOfEach, type Work } from './work.ts'

const each = 60 // buyers of a campaign
const oldest = 600 // days: the first campaign is about orders so long ago, the next one about the next day
const day = 24 * 60 * 60 * 1000

/** Campaigns to earlier buyers, one after the other in each store. Each buyer is asked once; in a store at night, none is. */
export async function askEarlierBuyers(site: Site): Promise<Work> {
  const shops = await Promise.all(storesOfEach.map(() => openShop(site, 'noon')))
  const night = await openShop(site, 'night')
  const buyers = new Set<string>()
  const sleeping = new Set<string>()
  const begun = new Map<Shop, number>()
  let made = 0

  async function begin(shop: Shop, list: Set<string>): Promise<void> {
    const ago = oldest - (begun.get(shop) ?? 0)
    if (ago < 60) throw new Error('There are no more days for campaigns: kill less often.')
    begun.set(shop, oldest - ago + 1)
    const date = new Date(Date.now() - ago * day).toISOString()
    const emails = Array.from({ length: each }, () => `earlier.${++made}@example.com`)
    await shop.order(
      emails.map((email, at) =>
        anOrder({
          ...{ order_id: `E-${ago}-${at}`, order_date: date, delivery_date: date },
          customers: [{ name: 'Ana', email, phone: '' }],
        }),
      ),
    )
    const range = { from: date.slice(0, 10), to: date.slice(0, 10) }
    await shop.ask('POST', '/campaigns', { ...range, per_day: 20_000, buyers_may_be_asked: true })
    for (const email of emails) list.add(email)
  }

  const isOver = async (shop: Shop) =>
    (
      await shop.rows(
        "select from campaigns where store_id = $1 and state in ('planning', 'planned', 'running')",
      )
    ).length === 0

  return {
    feed: async () => {
      await Promise.all(
        shops.map(async shop => {
          if (await isOver(shop)) await begin(shop, buyers)
        }),
      )
      if (sleeping.size === 0) await begin(night, sleeping)
    },
    done: () => site.mails.countOf(buyers),
    left: async () => buyers.size - site.mails.countOf(buyers),
    prove: async () => {
      const repeats = site.mails.requireOne(buyers)
      const woken = [...sleeping].find(address => site.mails.firstAt(address) !== undefined)
      if (woken) throw new Error(`${woken} was asked at night.`)
      let campaigns = 0
      for (const shop of shops) {
        const rows = await shop.rows<{ state: string; planned: number; asked: number; listed: number }>(
          `select state, buyers_planned as planned, buyers_asked as asked, (
            select count(*)::integer
            from campaign_buyers as buyer
            where buyer.store_id = campaign.store_id and buyer.campaign_id = campaign.id and buyer.state = 'asked'
          ) as listed
          from campaigns as campaign
          where store_id = $1`,
        )
        const wrong = rows.find(
          ({ state, planned, asked, listed }) =>
            state !== 'finished' || planned !== 0 || asked !== each || listed !== each,
        )
        if (wrong) throw new Error(`A campaign to ${each} buyers is ${JSON.stringify(wrong)}.`)
        campaigns += rows.length
      }
      return `${buyers.size} buyers of ${campaigns} campaigns were asked once, ${repeats} mails repeated with the same Message-ID; none of ${sleeping.size} at night`
    },
  }
}

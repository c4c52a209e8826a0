import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import type { Customer } from '../orders/orders.ts'
import type { DueRequest } from '../requests/pending.ts'
import { type ChannelRow, countriesOf, hoursOf, limitsOf, priceOf, readChannels } from './channel-rows.ts'
import { allowedAmong } from './consents.ts'
import { phonesMessagedOn } from './messages.ts'
import { type ChannelName, type Contact, canReach, channelNames, readContact, spellingsOf } from './phones.ts'
import { nextOpenTime } from './quiet-hours.ts'
import { fitsLimits, monthOf, readChannelUsage } from './usage.ts'

/** The message that asks a buyer before their mail does. `at`: not before then, because it is night where they live. */
export type Choice = { channel: ChannelName; phone: string; at: Date }

type Choosing = { secrets: Secrets; store: Store; now: number }

/**
 * The buyers whom a message asks first, by address. All others get mail: without a channel, a number in one of its
 * countries, consent, room in the month's limits, or if their phone had a message today, whoever it asked.
 */
export async function chooseChannels(
  tx: Connection,
  { secrets, store, now }: Choosing,
  requests: DueRequest[],
): Promise<Map<string, Choice>> {
  const wished = wishes(store, requests)
  if (wished.size === 0) return new Map()
  const rows = await readChannels(tx, store.store_id)
  const usable = rows.filter(({ waits_until }) => !waits_until || waits_until.getTime() <= now)
  if (usable.length === 0) return new Map()
  const contacts = await contactsOf(
    tx,
    store,
    requests.map(({ order_id }) => order_id),
  )
  const chosen = new Map<string, Choice>()
  const taken = await phonesMessagedOn(
    tx,
    store.store_id,
    [...contacts.values()].map(({ phone }) => phone),
    dateOf(now, store),
  )
  for (const name of channelNames) {
    const row = usable.find(({ channel }) => channel === name)
    if (!row) continue
    const buyers = [...contacts].filter(([address]) => wished.get(address) === name)
    for (const [address, contact] of await allowedBuyers(tx, { secrets, store, now }, row, buyers)) {
      if (taken.has(contact.phone)) continue
      for (const spelling of spellingsOf(contact.phone)) taken.add(spelling)
      const at = new Date(nextOpenTime(now, contact.country, store.time_zone, hoursOf(row)))
      chosen.set(address, { channel: name, phone: contact.phone, at })
    }
  }
  return chosen
}

/** The wish of each buyer for another channel than mail: of a request, else the store's. */
function wishes(store: Store, requests: DueRequest[]): Map<string, ChannelName> {
  const named = new Map(
    requests.flatMap(({ address, channel }) => (channel ? [[address, channel] as const] : [])),
  )
  return new Map(
    requests.flatMap(({ address }) => {
      const wish = named.get(address) ?? store.request_channel
      return wish === 'email' ? [] : [[address, wish] as const]
    }),
  )
}

async function allowedBuyers(
  tx: Connection,
  { secrets, store, now }: Choosing,
  row: ChannelRow,
  buyers: [string, Contact][],
): Promise<[string, Contact][]> {
  const reachable = buyers.filter(([, contact]) =>
    canReach(contact, row.channel, countriesOf(row, store.country)),
  )
  if (reachable.length === 0) return []
  const usage = await readChannelUsage(tx, store.store_id, row.channel, monthOf(new Date(now)))
  if (!fitsLimits(usage, limitsOf(row), priceOf(row, { isMarketing: false }))) return []
  const phones = reachable.map(([, { phone }]) => phone)
  const allowed = await allowedAmong(tx, secrets, store.store_id, row.channel, phones)
  return reachable.filter(([, { phone }]) => {
    const consent = allowed.get(phone)
    return consent && !(consent.unreachableUntil && consent.unreachableUntil.getTime() > now)
  })
}

/** The phones of buyers, by address: of the newest of their orders that has a usable one. */
export async function contactsOf(
  tx: Connection,
  { store_id, country }: Store,
  orderIds: string[],
): Promise<Map<string, Contact>> {
  const orders = await tx.query<{ customers: Customer[] }>(sql`
    select customers
    from orders
    where store_id = ${store_id} and order_id = any(${orderIds}::text[])
    order by order_date, order_id`)
  const known = orders.flatMap(({ customers }) =>
    customers.flatMap(({ email, phone }) => {
      const address = comparableAddress(email)
      const contact = phone ? readContact(phone, country) : undefined
      return address && contact ? [[address, contact] as const] : []
    }),
  )
  return new Map(known)
}

import { writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { bold, good, say, sayTable } from '../../../server/service/commands/output.ts'
import { anySeed } from '../../crash/random.ts'
import { countries } from './buyers.ts'
import { type Lived, liveMonth } from './month.ts'
import { brokenPromisesOf, costsAtSinks, receivedBy, type Spending, wrongCounts } from './promises.ts'

type Options = {
  days: number
  orders: number
  seed?: number | undefined
  /** Where to write what each buyer received. */
  table?: string | undefined
  stop: AbortSignal
}

/** Lives a month, says what arrived where, and returns the promises that it broke. */
export async function liveAndReport({
  days,
  orders,
  seed = anySeed(),
  table,
  stop,
}: Options): Promise<string[]> {
  say(`${orders} orders in ${days} days; --seed ${seed} repeats them.`)
  const lived = await liveMonth({ days, orders, seed, stop, say })
  if (table) writeFileSync(table, tableOf(lived))
  const atSinks = costsAtSinks(lived.month)
  sayCountries(lived)
  sayCosts(lived.counted, atSinks)
  say()
  say(`${lived.kills} kills. ${table ? `What each buyer received: ${table}` : ''}`)
  const broken = [
    ...lived.refused,
    ...brokenPromisesOf(lived.month),
    ...wrongCounts(lived.counted, atSinks, lived.kills),
  ]
  if (broken.length === 0)
    say(
      good(
        'As promised: one message a day at most, by day, with consent, never more often than they ordered, within the caps.',
      ),
    )
  return broken
}

function sayCountries({ month }: Lived): void {
  const received = [...receivedBy(month)]
  say()
  say(bold('What arrived'))
  sayTable(
    ['country', 'orders', 'buyers', 'whatsapp', 'sms', 'emails', 'reminders', 'stopped', 'nothing'].map(
      right,
    ),
    countries.map(({ code }) => {
      const own = received.filter(([{ country }]) => country.code === code)
      const all = own.flatMap(([, arrivals]) => arrivals)
      const by = (channel: string) => all.filter(one => one.channel === channel && !one.isReminder).length
      return [
        code,
        ...[
          month.orders.filter(({ buyer }) => buyer.country.code === code).length,
          own.length,
          ...['whatsapp', 'sms', 'email'].map(by),
          all.filter(({ isReminder }) => isReminder).length,
          own.filter(([{ phone }]) => month.stopped.has(phone)).length,
          own.filter(([, arrivals]) => arrivals.length === 0).length,
        ].map(right),
      ]
    }),
  )
}

function sayCosts(counted: Spending, atSinks: Spending): void {
  say()
  say(bold('Costs'))
  sayTable(
    ['channel', 'counted', 'arrived', 'counted money', 'arrived money'].map(right),
    (['whatsapp', 'sms'] as const).map(channel => [
      channel,
      right(counted[channel].messages),
      right(atSinks[channel].messages),
      right((counted[channel].spent / 1_000_000).toFixed(2)),
      right((atSinks[channel].spent / 1_000_000).toFixed(2)),
    ]),
  )
}

const right = (value: string | number) => `${value}`.padStart(9)

/** One line for each thing that a buyer received. */
function tableOf({ month }: Lived): string {
  return stringify(
    [...receivedBy(month)].flatMap(([{ email, phone, country, agreed, fate }, arrivals]) =>
      arrivals.map(({ at, channel, isReminder }) => [
        ...[email, phone, country.code, agreed ? 'yes' : 'no', fate],
        ...[new Date(at).toISOString(), channel, isReminder ? 'reminder' : 'request'],
      ]),
    ),
    { header: true, columns: ['email', 'phone', 'country', 'agreed', 'provider', 'at', 'channel', 'what'] },
  )
}

import { styleText } from 'node:util'
import type { Command } from 'commander'
import type { LimitUse } from '../../../answers/insights/plan-use.ts'
import { countriesWithHolidays } from '../../../asking/requests/holiday-countries.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { listStores } from '../../../tenants/stores/all-stores.ts'
import {
  createStore,
  newStoreSettings,
  readStore,
  type StoreSettings,
  updateStore,
} from '../../../tenants/stores/stores.ts'
import { bold, listOrNone, print, say, sayPairs, sayTable, wholeNumber, yesOrNo } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { addStoreArchive } from './archive.ts'
import { type LimitFlags, toLimits, withLimits, withPlan } from './limits.ts'
import { type ModelFlags, toModel, withModel } from './model.ts'
import { addStoreModelKey } from './model-key.ts'
import { placeOf } from './place.ts'
import { type PresentationFlags, toPresentation, withPresentation } from './presentation.ts'
import { addStoreQr } from './qr.ts'
import { type RequestFlags, toRequests, withRequests } from './requests.ts'
import { addStoreWords } from './words.ts'

type Flags = PresentationFlags &
  ModelFlags &
  RequestFlags &
  LimitFlags & {
    name?: string
    locale?: string | undefined
    languagesOff?: string[]
    timeZone?: string | undefined
    country?: string | undefined
    requestDelay?: number
    sendAt?: string
    avoidWeekends?: boolean
    avoidHolidays?: boolean
    origins?: string[]
    active?: boolean
    json?: boolean
  }

export function addStoreCommands(program: Command): void {
  const store = program.command('store').description('create, list and change stores')
  addCreate(store)
  addList(store)
  addShow(store)
  addUpdate(store)
  addStoreArchive(store)
  addStoreModelKey(store)
  addStoreQr(store)
  addStoreWords(store)
}

function addCreate(store: Command): void {
  withSettings(store.command('create'))
    .description('create a store and its first API key')
    .requiredOption('--name <name>', 'name of the store')
    .action(async (flags: Flags & { name: string }) => {
      const settings = toSettings({ ...flags, ...placeOf(flags) })
      const made = await withDatabase(db =>
        createStore(db, systemClock, { ...settings, ...toLimits(flags, {}), name: flags.name }),
      )
      const store = { ...newStoreSettings, ...settings, name: flags.name }
      print(flags.json, made, () => printNewStore(store, made))
      warnOfHolidays(store)
    })
}

function addList(store: Command): void {
  store
    .command('list')
    .description('list stores')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const stores = await withDatabase(async db => {
        const found = []
        for (const one of await listStores(db)) found.push(await withPlan(db, one, systemClock()))
        return found
      })
      print(flags.json, stores, () => {
        if (stores.length === 0)
          return say('No store yet. Make one: ./realword store create --name "My store"')
        sayTable(
          ['id', 'name', 'locale', 'time zone', 'active', 'plan'],
          stores.map(one => [one.store_id, one.name, one.locale, one.time_zone, one.active, planOf(one)]),
        )
      })
    })
}

function addShow(store: Command): void {
  store
    .command('show')
    .description('show a store and its settings')
    .argument('<id>')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      const found = await withDatabase(async db => withPlan(db, await readStore(db, id), systemClock()))
      print(flags.json, found, () => printStore(found))
    })
}

function addUpdate(store: Command): void {
  withSettings(store.command('update'))
    .description('change a store; every running instance applies it within a second')
    .argument('<id>')
    .option('--name <name>', 'name of the store')
    .option('--active <true|false>', 'accept the API keys of the store', yesOrNo)
    .action(async (id: string, flags: Flags) => {
      const change = toSettings(flags)
      if (Object.keys({ ...change, ...toLimits(flags, {}) }).length === 0) {
        throw new Problem('No setting to change was given.', 'See: ./realword store update --help', 2)
      }
      const changed = await withDatabase(async db => {
        const store = await updateStore(db, id, ({ limits }) => ({ ...change, ...toLimits(flags, limits) }))
        return await withPlan(db, store, systemClock())
      })
      print(flags.json, changed, () => printStore(changed))
      warnOfHolidays(changed)
    })
}

function withSettings(command: Command): Command {
  return withModel(withLimits(withRequests(withPresentation(command))))
    .option('--locale <tag>', 'language of the shoppers (pt-BR)')
    .option(
      '--languages-off <list|none>',
      'languages that shoppers are not addressed in, separated by commas, such as fr,de (none)',
      listOrNone,
    )
    .option('--time-zone <name>', 'IANA time zone (America/Sao_Paulo)')
    .option('--country <code>', 'ISO 3166 country code (BR)')
    .option('--request-delay <days>', 'days from delivery to the review request (7)', wholeNumber(0, 365))
    .option('--send-at <HH:MM>', 'local time at which requests are sent (10:00)')
    .option(
      '--avoid-weekends <true|false>',
      'move requests from Saturday and Sunday to Monday (true)',
      yesOrNo,
    )
    .option('--avoid-holidays <true|false>', 'move requests away from national holidays (false)', yesOrNo)
    .option(
      '--origins <list|none>',
      'origins that may use the store key and frame the forms, separated by commas; none allows all (none)',
      listOrNone,
    )
    .option('--json', 'print JSON')
}

function toSettings(flags: Flags): Partial<StoreSettings> {
  const given = {
    name: flags.name,
    locale: flags.locale,
    languages_off: flags.languagesOff,
    time_zone: flags.timeZone,
    country: flags.country,
    active: flags.active,
    request_delay_days: flags.requestDelay,
    send_at: flags.sendAt,
    avoid_weekends: flags.avoidWeekends,
    avoid_holidays: flags.avoidHolidays,
    origins: flags.origins,
    ...toPresentation(flags),
    ...toRequests(flags),
    ...toModel(flags),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function printNewStore(
  store: Pick<StoreSettings, 'name' | 'locale' | 'country' | 'time_zone' | 'site_url'>,
  made: { store_id: string; store_key: string; api_key: string },
): void {
  const { name, locale, country, time_zone, site_url } = store
  const update = `./realword store update ${made.store_id}`
  say(`${bold(printable(name))} is ready. The API key is shown only once. Store it safely.`)
  say()
  sayPairs(made)
  say()
  say(`Its language is ${locale}, its country ${country}, its time zone ${time_zone}. Other ones:`)
  say(`  ${update} --locale en-US --country US --time-zone America/New_York`)
  if (!site_url) {
    say('Its emails have no link to your shop yet. To set its address:')
    say(`  ${update} --site-url https://shop.example`)
  }
  say()
  say('Send it an order with the headers X-Store-Id and X-API-Key:')
  say('  POST /orders, described at /docs of the running service (./realword start)')
}

type StoreWithPlan = Awaited<ReturnType<typeof withPlan>>

function printStore({ limits, use, ...store }: StoreWithPlan): void {
  const { store_id, name, ...rest } = store
  say(bold(printable(name)))
  const mail_words = Object.keys(rest.mail_words).join(', ') || 'none of its own'
  const mail_designs = Object.keys(rest.mail_designs).join(', ') || 'none of its own'
  const widget_design = Object.keys(rest.widget_design).length > 0 ? 'saved' : 'none of its own'
  const reply_templates = rest.reply_templates.map(({ title }) => printable(title)).join(', ') || 'none'
  const request_rules = rest.request_rules.map(one => printable(one.name)).join(', ') || 'none'
  const order_limit = rest.order_limit ?? 'none'
  sayPairs({
    ...{ store_id, ...rest, order_limit, request_rules },
    ...{ mail_words, mail_designs, widget_design, reply_templates },
  })
  say()
  say(bold('Plan'))
  const used = new Map(use.map(one => [String(one.name), one]))
  sayPairs(
    Object.fromEntries(
      Object.entries(limits).map(([limit, value]) => [limit, useOf(value, used.get(limit))]),
    ),
  )
}

function useOf(limit: number | null, use: LimitUse | undefined): string {
  if (limit === null) return 'none'
  return use?.used === null ? `${limit}` : `${use?.used ?? 0} of ${limit}`
}

// The limits that are set, such as "orders_per_month 3/100".
function planOf({ use }: StoreWithPlan): string {
  return use.map(({ name, used, limit }) => `${name} ${used === null ? '' : `${used}/`}${limit}`).join(', ')
}

function warnOfHolidays({
  avoid_holidays,
  country,
}: Pick<StoreSettings, 'avoid_holidays' | 'country'>): void {
  if (!avoid_holidays || countriesWithHolidays.includes(country)) return
  process.stderr.write(
    `${styleText('yellow', 'Note:', { stream: process.stderr })} the holidays of ${country} are not known: requests are not moved from them.\n`,
  )
}

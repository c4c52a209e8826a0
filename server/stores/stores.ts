import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import type { Clock } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import { isUuid, uuid } from '../lib/uuid.ts'
import { createKey } from './keys.ts'
import { makeToken } from './tokens.ts'

/** What a store decides for itself. `send_at` is a wall-clock time `HH:MM` in `time_zone`. */
export type StoreSettings = {
  name: string
  locale: string
  time_zone: string
  country: string
  active: boolean
  order_limit: number | null
  request_delay_days: number
  send_at: string
  avoid_weekends: boolean
  avoid_holidays: boolean
}

export type Store = StoreSettings & { store_id: string; store_key: string; created_at: Date }

export const newStoreSettings: Omit<StoreSettings, 'name'> = {
  locale: 'pt-BR',
  time_zone: 'America/Sao_Paulo',
  country: 'BR',
  active: true,
  order_limit: null,
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: true,
  avoid_holidays: false,
}

/** Makes a store and its first key. `api_key` is told here and never again. Throws Problem for a bad setting. */
export async function createStore(
  db: Database,
  clock: Clock,
  given: Partial<StoreSettings> & { name: string },
): Promise<{ store_id: string; store_key: string; api_key: string }> {
  const store = { ...newStoreSettings, ...given }
  checkSettings(store)
  const storeId = uuid()
  const storeKey = makeToken('store')
  return await db.transaction(async tx => {
    await tx.query(sql`
      insert into stores (
        store_id, name, locale, time_zone, country, active, store_key, order_limit,
        request_delay_days, send_at, avoid_weekends, avoid_holidays, created_at
      )
      values (
        ${storeId}, ${store.name}, ${store.locale}, ${store.time_zone}, ${store.country}, ${store.active},
        ${storeKey}, ${store.order_limit}, ${store.request_delay_days}, ${store.send_at},
        ${store.avoid_weekends}, ${store.avoid_holidays}, ${new Date(clock())}
      )`)
    const { api_key } = await createKey(tx, clock, storeId, { type: 'orders' })
    return { store_id: storeId, store_key: storeKey, api_key }
  })
}

/** Throws Problem when there is no such store or a setting is bad. Every instance knows within a second. */
export async function updateStore(
  db: Database,
  storeId: string,
  change: Partial<StoreSettings>,
): Promise<Store> {
  return await db.transaction(async tx => {
    const store = { ...(await readStore(tx, storeId, true)), ...change }
    checkSettings(store)
    await tx.query(sql`
      update stores
      set name = ${store.name}, locale = ${store.locale}, time_zone = ${store.time_zone},
        country = ${store.country}, active = ${store.active}, order_limit = ${store.order_limit},
        request_delay_days = ${store.request_delay_days}, send_at = ${store.send_at},
        avoid_weekends = ${store.avoid_weekends}, avoid_holidays = ${store.avoid_holidays}
      where store_id = ${storeId}`)
    await tx.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
    return store
  })
}

/** Throws Problem when there is no such store. */
export async function readStore(db: Connection, storeId: string, lock = false): Promise<Store> {
  const [store] = isUuid(storeId)
    ? await db.query<Store>(
        lock
          ? sql`${storeColumns} where store_id = ${storeId} for update`
          : sql`${storeColumns} where store_id = ${storeId}`,
      )
    : []
  if (store) return store
  throw new Problem(`There is no store with the id ${storeId}.`, 'See the ids with: ./realword store list')
}

export async function listStores(db: Connection): Promise<Store[]> {
  return await db.query<Store>(sql`${storeColumns} order by store_id`)
}

const storeColumns = sql`
  select store_id, name, locale, time_zone, country, active, store_key, order_limit, request_delay_days,
    to_char(send_at, 'HH24:MI') as send_at, avoid_weekends, avoid_holidays, created_at
  from stores`

function checkSettings(store: StoreSettings): void {
  const { name, locale, time_zone, country, order_limit, request_delay_days, send_at } = store
  const wrong = [
    (name.trim() === '' || name.length > 255 || name.includes('\0')) && 'name: takes 1 to 255 characters',
    !isCanonical(() => Intl.getCanonicalLocales(locale)) &&
      `locale ${locale}: takes a language tag such as pt-BR or en`,
    !isTimeZone(time_zone) && `time zone ${time_zone}: takes an IANA name such as America/Sao_Paulo`,
    !/^[A-Z]{2}$/.test(country) && `country ${country}: takes two capital letters of ISO 3166 such as BR`,
    order_limit !== null &&
      !isWhole(order_limit, 0, 2_147_483_647) &&
      'order limit: takes a whole number from 0, or none',
    !isWhole(request_delay_days, 0, 365) && 'request delay: takes a whole number of days from 0 to 365',
    !/^([01]\d|2[0-3]):[0-5]\d$/.test(send_at) && `sending time ${send_at}: takes HH:MM from 00:00 to 23:59`,
  ].filter(line => line !== false)
  if (wrong.length > 0)
    throw new Problem(`The store's settings are wrong:\n  ${wrong.join('\n  ')}`, 'Nothing was changed.', 2)
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

// No offsets such as +03:00: PostgreSQL reads their sign the other way.
function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isCanonical(() => Intl.DateTimeFormat('en', { timeZone: name }))
}

function isCanonical(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

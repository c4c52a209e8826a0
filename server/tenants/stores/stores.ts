import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Actor, type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import { type SearchLanguage, searchLanguage } from '../../foundation/lib/search/search-languages.ts'
import { type Clock, systemClock } from '../../foundation/lib/time/clock.ts'
import { createKey } from './keys.ts'
import type { StoreLimits } from './limits.ts'
import { searchMaker } from './search-maker.ts'
import type { Attribute } from './settings/attribute-rules.ts'
import type { WidgetDesign } from './settings/design-rules.ts'
import type { MailDesigns } from './settings/mail-design.ts'
import type { ReplyTemplate } from './settings/reply-templates.ts'
import type { RequestRule } from './settings/request-rules.ts'
import { tidySettings, withOwnLanguage } from './settings/tidy-settings.ts'
import { checkSettings } from './settings/wrong-settings.ts'
import { makeToken } from './tokens.ts'

/** A store's settings. `send_at` is a wall-clock time `HH:MM` in `time_zone`. */
export type StoreSettings = {
  name: string
  locale: string
  /** Languages of our pages and mails that are not used for the store's shoppers: they get `locale`. */
  languages_off: string[]
  time_zone: string
  country: string
  active: boolean
  /** The orders of a month; null: no limit. */
  order_limit: number | null
  /** Other limits of the plan. */
  limits: StoreLimits
  request_delay_days: number
  /** What differs for some orders and products: the first rule that fits counts. */
  request_rules: RequestRule[]
  send_at: string
  avoid_weekends: boolean
  avoid_holidays: boolean
  /** Days without requests: `YYYY-MM-DD`, or `MM-DD` for every year. */
  own_holidays: string[]
  /** Pages that may read with the store key and frame the forms; empty: any may read. */
  origins: string[]
  /** publish: everything is published; hold: everything is pending; check: flagged records are pending. */
  moderation: 'publish' | 'hold' | 'check'
  /** Whether a review may be written without an order. */
  open_reviews: boolean
  /** Domains whose addresses only the team has: their reviews say that the author works for the store. */
  insider_domains: string[]
  /** Whether buyers may add a video to a review. */
  videos: boolean
  /** Whether shoppers may answer published questions. */
  buyer_answers: boolean
  /** Whether the form of an order also asks about the store itself. */
  asks_about_store: boolean
  /** Whether each member needs a second factor. */
  second_factor_required: boolean
  requests_paused: boolean
  /** How buyers are asked first. Whoever cannot be asked so gets mail. */
  request_channel: 'email' | 'whatsapp' | 'sms'
  /** Days after the request, at most two, ascending. */
  reminder_days: number[]
  /** How long the link in a mail is valid. */
  link_days: number
  /** Days after the delivery in which the form of an order takes new reviews; null: always. */
  review_period_days: number | null
  /** The number of products of an order in one form. */
  form_products: number
  /** Days after which a buyer is asked again about a product that they have reviewed; null: never. */
  ask_again_after: number | null
  /** `#rrggbb`. */
  color: string
  logo_url: string | null
  site_url: string | null
  /** The address of a product without one of its own: `{product_id}` stands for its id. */
  product_url: string | null
  privacy_url: string | null
  /** The holder of the data, as the forms name it; null: the store's name. */
  data_holder: string | null
  /** The store's own email address. */
  contact_email: string | null
  /** How long after their last use buyers' data are deleted; null: never. */
  retention_months: number | null
  mail_words: MailWords
  /** The mails that it designs. */
  mail_designs: MailDesigns
  /** What the widgets look like; `{}`: as built in. */
  widget_design: WidgetDesign
  reply_templates: ReplyTemplate[]
  /** The questions that it adds to the review form. */
  attributes: Attribute[]
  /** The base address of the store's language model, such as `https://api.openai.com/v1`; null: none. */
  model_url: string | null
  model_name: string | null
  /** The most that the model may cost in a calendar month, and the prices of a million tokens, in its currency. */
  model_monthly_limit: number
  model_price_in: number
  model_price_out: number
  /** Whether shoppers may have single reviews translated. */
  translate_reviews: boolean
  /** Whether products get a summary of their reviews. */
  summarize_reviews: boolean
}

/** The store's own texts by kind of email and language. */
export type MailWords = Record<string, Record<string, { subject?: string; words?: string }>>

export type Store = StoreSettings & {
  store_id: string
  store_key: string
  created_at: Date
  /** When an operator deleted it. Its rows and files are deleted in the day after that. */
  deleted_at: Date | null
}

/** The fields of a store that visitors' requests need: not its mails, whose texts and designs may be megabytes. */
export type KnownStore = Omit<Store, MailField> & {
  /** Languages in which older texts were stemmed, before a change of the locale. */
  former_languages: SearchLanguage[]
}

const mailFields = ['mail_words', 'mail_designs'] as const
type MailField = (typeof mailFields)[number]

export const newStoreSettings: Omit<StoreSettings, 'name'> = {
  locale: 'pt-BR',
  languages_off: [],
  time_zone: 'America/Sao_Paulo',
  country: 'BR',
  active: true,
  order_limit: null,
  limits: {},
  request_delay_days: 7,
  request_rules: [],
  send_at: '10:00',
  avoid_weekends: true,
  avoid_holidays: false,
  own_holidays: [],
  origins: [],
  moderation: 'check',
  open_reviews: false,
  insider_domains: [],
  videos: false,
  buyer_answers: false,
  asks_about_store: false,
  second_factor_required: false,
  requests_paused: false,
  request_channel: 'email',
  reminder_days: [],
  link_days: 90,
  review_period_days: null,
  form_products: 7,
  ask_again_after: null,
  color: '#1f6f54',
  logo_url: null,
  site_url: null,
  product_url: null,
  privacy_url: null,
  data_holder: null,
  contact_email: null,
  retention_months: 24,
  mail_words: {},
  mail_designs: {},
  widget_design: {},
  reply_templates: [],
  attributes: [],
  model_url: null,
  model_name: null,
  model_monthly_limit: 0,
  model_price_in: 0,
  model_price_out: 0,
  translate_reviews: false,
  summarize_reviews: false,
}

/** Creates a store and its first key. `api_key` is returned only here. Throws `settings_invalid`. */
export async function createStore(
  db: Database,
  clock: Clock,
  given: Partial<StoreSettings> & { name: string },
): Promise<NewStore> {
  return await db.transaction(tx => insertStore(tx, clock, given))
}

export type NewStore = { store_id: string; store_key: string; api_key: string }

/** The same in the transaction of the caller. Without `actor`, the first key was made by a command. */
export async function insertStore(
  tx: Connection,
  clock: Clock,
  given: Partial<StoreSettings> & { name: string },
  actor: Actor = 'command',
): Promise<NewStore> {
  const store = withOwnLanguage({ ...newStoreSettings, ...tidySettings(given) })
  checkSettings(store, [])
  const storeId = uuid()
  const storeKey = makeToken('store')
  await tx.query(sql`
    insert into stores (store_id, store_key, created_at, search_made_by, ${settingNames})
    values (${storeId}, ${storeKey}, ${new Date(clock())}, ${searchMaker}, ${join(settingValues(store))})`)
  const { api_key } = await createKey(tx, clock, storeId, { type: 'orders', actor })
  return { store_id: storeId, store_key: storeKey, api_key }
}

/**
 * Throws `store_unknown`, `store_deleted` or `settings_invalid`. Every instance is notified within a second. The audit log names the
 * changed settings. Without `by`, the actor is a command.
 */
export async function updateStore(
  db: Database,
  storeId: string,
  change: Partial<StoreSettings> | ((store: Store) => Partial<StoreSettings>),
  by: By = { at: new Date(systemClock()), actor: 'command' },
): Promise<Store> {
  return await db.transaction(tx => changeStore(tx, storeId, change, by))
}

/** The same in the transaction of the caller. */
export async function changeStore(
  tx: Connection,
  storeId: string,
  change: Partial<StoreSettings> | ((store: Store) => Partial<StoreSettings>),
  by: By,
): Promise<Store> {
  const before = await readStore(tx, storeId, true)
  if (before.deleted_at) throw new ApiError('store_deleted')
  const changed = tidySettings(typeof change === 'function' ? change(before) : change)
  const store = withOwnLanguage({ ...before, ...changed })
  checkSettings(store, before.insider_domains)
  const [former, current] = [searchLanguage(before.locale), searchLanguage(store.locale)]
  if (former !== current) await saveFormerLanguage(tx, storeId, former)
  await tx.query(sql`
    update stores
    set (${settingNames}) = row (${join(settingValues(store))})
    where store_id = ${storeId}`)
  await logSettings(tx, before, store, by)
  await tx.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
  return store
}

async function logSettings(tx: Connection, before: Store, after: Store, by: By): Promise<void> {
  const fields = settings.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (fields.length === 0) return
  const change = { ...by, action: 'change', record: 'store', recordId: before.store_id, fields } as const
  await logChanges(tx, before.store_id, [change])
}

/**
 * Deletes the store for everybody: it is inactive from the commit on, and `deleted-stores.ts` deletes its rows later.
 * Throws `store_deleted` if it was deleted before.
 */
export async function markDeleted(tx: Connection, storeId: string, at: Date): Promise<void> {
  const marked = await tx.query(sql`
    update stores
    set deleted_at = ${at}, active = false, requests_paused = true
    where store_id = ${storeId} and deleted_at is null
    returning store_id`)
  if (marked.length === 0) throw new ApiError('store_deleted')
  await tx.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
}

/** Throws `store_unknown`. */
export async function readStore(db: Connection, storeId: string, lock = false): Promise<Store> {
  const store = await findStore(db, storeId, lock)
  if (store) return store
  throw new ApiError('store_unknown', { id: storeId })
}

/** Undefined if there is no such store. */
export async function findStore(db: Connection, storeId: string, lock = false): Promise<Store | undefined> {
  if (!isUuid(storeId)) return undefined
  const [store] = await db.query<Store>(
    lock
      ? sql`${storeColumns} where store_id = ${storeId} for update`
      : sql`${storeColumns} where store_id = ${storeId}`,
  )
  return store
}

/** The store, whatever its state, if this is its public key. */
export async function findStoreWithKey(
  db: Connection,
  storeId: string,
  storeKey: string,
): Promise<KnownStore | undefined> {
  if (!isUuid(storeId)) return undefined
  return (await selectKnownStores(db, sql`store_id = ${storeId} and store_key = ${storeKey}`))[0]
}

/** The stores with these public keys, whatever their state. On a cluster this asks every shard. */
export async function findStoresByKeys(db: Connection, storeKeys: string[]): Promise<KnownStore[]> {
  return await selectKnownStores(db, sql`store_key = any(${storeKeys})`)
}

/** Throws `store_unknown`. */
export async function readKnownStore(db: Connection, storeId: string): Promise<KnownStore> {
  const [store] = await selectKnownStores(db, sql`store_id = ${storeId}`)
  if (store) return store
  throw new ApiError('store_unknown', { id: storeId })
}

async function selectKnownStores(db: Connection, where: Sql): Promise<KnownStore[]> {
  return await db.query<KnownStore>(sql`
    select store_id, store_key, created_at, deleted_at, former_languages, ${raw(knownNames)}
    from stores
    where ${where}`)
}

// Texts are not stemmed again, which could be a million: a search uses the former languages too.
async function saveFormerLanguage(tx: Connection, storeId: string, former: SearchLanguage): Promise<void> {
  await tx.query(sql`
    update stores
    set former_languages = array_append(array_remove(former_languages, ${former}), ${former})
    where store_id = ${storeId}`)
}

const settings = Object.keys({ name: '', ...newStoreSettings }) as (keyof StoreSettings)[]

const settingNames = raw(settings.join(', '))

function settingValues(store: StoreSettings): unknown[] {
  return settings.map(name => (jsonSettings.has(name) ? JSON.stringify(store[name]) : store[name]))
}

const jsonSettings: ReadonlySet<keyof StoreSettings> = new Set([
  ...(['mail_words', 'mail_designs', 'limits', 'widget_design'] as const),
  ...(['reply_templates', 'attributes', 'request_rules'] as const),
])

const shown = settings.map(name => (name === 'send_at' ? "to_char(send_at, 'HH24:MI') as send_at" : name))

const knownNames = shown.filter(name => !mailFields.some(field => field === name)).join(', ')

export const storeColumns = sql`
  select store_id, store_key, created_at, deleted_at, ${raw(shown.join(', '))}
  from stores`

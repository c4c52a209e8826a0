import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { connect } from '../../foundation/database/connect.ts'
import { startTestApp } from '../app.ts'
import { copyDatabase, dropCopy, patientAddress } from '../database/database.ts'
import { templateDatabase } from '../database/server.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { installShopPlatform } from '../shops/shop-platform.ts'
import { type Seeded, seedStore } from './seed.ts'
import { installSnapshots } from './snapshot.ts'
import { tablesOfStores } from './tables.ts'

/** A database and a folder of pictures. */
export type World = { name: keyof typeof worldNames; target: pg.ClientConfig; folder: string }

/** The stores of each world, besides an empty one. */
const worldNames = { bare: 'none', alone: 'the store', beside: 'the store and its twins' }

export type Worlds = {
  seeded: Seeded
  twinIds: string[]
  bare: World
  alone: World
  beside: World
  settings: Record<string, string>
  mails: MailServer
  close: () => Promise<void>
}

/** Part of every text of the twins. No result for the store may contain it. */
export const marker = 'zanzibar'

/** One sorts before every other store and one after, by id and by row position. The second differs in its states. */
const twinIds = ['00000000-0000-7000-8000-000000000001', 'ffffffff-ffff-7fff-bfff-fffffffffff1']

/**
 * The same store in two worlds: alone, and beside two twins whose rows are copies with the same ids, addresses, names
 * and hashes. Every call must have the same outcome in both. Also an empty store, in a world of its own and beside the
 * store with rows.
 */
export async function createWorlds(): Promise<Worlds> {
  const restorePlatform = installShopPlatform()
  const folder = mkdtempSync(join(tmpdir(), 'realword-twins-'))
  const folders = { alone: join(folder, 'alone'), beside: join(folder, 'beside'), bare: join(folder, 'bare') }
  mkdirSync(folders.alone)
  const mails = await startMailServer()
  const settings = {
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example', SIGN_IN_RATE_LIMIT: '100000' },
  }
  const alone = { ...patientAddress(), database: await copyDatabase(templateDatabase) }
  const it = await startTestApp({ ...settings, DATA_DIR: folders.alone }, alone)
  const seeded = await seedStore(it, folders.alone)
  await installSnapshots(it.database)
  await it.close()
  cpSync(folders.alone, folders.beside, { recursive: true })
  cpSync(folders.alone, folders.bare, { recursive: true })
  const beside = await clone(alone)
  await changeWorld(beside, db => addTwins(db, seeded.store.storeId))
  const bare = await clone(alone)
  await changeWorld(bare, db => removeStore(db, seeded.store.storeId))
  return {
    ...{ seeded, twinIds, settings, mails },
    bare: { name: 'bare', target: bare, folder: folders.bare },
    alone: { name: 'alone', target: alone, folder: folders.alone },
    beside: { name: 'beside', target: beside, folder: folders.beside },
    close: async () => {
      restorePlatform()
      await mails.close()
      for (const target of [alone, beside, bare]) await dropCopy(target)
      rmSync(folder, { recursive: true })
    },
  }
}

/** A copy of a database that nobody is connected to. */
export async function clone(target: pg.ClientConfig): Promise<pg.ClientConfig> {
  const database = await copyDatabase(String(target.database))
  return { ...target, database }
}

/** Columns with texts that people write. The twins' texts contain the marker, which identifies them in results. */
const marked: Record<string, string> = {
  'stores.name': 'name',
  'stores.data_holder': 'name',
  'products.name': 'text',
  'products.url': 'text',
  'orders.products': 'names',
  'orders.customers': 'names',
  'review_requests.name': 'text',
  'mailings.name': 'text',
  'mailings.last_answer': 'text',
  'reviews.title': 'text',
  'reviews.body': 'text',
  'reviews.display_name': 'text',
  'reviews.reply': 'text',
  'review_reports.text': 'text',
  'question_reports.text': 'text',
  'answer_reports.text': 'text',
  'questions.body': 'text',
  'questions.display_name': 'text',
  'questions.reply': 'text',
  'answers.body': 'text',
  'answers.display_name': 'text',
  'suppressions.answer': 'text',
  'connections.name': 'text',
  'connection_events.topic': 'text',
  'review_digests.body': 'text',
  'consents.user_id': 'text',
  'notice_targets.shown': 'text',
  'webhook_endpoints.url': 'text',
  'webhook_deliveries.last_answer': 'text',
  'imports.file_name': 'text',
  'audit_log.action': 'text',
}

/** Secrets that identify a store by themselves. Nobody can choose them, so no two stores share one. */
const secret: Record<string, string> = {
  'stores.store_key': 'store_key || TWIN',
  'api_keys.key_hash': 'sha256(key_hash || TWIN::bytea)',
}

export async function changeWorld(
  target: pg.ClientConfig,
  act: (db: Connection) => Promise<void>,
): Promise<void> {
  const db = connect(target)
  try {
    // The rows are copies of valid rows, so foreign keys need no check and the order does not matter.
    await db.transaction(async tx => {
      await tx.query(sql`select set_config('citus.propagate_set_commands', 'local', true)`)
      await tx.query(sql`set local session_replication_role = replica`)
      await act(tx)
    })
  } finally {
    await db.close()
  }
}

async function addTwins(db: Connection, storeId: string): Promise<void> {
  const [first = '', last = ''] = twinIds
  for (const { table, columns } of await tablesOfStores(db)) {
    const names = columns.map(column => `"${column}"`).join(', ')
    const copy = (twinId: string) => `insert into ${table} (${names})
      select ${columns.map(column => valueIn(table, column, twinId)).join(', ')} from own_rows`
    // Deleted rows free no space before the transaction ends, so rows are stored in the order of these statements.
    for (const statement of [
      `create temporary table own_rows on commit drop as select ${names} from ${table} where store_id = '${storeId}'`,
      `delete from ${table} where store_id = '${storeId}'`,
      copy(first),
      `insert into ${table} (${names}) select ${names} from own_rows`,
      copy(last),
      'drop table own_rows',
    ])
      await db.query(sql`${raw(statement)}`)
  }
}

export async function removeStore(db: Connection, storeId: string): Promise<void> {
  for (const { table } of await tablesOfStores(db))
    await db.query(sql`delete from ${raw(table)} where store_id = ${storeId}`)
  await db.query(sql`delete from pgboss.job where data ->> 'store_id' = ${storeId}`)
}

/** Columns that differ in both twins: a look-up without a store would find one of theirs, or both. */
const different: Record<string, string> = {
  'channels.sealed': `sealed || '\\x00'::bytea`,
  'connection_orders.changed_at': `changed_at + interval '1 day'`,
  'mapping_usage.ms': 'ms + 100000000',
  'mapping_usage.began_at': `'2126-01-01'`,
  'notice_stores.next_check_at': `'2020-01-01'`,
  'order_lines.refunded_at': `case when refunded_at is null then '2026-01-01Z'::timestamptz end`,
  'order_usage.orders': 'orders + 1000',
  'products.hidden_at': `case when hidden_at is null then '2026-01-01Z'::timestamptz end`,
  'rating_summaries.pinned': 'pinned + 3',
  'products.asks_for_reviews': 'not asks_for_reviews',
  'review_requests.due_at': `due_at - interval '1 minute'`,
  'stores.limits': `'{"stored_bytes": 1}'`,
  'stores.sku_read_at': `case when sku_read_at is null then '2026-01-01Z'::timestamptz end`,
  'store_days.time_zone': `'Asia/Tokyo'`,
  'stores.time_zone': `'Asia/Tokyo'`,
  'suppressions.reason': `'complained'`,
}

/** Columns that differ in the second twin, so that a list read from its rows is wrong for the store. */
const otherwise: Record<string, string> = {
  'reviews.state': swapped('state', { published: 'rejected', pending: 'removed' }),
  'questions.state': swapped('state', { published: 'rejected', pending: 'removed' }),
  'answers.state': swapped('state', { published: 'rejected', pending: 'removed' }),
  'mailings.state': swapped('state', { queued: 'sent', failed: 'cancelled' }),
  'mailings.next_attempt_at': `'2020-01-01'`,
  'review_requests.state': swapped('state', { sent: 'scheduled', expired: 'cancelled' }),
  'products.group_id': '(select min(group_id::text)::uuid from own_rows where group_id is not null)',
  'products.rated': 'not rated',
  'connections.state': swapped('state', { active: 'paused' }),
  'connection_events.state': swapped('state', { waiting: 'failed' }),
  'reviews.incentivized': 'true',
  'webhook_endpoints.disabled_why': `'failing'`,
  'webhook_endpoints.state': swapped('state', { active: 'disabled' }),
  'webhook_deliveries.state': swapped('state', { waiting: 'failed' }),
  'exports.kind': swapped('kind', { archive: 'questions' }),
}

function swapped(column: string, pairs: Record<string, string>): string {
  const both = Object.entries(pairs).flatMap(([one, other]) => [
    `when '${one}' then '${other}'`,
    `when '${other}' then '${one}'`,
  ])
  return `case "${column}" ${both.join(' ')} else "${column}" end`
}

function valueIn(table: string, column: string, twinId: string): string {
  const name = `${table}.${column}`
  if (column === 'store_id') return `'${twinId}'`
  if (different[name]) return different[name]
  if (twinId === twinIds[1] && otherwise[name]) return otherwise[name]
  if (name === 'memberships.role') return `case role when 'owner' then 'viewer' else 'owner' end`
  if (marked[name] === 'names') return withMarkedNames(column)
  if (name === 'connection_events.result') return `replace(result::text, 'About', 'About ${marker}')::jsonb`
  if (marked[name]) return `"${column}" || ' ${marker}'`
  return secret[name]?.replace('TWIN', `'${twinId}'`) ?? `"${column}"`
}

function withMarkedNames(column: string): string {
  return `(
    select jsonb_agg(item || jsonb_build_object('name', item ->> 'name' || ' ${marker}'))
    from jsonb_array_elements("${column}") as item)`
}

import sql, { raw, type Sql } from 'sql-template-tag'
import { isArchivedMailing } from '../../asking/mail/archived-mailings.ts'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * The tables of a store that an archive contains. Each comes after the tables it references. A migration that adds a
 * table with a store_id lists it here or in `leftOut`: a test compares both with the database.
 */
export const archivedTables = [
  'stores',
  'products',
  'orders',
  'former_orders',
  'order_usage',
  'mailings',
  'review_requests',
  'messages',
  'consents',
  'order_lines',
  'suppressions',
  'pictures',
  'reviews',
  'rating_summaries',
  'attribute_sums',
  'review_votes',
  'review_reports',
  'questions',
  'question_counts',
  'answers',
  'question_reports',
  'answer_reports',
  'moderation_flags',
  'sent_unproven',
  'reward_settings',
  'reward_codes',
  'rewards',
  'imported_rows',
  'audit_log',
] as const

export type ArchivedTable = (typeof archivedTables)[number]

/** The tables of a store that are not archived, and why. The archive repeats these reasons. */
export const leftOut: Record<string, string> = {
  api_keys: 'Secrets stay where they are: a store that was imported makes keys of its own.',
  memberships: 'People sign in to this installation: who may work with the other store is decided there.',
  invitations: 'The same.',
  waiting_pictures: 'Pictures that no review uses yet; an archive contains those that its reviews use.',
  picture_copies: 'Made anew, from the addresses that the restored reviews still have as pictures.',
  used_once: 'What a form may do once, for some hours; it means nothing elsewhere.',
  moderation_networks: 'Who sent something in the last day, as a hash that means nothing elsewhere.',
  group_summaries: 'Summed anew from the summaries of the products.',
  store_days: 'Counted anew from the records when somebody looks.',
  store_day_changes: 'The same.',
  store_logos: 'Files of earlier logos. The archive contains the present one.',
  feeds: 'Their addresses are of this installation, and whoever has one may read the feed.',
  imports: 'What was imported into this store here.',
  import_batches: 'What those imports wrote, while they can be undone.',
  import_refusals: 'Rows of those imports that were refused.',
  mail_usage: 'Review emails of the newest day here.',
  request_usage: 'API requests of the newest minute here.',
  management_requests: 'Answers of the last day to programs of the store here.',
  exports: 'What was exported of this store here.',
  model_keys: 'Secrets. The settings of the language model are archived with the store.',
  model_usage: 'What its language model was asked here.',
  review_translations: 'Made anew when a visitor asks.',
  review_digests: 'Written anew when a page asks.',
  connections: 'They hold secrets, and the shop sends to the address of this installation.',
  connection_events: 'Webhooks of those connections.',
  campaigns:
    'Plans of mails from here. A store that was imported asks nobody that a campaign elsewhere was about.',
  campaign_buyers: 'The buyers of those campaigns.',
  channels: 'They hold secrets, and their providers report to the address of this installation.',
  channel_usage: 'What those channels sent from here.',
  webhook_endpoints: 'They hold secrets, and their servers would receive every event twice.',
  webhook_events: 'What those endpoints received of this installation.',
  webhook_deliveries: 'The same.',
  notice_stores: 'What the targets of the notifications below take.',
  notice_targets: 'They hold secret addresses and addresses of people who work with the store here.',
  notice_items: 'What happened here, until the next minute.',
  notice_messages: 'Messages to those targets.',
  connection_orders: 'Versions of orders that those connections have applied.',
  mapping_usage: 'Processor time of the mappings of those connections.',
  waiting_orders: 'What the shops of those connections said of orders that wait for their delivery.',
}

/** Every table of a store, each before the tables it references: the order in which a store is deleted. */
export const tablesToDelete: readonly string[] = [
  ...['import_batches', 'import_refusals'],
  ...Object.keys(leftOut).filter(table => !table.startsWith('import_')),
  ...[...archivedTables].reverse().filter(table => table !== 'stores'),
]

/**
 * Columns that are not exported: the store's id, its public key, when widgets were last seen, and secrets of links in
 * mails. The plan's limits and the orders of a minute belong to this installation, and so do the bytes of its pictures.
 */
const withheld = [
  'store_id',
  'store_key',
  'widgets_seen_at',
  'sku_read_at',
  'deleted_at',
  'link_salt',
  'link_hash',
  'restored_at',
  'limits',
  'minute',
  'minute_orders',
  'webhook_events',
  'bytes',
  'search_rewritten',
  'campaign_id',
]

/** The condition for rows that an archive contains. */
export function isArchived(table: ArchivedTable, storeId: string): Sql {
  return table === 'mailings'
    ? sql`store_id = ${storeId} and ${isArchivedMailing}`
    : sql`store_id = ${storeId}`
}

/** The columns to select for an archive. */
export function archivedColumns({ columns }: Shape): Sql {
  return quoteNames(columns.map(({ name }) => name))
}

export type Column = { name: string; type: string }

/** Columns of archives from earlier releases, whose rows have another form now. Only the table's own rule reads them. */
export const formerColumns: Partial<Record<ArchivedTable, Column[]>> = {
  review_requests: [{ name: 'reason', type: 'text' }],
}

/** The columns of a table in this database: those that an archive contains, and those that rows are sorted by. */
export type Shape = {
  table: ArchivedTable
  columns: Column[]
  key: string[]
}

export async function readShape(db: Connection, table: ArchivedTable): Promise<Shape> {
  const columns = await db.query<Column>(sql`
    select attname as name, format_type(atttypid, null) as type
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`)
  const key = await db.query<{ name: string }>(sql`
    select attname as name
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary
    order by array_position(indkey::int2[], attnum)`)
  return {
    table,
    columns: columns.filter(({ name }) => !withheld.includes(name)),
    key: key.map(({ name }) => name),
  }
}

/** Quotes column names for a statement. */
export function quoteNames(names: string[]) {
  return raw(names.map(name => `"${name}"`).join(', '))
}

import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import {
  isSearchLanguage,
  type SearchLanguage,
  searchLanguages,
} from '../../foundation/lib/search/search-languages.ts'
import { searchMaker } from './search-maker.ts'
import { attributes } from './settings/attribute-rules.ts'
import { withoutMailProviders } from './settings/insider-domains.ts'
import { mailDesign } from './settings/mail-design.ts'
import { settingsChange } from './settings/settings-schemas.ts'
import { changeStore, newStoreSettings, type StoreSettings } from './stores.ts'

/** A row of `stores` as JSON has it. */
export type ArchivedStore = Record<string, unknown>

const words = z.strictObject({ subject: z.string().optional(), words: z.string().optional() })

/** The schema of an archived store. The archive's author chose every value. */
const restoredStore = settingsChange.extend({
  mail_words: z.record(z.string(), z.record(z.string(), words)).optional(),
  mail_designs: z.record(z.string(), z.record(z.string(), mailDesign)).optional(),
  widget_design: z
    .strictObject({
      variables: z.record(z.string(), z.string()).optional(),
      attributes: z.record(z.string(), z.record(z.string(), z.string())).optional(),
    })
    .optional(),
  attributes: attributes.optional(),
  former_languages: z.array(z.custom<SearchLanguage>(isSearchLanguage)).max(searchLanguages.length),
  // The hashes in former_orders were made with it. Both come from the same archive, and mean nothing elsewhere.
  order_salt: z
    .string()
    .regex(/^\\x[\da-f]{64}$/)
    .transform(hex => Buffer.from(hex.slice(2), 'hex'))
    .nullable(),
  search_made_by: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}$/)
    .nullable(),
  created_at: z
    .string()
    .transform(text => new Date(text))
    .pipe(z.date().min(new Date('1970-01-01')).max(new Date('2200-01-01'))),
})

function wrongRow({ issues: [issue] }: z.ZodError): ApiError {
  const path = issue?.path.map(String).join('.') ?? ''
  return new ApiError('settings_invalid', { problems: [{ path, problem: 'format' }] })
}

// The operator of the installation decides whether it is active, and its limits.
const ofOperator = ['active', 'order_limit', 'limits']

/**
 * Applies the exported settings of another store. Requests stay paused until a member resumes them, because the other
 * store may still be sending them. Throws `settings_invalid`.
 */
export async function restoreSettings(
  tx: Connection,
  storeId: string,
  archived: ArchivedStore,
  by: By,
): Promise<void> {
  const names = Object.keys({ name: '', ...newStoreSettings }).filter(name => !ofOperator.includes(name))
  const settings = Object.fromEntries(
    names.filter(name => name in archived).map(name => [name, archived[name]]),
  )
  const send_at = String(archived.send_at).slice(0, 'HH:MM'.length)
  // A store from before there were periods keeps everything, and not what a new store does.
  const retention_months = archived.retention_months ?? null
  const given = { ...settings, send_at, retention_months, requests_paused: true }
  const { former_languages, created_at } = archived
  const order_salt = archived.order_salt ?? null
  const search_made_by = archived.search_made_by ?? null
  const read = restoredStore.safeParse({
    ...{ ...given, former_languages: former_languages ?? [], created_at, order_salt, search_made_by },
  })
  if (!read.success) throw wrongRow(read.error)
  // Only the archive says that the store had a domain before a list of mail providers named it. So such domains are
  // left out: they would mark most buyers. Reviews keep the marks that they have.
  const { insider_domains } = read.data
  const domains = insider_domains && { insider_domains: withoutMailProviders(insider_domains) }
  // Validates strings and numbers like an owner's input.
  await changeStore(tx, storeId, { ...given, ...domains } as Partial<StoreSettings>, by)
  const [here] = await tx.query<{ maker: string }>(sql`select ${searchMaker} as maker`)
  const isOfOtherVersion = read.data.search_made_by !== here?.maker
  // Only the archive says in which languages its texts were stemmed, and by which version. A rewriting that has begun in the
  // empty store must not end as if it had seen these texts.
  await tx.query(sql`
    update stores
    set created_at = ${read.data.created_at},
      former_languages = ${read.data.former_languages},
      order_salt = ${read.data.order_salt},
      search_made_by = ${read.data.search_made_by},
      search_rewritten = ${isOfOtherVersion ? JSON.stringify({ restored: by.at }) : null}::jsonb
    where store_id = ${storeId}`)
}

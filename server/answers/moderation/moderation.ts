import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type Checking, checkTexts, type Flag, type Texts } from './checks.ts'
import { markFlagged, type RecordKind, readFlags, saveFlags } from './flags.ts'
import { hostsOf } from './links.ts'
import { hasSameText, textFingerprint } from './same-text.ts'
import type { ContentState } from './states.ts'

/** A review or question that its author sends or changes. */
export type Submission = Texts & {
  kind: RecordKind
  /** Short texts that answer questions of the store. */
  answers?: string[]
  id: string
  /** The tag of the language in which it is written. */
  language: string
  /** The sender's network, from `networkHash`; null or undefined if it is unknown or already counted. */
  network?: Buffer | null | undefined
  /** The state before the change; absent for a new record. */
  before?: ContentState
  at: Date
}

type Rule = Pick<Store, 'store_id' | 'moderation' | 'locale' | 'country' | 'site_url' | 'product_url'>

/**
 * Checks the texts of a record, stores the flags, and decides by the store's rule whether to publish it or hold it for
 * moderation. Call it in the transaction that writes the record, before or after; the product must exist. A rejected
 * record that its author changes always becomes pending, because a person rejected it.
 *
 * Neither this function nor the checks get the rating: stars never publish or hold a review.
 */
export async function decideState(
  tx: Connection,
  store: Rule,
  submission: Submission,
): Promise<{ state: 'published' | 'pending'; flags: Flag[] }> {
  const { kind, id } = submission
  const ownHosts = hostsOf([store.site_url, store.product_url])
  // Visitors choose the language of their form.
  const languages = [submission.language, store.locale]
  const flags = checkTexts(submission, { languages, country: store.country, ownHosts })
  flags.push(...flagsOfAnswers(submission, { languages, country: store.country, ownHosts }))
  const fingerprint = textFingerprint(submission.body)
  if (fingerprint && (await hasSameText(tx, store.store_id, fingerprint, id)))
    flags.push(ofWhole('same_text'))
  if (await isManyFromNetwork(tx, store.store_id, submission)) flags.push(ofWhole('network'))
  await saveFlags(tx, store.store_id, kind, id, flags)
  await markFlagged(tx, store.store_id, kind, id, flags.length > 0)
  return { state: submission.before === 'rejected' ? 'pending' : stateByRule(store, flags), flags }
}

/**
 * Decides the same once the author confirms the address, by the flags that were stored when the record was sent.
 */
export async function decideWhenConfirmed(
  tx: Connection,
  store: Rule,
  kind: RecordKind,
  recordId: string,
): Promise<{ state: 'published' | 'pending'; flags: Flag[] }> {
  const flags = await readFlags(tx, store.store_id, kind, recordId)
  return { state: stateByRule(store, flags), flags }
}

/** A condition for a statement about `stores`: `forgetNetworks` would delete a row. */
export function hasOldNetworks(at: Date): Sql {
  return sql`exists (
    select from moderation_networks
    where moderation_networks.store_id = stores.store_id and last_at <= ${dayBefore(at)})`
}

/** Deletes the networks that sent nothing for a day: older submissions no longer count. */
export async function forgetNetworks(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    delete from moderation_networks
    where store_id = ${storeId} and last_at <= ${dayBefore(at)}`)
}

function stateByRule({ moderation }: Rule, flags: Flag[]): 'published' | 'pending' {
  if (moderation === 'publish') return 'published'
  return moderation === 'hold' || flags.length > 0 ? 'pending' : 'published'
}

const many = 10

/**
 * Counts what a network sends, and returns whether it is much within a day. The network's row stays locked until the
 * transaction ends, so concurrent submissions are all counted.
 */
export async function isManyFromNetwork(
  tx: Connection,
  storeId: string,
  { network, at }: Pick<Submission, 'network' | 'at'>,
): Promise<boolean> {
  if (!network) return false
  const [known] = await tx.query<{ times: Date[] }>(sql`
    insert into moderation_networks (store_id, network, times, last_at)
    values (${storeId}, ${network}, '{}', ${at})
    on conflict (store_id, network) do update
    set last_at = excluded.last_at
    returning times`)
  const ofDay = (known?.times ?? [])
    .filter(time => time > dayBefore(at))
    .sort((a, b) => b.getTime() - a.getTime())
  const times = [at, ...ofDay].slice(0, many)
  await tx.query(sql`
    update moderation_networks
    set times = ${times}::timestamptz[]
    where store_id = ${storeId} and network = ${network}`)
  return times.length >= many
}

// Once for each check: an answer has no field of its own to mark.
function flagsOfAnswers({ answers = [] }: Submission, checking: Checking): Flag[] {
  const found = answers.flatMap(body => checkTexts({ body, display_name: '' }, checking))
  return [...new Set(found.map(({ check }) => check))].map(ofWhole)
}

function ofWhole(check: Flag['check']): Flag {
  return { check, field: null, start: null, end: null }
}

function dayBefore(at: Date): Date {
  return new Date(at.getTime() - 24 * 60 * 60 * 1000)
}

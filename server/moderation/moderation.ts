import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Store } from '../stores/stores.ts'
import { checkTexts, type Flag, type Texts } from './checks.ts'
import { keepFlags, markFlagged, type RecordKind, readFlags } from './flags.ts'
import { hasSameText, textFingerprint } from './same-text.ts'
import type { ContentState } from './states.ts'

/** A review or question on its way in, or changed by its author. */
export type Submission = Texts & {
  kind: RecordKind
  id: string
  /** Where it was sent from, by `networkHash`; null or undefined when that is not known, or must not count again. */
  network?: Buffer | null | undefined
  /** The state it has, when it is changed; absent for a new one. */
  before?: ContentState
  at: Date
}

type Rule = Pick<Store, 'store_id' | 'moderation'>

/**
 * Looks at a text, keeps what the checks found with the record, and says by the store's rule whether it may
 * be shown at once. Call it in the transaction that writes the record, before or after; its product must be
 * there. A rejected one that its author changed always waits: a person had decided about it.
 *
 * No argument says how many stars were given, here or below: nothing is published or held by them.
 */
export async function decideState(
  tx: Connection,
  store: Rule,
  submission: Submission,
): Promise<{ state: 'published' | 'pending'; flags: Flag[] }> {
  const { kind, id } = submission
  const flags = checkTexts(submission)
  const fingerprint = textFingerprint(submission.body)
  if (fingerprint && (await hasSameText(tx, store.store_id, fingerprint, id)))
    flags.push(ofWhole('same_text'))
  if (await isManyFromNetwork(tx, store.store_id, submission)) flags.push(ofWhole('network'))
  await keepFlags(tx, store.store_id, kind, id, flags)
  await markFlagged(tx, store.store_id, kind, id, flags.length > 0)
  return { state: submission.before === 'rejected' ? 'pending' : stateByRule(store, flags), flags }
}

/**
 * Says the same for a record that waited for its author's address to be confirmed, by what was found when it
 * was sent.
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

/** Deletes what is remembered of networks that sent nothing for a day: after that it says nothing any more. */
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

// One row a network, which stays locked until the transaction ends: of many at once each is counted.
async function isManyFromNetwork(
  tx: Connection,
  storeId: string,
  { network, at }: Submission,
): Promise<boolean> {
  if (!network) return false
  const [row] = await tx.query<{ times: Date[] }>(sql`
    insert into moderation_networks as known (store_id, network, times, last_at)
    values (${storeId}, ${network}, array[${at}::timestamptz], ${at})
    on conflict (store_id, network) do update
    set last_at = excluded.last_at,
      times = (excluded.times || array(
        select earlier
        from unnest(known.times) as earlier
        where earlier > ${dayBefore(at)}
        order by earlier desc
        limit ${many - 1}
      ))
    returning times`)
  return (row?.times.length ?? 0) >= many
}

function ofWhole(check: 'same_text' | 'network'): Flag {
  return { check, field: null, start: null, end: null }
}

function dayBefore(at: Date): Date {
  return new Date(at.getTime() - 24 * 60 * 60 * 1000)
}

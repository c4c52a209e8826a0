import sql from 'sql-template-tag'
import type { Connection as Db } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { ConnectionRow, NotedProblem } from './connection-list.ts'
import { backfillTopic } from './events/events.ts'
import { platforms } from './platforms.ts'
import { wordSentences } from './sentences.ts'
import { openSettings } from './settings.ts'
import { problemOfMails } from './shop/shop-mails.ts'

/** A connection that needs somebody. `problems`: sentences with what to do. */
export type TroubledConnection = Pick<ConnectionRow, 'store_id' | 'connection_id' | 'platform' | 'name'> & {
  problems: string[]
}

const wordProblem = ({ what, mend }: NotedProblem) => wordSentences(mend ? [what, mend] : [what])

type Watched = ConnectionRow & { newest_event_at: Date | null; failed: number }

const day = 24 * 60 * 60 * 1000
const longestSilence = 7 * day

/**
 * The connections of these stores whose keys cannot be read, whose webhooks are disabled or stay away, whose last problem
 * is not over, or with failed events. Paused and incomplete ones wait for their owner, so only their keys are checked.
 */
export async function findTroubledConnections(
  db: Db,
  secrets: Secrets,
  storeIds: string[],
  now: number,
): Promise<TroubledConnection[]> {
  const events = sql`
    from connection_events as event
    where event.store_id = connections.store_id and event.connection_id = connections.connection_id`
  const rows = await db.query<Watched>(sql`
    select connections.*,
      (select received_at ${events} and topic <> ${backfillTopic} order by event_id desc limit 1) as newest_event_at,
      (select count(*)::integer ${events} and event.state = 'failed') as failed
    from connections
    where store_id = any(${storeIds}::uuid[])
    order by store_id, created_at, connection_id`)
  return rows.flatMap(row => {
    const { store_id, connection_id, platform, name } = row
    const problems = problemsOf(row, secrets, now)
    return problems.length > 0 ? [{ store_id, connection_id, platform, name, problems }] : []
  })
}

function problemsOf(row: Watched, secrets: Secrets, now: number): string[] {
  const settings = openSettings(secrets, row, row.settings)
  if (!settings)
    return [
      'its keys cannot be read. Set SECRET_PREVIOUS to the secret that encrypted them, or give them again.',
    ]
  if (row.state !== 'active') return []
  const mails = problemOfMails(row.shop_mails, settings.options)
  return [
    ...[hookProblem(row, now), row.problem ? wordProblem(row.problem) : undefined, failures(row)],
    mails ? wordProblem(mails) : undefined,
  ].filter(one => one !== undefined)
}

function hookProblem(row: Watched, now: number): string | undefined {
  const { hooks_problem, connection_id } = row
  const canRepair = platforms[row.platform]?.repair !== undefined
  if (hooks_problem)
    return canRepair
      ? `${wordSentences([hooks_problem.what])} Run: ./realword connect repair ${connection_id}`
      : wordProblem(hooks_problem)
  const last = row.newest_event_at ?? row.last_event_at
  const since = last ?? row.created_at
  const isQuiet = now - since.getTime() > longestSilence
  // A back-fill that found no order without its webhook says that the shop has nothing to send.
  const isExplained = row.backfilled_at !== null && now - row.backfilled_at.getTime() < 2 * day
  if (!isQuiet || isExplained) return undefined
  const what = last ? `no webhook since ${last.toISOString()}.` : 'no webhook has arrived yet.'
  return `${what} Run: ./realword connect ${canRepair ? 'repair' : 'log'} ${connection_id}`
}

function failures({ failed, connection_id }: Watched): string | undefined {
  if (failed === 0) return undefined
  return `${failed === 1 ? '1 event' : `${failed} events`} failed. Run: ./realword connect log ${connection_id}`
}

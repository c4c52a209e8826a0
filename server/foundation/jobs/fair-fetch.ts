import sql, { raw } from 'sql-template-tag'
import type { Database } from '../database/connect.ts'
import { jobSchema, type QueueName } from './queues.ts'

export type JobData = { store_id?: string; traceparent?: string } | null

/** A job as pg-boss stores it. `retryCount` names the attempt that was fetched. */
export type StoredJob = { id: string; data: JobData; singletonKey: string | null; retryCount: number }

export type FetchOptions = {
  /** The last store of the previous fetch; empty to begin with the first store. */
  after: string
  /** How many jobs to fetch. */
  most: number
  /** The stores to leave out. */
  except: string[]
}

/** The name of the index that finds a store's pending jobs. */
export const fairIndex = 'job_by_store'

// Per fetch. Fewer jobs of each store would cost more statements per mail: with 12 jobs of each of eight stores, mails
// were sent at 0.7 times the rate.
const mostStores = 20
const mostOfStore = 25

/**
 * Takes pending jobs of the next stores in turn, so a store with a long queue delays no other: 4 stores with long
 * queues, or 20 with short ones, have their turn in a fetch of 100. Fewer stores share it equally. The oldest jobs of
 * each store come first. pg-boss fetches by age alone. Returns the `after` of the next fetch.
 *
 * The queue must hold jobs of stores only.
 */
export async function fetchFairly(
  { writes }: Pick<Database, 'writes'>,
  name: QueueName,
  { after, most, except }: FetchOptions,
): Promise<{ jobs: StoredJob[]; after: string }> {
  const stores = Math.min(most, mostStores)
  const { text, values } = sql`
    with recursive listed as (
      (
        select data ->> 'store_id' as store_id, 1 as number
        from ${jobs}
        where ${isPending(name)} and data ->> 'store_id' > ${after}
        order by data ->> 'store_id'
        limit 1
      )
      union all
      select (
        select data ->> 'store_id'
        from ${jobs}
        where ${isPending(name)} and data ->> 'store_id' > listed.store_id
        order by data ->> 'store_id'
        limit 1
      ), number + 1
      from listed
      where listed.store_id is not null and number < ${stores}
    ), counted as (
      select store_id, jobs, sum(jobs) over (order by store_id) - jobs as before
      from (
        select store_id, greatest(${mostOfStore}, ceil(${most}::numeric / count(*) over ())) as share
        from listed
        where store_id is not null and store_id <> all(${except}::text[])
      ) as shared, lateral (
        select count(*) as jobs
        from (
          select from ${jobs}
          where ${isPending(name)} and data ->> 'store_id' = shared.store_id
          limit shared.share
        ) as first
      ) as found
    ), next as materialized (
      select oldest.id
      from counted, lateral (
        select id
        from ${jobs}
        where ${isPending(name)} and data ->> 'store_id' = counted.store_id
          and start_after <= ${raw(jobSchema)}.job_now()
        order by created_on
        limit least(counted.jobs, ${most} - counted.before)
        for update skip locked
      ) as oldest
      where counted.before < ${most}
    ), fetched as (
      update ${jobs}
      set state = 'active', started_on = ${raw(jobSchema)}.job_now(), heartbeat_on = ${raw(jobSchema)}.job_now(),
        retry_count = case when started_on is null then retry_count else retry_count + 1 end
      where name = ${name} and id = any(array(select id from next))
      returning id, data, singleton_key as "singletonKey", retry_count as "retryCount"
    )
    select ends.after, fetched.*
    from (
        -- After the last store of the queue, the first one is next.
        select case
          when (select count(store_id) from listed) < ${stores}
            and not exists (select from counted where before + jobs > ${most}) then ''
          else coalesce((select max(store_id) from counted where before < ${most}), (select max(store_id) from listed))
        end as after
      ) as ends
      left join fetched on true`
  // Prepared: planning took three times as long as running it, and idle workers run it several times a second.
  const [rows = []] = await writes.transaction([{ name: 'fetch-jobs', text, values }])
  return fetchedOf(rows as Fetched[])
}

type Fetched = { after: string | null } & (StoredJob | { id: null })

function fetchedOf(rows: Fetched[]): { jobs: StoredJob[]; after: string } {
  return { jobs: rows.flatMap(row => (row.id === null ? [] : [row])), after: rows[0]?.after ?? '' }
}

const jobs = raw(`${jobSchema}.job_common`)

/** The condition of the index `job_by_store`. */
export const isPendingText = "state < 'active' and not blocked"

function isPending(name: QueueName) {
  return sql`name = ${name} and ${raw(isPendingText)}`
}

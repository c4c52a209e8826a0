import pLimit from 'p-limit'
import sql, { empty, type Sql } from 'sql-template-tag'
import { type Connection, type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import { enqueueForStores } from '../../../foundation/jobs/jobs.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { isTooLargeToScan } from '../../../foundation/storage/files/scan.ts'
import { type PictureStore, PicturesUnavailable } from '../../../foundation/storage/pictures/picture-store.ts'
import {
  isPictureName,
  receiveExportedPicture,
  receiveForeignPicture,
} from '../../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../../foundation/storage/pictures/sizes.ts'
import { remainingBytes } from '../../../foundation/storage/pictures/stored-bytes.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import type { CopyProblem } from './copies.ts'
import { type FetchOptions, fetchPicture } from './fetch-picture.ts'
import { type Copy, isUsed, replaceInReviews, settleCopy } from './replace-in-reviews.ts'

export type CopyDependencies = {
  database: Database
  clock: Clock
  pictures: PictureStore
  /** Our public base address. */
  address: () => string | undefined
  fetching: FetchOptions
  log: (message: string, error?: unknown) => void
  /** Called with the outcome of each attempt. */
  count?: ((outcome: 'copied' | 'foreign' | CopyProblem) => void) | undefined
}

const isDue = (now: Date): Sql => sql`picture_copies.state = 'waiting' and due_at <= ${now}`

/** Creates a job for each store that has pictures to copy now. */
export async function enqueueCopies(db: Database, now: Date): Promise<void> {
  const due = sql`active and deleted_at is null and exists (
    select from picture_copies
    where picture_copies.store_id = stores.store_id and ${isDue(now)})`
  await enqueueForStores(db, 'copy-pictures', await reachableStoresWith(db, due))
}

const atOnce = 4 // pictures of a store; each may take 10 MB of memory
const batchSize = 20
const longestRun = 10_000 // ms

const minute = 60_000
const hour = 60 * minute

/** The waits after each failed attempt of a picture that may still come. There are six attempts, over 31 hours. */
const delays = [minute, 10 * minute, hour, 6 * hour, 24 * hour]

/** How long a host that is busy, the store's full storage, and our picture store are left alone. */
const rests = { host: minute, storage: hour, unavailable: 5 * minute }

type Run = CopyDependencies & {
  storeId: string
  isOver: () => boolean
  /** Hosts that asked for time, and '' once nothing more can be stored. */
  resting: Set<string>
}

/**
 * Copies pictures of an active store that are due, for about ten seconds. Returns whether more are due. The rows are the
 * truth: the next worker continues after a killed one, and a picture that two workers copy is one file.
 */
export async function copyPictures(
  dependencies: CopyDependencies,
  storeId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = dependencies
  const until = performance.now() + longestRun
  const isOver = () => signal.aborted || performance.now() > until
  const run: Run = { ...dependencies, storeId, isOver, resting: new Set() }
  const limit = pLimit(atOnce)
  for (;;) {
    const due = await dueCopies(database, storeId, new Date(clock()))
    if (due.length === 0) return false
    if ((await remainingBytes(database, storeId)) <= 0) await rest(run, 'storage')
    const copied = await Promise.allSettled(due.map(copy => limit(() => copyUnlessOver(run, copy))))
    const failed = copied.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
    if (isOver()) return !signal.aborted
    // Rows that an import adds meanwhile wait for the next run.
    if (run.resting.has('') || due.every(({ host }) => run.resting.has(host))) return false
  }
}

async function dueCopies(db: Connection, storeId: string, now: Date): Promise<Copy[]> {
  return await db.query<Copy>(sql`
    select address_hash, address, host, picture_copies.name, attempts
    from picture_copies
    join stores using (store_id)
    where store_id = ${storeId} and active and deleted_at is null and ${isDue(now)}
    order by due_at, address_hash
    limit ${batchSize}`)
}

async function copyUnlessOver(run: Run, copy: Copy): Promise<void> {
  if (run.isOver() || run.resting.has(copy.host) || run.resting.has('')) return
  try {
    await copyOne(run, copy)
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (error instanceof PictureRefused && error.why === 'budget') await rest(run, 'storage')
    else if (error instanceof PictureRefused) await fail(run, copy, { problem: problemOf(error) })
    else {
      run.log('a picture could not be stored', error)
      // Of the picture store: it is not the picture's attempt. Anything else must not be tried for ever.
      if (isOfStorage(error)) await rest(run, 'unavailable')
      else await postpone(run, copy, { problem: 'unavailable' })
    }
  }
}

function isOfStorage(error: unknown): boolean {
  return error instanceof PicturesUnavailable && !isTooLargeToScan(error)
}

function problemOf({ why }: PictureRefused): CopyProblem {
  return why === 'budget' ? 'storage' : why
}

async function copyOne(run: Run, copy: Copy): Promise<void> {
  const { database, pictures, storeId } = run
  const at = new Date(run.clock())
  let { name } = copy
  if (await isUsed(database, storeId, copy.address)) {
    const taken = await makeCopy(run, copy, at)
    if (taken === undefined) return
    name = taken
    await setCopy(run, copy, sql`name = ${name}`)
    // Swept meanwhile: the next batch fetches it again.
    if (!(await replaceInReviews(database, storeId, { ...copy, name }, at, run.isOver)))
      return await setCopy(run, copy, sql`name = null`)
  }
  const outcome = await settleCopy(database, pictures, storeId, { ...copy, name })
  if (outcome === 'copied') run.count?.('copied')
}

/** Our picture of the address. Undefined if there is none: its row then says why. */
async function makeCopy(run: Run, copy: Copy, at: Date): Promise<string | undefined> {
  const { database, pictures, storeId, clock, fetching } = run
  if (copy.name) return copy.name
  const own = await ownPicture(run, copy.address)
  if (own) {
    const bytes = await pictures.get(own)
    if (bytes) return await receiveExportedPicture(database, pictures, storeId, bytes, at)
    return await fail(run, copy, { problem: 'gone' })
  }
  const fetched = await fetchPicture(copy.address, fetching, clock)
  if ('bytes' in fetched) return await receiveForeignPicture(database, pictures, storeId, fetched.bytes, at)
  if ('isVideo' in fetched) {
    run.count?.('foreign')
    await setCopy(run, copy, sql`state = 'foreign', problem = null, status = null`)
    return undefined
  }
  if (['busy', 'slow'].includes(fetched.problem)) await restHost(run, copy.host, fetched.wait)
  if (['busy', 'slow', 'unreachable'].includes(fetched.problem)) return await postpone(run, copy, fetched)
  return await fail(run, copy, fetched)
}

/**
 * The name of an address that is a picture of ours, as exports write them: of any store here, or of this store under an
 * earlier address of the installation. It is read without the network, which would not reach this service itself.
 */
async function ownPicture({ database, storeId, address }: Run, picture: string): Promise<string | undefined> {
  const { origin, pathname } = new URL(picture)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (!isPictureName(name) || !pathname.endsWith(`/pictures/${name}`)) return undefined
  if (origin === URL.parse(address() ?? '')?.origin) return name
  const known = await database.query(sql`
    select
    from pictures
    where store_id = ${storeId} and name = ${name}`)
  return known.length > 0 ? name : undefined
}

type Failure = { problem: CopyProblem; status?: number | null; wait?: number }

async function postpone(run: Run, copy: Copy, failure: Failure): Promise<undefined> {
  const delay = delays[copy.attempts]
  if (delay === undefined) return await fail(run, copy, failure)
  const { problem, status = null, wait = 0 } = failure
  run.count?.(problem)
  const due = new Date(run.clock() + Math.max(delay, wait))
  const set = sql`attempts = attempts + 1, due_at = ${due}, problem = ${problem}, status = ${status}`
  await setCopy(run, copy, set)
}

async function fail(run: Run, copy: Copy, { problem, status = null }: Failure): Promise<undefined> {
  run.count?.(problem)
  const set = sql`state = 'failed', attempts = attempts + 1, problem = ${problem}, status = ${status}`
  await setCopy(run, copy, set)
}

async function setCopy({ database, storeId }: Run, { address_hash }: Copy, set: Sql): Promise<void> {
  await database.query(sql`
    update picture_copies
    set ${set}
    where store_id = ${storeId} and address_hash = ${address_hash} and state = 'waiting'`)
}

/** Leaves all pictures of the store for later, and says why. */
async function rest(run: Run, problem: 'storage' | 'unavailable'): Promise<void> {
  run.resting.add('')
  run.count?.(problem)
  await delay(run, rests[problem], sql`, problem = ${problem}, status = null`)
}

async function restHost(run: Run, host: string, wait: number): Promise<void> {
  run.resting.add(host)
  await delay(run, Math.max(wait, rests.host), empty, sql` and host = ${host}`)
}

const slice = 5_000 // rows

/**
 * In slices: 500,000 rows took longer than a statement may. They leave out rows that are locked, which an import holds
 * until its commit, and which a later run finds. An array is looked up by index, whatever the statistics of a table say
 * that an import has just filled: joined to the rows, a slice took longer than 15 s.
 */
async function delay({ database, storeId, clock }: Run, ms: number, set: Sql, which = empty): Promise<void> {
  const until = new Date(clock() + ms)
  for (let delayed = slice; delayed === slice; ) {
    const rows = await database.query(sql`
      update picture_copies
      set due_at = ${until}${set}
      where store_id = ${storeId} and address_hash = any(array(
        select address_hash
        from picture_copies
        where store_id = ${storeId} and state = 'waiting' and due_at < ${until}${which}
        order by due_at
        limit ${slice}
        for update skip locked
      ))
      returning address_hash`)
    delayed = rows.length
  }
}

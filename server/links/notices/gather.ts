import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { ItemKind } from '../../foundation/events/team-items.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { NoticeKindName, Pace } from '../../tenants/notices/kinds.ts'
import { nextDaily } from '../../tenants/notices/subscriptions.ts'
import { type Facts, type FinishedImport, factsOfItems, isEmpty, joinFacts } from './facts.ts'
import { type Problem, problemSources } from './sources.ts'

export type GatherDependencies = {
  database: Database
  secrets: Secrets
  log: (message: string, error?: unknown) => void
}

const most = 5_000 // items of a transaction
const checkEvery = 15 * 60 * 1000 // ms
const day = 24 * 60 * 60 * 1000

type StoreRow = {
  kinds: string[]
  next_check_at: Date
  next_daily_at: Date
  known_problems: string[]
  time_zone: string
}
type TargetRow = { target_id: string; kinds: NoticeKindName[]; pace: Pace }

/**
 * Turns what happened since the last time into messages: one for each target, whatever happened. Each message is written
 * in the transaction that deletes its items. Then checks, when it is time, for problems, and at 09:00 of the store's
 * time zone for content that is pending for more than a day. Returns whether there may be more items.
 */
export async function gatherNotices(
  { database, secrets, log }: GatherDependencies,
  storeId: string,
  now: number,
): Promise<boolean> {
  const found = await findProblems({ database, secrets, log }, storeId, now)
  return await database.transaction(async tx => {
    const own = await lockNotices(tx, storeId)
    if (!own) {
      await tx.query(sql`delete from notice_items where store_id = ${storeId}`)
      return false
    }
    const at = new Date(now)
    const targets = await readTargets(tx, storeId)
    const taken = await gatherItems(tx, storeId, targets, at)
    if (found && own.next_check_at.getTime() <= now) await check(tx, storeId, own, targets, found, at)
    return taken === most
  })
}

async function gatherItems(tx: Connection, storeId: string, targets: TargetRow[], at: Date): Promise<number> {
  const { taken, facts } = await takeItems(tx, storeId)
  const kinds = Object.entries(facts) as [ItemKind, Facts][]
  for (const target of targets)
    for (const [kind, ofKind] of kinds)
      if (target.kinds.includes(kind))
        await addToMessage(tx, storeId, target, ofKind, { isDaily: target.pace === 'daily', at })
  return taken
}

async function check(
  tx: Connection,
  storeId: string,
  own: StoreRow,
  targets: TargetRow[],
  found: FoundProblems,
  at: Date,
): Promise<void> {
  const now = at.getTime()
  await reportProblems(tx, storeId, own, targets, found, at)
  if (own.next_daily_at.getTime() <= now) await endDay(tx, storeId, targets, at)
  // Computed anew each time: the store may have moved to another time zone.
  const daily = nextDaily(now, own.time_zone)
  await tx.query(sql`
    update notice_stores
    set next_check_at = ${new Date(Math.min(now + checkEvery, daily.getTime()))}, next_daily_at = ${daily}
    where store_id = ${storeId}`)
}

// Those who write to the store's row exclusively, as when a member is removed, lock it first.
async function lockNotices(tx: Connection, storeId: string): Promise<StoreRow | undefined> {
  const [store] = await tx.query<{ time_zone: string }>(sql`
    select time_zone
    from stores
    where store_id = ${storeId}
    for key share`)
  const [own] = await tx.query<Omit<StoreRow, 'time_zone'>>(sql`
    select kinds, next_check_at, next_daily_at, known_problems
    from notice_stores
    where store_id = ${storeId}
    for update`)
  return store && own && { ...own, ...store }
}

/** The active targets, without members who have left. */
async function readTargets(tx: Connection, storeId: string): Promise<TargetRow[]> {
  return await tx.query<TargetRow>(sql`
    select target_id, kinds, pace
    from notice_targets as target
    where store_id = ${storeId} and state = 'active' and (user_id is null or exists (
      select from memberships
      where memberships.store_id = target.store_id and memberships.user_id = target.user_id
    ))
    order by target_id`)
}

type Item = { kind: ItemKind; subject: string; data: FinishedImport | null }

async function takeItems(
  tx: Connection,
  storeId: string,
): Promise<{ taken: number; facts: { [Kind in ItemKind]?: Facts } }> {
  const items = await tx.query<Item & { item_id: string }>(sql`
    delete from notice_items
    where store_id = ${storeId} and item_id in (
      select item_id
      from notice_items
      where store_id = ${storeId}
      order by item_id
      limit ${most}
    )
    returning item_id, kind, subject, data`)
  const inOrder = items.sort((one, other) => (one.item_id < other.item_id ? -1 : 1))
  const byKind = Object.entries(Object.groupBy(inOrder, ({ kind }) => kind)) as [ItemKind, Item[]][]
  const facts = byKind
    .map(([kind, ofKind]) => [kind, factsOfItems(kind, ofKind)] as const)
    .filter(([, ofKind]) => !isEmpty(ofKind))
  return { taken: items.length, facts: Object.fromEntries(facts) }
}

/**
 * Adds facts to the message that waits for a target, or to a new one. A message that is being sent takes no more. So a
 * target that fails for hours gets one message when it works again.
 */
async function addToMessage(
  tx: Connection,
  storeId: string,
  { target_id }: Pick<TargetRow, 'target_id'>,
  facts: Facts,
  { isDaily, at }: { isDaily: boolean; at: Date },
): Promise<string> {
  const [open] = await tx.query<{ message_id: string; facts: Facts }>(sql`
    select message_id, facts
    from notice_messages
    where store_id = ${storeId} and target_id = ${target_id} and state = 'waiting' and (due_at is null) = ${isDaily}
      and (claimed_until is null or claimed_until <= ${at}) and not facts ? 'test'
    order by message_id
    limit 1
    for update`)
  if (open) {
    await tx.query(sql`
      update notice_messages
      set facts = ${JSON.stringify(joinFacts(open.facts, facts))}
      where store_id = ${storeId} and message_id = ${open.message_id}`)
    return open.message_id
  }
  const id = uuid()
  await tx.query(sql`
    insert into notice_messages (store_id, message_id, target_id, facts, state, due_at, created_at)
    values (
      ${storeId}, ${id}, ${target_id}, ${JSON.stringify(facts)}, 'waiting', ${isDaily ? null : at}::timestamptz, ${at}
    )`)
  return id
}

/** The problems of each source; undefined for one that could not be asked. */
type FoundProblems = Map<string, Problem[] | undefined>

// Outside the transaction: a source may read much.
async function findProblems(
  { database: db, secrets, log }: GatherDependencies,
  storeId: string,
  now: number,
): Promise<FoundProblems | undefined> {
  const due = await db.query(sql`
    select from notice_stores
    where store_id = ${storeId} and next_check_at <= ${new Date(now)}`)
  if (due.length === 0) return undefined
  const found: FoundProblems = new Map()
  for (const { name, find } of problemSources) {
    const problems = await find({ db, secrets, now }, storeId).catch(error => {
      log(`could not check for problems: ${name}`, error)
      return undefined
    })
    found.set(name, problems)
  }
  return found
}

async function reportProblems(
  tx: Connection,
  storeId: string,
  { known_problems: known }: StoreRow,
  targets: TargetRow[],
  found: FoundProblems,
  at: Date,
): Promise<void> {
  const all = [...found.values()].flatMap(problems => problems ?? [])
  const isUnasked = (key: string) => found.get(key.split(' ')[0] ?? '') === undefined
  const problems = all.filter(({ key }) => !known.includes(key)).map(({ text }) => text)
  if (problems.length > 0)
    for (const target of targets)
      if (target.kinds.includes('problems'))
        await addToMessage(tx, storeId, target, { problems }, { isDaily: false, at })
  const still = [...known.filter(isUnasked), ...all.map(({ key }) => key)]
  await tx.query(sql`
    update notice_stores
    set known_problems = ${[...new Set(still)]}::text[]
    where store_id = ${storeId}`)
}

/** At 09:00: what was gathered during the day is due, with what is pending for more than a day. */
async function endDay(tx: Connection, storeId: string, targets: TargetRow[], at: Date): Promise<void> {
  const interested = targets.filter(({ kinds }) => kinds.includes('pending'))
  const pending =
    interested.length > 0 ? await countPending(tx, storeId, new Date(at.getTime() - day)) : undefined
  if (pending && Object.values(pending).some(count => count > 0))
    for (const target of interested)
      await addToMessage(tx, storeId, target, { pending }, { isDaily: target.pace === 'daily', at })
  await tx.query(sql`
    update notice_messages
    set due_at = ${at}
    where store_id = ${storeId} and state = 'waiting' and due_at is null`)
}

/** How many records of each kind are pending since before an instant. */
async function countPending(
  db: Connection,
  storeId: string,
  before: Date,
): Promise<NonNullable<Facts['pending']>> {
  const [counts] = await db.query<NonNullable<Facts['pending']>>(sql`
    select
      (select count(*)::integer from reviews
        where store_id = ${storeId} and state = 'pending' and created_at <= ${before}) as reviews,
      (select count(*)::integer from questions
        where store_id = ${storeId} and state = 'pending' and created_at <= ${before}) as questions,
      (select count(*)::integer from answers
        where store_id = ${storeId} and state = 'pending' and created_at <= ${before}) as answers`)
  return counts ?? { reviews: 0, questions: 0, answers: 0 }
}

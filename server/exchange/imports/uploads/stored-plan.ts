import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { countState } from '../count-states.ts'
import { addPictures, noPictures } from '../found-pictures.ts'
import { addLaterConsents, type ImportPreview, noLaterConsents, type Step } from '../import-report.ts'
import type { FilePlan } from '../reading/read-table.ts'
import type { StoredImport, StoredPlan } from './stored-imports.ts'

type PlannedImport = { storeId: string; one: StoredImport }

/** Saves what was decided for the file. Names of columns may contain what PostgreSQL does not take. */
export async function savePlan(
  db: Connection,
  { storeId, one }: PlannedImport,
  { columns, unread, notes }: FilePlan,
  counts: PlanCounts,
): Promise<void> {
  const named = Object.entries(columns).map(([field, column]) => [field, storable(column)])
  const plan: StoredPlan = {
    columns: Object.fromEntries(named),
    unread: unread.map(storable),
    notes: inStorableTexts(notes),
    ...counts,
  }
  await db.query(sql`
    update imports
    set plan = ${JSON.stringify(plan)}::jsonb
    where store_id = ${storeId} and id = ${one.id} and state in ('trying', 'running')`)
}

/** Saves the preview of a trial, unless an erasure has deleted the plan meanwhile: the preview may name the person. */
export async function savePreview(
  db: Connection,
  { storeId, one }: PlannedImport,
  preview: ImportPreview,
): Promise<void> {
  const kept = JSON.stringify(inStorableTexts({ preview }))
  await db.query(sql`
    update imports
    set plan = plan || ${kept}::jsonb
    where store_id = ${storeId} and id = ${one.id} and state = 'trying'`)
}

function inStorableTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(one) : one)))
}

type PlanCounts = Required<
  Pick<StoredPlan, 'skipped_states' | 'updated' | 'waiting' | 'later_consents' | 'pictures'>
>

/** The counts of an attempt: those of `plan`, which an earlier one has kept, or none. */
export function startCounts(plan: StoredPlan | null): PlanCounts {
  return {
    skipped_states: plan?.skipped_states ?? {},
    updated: plan?.updated ?? 0,
    waiting: plan?.waiting ?? 0,
    later_consents: plan?.later_consents ?? noLaterConsents(),
    pictures: plan?.pictures ?? noPictures(),
  }
}

/** Adds the counts of a batch to `all`, and saves them with the plan. */
export async function savePlanCounts(
  tx: Connection,
  { storeId, one }: PlannedImport,
  all: PlanCounts,
  { skippedStates, updated = 0, waiting = 0, laterConsents = [], pictures = noPictures() }: Step,
): Promise<void> {
  const counted = Object.entries(skippedStates)
  const found = counted.length + updated + waiting + laterConsents.length
  if (found + pictures.count + pictures.videos === 0) return
  for (const [state, count] of counted) countState(all.skipped_states, storable(state), count)
  all.updated += updated
  all.waiting += waiting
  addLaterConsents(all.later_consents, laterConsents)
  addPictures(all.pictures, pictures)
  await tx.query(sql`
    update imports
    set plan = plan || ${JSON.stringify(all)}::jsonb
    where store_id = ${storeId} and id = ${one.id}`)
}

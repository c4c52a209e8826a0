import { countCopies } from '../../../answers/reviews/copies/copies.ts'
import { noPictures, notesOfPictures } from '../../../exchange/imports/found-pictures.ts'
import { noLaterConsents } from '../../../exchange/imports/import-report.ts'
import { pickDialect } from '../../../exchange/imports/reading/bytes/dialect.ts'
import { isKnownNote } from '../../../exchange/imports/reading/notes.ts'
import { listRefusals } from '../../../exchange/imports/reading/refusals/report.ts'
import type { StoredImport } from '../../../exchange/imports/uploads/stored-imports.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { presentProblem } from '../../../foundation/errors/file-errors.ts'
import { userOf } from '../../../tenants/accounts/actors.ts'
import { namesOf } from '../../../tenants/accounts/users.ts'
import { isReadBySku } from '../../../tenants/stores/first-uses.ts'

const shownRefusals = 20

/** An import as `oneImport` describes it. */
export async function withDetails(db: Connection, storeId: string, stored: StoredImport) {
  const { look, problem, refused } = stored
  return {
    ...present(stored, await readNames(db, [stored])),
    table: look && 'header' in look ? look : null,
    archive: look && 'store' in look ? look : null,
    reading: presentReading(stored.reading),
    ...presentPlan(stored.plan),
    pictures: await readCopies(db, storeId, stored),
    unknown_states: unknownStates(problem),
    by_sku: await isReadBySku(db, storeId),
    refusals: refused > 0 ? await listRefusals(db, storeId, stored.id, shownRefusals) : [],
  }
}

function presentReading(reading: StoredImport['reading']) {
  const { columns, dates, undated, scale, states, order_states, notify_authors } = reading
  if (!columns) return null
  return {
    ...{ columns, dates: dates ?? null, undated: undated ?? null, scale: scale ?? null },
    ...{ states: states ?? {}, order_states: order_states ?? {} },
    notify_authors: notify_authors ?? false,
    ...pickDialect(reading),
  }
}

function presentPlan(plan: StoredImport['plan']) {
  const none = {
    ...{ columns: {}, unread: [], skipped_states: {} },
    ...{ updated: 0, waiting: 0, later_consents: noLaterConsents(), preview: null },
  }
  const { notes = [], pictures = noPictures(), ...rest } = plan ?? {}
  // Another release may have notes that this one has no text for.
  return { ...none, ...rest, notes: [...notes.filter(isKnownNote), ...notesOfPictures(pictures)] }
}

/** Null before anything is imported, and once it is undone. */
async function readCopies(db: Connection, storeId: string, { id, kind, state }: StoredImport) {
  const isImported = ['running', 'done', 'cancelled', 'failed'].includes(state)
  return kind === 'review' && isImported ? await countCopies(db, storeId, id) : null
}

function unknownStates(problem: StoredImport['problem']): string[] {
  const [, states] = problem?.name === 'order_states_unknown' ? (problem.values ?? []) : []
  return Array.isArray(states) ? states : []
}

/** A page of imports as `importList` describes it. */
export async function withNames(db: Connection, found: StoredImport[]) {
  const names = await readNames(db, found)
  return found.map(stored => present(stored, names))
}

/** The names of the users who started these imports, by their ids. */
async function readNames(db: Connection, found: StoredImport[]): Promise<Map<string, string>> {
  return await namesOf(
    db,
    found.flatMap(({ created_by }) => userOf(created_by) ?? []),
  )
}

function present(stored: StoredImport, names: Map<string, string>) {
  return {
    ...stored,
    problem: shownProblem(stored.problem),
    who: names.get(userOf(stored.created_by) ?? '') ?? '',
  }
}

// A row from an earlier release must not break the whole list.
function shownProblem(problem: StoredImport['problem']) {
  if (!problem) return null
  return { ...presentProblem(problem), ...(problem.again && { again: problem.again }) }
}

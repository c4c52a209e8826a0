import type { NewEvent } from '../../foundation/events/record.ts'

/** What became of an import, as its event reports it. `kind`: review, question, order or archive. */
export type FinishedImport = {
  kind: string
  outcome: 'imported' | 'undone' | 'failed'
  imported: number
  skipped: number
  refused: number
}

/** Imported records are not reported one by one: a file of 100,000 reviews is one event. */
export function importEvent(id: string, finished: FinishedImport): NewEvent {
  return { type: 'import.finished', subject: id, data: { import_id: id, ...finished } }
}

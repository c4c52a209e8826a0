import type { Store } from '../../stores/stores.ts'
import type { Format } from '../formats/format.ts'
import type { DateOrder } from './dates.ts'
import type { ColumnFacts } from './survey.ts'

/** What was chosen for a file, where its rows are not enough. */
export type Choices = { dates?: DateOrder | undefined }

/** What is decided for a file as a whole, and the sentences that say so. */
export type Decisions = { dates: DateOrder | undefined; notes: string[] }

/** Decides from the columns that dates are read from. Throws FileError if they contradict each other. */
export function decide(_dates: ColumnFacts[], format: Format, _store: Store, choices: Choices): Decisions {
  return { dates: choices.dates ?? format.dates, notes: [] }
}

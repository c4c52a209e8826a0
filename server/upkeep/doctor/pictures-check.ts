import { countCopiesOfStores } from '../../answers/reviews/copies/copies.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { type Finding, ok, warning } from './check.ts'
import { describeStores } from './stores-in-batches.ts'

/** Names the stores whose pictures of imports were not copied. Only full storage is something to fix here. */
export async function checkPictures(db: Database): Promise<Finding> {
  const counts = await countCopiesOfStores(db)
  const full = counts.filter(({ without_room }) => without_room > 0)
  const failed = counts.filter(count => count.failed > 0)
  if (full.length > 0)
    return warning(
      `pictures of imports wait for storage: ${describe(full, one => `${one.without_room} pictures`)}. Raise the limit stored_bytes, then run: ./realword pictures copy --store ID`,
    )
  if (failed.length === 0) return ok('no picture of an import failed to be copied')
  return ok(
    `some pictures of imports stay at their old address: ${describe(failed, one => `${one.failed} pictures`)}. To try again, run: ./realword pictures copy --store ID`,
  )
}

type Count = Awaited<ReturnType<typeof countCopiesOfStores>>[number]

function describe(counts: Count[], words: (one: Count) => string): string {
  return describeStores(new Map(counts.map(one => [one.store_id, [one]])), ([one]) => words(one as Count))
}

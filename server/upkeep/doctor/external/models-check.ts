import type { Connection } from '../../../foundation/database/connect.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { findModels } from '../../../tenants/stores/model/troubled-models.ts'
import { type Finding, ok, warning } from '../check.ts'

const mostNamed = 3

/** Counts the stores with a language model, and names those whose model does not answer. */
export async function checkModels(db: Connection, clock: Clock): Promise<Finding> {
  const { used, failing } = await findModels(db, new Date(clock()))
  if (used.length === 0) return ok('no store uses a language model')
  const found = `language models: ${used.length} used, ${failing.length} failing`
  if (failing.length === 0) return ok(found)
  const named = failing.slice(0, mostNamed).join(', ')
  return warning(`${found}. Their owners see the reason under Settings → Language model. Stores: ${named}`)
}

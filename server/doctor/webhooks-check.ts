import type { Connection } from '../database/connect.ts'
import { countEndpoints } from '../webhooks/webhook-metrics.ts'
import { type Finding, ok, warning } from './check.ts'

/** Reports endpoints whose newest attempt failed, and disabled ones. */
export async function checkWebhooks(db: Connection): Promise<Finding> {
  const counts = Object.fromEntries((await countEndpoints(db)).map(({ state, count }) => [state, count]))
  const { active = 0, failing = 0, disabled = 0 } = counts
  if (active + failing + disabled === 0) return ok('no store has an endpoint')
  const found = `${active} endpoints answer, ${failing} fail, ${disabled} are disabled`
  if (failing === 0) return ok(found)
  return warning(`${found}. Read their answers: ./realword webhook list --store ID`)
}

import type { Connection } from '../../../foundation/database/connect.ts'
import { countEndpoints, failingEndpoints } from '../../../links/webhooks/webhook-metrics.ts'
import { type Finding, ok, warning } from '../check.ts'

const mostNamed = 3

/** Counts endpoints, and names those whose newest attempt failed. */
export async function checkWebhooks(db: Connection): Promise<Finding> {
  const counts = Object.fromEntries((await countEndpoints(db)).map(({ state, count }) => [state, count]))
  const { active = 0, failing = 0, disabled = 0 } = counts
  if (active + failing + disabled === 0) return ok('no store has an endpoint')
  const found = `endpoints: ${active} active, ${failing} failing, ${disabled} disabled`
  if (failing === 0) return ok(found)
  const named = (await failingEndpoints(db, mostNamed)).map(id => `./realword webhook deliveries ${id}`)
  return warning(`${found}. Read what those answered that have failed longest: ${named.join(', ')}`)
}

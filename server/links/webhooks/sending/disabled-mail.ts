import type { Connection } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { queueAccess } from '../../../foundation/mailings/mailings.ts'
import { listMembers } from '../../../tenants/accounts/members.ts'
import { readStore } from '../../../tenants/stores/stores.ts'

const day = 24 * 60 * 60 * 1000 // ms

/** Queues a mail to each owner of the store: an endpoint was disabled after days of failures. */
export async function notifyOwners(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  at: Date,
): Promise<void> {
  const { locale } = await readStore(tx, storeId)
  const owners = (await listMembers(tx, storeId)).filter(({ role }) => role === 'owner')
  for (const { user_id, name, email } of owners)
    await queueAccess(tx, secrets, storeId, {
      ...{ kind: 'webhook_disabled', recordId: user_id, name, email, language: locale, at },
      expiresAt: new Date(at.getTime() + 30 * day),
    })
}

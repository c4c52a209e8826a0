import type { z } from 'zod'
import type { Reason } from '../../../answers/moderation/reasons.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import type { storeItemPath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import type { questionDecision } from './question-schemas.ts'

type Verbs<Item> = {
  publish: (tx: Connection, storeId: string, id: string, by: By) => Promise<Item>
  reject: (tx: Connection, storeId: string, id: string, reason: Reason, by: By) => Promise<Item>
}

type Decided = {
  params: z.infer<typeof storeItemPath>
  body: z.infer<typeof questionDecision>
  user: Parameters<typeof byOf>[0]
}

/** Publishes or rejects a question, or a shopper's answer to one. */
export async function decide<Item>(
  { database, clock }: Dependencies,
  { params: { storeId, id }, body, user }: Decided,
  { publish, reject }: Verbs<Item>,
): Promise<Item> {
  const by = byOf(user, clock)
  return await database.transaction(tx =>
    body.action === 'publish'
      ? publish(tx, storeId, id, by)
      : reject(tx, storeId, id, body.reason as Reason, by),
  )
}

import type { Connection } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import type { Content, ContentKind, LoggedAction } from '../content/content-kind.ts'
import { changeContent } from '../content/writing.ts'
import type { ContentState } from '../states.ts'
import { closeReports } from './receipts.ts'

/** Like `changeContent`, for a decision about a record, which closes its reports. */
export async function decideContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  id: string,
  by: LoggedAction,
  decision: (item: Item) => Partial<Omit<Item, 'id'>>,
): Promise<Item> {
  let wasState: ContentState | undefined
  const item = await changeContent(tx, storeId, kind, id, by, before => {
    wasState = before.state
    return decision(before)
  })
  const closed = await closeReports(tx, storeId, kind, id, by)
  // A published record that is published again was reported: that it stays is a decision too, and no field says so.
  if (closed > 0 && item.state === wasState) {
    const { at, actor } = by
    await logChanges(tx, storeId, [
      { at, actor, action: 'keep', record: kind.name, recordId: id, fields: [] },
    ])
  }
  return item
}

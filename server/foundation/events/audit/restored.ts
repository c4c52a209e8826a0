import { uuidAt } from '../../lib/ids/uuid.ts'

/** A row of `audit_log`, read from JSON. */
export type ArchivedChange = Record<string, unknown>

const actors = /^([a-z_]{1,40}|user .{1,100})$/
const name = /^[a-z][\w.]{0,99}$/i
// A column, or the end of an API key, as in '…4fZ0'.
const field = /^(?:[a-z][\w.]{0,99}|…[\da-z]{0,4})$/i
// At most two words, as in 'cancel import'.
const actions = /^[a-z][\w.]{0,48}( [\w.]{1,50})?$/i
const clockSkew = 24 * 60 * 60 * 1000 // ms; between the exporting installation and this one

/**
 * The row to insert for an archived change, or the name of a field with a value that Realword never writes. User ids
 * are replaced, so that no forged row names a user of this installation. The row's new id follows its date, because
 * ids order the log.
 */
export function restoreChange(
  row: ArchivedChange,
  newId: (id: string) => string,
  at: Date,
): ArchivedChange | string {
  const { actor, action, record_type, record_id, fields } = row as Record<string, string>
  const when = Date.parse(String(row.at))
  if (!actors.test(String(actor))) return 'actor'
  if (!actions.test(String(action))) return 'action'
  if (!name.test(String(record_type))) return 'record_type'
  if (String(record_id).length > 1_000) return 'record_id'
  if (!Array.isArray(fields) || !fields.every(one => field.test(one))) return 'fields'
  if (!(when <= at.getTime() + clockSkew)) return 'at'
  const isMailing = record_type === 'mail' || (record_type === 'suppression' && actor === 'author')
  return {
    ...row,
    id: uuidAt(when, newId(String(row.id))),
    ...(actor?.startsWith('user ') && { actor: `user ${newId(actor)}` }),
    ...((isMailing || record_type === 'member') && { record_id: newId(String(record_id)) }),
  }
}

import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type ByOperator, logOperation } from '../../foundation/events/audit/operator-log.ts'

/** A user who operates the installation. */
type Operator = { user_id: string; name: string; email: string; added_at: Date }

/** Whether the user operates the installation. Membership of a store does not count. */
export async function isOperator(db: Connection, userId: string): Promise<boolean> {
  const found = await db.query(sql`
    select from accounts.operators
    where user_id = ${userId}`)
  return found.length > 0
}

/** The operators, by email address. */
export async function listOperators(db: Connection): Promise<Operator[]> {
  return await db.query<Operator>(sql`
    select user_id, person."name", person."email", added_at
    from accounts.operators
    join accounts."user" as person on person."id" = user_id
    order by person."email"`)
}

/** Makes the user an operator. False if they are one already. */
export async function addOperator(db: Database, userId: string, by: ByOperator): Promise<boolean> {
  return await db.transaction(async tx => {
    const added = await tx.query(sql`
      insert into accounts.operators (user_id, added_at)
      values (${userId}, ${by.at})
      on conflict do nothing
      returning user_id`)
    if (added.length === 0) return false
    await logOperation(tx, { ...by, action: 'add', record: 'operator', recordId: userId })
    return true
  })
}

/**
 * Takes the role away; it ends with the user's next request. False if the user is no operator. Throws `operator_last` for
 * the only operator, if one must stay.
 */
export async function removeOperator(
  db: Database,
  userId: string,
  by: ByOperator,
  { keepsOne = false } = {},
): Promise<boolean> {
  return await db.transaction(async tx => {
    if (keepsOne) await requireAnother(tx, userId)
    const removed = await tx.query(sql`
      delete from accounts.operators
      where user_id = ${userId}
      returning user_id`)
    if (removed.length === 0) return false
    await logOperation(tx, { ...by, action: 'remove', record: 'operator', recordId: userId })
    return true
  })
}

// Locks all of them: two operators who remove each other at once would leave none.
async function requireAnother(tx: Connection, userId: string): Promise<void> {
  const operators = await tx.query<{ user_id: string }>(sql`
    select user_id
    from accounts.operators
    order by user_id
    for update`)
  if (operators.length === 1 && operators[0]?.user_id === userId) throw new ApiError('operator_last')
}

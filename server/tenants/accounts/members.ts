import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { logChanges } from '../../foundation/events/audit/audit.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import { forgetNoticesOfMember } from '../notices/subscriptions.ts'
import type { Role } from './roles.ts'

export type Membership = { store_id: string; name: string; time_zone: string; role: Role }

export type Member = { user_id: string; name: string; email: string; role: Role; created_at: Date }

/** The stores that a user is a member of, by name. */
export async function listMemberships(db: Connection, userId: string): Promise<Membership[]> {
  const known = await db.query<{ store_id: string }>(sql`
    select store_id
    from accounts.stores_of_users
    where user_id = ${userId}`)
  const ids = known.map(({ store_id }) => store_id)
  if (ids.length === 0) return []
  return await db.query<Membership>(sql`
    select store_id, stores.name, stores.time_zone, role
    from memberships
    join stores using (store_id)
    where store_id = any(${ids}::uuid[]) and user_id = ${userId}
    order by stores.name, store_id`)
}

/**
 * Undefined for users who are not members, and for unknown stores, so that answers do not reveal which stores exist.
 */
export async function readRole(db: Connection, storeId: string, userId: string): Promise<Role | undefined> {
  if (!isUuid(storeId) || userId.includes('\0')) return undefined
  const [found] = await db.query<{ role: Role }>(sql`
    select role
    from memberships
    where store_id = ${storeId} and user_id = ${userId}`)
  return found?.role
}

/** Whether the user has dismissed the first steps of the store. */
export async function hasDismissedSteps(db: Connection, storeId: string, userId: string): Promise<boolean> {
  const found = await db.query(sql`
    select from memberships
    where store_id = ${storeId} and user_id = ${userId} and steps_dismissed_at is not null`)
  return found.length > 0
}

/** The same member sees the first steps no more, on any device. Other members decide for themselves. */
export async function dismissSteps(db: Connection, storeId: string, userId: string, at: Date): Promise<void> {
  await db.query(sql`
    update memberships
    set steps_dismissed_at = coalesce(steps_dismissed_at, ${at})
    where store_id = ${storeId} and user_id = ${userId}`)
}

/** The members of a store, by name. */
export async function listMembers(db: Connection, storeId: string): Promise<Member[]> {
  return await db.query<Member>(sql`
    select user_id, person."name", person."email", role, memberships.created_at
    from memberships
    join accounts."user" as person on person."id" = user_id
    where store_id = ${storeId}
    order by person."name", user_id`)
}

/** The addresses of all who may sign in to the store. */
export async function addressesOfMembers(db: Connection, storeId: string): Promise<string[]> {
  const members = await db.query<{ email: string }>(sql`
    select person."email"
    from memberships
    join accounts."user" as person on person."id" = user_id
    where store_id = ${storeId}`)
  return members.map(({ email }) => email)
}

/** Adds a user to the store, or changes the role of a member. */
export async function addMember(
  tx: Connection,
  storeId: string,
  { userId, role, at }: { userId: string; role: Role; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into memberships (store_id, user_id, role, created_at)
    values (${storeId}, ${userId}, ${role}, ${at})
    on conflict (store_id, user_id) do update
    set role = excluded.role`)
  await tx.query(sql`
    insert into accounts.stores_of_users (store_id, user_id)
    values (${storeId}, ${userId})
    on conflict do nothing`)
}

/**
 * Changes a member's role, or removes the member. Either takes effect at their next request. Throws `member_unknown`,
 * and `owner_last` if no owner would remain.
 */
export async function changeMember(
  tx: Connection,
  storeId: string,
  userId: string,
  role: Role | null,
  by: { at: Date; userId: string },
): Promise<void> {
  // Lock the store's row first: of two owners who remove each other at once, only one may succeed.
  await tx.query(sql`select from stores where store_id = ${storeId} for update`)
  const before = await readRole(tx, storeId, userId)
  if (!before) throw new ApiError('member_unknown')
  if (before === 'owner' && role !== 'owner') {
    const others = await tx.query(sql`
      select from memberships
      where store_id = ${storeId} and role = 'owner' and user_id <> ${userId}
      limit 1`)
    if (others.length === 0) throw new ApiError('owner_last')
  }
  await tx.query(
    role === null
      ? sql`delete from memberships where store_id = ${storeId} and user_id = ${userId}`
      : sql`update memberships set role = ${role} where store_id = ${storeId} and user_id = ${userId}`,
  )
  if (role === null) {
    await tx.query(sql`
      delete from accounts.stores_of_users
      where store_id = ${storeId} and user_id = ${userId}`)
    await forgetNoticesOfMember(tx, storeId, userId, by.at)
  }
  await logChanges(tx, storeId, [
    {
      at: by.at,
      actor: `user ${by.userId}`,
      action: role === null ? 'remove' : 'change role',
      record: 'member',
      recordId: userId,
      fields: ['role'],
    },
  ])
}

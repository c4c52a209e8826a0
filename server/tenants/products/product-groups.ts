import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, hasChanged, logChanges } from '../../foundation/events/audit/audit.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import { notifyProductsChanged } from './changes.ts'
import { lockGroups, lockProducts } from './sharing.ts'

/** The products of a group. `move` also takes products out of other groups. */
export type Grouping = { productIds: string[]; move: boolean }

/** Sums groups anew, whose products changed in `tx`: reviews are another domain. */
export type SumGroups = (tx: Connection, storeId: string, groupIds: string[]) => Promise<void>

/**
 * Creates a group of two to a hundred products, which then share reviews and questions. Throws `product_unknown`, and
 * `product_grouped` for a product of another group unless `move` is set.
 */
export async function groupProducts(
  tx: Connection,
  storeId: string,
  grouping: Grouping,
  sumGroups: SumGroups,
  by: By,
): Promise<{ id: string }> {
  const id = uuid()
  await lockGroups(tx, storeId)
  await setMembers(tx, storeId, id, grouping, sumGroups, by)
  return { id }
}

/** Replaces the products of the group. Throws `group_unknown`, and like `groupProducts`. */
export async function changeGroup(
  tx: Connection,
  storeId: string,
  groupId: string,
  grouping: Grouping,
  sumGroups: SumGroups,
  by: By,
): Promise<void> {
  await lockGroups(tx, storeId)
  await readMembers(tx, storeId, groupId)
  await setMembers(tx, storeId, groupId, grouping, sumGroups, by)
}

/** Dissolves the group: each product has its own reviews and questions again. Throws `group_unknown`. */
export async function endGroup(
  tx: Connection,
  storeId: string,
  groupId: string,
  sumGroups: SumGroups,
  by: By,
): Promise<void> {
  await lockGroups(tx, storeId)
  const members = await readMembers(tx, storeId, groupId)
  await move(
    tx,
    storeId,
    members.map(product_id => ({ product_id, group_id: null })),
    by,
  )
  await sumGroups(tx, storeId, [groupId])
}

/**
 * Lets the translations of a product share their reviews, as its shop names them. The choices of people stay: products
 * of other groups are left alone.
 */
export async function groupTranslations(
  tx: Connection,
  storeId: string,
  productIds: string[],
  sumGroups: SumGroups,
  by: By,
): Promise<void> {
  if ((await joinable(tx, storeId, productIds)) === undefined) return
  await lockGroups(tx, storeId)
  const found = await joinable(tx, storeId, productIds)
  if (!found || (await hasChanged(tx, storeId, 'product', found.productIds, 'ungroup'))) return
  const grouping = { productIds: found.productIds, move: false }
  await setMembers(tx, storeId, found.groupId ?? uuid(), grouping, sumGroups, by)
}

/** Those of the products that the store has, if they have no group, or one that only they are in, and not all of them. */
async function joinable(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<{ productIds: string[]; groupId: string | undefined } | undefined> {
  const memberships = await readMemberships(tx, storeId, null, productIds)
  const groups = new Set(memberships.map(({ group_id }) => group_id))
  const hasOthers = memberships.some(({ product_id }) => !productIds.includes(product_id))
  if (memberships.length < 2 || hasOthers || !groups.delete(null) || groups.size > 1) return undefined
  return { productIds: memberships.map(({ product_id }) => product_id), groupId: [...groups][0] ?? undefined }
}

async function readMembers(tx: Connection, storeId: string, groupId: string): Promise<string[]> {
  const members = isUuid(groupId)
    ? await tx.query<{ product_id: string }>(sql`
        select product_id
        from products
        where store_id = ${storeId} and group_id = ${groupId}`)
    : []
  if (members.length === 0) throw new ApiError('group_unknown')
  return members.map(({ product_id }) => product_id)
}

type Membership = { product_id: string; group_id: string | null }

async function setMembers(
  tx: Connection,
  storeId: string,
  groupId: string,
  { productIds, move: mayMove }: Grouping,
  sumGroups: SumGroups,
  by: By,
): Promise<void> {
  const wanted = new Set(productIds)
  const memberships = await readMemberships(tx, storeId, groupId, [...wanted])
  const there = new Set(memberships.map(({ product_id }) => product_id))
  if ([...wanted].some(id => !there.has(id))) throw new ApiError('product_unknown')
  const comes = (membership: Membership) =>
    wanted.has(membership.product_id) && membership.group_id !== groupId
  if (!mayMove && memberships.some(membership => comes(membership) && membership.group_id !== null)) {
    throw new ApiError('product_grouped')
  }
  const after = memberships.map(membership => {
    if (wanted.has(membership.product_id)) return { ...membership, group_id: groupId }
    return membership.group_id === groupId ? { ...membership, group_id: null } : membership
  })
  const left = Map.groupBy(after, ({ group_id }) => group_id)
  // A product left alone is not a group.
  const settled = after.map(membership =>
    left.get(membership.group_id)?.length === 1 ? { ...membership, group_id: null } : membership,
  )
  const before = new Map(memberships.map(({ product_id, group_id }) => [product_id, group_id]))
  await move(
    tx,
    storeId,
    settled.filter(({ product_id, group_id }) => before.get(product_id) !== group_id),
    by,
  )
  const groups = [...memberships, ...settled].flatMap(({ group_id }) => group_id ?? [])
  await sumGroups(tx, storeId, [...new Set(groups)])
}

// Reads the given products, the members of their groups, and those of this group.
async function readMemberships(
  tx: Connection,
  storeId: string,
  groupId: string | null,
  productIds: string[],
): Promise<Membership[]> {
  return await tx.query<Membership>(sql`
    select product_id, group_id
    from products
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    union
    select product_id, group_id
    from products
    where store_id = ${storeId} and group_id in (
      select ${groupId}::uuid
      union all
      select group_id
      from products
      where store_id = ${storeId} and product_id = any(${productIds}::text[])
    )`)
}

async function move(tx: Connection, storeId: string, memberships: Membership[], by: By): Promise<void> {
  if (memberships.length === 0) return
  const ids = memberships.map(({ product_id }) => product_id)
  await lockProducts(tx, storeId, ids)
  // Notify the old groups now: after the update, nothing records their former members.
  await notifyProductsChanged(tx, storeId, ids)
  await tx.query(sql`
    update products
    set group_id = place.group_id
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb) as place(product_id text, group_id uuid)
    where products.store_id = ${storeId} and products.product_id = place.product_id`)
  await notifyProductsChanged(tx, storeId, ids)
  await logChanges(
    tx,
    storeId,
    memberships.map(({ product_id, group_id }) => ({
      ...by,
      action: group_id === null ? 'ungroup' : 'group',
      record: 'product',
      recordId: product_id,
      fields: ['group_id'],
    })),
  )
}

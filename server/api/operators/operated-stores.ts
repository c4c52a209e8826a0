import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { type ByOperator, logOperation } from '../../foundation/events/audit/operator-log.ts'
import { type Secrets, signatures } from '../../foundation/lib/secret.ts'
import { inOneLine } from '../../foundation/lib/text/in-one-line.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { dismissEverybody, type Invitation, inviteWithin } from '../../tenants/accounts/team/invitations.ts'
import { type Plan, planLimits, planOf, planSettings } from '../../tenants/stores/plan.ts'
import {
  changeStore,
  insertStore,
  markDeleted,
  type NewStore as NewKeys,
  readStore,
  type Store,
} from '../../tenants/stores/stores.ts'
import type { NewStore } from './operator-schemas.ts'

export type CreatedStore = NewKeys & { invitation: Invitation | null }

type Places = { database: Database; clock: Clock; secrets: Secrets }

/**
 * Creates a store and invites its owner. With an `idempotencyKey`, only once: then `request_repeated`, or
 * `request_differs` for another body. Throws `settings_invalid` and `body_invalid` too.
 */
export async function createOperatedStore(
  { database, clock, secrets }: Places,
  given: NewStore,
  { at, actor }: ByOperator,
  idempotencyKey?: string,
): Promise<CreatedStore> {
  const { owner_email, limits = {}, name, ...settings } = given
  return await database.transaction(async tx => {
    const store = { ...withoutUndefined(settings), ...planSettings(limits as Plan, {}), name }
    const made = await insertStore(tx, clock, store, 'operator')
    if (idempotencyKey !== undefined) {
      const hashes = signatures(secrets, 'operator request', JSON.stringify(given))
      await saveRequest(tx, { actor, idempotencyKey, hashes, storeId: made.store_id, at })
    }
    await logOperation(tx, {
      ...{ at, actor, action: 'create', record: 'store', recordId: made.store_id, label: inOneLine(name) },
      fields: [...Object.keys(given), ...Object.keys(limits)].filter(field => field !== 'limits'),
    })
    return { ...made, invitation: await inviteOwner(tx, secrets, made.store_id, owner_email, at) }
  })
}

async function inviteOwner(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  email: string | undefined,
  at: Date,
): Promise<Invitation | null> {
  if (email === undefined) return null
  const { locale } = await readStore(tx, storeId)
  const invited = { email, role: 'owner', language: locale } as const
  return await inviteWithin(tx, secrets, storeId, invited, byOperator(at)).catch(wordEmail)
}

// The body calls the address `owner_email`.
function wordEmail(error: unknown): never {
  if (error instanceof ApiError && error.problems?.some(({ path }) => path === 'email'))
    throw new ApiError('body_invalid', { problems: [{ path: 'owner_email', problem: 'email' }] })
  throw error
}

/** `hashes`: of the body, by the current secret first. */
type Kept = { actor: string; idempotencyKey: string; hashes: Buffer[]; storeId: string; at: Date }

const day = 24 * 60 * 60 * 1000

// Of two equal requests at once, the second waits here for the first one's commit.
async function saveRequest(
  tx: Connection,
  { actor, idempotencyKey, hashes, storeId, at }: Kept,
): Promise<void> {
  const keyId = actor.replace(/^.* /, '')
  await tx.query(sql`
    delete from accounts.operator_requests
    where created_at < ${new Date(at.getTime() - day)}`)
  const kept = await tx.query(sql`
    insert into accounts.operator_requests (key_id, idempotency_key, request_hash, store_id, created_at)
    values (${keyId}, ${idempotencyKey}, ${hashes[0]}, ${storeId}, ${at})
    on conflict do nothing
    returning store_id`)
  if (kept.length > 0) return
  const [known] = await tx.query<{ request_hash: Buffer; store_id: string }>(sql`
    select request_hash, store_id
    from accounts.operator_requests
    where key_id = ${keyId} and idempotency_key = ${idempotencyKey}`)
  if (!known) throw new ApiError('request_repeated')
  if (!hashes.some(hash => known.request_hash.equals(hash))) throw new ApiError('request_differs')
  throw new ApiError('request_repeated', { moreInfo: { store_id: known.store_id } })
}

/** Suspends or activates a store, or changes limits. Throws `store_unknown` and `store_deleted`. */
export async function changeOperatedStore(
  db: Database,
  storeId: string,
  { active, limits = {} }: { active?: boolean | undefined; limits?: Plan | undefined },
  { at, actor }: ByOperator,
): Promise<void> {
  await db.transaction(async tx => {
    const change = (store: Store) => ({
      ...planSettings(limits, store.limits),
      ...(active !== undefined && { active }),
    })
    const before = await readStore(tx, storeId)
    const after = await changeStore(tx, storeId, change, byOperator(at))
    const fields = changedFields(before, after)
    if (fields.length === 0) return
    const action = before.active === after.active ? 'change' : after.active ? 'activate' : 'suspend'
    const record = { record: 'store', recordId: before.store_id, label: before.name } as const
    await logOperation(tx, { at, actor, action, ...record, fields })
  })
}

function changedFields(before: Store, after: Store): string[] {
  const [old, now] = [planOf(before), planOf(after)]
  const limits = planLimits.filter(name => old[name] !== now[name])
  return [...limits, ...(before.active === after.active ? [] : ['active'])]
}

/**
 * Deletes a store for everybody at once; `confirm` must be its name. Its rows and files are deleted in the day after
 * that. Throws `store_unknown`, `store_deleted`, and `body_invalid` for another name.
 */
export async function deleteOperatedStore(
  db: Database,
  storeId: string,
  confirm: string,
  { at, actor }: ByOperator,
): Promise<{ store_id: string; name: string; deleted_at: Date }> {
  return await db.transaction(async tx => {
    const { store_id, name, deleted_at } = await readStore(tx, storeId, true)
    if (deleted_at) throw new ApiError('store_deleted')
    if (inOneLine(confirm) !== inOneLine(name))
      throw new ApiError('body_invalid', {
        problems: [{ path: 'confirm', problem: 'store_name', values: [name] }],
      })
    await markDeleted(tx, store_id, at)
    await dismissEverybody(tx, store_id)
    await logOperation(tx, { at, actor, action: 'delete', record: 'store', recordId: store_id, label: name })
    return { store_id, name, deleted_at: at }
  })
}

// The store's own log does not name the operators of the installation.
const byOperator = (at: Date): By => ({ at, actor: 'operator' })

function withoutUndefined<T extends object>(given: T) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

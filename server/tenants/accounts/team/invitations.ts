import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import { readStoreToken } from '../../../foundation/lib/ids/store-token.ts'
import { isUuid, uuid } from '../../../foundation/lib/ids/uuid.ts'
import { fingerprint, type Secrets } from '../../../foundation/lib/secret.ts'
import { queueAccess } from '../../../foundation/mailings/mailings.ts'
import { addMember, readRole } from '../members.ts'
import { refuseWeak } from '../passwords/weak-passwords.ts'
import type { Role } from '../roles.ts'
import { createUser, findUser, signInAddress, type User } from '../users.ts'

const days = 7

export type Invitation = { id: string; email: string; role: Role; created_at: Date; expires_at: Date }

/** What an invitation link shows to its visitor. */
export type OpenInvitation = Invitation & { store_id: string; store: string; has_account: boolean }

/** Open invitations of a store, newest first. */
export async function listInvitations(db: Connection, storeId: string, at: Date): Promise<Invitation[]> {
  return await db.query<Invitation>(sql`
    select id, email, role, created_at, expires_at
    from invitations
    where store_id = ${storeId} and accepted_at is null and revoked_at is null and expires_at > ${at}
    order by id desc`)
}

/**
 * Invites an address by mail, and revokes its earlier invitation. Throws `member_already`, and `body_invalid` for an
 * address that cannot receive mail.
 */
export async function invite(
  db: Database,
  secrets: Secrets,
  storeId: string,
  invited: Invited,
  by: By,
): Promise<Invitation> {
  return await db.transaction(tx => inviteWithin(tx, secrets, storeId, invited, by))
}

type Invited = { email: string; role: Role; language: string }

/** The same in the transaction of the caller. */
export async function inviteWithin(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { email, role, language }: Invited,
  { at, actor }: By,
): Promise<Invitation> {
  const address = signInAddress(email)
  const expires_at = new Date(at.getTime() + days * 24 * 60 * 60 * 1000)
  await tx.query(sql`select from stores where store_id = ${storeId} for update`)
  const known = await findUser(tx, address)
  if (known && (await readRole(tx, storeId, known.id))) throw new ApiError('member_already')
  await tx.query(sql`
    update invitations
    set revoked_at = ${at}
    where store_id = ${storeId} and email = ${address} and accepted_at is null and revoked_at is null`)
  const id = uuid()
  const mail = { kind: 'invitation', recordId: id, email: address, name: null, language } as const
  const hash = await queueAccess(tx, secrets, storeId, { ...mail, at, expiresAt: expires_at })
  if (!hash) throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'email' }] })
  await tx.query(sql`
    insert into invitations (store_id, id, email, role, language, link_hash, created_at, expires_at)
    values (${storeId}, ${id}, ${address}, ${role}, ${language}, ${hash}, ${at}, ${expires_at})`)
  await log(tx, storeId, id, 'invite', { at, actor })
  return { id, email: address, role, created_at: at, expires_at }
}

/** Revokes an invitation, so that its link is invalid. Throws `invitation_unknown` if it is not open. */
export async function revokeInvitation(
  tx: Connection,
  storeId: string,
  id: string,
  { at, actor }: By,
): Promise<void> {
  const revoked = isUuid(id)
    ? await tx.query(sql`
        update invitations
        set revoked_at = ${at}, link_hash = null
        where store_id = ${storeId} and id = ${id} and accepted_at is null and revoked_at is null
        returning id`)
    : []
  if (revoked.length === 0) throw new ApiError('invitation_unknown')
  await log(tx, storeId, id, 'revoke', { at, actor })
}

/** Ends all memberships and invitations of a store that is deleted. */
export async function dismissEverybody(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`delete from invitations where store_id = ${storeId}`)
  await tx.query(sql`delete from memberships where store_id = ${storeId}`)
  await tx.query(sql`delete from accounts.stores_of_users where store_id = ${storeId}`)
}

/** Finds the invitation of a link. Throws `link_over`. */
export async function findInvitation(db: Connection, token: string, at: Date): Promise<OpenInvitation> {
  const storeId = readStoreToken(token)
  if (storeId === undefined) throw new ApiError('link_over')
  const [found] = await db.query<OpenInvitation>(sql`
    select invitations.store_id, id, email, role, invitations.created_at, expires_at, stores.name as store,
      exists (select from accounts."user" where "email" = invitations.email) as has_account
    from invitations
    join stores on stores.store_id = invitations.store_id
    where invitations.store_id = ${storeId} and link_hash = ${fingerprint(token)} and accepted_at is null and revoked_at is null
      and expires_at > ${at}`)
  if (!found) throw new ApiError('link_over')
  return found
}

/**
 * Accepts an invitation once: adds the signed-in user, or a new one with a name and a password, to its store. Throws
 * `link_over`, `password_weak`, and `session_missing` if the address has an account, whose owner must sign in first.
 */
export async function acceptInvitation(
  db: Database,
  token: string,
  who: Pick<User, 'id' | 'email'> | { name: string; password: string },
  at: Date,
): Promise<{ store_id: string; email: string }> {
  return await db.transaction(async tx => {
    const { id, store_id, store, email, role, has_account } = await findInvitation(tx, token, at)
    const taken = await tx.query(sql`
      update invitations
      set accepted_at = ${at}, link_hash = null
      where store_id = ${store_id} and id = ${id} and accepted_at is null and revoked_at is null
      returning id`)
    if (taken.length === 0) throw new ApiError('link_over')
    if ('password' in who && has_account) throw new ApiError('session_missing')
    if ('password' in who) await refuseWeak(who.password, { name: who.name, email, stores: [store] })
    const user = 'password' in who ? await createUser(tx, { ...who, email, at }) : who
    // Members keep their role: a link in a mail must not lower it.
    if (!(await readRole(tx, store_id, user.id))) await addMember(tx, store_id, { userId: user.id, role, at })
    const by = { at, actor: `user ${user.id}` } as const
    const change = { ...by, action: 'join', record: 'member', recordId: user.id, fields: ['role'] } as const
    await logChanges(tx, store_id, [{ ...change, fields: ['role'] }])
    return { store_id, email: user.email }
  })
}

async function log(tx: Connection, storeId: string, id: string, action: string, by: By): Promise<void> {
  await logChanges(tx, storeId, [{ ...by, action, record: 'invitation', recordId: id, fields: [] }])
}

import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { ApiError } from '../../foundation/errors/errors.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { testSecret } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { besideChange, queuedBehind, untilOneWaits } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { createKey, revokeKeyOf } from '../stores/keys.ts'
import { addMember, changeMember } from './members.ts'
import { createOperatorKey, revokeOperatorKey } from './operator-keys.ts'
import { addOperator, removeOperator } from './operators.ts'
import { mailPasswordLink } from './sign-in/password-links.ts'
import { makeSetupToken, setUp } from './sign-in/setup.ts'
import { invite, listInvitations } from './team/invitations.ts'
import { createUser } from './users.ts'

const home = openForTests(createTestDatabase)

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const at = new Date('2026-03-20T12:00:00.000Z')

/** The database, in the transaction of the caller. */
const within = (tx: Connection, database = home.database): Database => ({
  ...database,
  ...tx,
  transaction: act => act(tx),
})

test('an address that is invited twice at once has one open invitation', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const given = { email: 'bia@example.com', role: 'viewer', language: 'en' } as const
  const inviting = () => invite(database, secrets, storeId, given, { at, actor: 'command' })
  const lock = sql`select from stores where store_id = ${storeId} for update`
  const made = await queuedBehind(database, lock, [inviting, inviting])
  const open = (await listInvitations(database, storeId, at)).map(({ id }) => id)
  expect(open.length).toBe(1)
  expect(made.map(({ id }) => id)).toContain(open[0])
})

test('five requests at once for a new password send three links', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const email = `${randomUUID()}@example.com`
  const user = await database.transaction(async tx => {
    const made = await createUser(tx, { name: 'Ana', email, password: 'an unusual password', at })
    await addMember(tx, storeId, { userId: made.id, role: 'owner', at })
    return made
  })
  const asking = () => mailPasswordLink(database, secrets, { email, language: 'en', at })
  const lock = sql`select from accounts."user" where "id" = ${user.id} for update`
  await queuedBehind(database, lock, [asking, asking, asking, asking, asking])
  const mails = await database.query(sql`
    select from mailings where store_id = ${storeId} and kind = 'password_reset'`)
  expect(mails.length).toBe(3)
})

test('of two owners who remove each other at once, one stays', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const [one = '', two = ''] = await Promise.all(
    ['Ana', 'Bia'].map(name =>
      database.transaction(async tx => {
        const email = `${randomUUID()}@example.com`
        const { id: userId } = await createUser(tx, { name, email, password: 'an unusual password', at })
        await addMember(tx, storeId, { userId, role: 'owner', at })
        return userId
      }),
    ),
  )
  const remove = (userId: string, other: string) => () =>
    database
      .transaction(tx => changeMember(tx, storeId, other, null, { at, userId }))
      .then(
        () => 'removed',
        (error: ApiError) => error.errorName,
      )
  const lock = sql`select from stores where store_id = ${storeId} for update`
  const outcomes = await queuedBehind(database, lock, [remove(one, two), remove(two, one)])
  expect(outcomes.sort()).toEqual(['owner_last', 'removed'])
})

test('a key that is revoked twice at once is logged once', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const { key_id } = await createKey(database, Date.now, storeId, { type: 'orders' })
  const revoke = (tx: Connection) => revokeKeyOf(tx, Date.now, storeId, key_id)
  await besideChange(database, revoke, () => database.transaction(revoke))
  const logged = await database.query(sql`
    select from audit_log where store_id = ${storeId} and action = 'revoke'`)
  expect(logged.length).toBe(1)
})

test('a key of operators that is revoked twice at once is logged once', async () => {
  const { database } = home
  const by = { at, actor: 'command' } as const
  const { key_id } = await createOperatorKey(database, { name: 'Program' }, by)
  await besideChange(
    database,
    tx => revokeOperatorKey(within(tx), key_id, by),
    () => revokeOperatorKey(database, key_id, by),
  )
  const logged = await database.query(sql`
    select from accounts.operator_log where record_id = ${key_id} and action = 'revoke'`)
  expect(logged.length).toBe(1)
})

test('of two operators who remove each other at once, one stays', async () => {
  const { database } = home
  await database.query(sql`delete from accounts.operators`)
  const by = { at, actor: 'command' } as const
  const add = async (name: string) => {
    const given = { name, email: `${randomUUID()}@example.com`, password: 'an unusual password', at }
    const { id } = await database.transaction(tx => createUser(tx, given))
    await addOperator(database, id, by)
    return id
  }
  const [one, two] = [await add('Ana'), await add('Bia')]
  const remove = (db: Database, id: string) => removeOperator(db, id, by, { keepsOne: true })
  const second = besideChange(
    database,
    tx => remove(within(tx), one),
    () => remove(database, two),
  )
  await expect(second).rejects.toMatchObject({ errorName: 'operator_last' })
})

test('of two processes that set up the service at once, one makes an owner', async () => {
  const empty = await createTestDatabase()
  onTestFinished(() => empty.close())
  const { database } = empty
  const clock = () => at.getTime()
  const token = (await makeSetupToken(database, clock)) ?? ''
  const setUpAs = (email: string, db = database) =>
    setUp(db, clock, token, { name: 'Ana', email, password: 'an unusual password', store: { name: 'Shop' } })
  const second = besideChange(
    database,
    tx => setUpAs('ana@example.com', within(tx, database)),
    () => setUpAs('bia@example.com'),
  )
  await expect(second).rejects.toMatchObject({ errorName: 'setup_over' })
})

test('twenty setups at once leave connections for others, and one of them makes the owner', async () => {
  const empty = await createTestDatabase()
  onTestFinished(() => empty.close())
  const beside = await createTestDatabase({ shared: empty.target })
  onTestFinished(() => beside.close())
  const { database } = empty
  const clock = () => at.getTime()
  const token = (await makeSetupToken(database, clock)) ?? ''
  const setUpAs = (name: string) =>
    setUp(database, clock, token, {
      ...{ name, email: `${name}@example.com`, password: 'an unusual password', store: { name: 'Shop' } },
    }).then(
      () => 'made',
      error => error.errorName,
    )
  const begun = await beside.database.transaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(7267003)`)
    const setups = Array.from({ length: 20 }, (_, number) => setUpAs(`ana${number}`))
    await untilOneWaits(beside.database, () => false)
    for (let turn = 0; turn < 50; turn++) await database.query(sql`select 1`)
    return setups
  })
  expect((await Promise.all(begun)).sort()).toEqual(['made', ...Array(19).fill('setup_over')])
})

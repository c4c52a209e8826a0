import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { changeReward } from '../../asking/rewards/reward-settings.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { addMember } from '../../tenants/accounts/members.ts'
import { createUser } from '../../tenants/accounts/users.ts'
import { dropWaiting, forgetNoticesOfMember, saveChoice } from '../../tenants/notices/subscriptions.ts'
import { testSecret } from '../../test/app.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { besideChange, untilOneWaits } from '../../test/database/locks.ts'
import { aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'
import { gatherNotices } from './gather.ts'
import { addTarget, type NewTarget } from './targets.ts'

let home: TestDatabase
let database: Database
let storeId: string
beforeAll(async () => {
  home = await createTestDatabase()
  database = home.database
})
beforeEach(async () => {
  storeId = (await aStore(database, { time_zone: 'UTC' })).storeId
})
afterAll(() => home.close())

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const at = new Date('2026-03-09T12:00:00Z')
const by = { at, actor: 'command' } as const
const egress = {} as never // only for addresses of the web

const add = (tx: Connection, given: Partial<NewTarget> = {}) =>
  addTarget(tx, storeId, { channel: 'email', email: 'team@cafe.example', ...given }, { secrets, egress, by })

const write = () =>
  database.transaction(tx => insertReviews(tx, storeId, [aReview()], { ...by, action: 'create' }))

const gather = (db: Database = database) =>
  gatherNotices({ database: db, secrets, log: () => {} }, storeId, at.getTime())

/** Like the database, in the transaction of the caller. */
const within = (tx: Connection): Database => ({ ...database, ...tx, transaction: act => act(tx) })

const messages = () =>
  database.query(sql`
    select facts
    from notice_messages
    where store_id = ${storeId}
    order by message_id`)

test('of two targets that are added at once, the store notes what both take', async () => {
  await besideChange(
    database,
    tx => add(tx, { kinds: ['questions'] }),
    () => database.transaction(tx => add(tx, { email: 'other@cafe.example', kinds: ['reviews'] })),
  )
  const noted = await database.query(sql`select kinds from notice_stores where store_id = ${storeId}`)
  expect(noted).toEqual([{ kinds: ['questions', 'reviews'] }])
})

test('a message that a worker begins to send takes no more facts', async () => {
  await database.transaction(tx => add(tx))
  await write()
  await gather()
  await write()
  const claim = (tx: Connection) =>
    tx.query(sql`
      update notice_messages
      set claimed_until = ${new Date(at.getTime() + 60_000)}
      where store_id = ${storeId}`)
  await besideChange(database, claim, () => gather())
  expect(await messages()).toHaveLength(2)
})

test('two workers report a problem once', async () => {
  await database.transaction(async tx => {
    await add(tx, { kinds: ['problems'] })
    await changeReward(tx, storeId, { on: true, codes: 'list', gives: { en: 'a coffee mug' } }, by)
  })
  await besideChange(
    database,
    tx => gather(within(tx)),
    () => gather(),
  )
  expect(await messages()).toMatchObject([{ facts: { problems: [{ name: 'codes' }] } }])
})

test('a member is removed while messages are gathered, without a deadlock', async () => {
  const { id: userId } = await database.transaction(async tx => {
    const user = await createUser(tx, {
      name: 'Ana',
      email: 'ana@cafe.example',
      password: 'an unusual password',
      at,
    })
    await addMember(tx, storeId, { userId: user.id, role: 'owner', at })
    await saveChoice(tx, storeId, user.id, { kinds: ['reviews'], pace: 'at_once', language: 'en', at })
    return user
  })
  await write()
  await gather()
  await write()
  let gathered: Promise<unknown> | undefined
  await database.transaction(async tx => {
    await tx.query(sql`select from stores where store_id = ${storeId} for update`)
    await dropWaiting(tx, storeId, { userId })
    let isDone = false
    gathered = gather().finally(() => {
      isDone = true
    })
    gathered.catch(() => {}) // rejected below
    await untilOneWaits(database, () => isDone)
    await forgetNoticesOfMember(tx, storeId, userId, at)
  })
  await gathered
  expect(await messages()).toEqual([])
})

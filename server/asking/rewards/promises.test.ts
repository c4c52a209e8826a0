import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../foundation/database/connect.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { besideChange } from '../../test/database/locks.ts'
import { delivered, due } from '../../test/mail/due-requests.ts'
import { aMailing } from '../../test/mail/mailings.ts'
import { giveRewards } from '../../test/rewards.ts'
import { aStore } from '../../test/users.ts'
import { promiseRewards } from './promises.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
  service.setNow(delivered)
})
afterAll(() => service.close())

test.each([
  [[]],
  [['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'bitmapscan']],
])('two promises take two codes, also by a plan without %j', async without => {
  const { database } = service
  const member = await aStore(database)
  const { storeId } = member
  await giveRewards(service, member, ['A-11', 'A-12', 'A-13', 'A-14', 'A-15'])
  const at = new Date(due)
  const mails = await Promise.all(
    ['first', 'second'].map(async name => ({
      mailingId: await aMailing(database, storeId, { kind: 'request', email: `${name}@example.com`, at }),
      ...{ address: `${name}@example.com`, language: 'en', orderIds: [name] },
    })),
  )
  await database.transaction(async tx => {
    for (const node of without) await tx.query(sql`set local ${raw(`enable_${node}`)} = off`)
    await promiseRewards(tx, await readStore(tx, storeId), mails, at)
  })
  const taken = await database.query<{ code: string; order_id: string }>(sql`
      select code, order_id
      from reward_codes
      left join rewards using (store_id, code)
      where store_id = ${storeId} and taken_at is not null
      order by code`)
  expect(taken.map(({ code }) => code)).toEqual(['A-11', 'A-12'])
  expect(taken.map(({ order_id }) => order_id).sort()).toEqual(['first', 'second'])
})

test('two mails that are queued at once do not both have the last reward', async () => {
  const { database } = service
  const member = await aStore(database)
  const { storeId } = member
  await giveRewards(service, member, ['B-11', 'B-12'], { total: 1 })
  const store = await readStore(database, storeId)
  const at = new Date(due)
  const promise = async (tx: Connection, name: string) => {
    const address = `${name}@example.com`
    const mailingId = await aMailing(tx, storeId, { kind: 'request', email: address, at })
    await promiseRewards(tx, store, [{ mailingId, address, language: 'en', orderIds: [name] }], at)
  }
  const second = () => database.transaction(tx => promise(tx, 'second'))
  await besideChange(database, tx => promise(tx, 'first'), second)
  const promised = await database.query(sql`select order_id from rewards where store_id = ${storeId}`)
  expect(promised).toEqual([{ order_id: 'first' }])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { besideChange, untilOneWaits } from '../../test/database/locks.ts'
import { anyMapping, anySecret, secrets } from '../../test/shops/any-shop.ts'
import { connected } from '../../test/shops/connected.ts'
import { aStore } from '../../test/users.ts'
import { withVersion } from './applying/versions.ts'
import { changeConnection, openConnection, pauseConnection } from './connections.ts'
import { sentence } from './sentences.ts'

let it: TestApp
let storeId: string
let id: string
beforeAll(async () => {
  it = await startTestApp()
})
beforeEach(async () => {
  ;({ storeId } = await aStore(it.database))
  const given = { platform: 'generic', secret: anySecret, options: anyMapping } as const
  id = (await connected(it, storeId, given)).connectionId
})
afterAll(() => it.close())

const now = Date.parse('2026-03-20T12:00:00.000Z')
const by = { at: new Date(now), actor: 'command' } as const
const context = () => ({ secrets, address: it.url, now })
const open = () => openConnection(it.database, secrets, storeId, id)

test('a connection that is paused while its name is changed stays paused', async () => {
  await besideChange(
    it.database,
    tx => pauseConnection(tx, storeId, id, sentence('noPlatform'), by),
    () => it.database.transaction(tx => changeConnection(tx, storeId, id, { name: 'Shop' }, context())),
  )
  expect((await open()).row).toMatchObject({ state: 'paused', name: 'Shop' })
})

test('of two changes of settings at once, both are kept', async () => {
  await besideChange(
    it.database,
    tx => changeConnection(tx, storeId, id, { secret: 'another-secret' }, context()),
    () =>
      it.database.transaction(tx =>
        changeConnection(tx, storeId, id, { options: { ...anyMapping, order_id: 'number' } }, context()),
      ),
  )
  expect((await open()).settings).toMatchObject({ secret: 'another-secret', options: { order_id: 'number' } })
})

test('a later version of an order is applied after the one that is being applied', async () => {
  const { row } = await open()
  const applied: string[] = []
  const apply = (name: string, at: number, act = async () => {}) =>
    withVersion(
      it.database,
      row,
      'A',
      { at, eventId: null, isDatedByShop: true, isRestored: false, receivedAt: at },
      async () => {
        await act()
        applied.push(name)
        return []
      },
    )
  await apply('first', now)
  let later: Promise<unknown> | undefined
  await apply('second', now + 1_000, async () => {
    let isDone = false
    later = apply('third', now + 2_000).finally(() => {
      isDone = true
    })
    await untilOneWaits(it.database, () => isDone)
  })
  await later
  expect(applied).toEqual(['first', 'second', 'third'])
})

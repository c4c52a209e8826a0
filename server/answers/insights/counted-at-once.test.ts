import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { besideChange } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { readDays } from './kept-days.ts'

const home = openForTests(createTestDatabase)

test('two members who open the home at once both see its days', async () => {
  const { database } = home
  const { storeId: store_id } = await aStore(database)
  const range = { from: '2026-03-01', to: '2026-03-07' }
  const store = { store_id, time_zone: 'UTC' }
  const read = (db = database) => readDays(db, store, range, Date.parse('2026-03-20T12:00:00Z'))
  const days = await besideChange(
    database,
    tx => read({ ...database, ...tx, transaction: act => act(tx) }),
    read,
  )
  expect(days).toHaveLength(7)
})

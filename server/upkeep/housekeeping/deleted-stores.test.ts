import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { suppress } from '../../foundation/mailings/suppressions.ts'
import { markDeleted } from '../../tenants/stores/stores.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { besideChange } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { eraseDeletedStores } from './deleted-stores.ts'

const home = openForTests(createTestDatabase)

test('what is still being written to a deleted store goes with it', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const at = new Date('2026-03-20T12:00:00.000Z')
  await database.transaction(tx => markDeleted(tx, storeId, at))
  const erase = () =>
    eraseDeletedStores(database, picturesIn('/nonexistent'), new Date('2026-03-20T14:00:00Z'), (_, error) => {
      throw error
    })
  await besideChange(
    database,
    async tx => {
      await tx.query(sql`select from stores where store_id = ${storeId} for no key update`)
      await suppress(tx, storeId, 'ana@example.com', 'unsubscribed', at)
    },
    erase,
  )
  const left = await database.query(sql`
    select store_id from stores where store_id = ${storeId}
    union all
    select store_id from suppressions where store_id = ${storeId}`)
  expect(left).toEqual([])
})

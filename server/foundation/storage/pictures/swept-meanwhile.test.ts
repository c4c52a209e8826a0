import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { besideLock } from '../../../test/database/locks.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'
import type { PictureStore } from './picture-store.ts'
import { lockPictures, sweepPictures } from './pictures.ts'

const home = openForTests(createTestDatabase)

test('a picture that a form is about to use is not swept', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const name = `${'a'.repeat(40)}-1600.webp`
  await database.query(sql`
    insert into pictures (store_id, name, taken_at, bytes)
    values (${storeId}, ${name}, ${new Date(0)}, 1)`)
  const removed: string[] = []
  const files = { remove: async (file: string) => void removed.push(file) } as PictureStore
  const sweep = () => sweepPictures(database, files, storeId, { before: new Date(1) }, async () => [])
  await besideLock(database, tx => lockPictures(tx, storeId, [name]), sweep)
  const left = await database.query(sql`select name from pictures where store_id = ${storeId}`)
  expect({ left, removed }).toEqual({ left: [{ name }], removed: [] })
  await sweep()
  expect(removed).toContain(name)
})

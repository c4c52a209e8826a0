import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createPipeline } from './pipeline.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase({ empty: true })
})
afterAll(() => home.close())

test('a statement that times out fails alone: those behind it are sent again', async () => {
  const pipeline = createPipeline(() => home.target, 1)
  await home.database.transaction(async tx => {
    await tx.query(raw('select pg_advisory_xact_lock(1)'))
    const late = { name: 'late', text: 'select pg_advisory_xact_lock(1)', values: [], query_timeout: 50 }
    const first = pipeline.query(late)
    const behind = [1, 2, 3].map(number => pipeline.query(sql`select ${number}::integer as number`))
    await expect(first).rejects.toThrow('Query read timeout')
    expect(await Promise.all(behind)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]])
  })
  expect(await pipeline.query(sql`select 4 as number`)).toEqual([{ number: 4 }])
  await pipeline.close()
})

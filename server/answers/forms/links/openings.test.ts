import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { anAskedBuyer, openForm } from '../../../test/forms.ts'
import { aStore } from '../../../test/users.ts'

test('while four openings wait for the database, pages open and no further one is recorded', async () => {
  const service = await startTestApp()
  const { database } = service
  const store = await aStore(database)
  const asked = []
  for (let buyer = 0; buyer < 7; buyer++) asked.push(await anAskedBuyer(service, store))
  const [last, ...first] = asked
  const opened = async () => {
    const rows = await database.query<{ email: string }>(sql`
      select email
      from mailings
      where store_id = ${store.storeId} and opened_at is not null`)
    return rows.map(({ email }) => email)
  }
  const waiting = async () => {
    const [row] = await database.query<{ count: number }>(sql`
      select count(*)::integer as count
      from pg_locks
      where relation = 'mailings'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    return row?.count
  }
  await database.transaction(async tx => {
    // Reading goes on.
    await tx.query(sql`lock table mailings in exclusive mode`)
    for (const { link } of first) expect((await openForm(link)).status).toBe(200)
    await expect.poll(waiting).toBeGreaterThan(0)
  })
  // One that is recorded later follows all that waited.
  await expect
    .poll(async () => {
      expect((await openForm(last?.link as string)).status).toBe(200)
      return await opened()
    })
    .toContain(last?.address)
  expect(await opened()).toHaveLength(5)
  await service.close()
})

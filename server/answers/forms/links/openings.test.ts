import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { anAskedBuyer, openForm } from '../../../test/forms.ts'
import { aStore } from '../../../test/users.ts'

test('while four openings wait for the database, pages open and no further one is recorded', async () => {
  const service = await startTestApp()
  const { database } = service
  const store = await aStore(database)
  const links: string[] = []
  for (let buyer = 0; buyer < 7; buyer++) links.push((await anAskedBuyer(service, store)).link)
  const last = links.pop() as string
  const opened = async () => {
    const [row] = await database.query<{ count: number }>(sql`
      select count(opened_at)::integer as count
      from mailings
      where store_id = ${store.storeId}`)
    return row?.count
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
    for (const link of links) expect((await openForm(link)).status).toBe(200)
    await expect.poll(waiting).toBe(4)
  })
  await expect.poll(opened).toBe(4)
  await expect.poll(async () => (await openForm(last)).status === 200 && (await opened())).toBe(5)
  await service.close()
})

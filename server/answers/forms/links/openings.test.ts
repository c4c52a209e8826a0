import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { countWaiting } from '../../../test/database/locks.ts'
import { anAskedBuyer, openForm } from '../../../test/forms.ts'
import { aStore } from '../../../test/users.ts'

test('while four openings wait for the database, pages open and no further one is recorded', async () => {
  const service = await startTestApp()
  onTestFinished(() => service.close())
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
  await database.transaction(async tx => {
    // Reads continue.
    await tx.query(sql`lock table mailings in exclusive mode`)
    for (const { link } of first) expect((await openForm(link)).status).toBe(200)
    await expect.poll(() => countWaiting(database)).toBeGreaterThan(0)
  })
  await expect
    .poll(async () => {
      expect((await openForm(last?.link as string)).status).toBe(200)
      return await opened()
    })
    .toContain(last?.address)
  const recorded = [...first.slice(0, 4), last].map(one => one?.address)
  await expect.poll(async () => (await opened()).toSorted()).toEqual(recorded.toSorted())
})

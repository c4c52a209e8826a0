import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { type Answer, startTestApp } from '../../test/app.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { anOrder } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'

const service = openForTests(startTestApp)

// Other instances that write orders take this lock, and so does a change of the plan.
test('an order waits for the lock of its store, and then sees committed changes', async () => {
  const { database } = service
  const { storeId, headers } = await aStore(database, { order_limit: 2 })
  const send = () => service.send('POST', '/orders', { headers, body: anOrder() })
  expect((await send()).status).toBe(201)
  let answer: Answer | undefined
  const sending = async () => {
    answer = await send()
  }
  let sent: Promise<void> | undefined
  await database.transaction(async tx => {
    await tx.query(sql`update stores set order_limit = 1 where store_id = ${storeId}`)
    sent = sending()
    await untilOneWaits(database, () => answer !== undefined)
    expect(answer).toBe(undefined)
  })
  await sent
  expectError(answer as Answer, 403, 8121206)
})

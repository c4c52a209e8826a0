import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp } from '../../../test/app.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'

const it = openForTests(startTestApp)

test('a session that is used every day ends 90 days after sign-in', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const age = (days: number) =>
    it.database.query(sql`
      update accounts."session"
      set "createdAt" = now() - make_interval(days => ${days})
      where "userId" = ${owner.userId}`)
  await age(89)
  expect((await owner.send('GET', '/session')).status).toBe(200)
  await age(90)
  expectError(await owner.send('GET', '/session'), 401, 8141300)
  expectError(await owner.send('GET', `/stores/${storeId}/history`), 401, 8141300)
  expect((await owner.signIn(owner.email)).status).toBe(200)
  expect((await owner.send('GET', '/sessions')).body.result).toMatchObject([{ current: true }])
})

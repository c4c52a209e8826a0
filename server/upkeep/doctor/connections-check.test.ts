import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { checkConnections } from './connections-check.ts'

test('names the connections that the processes need, if the database allows fewer', async () => {
  const home = await createTestDatabase()
  expect(await checkConnections(home.database, 1)).toMatchObject({ status: 'ok' })
  expect(await checkConnections(home.database, 1000)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('Set max_connections to 23053 or more, or set fewer WORKERS.'),
  })
  await home.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { addProducts, addReviews } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { erasePerson } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-erasure-'))
let service: TestApp
beforeAll(async () => {
  service = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

test('an erasure that is killed after its commit has deleted the exports', async () => {
  const { database } = service
  const store = await aStore(database)
  const owner = await aMember(service, store.storeId, 'owner')
  const address = 'zuleica@correio.example'
  await addProducts(service, store, { 'product-1': '' })
  await addReviews(service, store, aReview({ address, email: address }))
  const exports = `/stores/${store.storeId}/exports`
  const { body } = await owner.send('POST', exports, { kind: 'reviews' })
  await service.runDue()
  const download = async () => (await owner.send('GET', `${exports}/${body.id}/file`)).status
  expect(await download()).toBe(200)
  // The transaction commits, and every later query fails.
  const killed = { ...database, query: () => Promise.reject(new Error('killed')) }
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const shop = await readStore(database, store.storeId)
  await expect(erasePerson(killed, secrets, shop, address, new Date())).rejects.toThrow('killed')
  expect(await download()).toBe(404)
})

import { expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { addConnection } from '../../../links/connections/connections.ts'
import type { SettingsChange } from '../../../links/connections/settings.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, testSecret } from '../../../test/app.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'

const it = openForTests(startTestApp)

test('a store has at most twenty connections', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const path = `/stores/${storeId}/connections`
  const add = () => owner.send('POST', path, { platform: 'woocommerce' })
  for (let number = 1; number <= 20; number++) expect((await add()).status).toBe(201)
  const refused = await add()
  expect(refused.status).toBe(400)
  expect(refused.body.user_message.en_us).toContain('connections: Not accepted: more than 20')
  const { result } = (await owner.send('GET', path)).body
  expect(result).toHaveLength(20)
  await owner.send('DELETE', `${path}/${result[0].connection_id}`)
  expect((await add()).status).toBe(201)
})

// Commands give settings without the schemas of the API.
test.each<[string, number, (length: number) => SettingsChange]>([
  ['url', 2048, length => ({ url: `https://shop.example/${'a'.repeat(length - 21)}` })],
  ['key', 1024, length => ({ key: 'k'.repeat(length) })],
  ['secret', 1024, length => ({ secret: 's'.repeat(length) })],
  ['token', 4096, length => ({ token: 't'.repeat(length) })],
])('%s has at most %i characters', async (path, most, given) => {
  const { storeId } = await aStore(it.database)
  const context = {
    secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }),
    address: it.url,
    now: Date.now(),
  }
  const add = (length: number) =>
    addConnection(it.database, storeId, { platform: 'woocommerce', ...given(length) }, context)
  await expect(add(most + 1)).rejects.toMatchObject({ problems: [{ path, problem: 'refused' }] })
  expect((await add(most)).connection.platform).toBe('woocommerce')
})

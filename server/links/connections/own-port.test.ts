import { expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { startTestApp, testSecret } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { connected } from '../../test/shops/connected.ts'
import { aStore } from '../../test/users.ts'
import { checkConnection } from './check-connection.ts'
import { wordFinding } from './platform.ts'

const it = openForTests(startTestApp)

test('a shop at the address of the service is not asked, although its network is allowed', async () => {
  const { storeId } = await aStore(it.database)
  const given = { url: it.url, key: 'ck_1', token: 'cs_1', secret: 'whs-secret' }
  const { connectionId } = await connected(it, storeId, { platform: 'woocommerce', ...given })
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const context = { secrets, address: it.url, now: Date.now(), allowedNetworks: ['127.0.0.0/8'] }
  const findings = (await checkConnection(it.database, storeId, connectionId, 'test', context)).map(
    wordFinding,
  )
  expect(findings).toContainEqual(
    expect.objectContaining({ ok: false, what: 'The address of the shop is in a private network.' }),
  )
})

import { afterAll, expect, test } from 'vitest'
import { startWooCommerce } from '../../server/test/shops/woocommerce.ts'
import { cleanUp, onCleanUp, readyDataDir, run, runJson, startService } from '../service.ts'
import { createStore } from '../store.ts'

afterAll(cleanUp)

test('a shop in a private network is tested where EGRESS_ALLOW names the network, and nowhere else', async () => {
  const shop = await startWooCommerce()
  onCleanUp(() => shop.close())
  const service = await startService({ dataDir: readyDataDir() })
  const { store_id } = await createStore(service)
  const { connection_id } = await runJson<{ connection_id: string }>(
    [
      ...['connect', 'add', '--store', store_id, '--platform', 'woocommerce'],
      ...['--url', shop.url, '--key', shop.key, '--token', shop.token],
    ],
    service,
  )
  const refused = await run(['connect', 'test', connection_id], service)
  expect(refused.stdout).toContain('The address of the shop is in a private network.')
  expect(shop.asked).toEqual([])
  const env = { EGRESS_ALLOW: '127.0.0.0/8' }
  const allowed = await run(['connect', 'test', connection_id], { ...service, env })
  expect(allowed.stdout).toContain('The consumer key works.')
})

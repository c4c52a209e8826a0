import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../server/test/network/listen.ts'
import {
  cleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
} from '../../service.ts'
import { makeDatabase } from '../engines.ts'
import { installMedusa, runMedusa, type Shop, startMedusa } from './engine.ts'

type Connection = { connection_id: string; secret: string }
type StoredOrder = {
  products: { product_id: string; name: string; url: string }[]
  requests: { email: string; state: string; reason: string }[]
}

let service: Service
let shop: Shop
let storeId: string

beforeAll(async () => {
  const folder = await installMedusa()
  const dataDir = readyDataDir()
  service = await startService({ dataDir })
  const store = await runJson<{ store_id: string; store_key: string }>(
    ['store', 'create', '--name', 'Shop'],
    { dataDir },
  )
  storeId = store.store_id
  const { connection_id, secret } = await runJson<Connection>(
    ['connect', 'add', '--store', storeId, '--platform', 'medusa'],
    { dataDir },
  )
  const { port } = await makeDatabase(service, 'medusa')
  shop = {
    folder,
    databaseUrl: `postgres://realword@127.0.0.1:${port}/medusa`,
    options: {
      webhookUrl: `${service.url}/connect/medusa/${connection_id}`,
      secret,
      productUrl: 'https://shop.example/products/{handle}',
      storeId,
      storeKey: store.store_key,
    },
  }
  await runMedusa(shop, 'db:migrate', '--skip-scripts')
}, 1_200_000)

afterAll(cleanUp)

test('an order of a real Medusa is asked about when it was delivered, and its products show ratings', async () => {
  const { dataDir } = service
  const printed = await runMedusa(shop, 'exec', './flow.js')
  const result = JSON.parse(/^RESULT (.*)$/m.exec(printed)?.[1] ?? expect.unreachable(printed))
  const { 'moka-pot': moka, 'hand-grinder': grinder } = result.product_ids
  const readOrder = () =>
    runJson<StoredOrder>(['order', 'show', '--store', storeId, result.order_id], { dataDir })
  await expect
    .poll(() => readOrder().catch(String))
    .toMatchObject({ requests: expect.arrayContaining([expect.objectContaining({ state: 'scheduled' })]) })
  const order = await readOrder()
  expect(order.requests.map(({ email }) => email)).toContain('ana@example.com')
  expect(order.products).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        product_id: moka,
        name: 'Moka pot',
        url: 'https://shop.example/products/moka-pot',
      }),
      expect.objectContaining({ product_id: grinder, name: 'Hand grinder' }),
    ]),
  )

  const file = join(temporaryFolder(), 'reviews.csv')
  writeFileSync(
    file,
    `product_id,rating,body,author_name,created_at\n${moka},5,Bom,Ana,2026-11-20T12:00:00Z\n`,
  )
  expect(await run(['review', 'import', '--store', storeId, file], { dataDir })).toMatchObject({ code: 0 })

  const port = await freePort()
  const started = startMedusa(shop, port)
  const readRatings = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/store/products`, {
      headers: { 'x-publishable-api-key': result.publishable_key },
    })
    const { products } = (await answer.json()) as { products: { id: string; realword_rating: unknown }[] }
    return Object.fromEntries(products.map(({ id, realword_rating }) => [id, realword_rating]))
  }
  await expect
    .poll(() => readRatings().catch(error => `${error}\n${started.printed()}`), { timeout: 600_000 })
    .toEqual({ [moka]: { average: 5, total: 1 }, [grinder]: null })
})

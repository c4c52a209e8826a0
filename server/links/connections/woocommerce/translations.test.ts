import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readProducts } from '../../../tenants/products/catalogue.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addReviews, readAs } from '../../../test/reading.ts'
import { type Connected, connected } from '../../../test/shops/connected.ts'
import {
  delivery,
  orderJson,
  startWooCommerce,
  type WooProduct,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
let store: Member
let shop: Connected
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  it.setNow('2026-11-25T12:00:00Z')
})
afterAll(() => it.close())
beforeEach(async () => {
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
  shop = await connected(it, store.storeId, { platform: 'woocommerce', secret: 'whs' })
})

const aWooProduct = (id: number, name: string, more: object = {}): WooProduct => ({
  ...{ id, name, sku: 'KT-1', price: '30.00', global_unique_id: '', images: [] },
  ...{ permalink: `https://shop.example/?p=${id}`, ...more },
})
const say = async (product: WooProduct) =>
  await shop.deliver(delivery('product.updated', { type: 'simple', status: 'publish', ...product }, 'whs'))
/** Products that share, by the first of each. */
async function groups(...ids: string[]): Promise<string[][]> {
  const products = await readProducts(it.database, store.storeId, ids)
  const shared = Map.groupBy(
    products.filter(({ group_id }) => group_id !== null),
    ({ group_id }) => group_id,
  )
  return [...shared.values()].map(members => members.map(({ product_id }) => product_id))
}
const path = (rest: string) => `/stores/${store.storeId}${rest}`
const makeGroup = (...product_ids: string[]) => owner.send('POST', path('/product-groups'), { product_ids })

describe('products of which the shop says that they are translations of each other', () => {
  const translations = { fr: 31, en: 32, de: 33 }
  test('share their reviews as soon as two are known, and a third one joins them', async () => {
    await say(aWooProduct(31, 'Bouilloire', { lang: 'fr', translations }))
    expect(await groups('31')).toEqual([])
    await say(aWooProduct(32, 'Kettle', { lang: 'en', translations: { fr: '31', en: '32', de: '33' } }))
    expect(await groups('31', '32')).toEqual([['31', '32']])
    await addReviews(it, store, aReview({ product_id: '31', rating: 5 }))
    const { body } = await readAs(it, store, 'ratings.json', { product_id: '32' })
    expect(body.result).toMatchObject([{ product_id: '32', average: 5 }])
    // Some plugins list objects, and some leave the product itself out.
    await say(aWooProduct(33, 'Wasserkessel', { translations: { fr: { id: 31 }, en: { id: 32 } } }))
    expect(await groups('31', '32', '33')).toEqual([['31', '32', '33']])
  })

  test('share them when only orders name them, and the shop can be asked', async () => {
    const fake = await startWooCommerce()
    const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs' }
    const other = await connected(it, store.storeId, { platform: 'woocommerce', ...given })
    fake.products.set(10, aWooProduct(10, 'Cafeteira', { translations: { pt: 10, es: 11 } }))
    fake.products.set(11, aWooProduct(11, 'Cafetera', { translations: { pt: 10, es: 11 } }))
    const order = orderJson(wooOrder(811, { created: Date.parse('2026-11-20T12:00:00Z') }))
    await other.deliver(delivery('order.updated', order, 'whs'))
    expect(await groups('10', '11')).toEqual([['10', '11']])
    await fake.close()
  })

  test.each<[string, unknown]>([
    ['is no map', []],
    ['names the product alone', { fr: 41 }],
    ['names ids that are none', { en: 0, de: '' }],
    ['is a text', 'fr'],
    ['names none', null],
  ])('are no others if the list %s', async (_what, translations) => {
    await say(aWooProduct(42, 'Kettle'))
    await say(aWooProduct(43, 'Wasserkessel'))
    await say(aWooProduct(41, 'Bouilloire', { translations }))
    expect(await groups('41', '42', '43')).toEqual([])
  })

  test('are the first fifty of a longer list', async () => {
    const listed = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`language ${at}`, 901 + at]))
    for (const id of [901, 950, 951]) await say(aWooProduct(id, `Product ${id}`))
    await say(aWooProduct(901, 'Kettle', { translations: listed }))
    expect(await groups('901', '950', '951')).toEqual([['901', '950']])
  })

  test('stay as a person grouped them, or took them apart', async () => {
    for (const id of [31, 32, 39]) await say(aWooProduct(id, `Product ${id}`))
    expect((await makeGroup('31', '39')).status).toBe(201)
    await say(aWooProduct(32, 'Kettle', { translations }))
    expect(await groups('31', '32', '39')).toEqual([['31', '39']])

    for (const id of [51, 52]) await say(aWooProduct(id, `Product ${id}`, { translations: { a: 51, b: 52 } }))
    const [product] = await readProducts(it.database, store.storeId, ['51'])
    await owner.send('DELETE', path(`/product-groups/${product?.group_id}`))
    await say(aWooProduct(52, 'Kettle', { translations: { a: 51, b: 52 } }))
    expect(await groups('51', '52')).toEqual([])
  })
})

test('products that only share a SKU are proposed as a group, and stay apart until someone accepts', async () => {
  for (const id of [61, 62]) await say(aWooProduct(id, `Kettle ${id}`))
  for (const id of [63, 64]) await say(aWooProduct(id, `Cup ${id}`, { sku: 'CUP' }))
  for (let id = 70; id < 81; id++) await say(aWooProduct(id, `Other ${id}`, { sku: 'n/a' }))
  await say(aWooProduct(65, 'Without', { sku: '' }))
  await say(aWooProduct(66, 'Without', { sku: '' }))
  await makeGroup('63', '65')
  const proposals = () => owner.send('GET', path('/product-groups/proposals'))
  expect((await proposals()).body).toEqual({
    result: [
      {
        sku: 'KT-1',
        products: [
          { product_id: '61', name: 'Kettle 61', url: 'https://shop.example/?p=61' },
          { product_id: '62', name: 'Kettle 62', url: 'https://shop.example/?p=62' },
        ],
      },
    ],
  })
  expect(await groups('61', '62')).toEqual([])
  expect((await makeGroup('61', '62')).status).toBe(201)
  expect((await proposals()).body).toEqual({ result: [] })
})

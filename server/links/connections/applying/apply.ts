import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { changeProduct } from '../../../tenants/products/catalogue.ts'
import type { Products } from '../../../tenants/products/products.ts'
import { switchOffNoProducts } from '../../../tenants/products/unasked.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { pauseConnection } from '../connections.ts'
import type { ConnectionSettings, ShopChange, ShopProduct } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { listedProduct } from '../shop/shop-texts.ts'
import { applyDeletion, applyOrder, type OrderDependencies } from './apply-order.ts'
import { knownPrice } from './prices.ts'
import { shareTranslations } from './translations.ts'
import type { Reading } from './versions.ts'

export type ApplyDependencies = OrderDependencies & {
  products: Products
  /** Erases the person with this address (normalised by `comparableAddress`). Returns whether the store knew them. */
  erase: (database: Database, store: Store, address: string, at: Date) => Promise<boolean>
}

/**
 * Does what a change of the shop asks for, and says what became of it. Repeating it changes nothing. Throws ApiError or
 * ShopProblem.
 */
export async function applyChange(
  dependencies: ApplyDependencies,
  store: Store,
  row: ConnectionRow,
  settings: ConnectionSettings,
  change: ShopChange,
  read: Reading,
): Promise<Sentence[]> {
  const { database } = dependencies
  const { now } = read
  switch (change.kind) {
    case 'order':
      return await applyOrder(dependencies, store, row, settings, change.order, read)
    case 'order_deleted':
      return await applyDeletion(dependencies, store, row, change.orderId, read)
    case 'product':
      return [await applyProduct(dependencies, store, row, change.product, now)]
    case 'erase':
      return [await eraseAll(dependencies, store, change.emails, now)]
    case 'person_export':
      return [sentence('personExport', { email: change.email })]
    case 'disconnected':
      await database.transaction(tx =>
        pauseConnection(tx, row.store_id, row.connection_id, change.why, {
          ...{ at: new Date(now), actor: 'system' },
        }),
      )
      return [sentence('pausedWhy', { why: [change.why] })]
    case 'nothing':
      return change.why
  }
}

async function applyProduct(
  { database, products }: ApplyDependencies,
  store: Store,
  row: ConnectionRow,
  shopProduct: ShopProduct,
  now: number,
): Promise<Sentence> {
  const { store_id } = store
  const price = await knownPrice(database, store, row, shopProduct)
  const { product_id, ...fields } = listedProduct({ ...shopProduct, price: price ?? 0 })
  const { noProduct } = shopProduct
  if (noProduct) {
    const said = { ...fields, product_id, recognised_as: noProduct }
    await database.transaction(tx => switchOffNoProducts(tx, store_id, [said], new Date(now)))
  }
  try {
    await products.create(store_id, { ...fields, product_id, gtin: fields.gtin ?? '', mpn: '' })
    await shareTranslations(database, store, [shopProduct], new Date(now))
    return sentence('catalogueAdded')
  } catch (error) {
    if (!(error instanceof ApiError && error.errorName === 'product_duplicate')) throw error
  }
  const by = { at: new Date(now), actor: 'api' } as const
  const { price: _, ...others } = fields
  const change = price === undefined ? others : fields
  await database.transaction(tx => changeProduct(tx, store_id, product_id, change, by))
  await shareTranslations(database, store, [shopProduct], by.at)
  return sentence('catalogueSame')
}

async function eraseAll(
  { database, erase }: ApplyDependencies,
  store: Store,
  emails: string[],
  now: number,
): Promise<Sentence> {
  let erased = 0
  for (const email of emails) {
    const address = comparableAddress(email)
    if (address && (await erase(database, store, address, new Date(now)))) erased++
  }
  return erased === 0 ? sentence('erasureNobody') : sentence('erased', { count: erased })
}

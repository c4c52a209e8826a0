import { z } from 'zod'
import { shopId } from '../shop/shop-json.ts'

const most = 50

/**
 * The id of each translation by its language, as WooCommerce Multilingual (WPML) and Polylang add it to a product. PHP writes
 * an empty map as a list.
 */
export const translations = z
  .record(z.string(), z.union([shopId, z.object({ id: shopId }).transform(({ id }) => id)]))
  .nullish()
  .catch(undefined)
  .transform(byLanguage => Object.values(byLanguage ?? {}).slice(0, most))

/** All ids of a product that has translations, its own among them. */
export function withTranslations(product: { id: string; translations: string[] }): {
  translations?: string[]
} {
  const ids = [...new Set([product.id, ...product.translations])].filter(id => id !== '0')
  return ids.length > 1 ? { translations: ids } : {}
}

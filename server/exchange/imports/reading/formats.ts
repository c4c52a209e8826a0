import { feefo } from '../formats/feefo/feefo.ts'
import type { Format } from '../formats/format.ts'
import { judgeme } from '../formats/judgeme/judgeme.ts'
import { loox } from '../formats/loox/loox.ts'
import { magento } from '../formats/magento/magento.ts'
import { okendo } from '../formats/okendo/okendo.ts'
import { opencart } from '../formats/opencart/opencart.ts'
import { opinew } from '../formats/opinew/opinew.ts'
import { powerreviews } from '../formats/powerreviews/powerreviews.ts'
import { prestashop } from '../formats/prestashop/prestashop.ts'
import { realword } from '../formats/realword/realword.ts'
import { ryviu } from '../formats/ryviu/ryviu.ts'
import { shopify } from '../formats/shopify/shopify.ts'
import { stamped } from '../formats/stamped/stamped.ts'
import { trustoo } from '../formats/trustoo/trustoo.ts'
import { woocommerce } from '../formats/woocommerce/woocommerce.ts'
import { yotpo } from '../formats/yotpo/yotpo.ts'

/** The systems whose review files are recognised by their columns. The first match reads the file. */
export const formats: Format[] = [
  ...[yotpo, judgeme, opinew, loox, stamped, okendo, shopify, powerreviews],
  ...[woocommerce, prestashop, magento, opencart, ryviu, trustoo, feefo],
]

/** The format of a reviews file; Realword's own if no other system matches. */
export function recognise(header: string[]): Format {
  const names = new Set(header.map(name => name.toLowerCase()))
  const has = (column: string) => names.has(column.toLowerCase())
  return formats.find(format => format.recognises(has)) ?? realword
}

/**
 * The name under which ids of such a file are kept, and those under which earlier releases kept them. They recognised a
 * system by one or two columns, and did not know all of today's.
 */
export function keepersOf({ name }: Format, header: string[]): { system: string; formerSystems: string[] } {
  const names = new Set(header.map(column => column.toLowerCase()))
  const former =
    formerly.find(([, columns]) => columns.every(column => names.has(column)))?.[0] ?? realword.name
  // Another name for a file that is no longer recognised would find its rows new.
  const system = name === realword.name ? former : name
  return { system, formerSystems: system === former ? [] : [former] }
}

const formerly: [string, string[]][] = [
  [yotpo.name, ['review score']],
  [judgeme.name, ['reviewer_name', 'review_date']],
  [opinew.name, ['reviewer_name', 'sku']],
  [opinew.name, ['reviewer_name', 'barcode']],
  [loox.name, ['product_handle', 'photo_url']],
  [loox.name, ['nickname', 'full_name']],
  [stamped.name, ['photofilenames']],
  [okendo.name, ['datecreated', 'imageurls']],
  [shopify.name, ['product_handle', 'state']],
  [powerreviews.name, ['page id']],
]

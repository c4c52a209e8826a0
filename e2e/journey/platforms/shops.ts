import type { PlatformName } from '../../../server/links/connections/platform.ts'
import { openGeneric } from './generic.ts'
import { openNuvemshop } from './nuvemshop.ts'
import { openPlugin } from './plugin.ts'
import type { Shop } from './shop.ts'
import { openShopify } from './shopify.ts'
import { openVtex } from './vtex.ts'
import { openWooCommerce } from './woocommerce.ts'

/** A shop of each platform. */
export const shops: Record<PlatformName, () => Promise<Shop>> = {
  woocommerce: openWooCommerce,
  shopify: openShopify,
  nuvemshop: openNuvemshop,
  vtex: openVtex,
  medusa: () => openPlugin('medusa'),
  vendure: () => openPlugin('vendure'),
  generic: openGeneric,
}

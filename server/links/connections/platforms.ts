import { generic } from './generic/platform.ts'
import { medusa } from './medusa/platform.ts'
import { nuvemshop } from './nuvemshop/platform.ts'
import type { Platform, PlatformName } from './platform.ts'
import { shopify } from './shopify/platform.ts'
import { vendure } from './vendure/platform.ts'
import { vtex } from './vtex/platform.ts'
import { woocommerce } from './woocommerce/platform.ts'

/** Every platform that is built. */
export const platforms: Partial<Record<PlatformName, Platform>> = {
  generic,
  medusa,
  nuvemshop,
  shopify,
  vendure,
  vtex,
  woocommerce,
}

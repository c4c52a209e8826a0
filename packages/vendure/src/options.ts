import type { Options as Common } from '../../medusa/src/realword/options.ts'

/** What `RealwordPlugin.init` takes. */
export type RealwordOptions = {
  /** What `connect add --platform vendure` printed. */
  webhookUrl: string | undefined
  secret: string | undefined
  /** `https://shop.example/products/{slug}`: links in emails lead to this page. */
  productUrl?: string
  /** What Vendure puts before the names of pictures: the `assetUrlPrefix` of its AssetServerPlugin. */
  assetUrlPrefix?: string
  /** For ratings on products: the store's id and its public store key. */
  storeId?: string | undefined
  storeKey?: string | undefined
}

export type Options = Common & { assetUrlPrefix?: string }

let settings: Options | undefined

/** Throws if `RealwordPlugin` was added without its `init`. */
export function currentOptions(): Options {
  if (!settings) throw new Error('Add RealwordPlugin.init({ … }) to the plugins, not RealwordPlugin.')
  return settings
}

/** Throws if one of the two needed options is missing: Vendure then says so when it starts. */
export function setOptions(given: RealwordOptions): void {
  const { webhookUrl, secret } = given
  if (!webhookUrl || !secret)
    throw new Error(
      'RealwordPlugin.init needs webhookUrl and secret. `realword connect add --platform vendure` prints both.',
    )
  const named = Object.entries(given).filter(([, value]) => value)
  settings = { ...(Object.fromEntries(named) as Partial<Options>), webhookUrl, secret }
}

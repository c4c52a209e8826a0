import type { Container } from './medusa.ts'

/** The options of the plugin in medusa-config.ts. */
export type Options = {
  /** What `connect add --platform medusa` printed. */
  webhookUrl: string
  secret: string
  /** `https://shop.example/products/{handle}`: links in emails lead to this page. */
  productUrl?: string
  /** For ratings on products: the store's id and its public store key. */
  storeId?: string
  storeKey?: string
}

/** Throws if one of the two needed options is missing: Medusa then says so when it starts. */
export function optionsOf(container: Container): Options {
  const { plugins = [] } = container.resolve('configModule')
  const entry = plugins.find(plugin => typeof plugin !== 'string' && plugin.resolve === '@realword/medusa')
  const options = (typeof entry === 'object' ? (entry.options ?? {}) : {}) as Partial<Options>
  if (!options.webhookUrl || !options.secret)
    throw new Error(
      'The plugin @realword/medusa needs the options webhookUrl and secret. `realword connect add --platform medusa` prints both.',
    )
  return options as Options
}

import {
  elementMarkup,
  type MarkupValue,
  scriptMarkup,
  styleMarkup,
  styleRule,
} from '../../widgets/markup.js'
import { type Choices, elementsOf, variablesOf } from './choices.ts'
import {
  type CodeParts,
  type Credentials,
  componentsOf,
  indent,
  placementSteps,
  type Step,
  type StepName,
  storeAttributes,
} from './code-parts.ts'
import { vtexFastStore, vtexPortal, vtexStoreFramework } from './vtex.ts'

export const platforms = [
  'html',
  'react',
  'vue',
  'nuvemshop',
  'woocommerce',
  'shopify',
  'vtex-io',
  'vtex-faststore',
  'vtex-portal',
] as const
export type Platform = (typeof platforms)[number]

/** The instruction for each step, by platform, and additional notes. */
export type Instructions = Record<Platform, Partial<Record<StepName, string>>> & {
  note: Partial<Record<Platform, string>>
}

/** The steps for a platform, in the order to follow. `product` is used where no template variable can fill the id in. */
export function stepsFor(
  platform: Platform,
  chosen: Choices,
  credentials: Credentials,
  product: string,
): Step[] {
  // VTEX's legacy portal knows only product ids, not SKUs.
  const choices: Choices = platform === 'vtex-portal' ? { ...chosen, by: 'id' } : chosen
  const elements = elementsOf(choices)
  const names = elements.map(({ name }) => name)
  const variables = variablesOf(choices)
  const markupOf = (wanted: string[], value: MarkupValue) =>
    elements
      .filter(({ name }) => wanted.includes(name))
      .map(({ name, attributes }) =>
        elementMarkup(name, { ...storeAttributes(credentials, choices, value), ...attributes }),
      )
      .join('\n') || undefined
  const parts: CodeParts = {
    choices,
    credentials,
    stars: value => markupOf(['rw-rating'], value),
    below: value => markupOf(['rw-reviews', 'rw-questions'], value),
    head: [scriptMarkup(credentials.script), styleMarkup(names, variables)].filter(Boolean).join('\n'),
    css: styleRule(names, variables),
  }
  return writers[platform](parts, product)
}

const writers: Record<Platform, (parts: CodeParts, product: string) => Step[]> = {
  html: ({ head, ...parts }, product) => [
    { step: 'head', code: head },
    ...placementSteps(parts, product, {}),
  ],
  react,
  vue,
  nuvemshop: ({ head, ...parts }) => {
    const product = { template: parts.choices.by === 'sku' ? '{{ product.sku }}' : '{{ product.id }}' }
    const files = {
      stars: 'snipplets/product/product-form.tpl',
      below: 'templates/product.tpl',
      list: 'snipplets/grid/item.tpl',
    }
    return [
      { step: 'head', file: 'layouts/layout.tpl', code: head },
      ...placementSteps(parts, product, files),
    ]
  },
  woocommerce,
  shopify: ({ head, ...parts }) => {
    const { place, by } = parts.choices
    const name = place === 'list' ? 'card_product' : 'product'
    const field = by === 'sku' ? 'selected_or_first_available_variant.sku | escape' : 'id'
    const product = { template: `{{ ${name}.${field} }}` }
    return [
      { step: 'head', file: 'layout/theme.liquid', code: head },
      ...placementSteps(parts, product, { list: 'snippets/card-product.liquid' }),
    ]
  },
  'vtex-io': vtexStoreFramework,
  'vtex-faststore': vtexFastStore,
  'vtex-portal': vtexPortal,
}

function react({ css, choices, credentials }: CodeParts): Step[] {
  const components = componentsOf(choices).map(({ name, elements }) => {
    const body = elements.map(({ name: tag, attributes }) => {
      const all = { ...storeAttributes(credentials, choices, { template: marker }), ...attributes }
      return elementMarkup(tag, all).replace(`"${marker}"`, '{product}')
    })
    const lines = body.length > 1 ? ['<>', indent(body.join('\n'), 2), '</>'] : body
    return `export function ${name}({ product }) {\n  return (\n${indent(lines.join('\n'), 4)}\n  )\n}`
  })
  const uses = componentsOf(choices).map(({ name }) => `<${name} product={product.${choices.by}} />`)
  return [
    { step: 'head', file: 'index.html', code: scriptMarkup(credentials.script) },
    ...(css ? [{ step: 'styles' as const, file: 'src/index.css', code: css }] : []),
    { step: 'component', file: 'src/reviews.jsx', code: components.join('\n\n') },
    { step: 'use', code: uses.join('\n') },
  ]
}

function vue({ css, choices, credentials }: CodeParts): Step[] {
  const components = componentsOf(choices).map(({ name, elements }, index): Step => {
    const named = `data-product-${choices.by}="${marker}"`
    const body = elements.map(({ name: tag, attributes }) => {
      const all = { ...storeAttributes(credentials, choices, { template: marker }), ...attributes }
      return elementMarkup(tag, all).replace(named, `:data-product-${choices.by}="product"`)
    })
    const code = [
      `<script setup>\ndefineProps(['product'])\n</script>`,
      `<template>\n${indent(body.join('\n'), 2)}\n</template>`,
      ...(css && index === 0 ? [`<style>\n${css}\n</style>`] : []),
    ]
    return { step: 'component', file: `src/${name}.vue`, code: code.join('\n\n') }
  })
  const uses = componentsOf(choices).map(({ name }) => `<${name} :product="product.${choices.by}" />`)
  const vueOptions = `vue({\n  template: {\n    compilerOptions: { isCustomElement: tag => tag.startsWith('rw-') },\n  },\n})`
  return [
    { step: 'head', file: 'index.html', code: scriptMarkup(credentials.script) },
    { step: 'setup', file: 'vite.config.js', code: vueOptions },
    ...components,
    { step: 'use', code: uses.join('\n') },
  ]
}

// Hook priorities: stars after the title (5), reviews before up-sells (15), and in lists before the price (10).
function woocommerce({ stars, below, head, choices }: CodeParts): Step[] {
  const call = choices.by === 'sku' ? 'get_sku' : 'get_id'
  const product = { template: `<?php echo esc_attr( $product->${call}() ); ?>` }
  const hook = (name: string, priority: number, html: string) =>
    `add_action( '${name}', function () {\n  global $product; ?>\n${html}\n<?php }, ${priority} );`
  const step = (
    name: 'stars' | 'below' | 'list',
    hookName: string,
    priority: number,
    html: string | undefined,
  ): Step[] => (html ? [{ step: name, file: 'functions.php', code: hook(hookName, priority, html) }] : [])
  const steps =
    choices.place === 'list'
      ? step('list', 'woocommerce_after_shop_loop_item_title', 4, stars(product))
      : [
          ...step('stars', 'woocommerce_single_product_summary', 6, stars(product)),
          ...step('below', 'woocommerce_after_single_product_summary', 12, below(product)),
        ]
  const code = `add_action( 'wp_head', function () { ?>\n${head}\n<?php } );`
  return [{ step: 'head', file: 'functions.php', code }, ...steps]
}

const marker = '@product@'

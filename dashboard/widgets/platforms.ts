import { elementMarkup, type MarkupValue, scriptMarkup } from '../../widgets/markup.js'
import type { View } from './choices.ts'
import {
  type CodeElement,
  type CodeParts,
  type Credentials,
  codeElements,
  componentsOf,
  indent,
  placementSteps,
  type Step,
  type StepName,
  storeAttributes,
  structuredDataUrl,
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
  chosen: View,
  credentials: Credentials,
  product: string,
): Step[] {
  // VTEX's legacy portal knows only product ids, not SKUs.
  const choices: View = platform === 'vtex-portal' ? { ...chosen, by: 'id' } : chosen
  const elements = codeElements(choices)
  if (choices.place === 'store') return ofStorePages(elements, choices, credentials)
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
    below: value => markupOf(['rw-reviews', 'rw-questions', 'rw-gallery'], value),
    head: scriptMarkup(credentials.script),
  }
  return writers[platform](parts, product)
}

// Elements of the whole store are the same HTML everywhere: there is no product to fill in.
function ofStorePages(elements: CodeElement[], choices: View, credentials: Credentials): Step[] {
  const markup = elements.map(({ name, attributes }) =>
    elementMarkup(name, { ...storeAttributes(credentials, choices, ''), ...attributes }),
  )
  return [
    { step: 'head', code: scriptMarkup(credentials.script) },
    ...markup.map((code): Step => ({ step: 'store', code })),
  ]
}

const writers: Record<Platform, (parts: CodeParts, product: string) => Step[]> = {
  html: ({ head, ...parts }, product) => [
    { step: 'head', code: head },
    ...placementSteps(parts, product, {}),
    ...forReviews(parts, { step: 'structured', code: htmlData(parts, product) }),
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

function react(parts: CodeParts): Step[] {
  const { choices, credentials } = parts
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
    { step: 'component', file: 'src/reviews.jsx', code: components.join('\n\n') },
    { step: 'use', code: uses.join('\n') },
    ...forReviews(parts, { step: 'structured', file: 'src/product-data.jsx', code: reactData(parts) }),
  ]
}

function vue(parts: CodeParts): Step[] {
  const { choices, credentials } = parts
  const components = componentsOf(choices).map(({ name, elements }): Step => {
    const named = `data-product-${choices.by}="${marker}"`
    const body = elements.map(({ name: tag, attributes }) => {
      const all = { ...storeAttributes(credentials, choices, { template: marker }), ...attributes }
      return elementMarkup(tag, all).replace(named, `:data-product-${choices.by}="product"`)
    })
    const code = [
      `<script setup>\ndefineProps(['product'])\n</script>`,
      `<template>\n${indent(body.join('\n'), 2)}\n</template>`,
    ]
    return { step: 'component', file: `src/${name}.vue`, code: code.join('\n\n') }
  })
  const uses = componentsOf(choices).map(({ name }) => `<${name} :product="product.${choices.by}" />`)
  return [
    { step: 'head', file: 'index.html', code: scriptMarkup(credentials.script) },
    { step: 'setup', file: 'vite.config.js', code: vueConfig },
    ...components,
    { step: 'use', code: uses.join('\n') },
    ...forReviews(parts, {
      step: 'structured',
      file: 'app/components/ProductData.vue',
      code: vueData(parts),
    }),
  ]
}

const vueConfig = `import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    vue({
      template: {
        compilerOptions: { isCustomElement: tag => tag.startsWith('rw-') },
      },
    }),
  ],
})`

// Hook priorities: stars after the title (5), reviews before up-sells (15), and in lists before the price (10).
function woocommerce(parts: CodeParts): Step[] {
  const { stars, below, head, choices } = parts
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
  return [
    { step: 'head', file: 'functions.php', code },
    ...steps,
    ...forReviews(parts, { step: 'structured', file: 'functions.php', code: phpData(parts, call) }),
  ]
}

// Structured data belong to a product page with reviews.
function forReviews({ choices }: Pick<CodeParts, 'choices'>, step: Step): Step[] {
  return choices.place === 'product' && choices.widgets.includes('reviews') ? [step] : []
}

function htmlData(parts: Pick<CodeParts, 'choices' | 'credentials'>, product: string): string {
  const url = structuredDataUrl(parts) + encodeURIComponent(product)
  return `<script type="application/ld+json">
${url}
</script>`
}

function reactData(parts: CodeParts): string {
  return `export async function ProductData({ product }) {
  const url = '${structuredDataUrl(parts)}' + encodeURIComponent(product)
  const response = await fetch(url, { next: { revalidate: 3600 } })
  const json = response.ok ? await response.text() : '{}'
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}`
}

function vueData(parts: CodeParts): string {
  return `<script setup>
const { product } = defineProps(['product'])
const url = '${structuredDataUrl(parts)}' + encodeURIComponent(product)
const { data } = await useFetch(url, { responseType: 'text' })
useHead({ script: [{ type: 'application/ld+json', innerHTML: data }] })
</script>`
}

// Into WooCommerce's own description of the product: with two, search engines would have to choose.
function phpData(parts: CodeParts, call: string): string {
  return `add_filter( 'woocommerce_structured_data_product', function ( $data, $product ) {
  $id = rawurlencode( $product->${call}() );
  $json = get_transient( "realword_$id" );
  if ( false === $json ) {
    $url = '${structuredDataUrl(parts)}' . $id;
    $json = wp_remote_retrieve_body( wp_remote_get( $url, array( 'timeout' => 3 ) ) );
    set_transient( "realword_$id", $json, HOUR_IN_SECONDS );
  }
  $found = json_decode( $json, true );
  foreach ( array( 'aggregateRating', 'review' ) as $name ) {
    if ( ! empty( $found[ $name ] ) ) $data[ $name ] = $found[ $name ];
  }
  return $data;
}, 10, 2 );`
}

const marker = '@product@'

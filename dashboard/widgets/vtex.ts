import { componentsOf, type Pieces, places, type Step, storeAttributes } from './pieces.ts'

/** Store Framework (VTEX IO): a component of an app, and the block that names it. */
export function vtexStoreFramework(pieces: Pieces): Step[] {
  const { place, by } = pieces.choices
  const components = componentsOf(pieces.choices)
  const isList = place === 'list'
  const context = isList
    ? `import { ProductSummaryContext } from 'vtex.product-summary-context'`
    : `import { useProduct } from 'vtex.product-context'`
  const found = isList ? 'ProductSummaryContext.useProductSummary()' : 'useProduct()'
  const sku = isList ? 'product?.sku?.itemId' : 'selectedItem?.itemId'
  const read = `${found}?.${by === 'id' ? 'product?.productId' : sku}`
  const blocks = Object.fromEntries(components.map(({ name }) => [blockOf(name), { component: name }]))
  return [
    ...components.map(
      ({ name }): Step => ({
        step: 'component',
        file: `react/${name}.tsx`,
        code: component(pieces, name, { context, read }),
      }),
    ),
    {
      step: 'setup',
      file: 'manifest.json',
      code: json({
        builders: { react: '3.x', store: '0.x' },
        dependencies: { [isList ? 'vtex.product-summary-context' : 'vtex.product-context']: '0.x' },
      }),
    },
    { step: 'register', file: 'store/interfaces.json', code: json(blocks) },
    {
      step: 'use',
      ...(!isList && { file: 'store/blocks/pdp/product.jsonc' }),
      code: Object.keys(blocks)
        .map(block => `"${block}"`)
        .join('\n'),
    },
  ]
}

/** FastStore: sections of one's own. */
export function vtexFastStore(pieces: Pieces): Step[] {
  const { place, by } = pieces.choices
  const names = componentsOf(pieces.choices).map(({ name }) => name)
  const isList = place === 'list'
  const field = by === 'sku' ? 'sku' : 'isVariantOf.productGroupID'
  const context = isList ? '' : `import { usePDP } from '@faststore/core'`
  const read = isList ? `product.${field}` : `usePDP().data?.product?.${field}`
  const imports = names.map(name => `import ${name} from './${name}'`)
  return [
    ...names.map(
      (name): Step => ({
        step: 'component',
        file: `src/components/${name}.tsx`,
        code: component(pieces, name, { context, read }),
      }),
    ),
    ...(isList
      ? []
      : [
          {
            step: 'register' as const,
            file: 'src/components/index.tsx',
            code: `${imports.join('\n')}\n\nexport default { ${names.join(', ')} }`,
          },
        ]),
    { step: 'use', code: isList ? '<ProductStars product={product} />' : names.join('\n') },
  ]
}

/** The legacy portal: the script and the elements in its HTML templates. */
export function vtexPortal({ head, ...pieces }: Pieces): Step[] {
  if (pieces.choices.place === 'list')
    return [{ step: 'head', code: head }, ...places(pieces, { template: '$product.Id' }, {})]
  const steps = places(pieces, { template: '' }, {}).map(one => ({
    ...one,
    code: one.code.replace(/\n {2}data-product-id=""/g, ''),
  }))
  return [{ step: 'head', code: head }, ...steps, { step: 'setup', code: fillIn }]
}

// Its templates of a product's page know no id, but the page has it in a hidden field.
const fillIn = `<script>
document.addEventListener('DOMContentLoaded', function () {
  var product = document.getElementById('___rc-p-id')
  if (!product) return
  document.querySelectorAll('rw-rating, rw-reviews, rw-questions').forEach(function (widget) {
    if (!widget.dataset.productId) widget.dataset.productId = product.value
  })
})
</script>`

// The component loads the script itself, once for a page: in the head VTEX would want an app of its own for it.
function component(
  { choices, credentials, css }: Pieces,
  name: string,
  { context, read }: { context: string; read: string },
): string {
  const components = componentsOf(choices)
  const elements = components.find(one => one.name === name)?.elements ?? []
  const parts = elements.map(element => {
    const all = { ...storeAttributes(credentials, choices, { template: '' }), ...element.attributes }
    const lines = Object.entries(all).map(
      ([key, value]) => `      '${key}': ${typeof value === 'object' ? 'id' : `'${value}'`},`,
    )
    return `    React.createElement('${element.name}', {\n${lines.join('\n')}\n    }),`
  })
  const isFirst = components[0]?.name === name
  const style = css && isFirst ? [`    React.createElement('style', null, \`${css}\`),`] : []
  return `import React, { useEffect } from 'react'
${context && `${context}\n`}
const script = '${credentials.script}'

export default function ${name}(${context ? '' : '{ product }: { product: any }'}) {
  const id = ${read}

  useEffect(() => {
    if (document.querySelector(\`script[src="\${script}"]\`)) return
    const element = document.createElement('script')
    element.type = 'module'
    element.src = script
    document.head.appendChild(element)
  }, [])

  if (!id) return null
  return React.createElement(
    React.Fragment,
    null,
${[...style, ...parts].join('\n')}
  )
}`
}

const blockOf = (name: string) => (name === 'ProductStars' ? 'realword-stars' : 'realword-reviews')

const json = (value: object) => JSON.stringify(value, null, 2)

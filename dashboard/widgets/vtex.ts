import { type CodeParts, componentsOf, placementSteps, type Step, storeAttributes } from './code-parts.ts'

/** Store Framework (VTEX IO): a component in an app, and the block that registers it. */
export function vtexStoreFramework(parts: CodeParts): Step[] {
  const { place, by } = parts.choices
  const components = componentsOf(parts.choices)
  const isList = place === 'list'
  const context = isList
    ? `import { ProductSummaryContext } from 'vtex.product-summary-context'`
    : `import { useProduct } from 'vtex.product-context'`
  const productHook = isList ? 'ProductSummaryContext.useProductSummary()' : 'useProduct()'
  const sku = isList ? 'product?.sku?.itemId' : 'selectedItem?.itemId'
  const read = `${productHook}?.${by === 'id' ? 'product?.productId' : sku}`
  const blocks = Object.fromEntries(components.map(({ name }) => [blockOf(name), { component: name }]))
  return [
    ...components.map(
      ({ name }): Step => ({
        step: 'component',
        file: `react/${name}.tsx`,
        code: componentCode(parts, name, { context, read }),
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

/** FastStore: custom sections. */
export function vtexFastStore(parts: CodeParts): Step[] {
  const { place, by } = parts.choices
  const names = componentsOf(parts.choices).map(({ name }) => name)
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
        code: componentCode(parts, name, { context, read }),
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

/** The legacy portal: the script and the elements go in its HTML templates. */
export function vtexPortal({ head, ...parts }: CodeParts): Step[] {
  if (parts.choices.place === 'list')
    return [{ step: 'head', code: head }, ...placementSteps(parts, { template: '$product.Id' }, {})]
  const steps = placementSteps(parts, { template: '' }, {}).map(step => ({
    ...step,
    code: step.code.replace(/\n {2}data-product-id=""/g, ''),
  }))
  return [{ step: 'head', code: head }, ...steps, { step: 'setup', code: productIdScript }]
}

// The portal's product page templates have no variable for the id, but the page contains it in a hidden field.
const productIdScript = `<script>
document.addEventListener('DOMContentLoaded', function () {
  var product = document.getElementById('___rc-p-id')
  if (!product) return
  document.querySelectorAll('rw-rating, rw-reviews, rw-questions').forEach(function (widget) {
    if (!widget.dataset.productId) widget.dataset.productId = product.value
  })
})
</script>`

// The component loads the script itself, once per page: VTEX would need a separate app to put it in the head.
function componentCode(
  { choices, credentials }: CodeParts,
  name: string,
  { context, read }: { context: string; read: string },
): string {
  const components = componentsOf(choices)
  const elements = components.find(candidate => candidate.name === name)?.elements ?? []
  const elementCode = elements.map(element => {
    const all = { ...storeAttributes(credentials, choices, { template: '' }), ...element.attributes }
    const lines = Object.entries(all).map(
      ([key, value]) => `      '${key}': ${typeof value === 'object' ? 'id' : `'${value}'`},`,
    )
    return `    React.createElement('${element.name}', {\n${lines.join('\n')}\n    }),`
  })
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
${elementCode.join('\n')}
  )
}`
}

const blockOf = (name: string) => (name === 'ProductStars' ? 'realword-stars' : 'realword-reviews')

const json = (value: object) => JSON.stringify(value, null, 2)

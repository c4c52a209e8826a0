import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { widgetTexts } from '../words/widgets.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { type ShopProduct, useProducts } from './data.ts'

/** One of the store's products, found by name, id or SKU. */
export function ProductSelect({
  product,
  choose,
}: {
  product: ShopProduct | undefined
  choose: (id: string) => void
}) {
  const texts = useTexts(widgetTexts)
  const { number } = useFormats()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim() === product?.name ? '' : typed.trim(), 250)
  const { data: found = [] } = useProducts(text)
  const listed =
    product && !found.some(one => one.product_id === product.product_id) ? [product, ...found] : found
  return (
    <Select
      label={texts.product}
      description={texts.productHint}
      searchable
      allowDeselect={false}
      nothingFoundMessage={texts.noProduct}
      value={product?.product_id ?? null}
      data={listed.map(one => ({ value: one.product_id, label: one.name || one.product_id }))}
      // The server has looked already, in ids and SKUs too.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const total = listed.find(one => one.product_id === option.value)?.total ?? 0
        return (
          <span>
            {option.label} <small>({texts.reviewsOf(number(total))})</small>
          </span>
        )
      }}
      onSearchChange={setTyped}
      onChange={id => id && choose(id)}
    />
  )
}

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { type ShopProduct, useProducts } from './data.ts'

type Props = {
  product: ShopProduct | undefined
  choose: (id: string) => void
}

/** One of the store's products, found by name, id or SKU. */
export function ProductSelect({ product, choose }: Props) {
  const texts = useTexts('widgets')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim() === product?.name ? '' : typed.trim(), 250)
  const { data: products = [] } = useProducts(text)
  const listed =
    product && !products.some(one => one.product_id === product.product_id)
      ? [product, ...products]
      : products
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
        const found = listed.find(one => one.product_id === option.value)
        // Variants show the reviews of all of them.
        const total = found?.group?.total ?? found?.total ?? 0
        return (
          <span>
            {option.label} <small>({texts.reviewsOf({ count: total })})</small>
          </span>
        )
      }}
      onSearchChange={setTyped}
      onChange={id => id && choose(id)}
    />
  )
}

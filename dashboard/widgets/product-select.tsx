import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { type ShopProduct, useProducts } from './query.ts'

type Props = {
  product: ShopProduct | undefined
  choose: (id: string) => void
}

/** Selects one of the store's products, with a search by name, id or SKU. */
export function ProductSelect({ product, choose }: Props) {
  const texts = useTexts('widgets')
  const [searchText, setSearchText] = useState('')
  const [debouncedText] = useDebouncedValue(searchText.trim() === product?.name ? '' : searchText.trim(), 250)
  const { data: products = [] } = useProducts(debouncedText)
  const candidates =
    product && !products.some(candidate => candidate.product_id === product.product_id)
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
      data={candidates.map(candidate => ({
        value: candidate.product_id,
        label: candidate.name || candidate.product_id,
      }))}
      // The server has already filtered, by id and SKU too.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const found = candidates.find(candidate => candidate.product_id === option.value)
        // Products in a group show the reviews of the whole group.
        const total = found?.group?.total ?? found?.total ?? 0
        return (
          <span>
            {option.label} <small>({texts.reviewsOf({ count: total })})</small>
          </span>
        )
      }}
      onSearchChange={setSearchText}
      onChange={id => id && choose(id)}
    />
  )
}

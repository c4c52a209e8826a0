import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { productPage } from '../../../server/api/dashboard/products/product-schemas.ts'
import { get, storePath } from '../../api.ts'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'
import classes from './queue.module.css'

type Product = Pick<z.infer<typeof productPage>['result'][number], 'product_id' | 'name'>

type Props = { productId: string; choose: (productId: string | null) => void }

/** Chooses one of the store's products, with a search by name, id or SKU. */
export function ProductFilter({ productId, choose }: Props) {
  const texts = useTexts('queue')
  const [typed, setTyped] = useState('')
  const nameOf = ({ product_id, name }: Product) => name || product_id
  const chosenName = useProductName(productId) || productId
  const [text] = useDebouncedValue(typed.trim() === chosenName ? '' : typed.trim(), 250)
  const { data: found = [] } = useProducts(text)
  const options = found.map(product => ({ value: product.product_id, label: nameOf(product) }))
  const isListed = options.some(({ value }) => value === productId)
  return (
    <Select
      aria-label={texts.product}
      placeholder={texts.anyProduct}
      className={classes.product}
      leftSection={<Icon name="products" size={16} />}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clearProduct }}
      nothingFoundMessage={texts.noProduct}
      value={productId || null}
      data={productId && !isListed ? [{ value: productId, label: chosenName }, ...options] : options}
      // The server has already filtered, by id and SKU too.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      onChange={choose}
      comboboxProps={{ shadow: 'md', width: 320, position: 'bottom-start' }}
    />
  )
}

function useProducts(text: string) {
  const { store_id } = useStore()
  const query = new URLSearchParams({ sort: 'most_reviews', limit: '20', ...(text && { text }) })
  return useQuery({
    queryKey: [store_id, 'products', 'filter', text],
    queryFn: async () => (await get<{ result: Product[] }>(storePath(store_id, `/products?${query}`))).result,
    placeholderData: before => before,
  })
}

// A link may name a product that the store does not have.
function useProductName(product_id: string): string | undefined {
  const { store_id } = useStore()
  const query = new URLSearchParams({ product_id })
  return useQuery({
    queryKey: [store_id, 'products', 'name', product_id],
    queryFn: async () => (await get<Product>(storePath(store_id, `/products/detail?${query}`))).name,
    enabled: product_id !== '',
    retry: false,
  }).data
}

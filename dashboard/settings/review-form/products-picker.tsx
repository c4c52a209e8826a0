import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { productPage } from '../../../server/api/dashboard/products/product-schemas.ts'
import type { Attribute } from '../../../server/tenants/stores/settings/attribute-rules.ts'
import { get, storePath } from '../../api.ts'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'

type Chosen = Attribute['products']
type Product = Pick<z.infer<typeof productPage>['result'][number], 'product_id' | 'name' | 'group'>

const mostNamed = 20 // chosen products whose names are requested
const ofGroup = '\0' // before the id of a group: no product id contains it

type Props = { label?: string; chosen: Chosen; choose: (chosen: Chosen) => void }

/** Chooses the products that something is about, with a search by name, id or SKU; none: all. */
export function ProductsPicker({ label, chosen, choose }: Props) {
  const texts = useTexts('review-form')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 250)
  const { product_ids = [], groups = [] } = chosen ?? {}
  const found = useProducts({ sort: 'most_reviews', limit: '20', ...(text && { text }) })
  const grouped = useProducts({ part: 'grouped', limit: '100' }, groups.length > 0)
  const names = useNames(product_ids.slice(0, mostNamed))
  const labels = new Map<string, string>([
    ...groups.map(id => [ofGroup + id, texts.group] as const),
    ...product_ids.map((id, index) => [id, names[index] || id] as const),
  ])
  for (const { product_id, name, group } of [...found, ...grouped.filter(isIn(groups))]) {
    labels.set(product_id, name || product_id)
    if (group) labels.set(ofGroup + group.id, texts.groupOf({ name: name || product_id }))
  }
  return (
    <MultiSelect
      label={label ?? texts.products}
      placeholder={chosen ? undefined : texts.allProducts}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={texts.noProduct}
      value={[...groups.map(id => ofGroup + id), ...product_ids]}
      data={Array.from(labels, ([value, label]) => ({ value, label }))}
      // The server has already filtered, by id and SKU too.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={values => choose(readValues(values))}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}

const isIn =
  (groups: string[]) =>
  ({ group }: Product) =>
    group !== null && groups.includes(group.id)

function readValues(values: string[]): Chosen {
  const groups = values.filter(value => value.startsWith(ofGroup)).map(value => value.slice(ofGroup.length))
  const product_ids = values.filter(value => !value.startsWith(ofGroup))
  if (values.length === 0) return undefined
  return { ...(groups.length > 0 && { groups }), ...(product_ids.length > 0 && { product_ids }) }
}

function useProducts(query: Record<string, string>, enabled = true): Product[] {
  const { store_id } = useStore()
  const { data = [] } = useQuery({
    queryKey: [store_id, 'products', 'choose several', query],
    queryFn: async () =>
      (await get<{ result: Product[] }>(storePath(store_id, `/products?${new URLSearchParams(query)}`)))
        .result,
    placeholderData: before => before,
    enabled,
  })
  return data
}

function useNames(ids: string[]): (string | undefined)[] {
  const { store_id } = useStore()
  return useQueries({
    queries: ids.map(product_id => ({
      queryKey: [store_id, 'products', 'name', product_id],
      queryFn: async () => {
        const query = new URLSearchParams({ product_id })
        return (await get<Product>(storePath(store_id, `/products/detail?${query}`))).name
      },
      retry: false,
    })),
    combine: answers => answers.map(({ data }) => data),
  })
}

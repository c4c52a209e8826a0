import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { productPage } from '../../server/api/dashboard/products/product-schemas.ts'
import type { WidgetCode } from '../../server/api/widgets/widget-check-schemas.ts'
import { get, patch, storePath } from '../api.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { designChange, type Look, type SavedDesign } from './look.ts'

/** The fields of a product that the preview and the code need. */
export type ShopProduct = Pick<
  z.infer<typeof productPage>['result'][number],
  'product_id' | 'sku' | 'name' | 'url' | 'pictures' | 'total' | 'group'
>

/** The store's products, most reviews first, optionally filtered by name, id or SKU. */
export function useProducts(text = '') {
  const { store_id } = useStore()
  const query = new URLSearchParams({ sort: 'most_reviews', limit: '20', ...(text && { text }) })
  return useQuery({
    queryKey: [store_id, 'products', 'choose', text],
    queryFn: async () =>
      (await get<{ result: ShopProduct[] }>(storePath(store_id, `/products?${query}`))).result,
    placeholderData: before => before,
  })
}

/** The product with the id, else the one with most reviews. */
export function useChosenProduct(id: string): { product: ShopProduct | undefined; isPending: boolean } {
  const first = useProducts()
  const named = useProducts(id)
  const product = id ? named.data?.find(candidate => candidate.product_id === id) : undefined
  return { product: product ?? first.data?.[0], isPending: first.isPending || named.isPending }
}

export function useWidgetDesign() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'widget-design'],
    queryFn: () => get<SavedDesign>(storePath(store_id, '/widget-design')),
  })
}

/** Saves the given fields of the design. */
export function useSaveDesign() {
  const { store_id } = useStore()
  const texts = useTexts('widgets')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fields: Partial<Look>) =>
      patch<SavedDesign>(storePath(store_id, '/widget-design'), designChange(fields)),
    onSuccess: design => {
      queries.setQueryData([store_id, 'widget-design'], design)
      void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
      notifications.show({ message: texts.designSaved })
    },
  })
}

/** The widget script's URL, its download sizes and the store's key. */
export function useWidgetCode() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'widget-code'],
    queryFn: () => get<WidgetCode>(storePath(store_id, '/widget-code')),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

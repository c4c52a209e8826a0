import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  ListedProduct,
  NewProduct,
  ProductChange,
  ProductDetails,
} from '../../server/api/dashboard/products/product-schemas.ts'
import { get, patch, post, put, remove, storePath, type Wire } from '../api.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'

export type Product = Wire<ListedProduct>
export type Details = Wire<ProductDetails>
/** Whether a product has a name. Imports without names repeat the ID. */
export const hasName = ({ name, product_id }: Product | Details) => ![product_id, ''].includes(name)

export type Figures = Pick<Product, 'stars' | 'total' | 'average' | 'questions'>

type Page = { result: Product[]; next: string | null }

export const subsets = ['all', 'without_reviews', 'grouped', 'not_asked'] as const
export const sorts = ['name', 'newest', 'most_reviews', 'lowest_rating'] as const

export type Filters = { part: (typeof subsets)[number]; sort: (typeof sorts)[number]; text: string }

/** The filters and the open product, from the URL parameters. */
export function useFilters() {
  const [params, setFilters] = useUrlParams<keyof Filters | 'product'>()
  const filters: Filters = {
    part: subsets.find(known => known === params.get('part')) ?? 'all',
    sort: sorts.find(known => known === params.get('sort')) ?? 'name',
    text: params.get('text') ?? '',
  }
  return { filters, setFilters, chosen: params.get('product') }
}

export function useProducts({ part, sort, text }: Filters) {
  const { store_id } = useStore()
  const query = new URLSearchParams({
    part,
    ...(part === 'all' && { sort }),
    ...(text && { text }),
  }).toString()
  return useInfiniteQuery({
    queryKey: [store_id, 'products', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/products?${query}${pageParam && `&after=${pageParam}`}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The first products that match a text, to pick from. */
export function useProductSearch(text: string) {
  const { store_id } = useStore()
  const query = new URLSearchParams({ text, limit: '8' }).toString()
  return useQuery({
    queryKey: [store_id, 'products', 'found', query],
    queryFn: () => get<Page>(storePath(store_id, `/products?${query}`)),
    placeholderData: keepPreviousData,
  })
}

export function useProduct(productId: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'product', productId],
    queryFn: () =>
      get<Details>(storePath(store_id, `/products/detail?${new URLSearchParams({ product_id: productId })}`)),
  })
}

/** Groups products without refreshing any list, so that many groups can be made one after the other. */
export const createGroup = (storeId: string, product_ids: string[], move = false) =>
  post<{ id: string }>(storePath(storeId, '/product-groups'), { product_ids, move })

/** An owner's actions on products. Each one refreshes lists and details. */
export function useProductActions() {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [store_id, 'products'] }),
      queries.invalidateQueries({ queryKey: [store_id, 'product'] }),
    ])
  }
  const withRefresh = async <Result>(request: Promise<Result>) => {
    const result = await request
    await refresh()
    return result
  }
  const groups = storePath(store_id, '/product-groups')
  return {
    add: (product: NewProduct) => withRefresh(post<Details>(storePath(store_id, '/products'), product)),
    change: (change: ProductChange) => withRefresh(patch<Details>(storePath(store_id, '/products'), change)),
    createGroup: (product_ids: string[], move: boolean) =>
      withRefresh(createGroup(store_id, product_ids, move)),
    updateGroup: (id: string, product_ids: string[], move: boolean) =>
      withRefresh(put(`${groups}/${id}`, { product_ids, move })),
    deleteGroup: (id: string) => withRefresh(remove(`${groups}/${id}`)),
  }
}

const starNames = ['one', 'two', 'three', 'four', 'five'] as const

/** The combined figures of several products, computed as the server does. */
export function sumFigures(products: Figures[]): Figures {
  const stars = Object.fromEntries(
    starNames.map(name => [name, products.reduce((sum, figures) => sum + figures.stars[name], 0)]),
  ) as Figures['stars']
  const total = starNames.reduce((sum, name) => sum + stars[name], 0)
  const points = starNames.reduce((sum, name, index) => sum + (index + 1) * stars[name], 0)
  return {
    stars,
    total,
    average: total === 0 ? 0 : points / total,
    questions: products.reduce((sum, figures) => sum + figures.questions, 0),
  }
}

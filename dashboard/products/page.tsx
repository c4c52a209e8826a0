import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { FilterBar } from './filter-bar.tsx'
import { GroupListDialog } from './group-list.tsx'
import { NoProducts } from './no-products.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { ProductDialog } from './product-form.tsx'
import { ProductList } from './product-list.tsx'
import { type Filters, useFilters, useProducts } from './query.ts'
import { SharedSkus } from './shared-skus.tsx'

/** The screen of products with their ratings. A drawer shows a product's details and its group. */
export default function Products() {
  const { isOwner } = useStore()
  const { filters, setFilters, chosen } = useFilters()
  const [isAdding, setAdding] = useState(false)
  const [isGrouping, setGrouping] = useState(false)
  const { query, products, isEmpty, isCatalogueEmpty } = useProductList(filters)
  const add = isOwner ? () => setAdding(true) : undefined
  return (
    <Stack gap="lg">
      <Header
        add={isCatalogueEmpty ? undefined : add}
        group={isOwner && !isCatalogueEmpty ? () => setGrouping(true) : undefined}
      />
      {!isCatalogueEmpty && <FilterBar filters={filters} setFilters={setFilters} />}
      {['all', 'grouped'].includes(filters.part) && filters.text === '' && <SharedSkus />}
      {query.isPending && <ListSkeleton />}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {isEmpty && (
        <NoProducts filters={filters} clear={() => setFilters({ part: null, text: null })} add={add} />
      )}
      {products.length > 0 && (
        <ProductList
          products={products}
          chosen={chosen}
          open={({ product_id }) => setFilters({ product: product_id }, { replace: chosen !== null })}
        />
      )}
      <LoadMore list={query} />
      {chosen !== null && (
        <ProductDrawer
          productId={chosen}
          close={() => setFilters({ product: null })}
          open={product => setFilters({ product })}
        />
      )}
      {isGrouping && <GroupListDialog close={() => setGrouping(false)} />}
      {isAdding && (
        <AddProductDialog close={() => setAdding(false)} open={product => setFilters({ product })} />
      )}
    </Stack>
  )
}

function useProductList(filters: Filters) {
  const query = useProducts(filters)
  const products = query.data?.pages.flatMap(page => page.result) ?? []
  const isEmpty = query.isSuccess && products.length === 0
  const isCatalogueEmpty = isEmpty && filters.part === 'all' && filters.text === ''
  return { query, products, isEmpty, isCatalogueEmpty }
}

/** Adds a product, then opens it in the drawer. */
function AddProductDialog({ close, open }: { close: () => void; open: (productId: string) => void }) {
  return (
    <ProductDialog
      close={close}
      onSaved={productId => {
        close()
        open(productId)
      }}
    />
  )
}

function Header({ add, group }: { add: (() => void) | undefined; group: (() => void) | undefined }) {
  const texts = useTexts('products')
  const action = add && (
    <Group gap="sm">
      {group && (
        <Button variant="default" leftSection={<Icon name="group" size={16} />} onClick={group}>
          {texts.groupList}
        </Button>
      )}
      <Button leftSection={<Icon name="plus" size={16} />} onClick={add}>
        {texts.add}
      </Button>
    </Group>
  )
  return <PageHeader title={texts.title} lead={texts.lead} action={action} />
}

function ListSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map(row => (
        <Skeleton key={row} height={64} radius="md" />
      ))}
    </Stack>
  )
}

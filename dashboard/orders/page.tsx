import { Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { useListScroll } from '../parts/layout/list-scroll.ts'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { MailOffLine } from '../parts/mail/mail-off-banner.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { FirstOrder, NoOrdersFound } from './empty-states.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderList } from './order-list.tsx'
import classes from './orders.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import { type Order, useFilters, useOrders } from './query.ts'

/** All orders, with the date and the result of their review requests. */
export default function Orders() {
  const texts = useTexts('orders')
  const { filters, setFilters, openOrderId } = useFilters()
  const query = useOrders(filters)
  const [previewedId, setPreviewedId] = useState<string>()
  const orders = query.data?.pages.flatMap(page => page.result) ?? []
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => setFilters({ q: null, state: null, due: null })
  const isEmpty = query.isSuccess && orders.length === 0
  return (
    <Stack gap="lg">
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        isItemOpen={openOrderId !== null}
        action={orders.length > 0 && <AskEarlierBuyers />}
      />
      {openOrderId === null && <MailOffLine />}
      {(!isEmpty || isFiltered) && (
        <div className={classes.filters} data-open={openOrderId !== null || undefined}>
          <FilterBar filters={filters} setFilters={setFilters} />
        </div>
      )}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {isEmpty && !openOrderId && (isFiltered ? <NoOrdersFound clear={clear} /> : <FirstOrder />)}
      <ListAndDetails
        query={query}
        orders={orders}
        openOrderId={openOrderId}
        setFilters={setFilters}
        preview={setPreviewedId}
      />
      {openOrderId !== null && (
        <PreviewDialog
          orderId={openOrderId}
          requestId={previewedId}
          close={() => setPreviewedId(undefined)}
        />
      )}
    </Stack>
  )
}

function AskEarlierBuyers() {
  const texts = useTexts('orders')
  const { store_id } = useStore()
  return (
    <Button component={Link} to={`/${store_id}/orders/earlier-buyers`} variant="default">
      {texts.askEarlier}
    </Button>
  )
}

type ListAndDetailsProps = Pick<ReturnType<typeof useFilters>, 'openOrderId' | 'setFilters'> & {
  query: ReturnType<typeof useOrders>
  orders: Order[]
  preview: (requestId: string) => void
}

function ListAndDetails({ query, orders, openOrderId, setFilters, preview }: ListAndDetailsProps) {
  const saveScroll = useListScroll(openOrderId !== null)
  const open = ({ order_id }: Order) => {
    saveScroll()
    // The first order that is opened adds a history entry, so that the Back button returns to the list.
    setFilters({ id: order_id }, { replace: openOrderId !== null })
  }
  return (
    <div className={classes.columns} data-open={openOrderId !== null || undefined}>
      <div className={classes.listSide}>
        {query.isPending && <ListSkeleton />}
        {orders.length > 0 && <OrderList orders={orders} openOrderId={openOrderId} open={open} />}
        <LoadMore list={query} />
      </div>
      {openOrderId !== null && (
        <div className={classes.details} key={openOrderId}>
          <OrderDetails orderId={openOrderId} back={() => setFilters({ id: null })} preview={preview} />
        </div>
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      {[1, 2, 3, 4, 5].map(row => (
        <Skeleton key={row} height={64} radius="md" />
      ))}
    </Stack>
  )
}

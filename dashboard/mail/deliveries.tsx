import { SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeliveryFilter, ShownDelivery } from '../../server/asking/mail/deliveries/shown-delivery.ts'
import { get, post, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section } from '../parts/layout/section.tsx'
import { MailOffBanner } from '../parts/mail/mail-off-banner.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { AddressSearch } from './address-search.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { DeliveryHealth } from './health.tsx'
import classes from './mail.module.css'

export type Delivery = Wire<ShownDelivery>

const deliveryFilters = [
  'sent',
  'kept',
  'waiting',
  'failed',
  'bounced',
  'withheld',
] as const satisfies DeliveryFilter[]

type Page = { result: Delivery[]; next: string | null }

/** The figures of the last days, and the state of each email, newest first. */
export function Deliveries() {
  const texts = useTexts('mail')
  const [address, setAddress] = useState('')
  return (
    <Stack gap="lg">
      <MailOffBanner />
      <DeliveryHealth />
      <Section title={texts.tabs.deliveries} lead={texts.deliveriesLead}>
        <AddressSearch address={address} search={setAddress} />
        {address ? <DeliveriesToAddress address={address} /> : <RecentDeliveries />}
      </Section>
    </Stack>
  )
}

function DeliveriesToAddress({ address }: { address: string }) {
  const { store_id } = useStore()
  const texts = useTexts('mail')
  const { data, error, isPending } = useQuery({
    queryKey: [store_id, 'mail', 'deliveries', 'of', address],
    queryFn: () =>
      post<{ result: Delivery[] }>(storePath(store_id, '/mail/deliveries/look'), { email: address }),
  })
  if (isPending) return <RowSkeletons />
  if (error) return <ErrorPanel error={error} />
  if (data.result.length === 0) return <EmptyState icon="search" title={texts.noneOf({ address })} />
  return <Rows rows={data.result} />
}

function RecentDeliveries() {
  const texts = useTexts('mail')
  const [parameters, setParameters] = useSearchParams()
  const state = deliveryFilters.find(filter => filter === parameters.get('state'))
  const list = useDeliveries(state)
  const { data, error, refetch, isPending } = list
  const rows = data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <>
      <div style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={texts.state}
          size="xs"
          value={state ?? 'all'}
          onChange={chosen =>
            setParameters(
              { tab: 'deliveries', ...(chosen !== 'all' && { state: chosen }) },
              { replace: true },
            )
          }
          data={(['all', ...deliveryFilters] as const).map(value => ({ value, label: texts.states[value] }))}
        />
      </div>
      {isPending && <RowSkeletons />}
      {error && <ErrorPanel error={error} retry={refetch} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={state ? 'search' : 'mail'}
          title={state ? texts.emptyFilterTitle : texts.emptyTitle}
          lead={state ? undefined : texts.empty}
        />
      )}
      <Rows rows={rows} />
      <LoadMore list={list} />
    </>
  )
}

function useDeliveries(state: DeliveryFilter | undefined) {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'mail', 'deliveries', state ?? 'all'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(pageParam && { after: pageParam }) })
      return get<Page>(storePath(store_id, `/mail/deliveries?${query}`))
    },
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

function Rows({ rows }: { rows: Delivery[] }) {
  return (
    <ul className={classes.log}>
      {rows.map(delivery => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  )
}

function RowSkeletons() {
  return [1, 2, 3].map(row => <Skeleton key={row} h={84} radius="md" />)
}

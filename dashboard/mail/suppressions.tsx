import { Button, Select, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ShownSuppression } from '../../server/api/dashboard/mail/suppression-schemas.ts'
import { get, post, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { AddAddress } from './add-address.tsx'
import { AddressSearch } from './address-search.tsx'
import classes from './mail.module.css'
import { SuppressionRow } from './suppression-row.tsx'

export type Suppression = Wire<ShownSuppression>

type Page = { result: Suppression[]; next: string | null }

const reasons = ['bounced', 'blocked', 'unsubscribed', 'complained'] as const

/** The suppressed email addresses with their reasons. */
export function Suppressions() {
  const texts = useTexts('mail')
  const { mayModerate } = useStore()
  const [address, setAddress] = useState('')
  const [isAdding, { open, close }] = useDisclosure()
  return (
    <Stack>
      <Section
        title={texts.suppressed}
        lead={texts.suppressedLead}
        action={
          mayModerate && (
            <Button variant="default" onClick={open}>
              {texts.add}
            </Button>
          )
        }
      >
        <AddressSearch address={address} search={setAddress} />
        {address ? <SuppressionOfAddress address={address} /> : <RecentSuppressions />}
      </Section>
      {isAdding && <AddAddress close={close} />}
    </Stack>
  )
}

function SuppressionOfAddress({ address }: { address: string }) {
  const { store_id } = useStore()
  const texts = useTexts('mail')
  const { data, error, isPending } = useQuery({
    queryKey: [store_id, 'mail', 'suppressions', 'of', address],
    queryFn: () =>
      post<{ result: Suppression[] }>(storePath(store_id, '/mail/suppressions/look'), { email: address }),
  })
  if (isPending) return <Skeleton h={72} radius="md" />
  if (error) return <ErrorPanel error={error} />
  const [suppression] = data.result
  if (!suppression) return <EmptyState icon="check" title={texts.mayGet({ address })} />
  return (
    <ul className={classes.log}>
      <SuppressionRow suppression={suppression} />
    </ul>
  )
}

function RecentSuppressions() {
  const texts = useTexts('mail')
  const [parameters, setParameters] = useSearchParams()
  const reason = reasons.find(known => known === parameters.get('reason'))
  const list = useSuppressions(reason)
  const { data, error, refetch, isPending } = list
  const rows = data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <>
      <Select
        label={texts.reason}
        maw={280}
        value={reason ?? 'all'}
        allowDeselect={false}
        data={(['all', ...reasons] as const).map(value => ({ value, label: texts.reasons[value] }))}
        onChange={chosen =>
          setParameters(
            { tab: 'suppressed', ...(chosen && chosen !== 'all' && { reason: chosen }) },
            { replace: true },
          )
        }
      />
      {isPending && [1, 2, 3].map(row => <Skeleton key={row} h={72} radius="md" />)}
      {error && <ErrorPanel error={error} retry={refetch} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={reason ? 'search' : 'check'}
          title={reason ? texts.emptyReasonTitle : texts.emptySuppressedTitle}
          lead={reason ? undefined : texts.emptySuppressed}
        />
      )}
      <ul className={classes.log}>
        {rows.map(suppression => (
          <SuppressionRow key={suppression.id} suppression={suppression} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}

function useSuppressions(reason: string | undefined) {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'mail', 'suppressions', reason ?? 'all'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(reason && { reason }), ...(pageParam && { after: pageParam }) })
      return get<Page>(storePath(store_id, `/mail/suppressions?${query}`))
    },
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

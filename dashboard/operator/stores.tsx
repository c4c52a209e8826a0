import { Anchor, Button, Group, Paper, Select, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import lists from '../parts/layout/lists.module.css'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useIsWideScreen } from '../parts/layout/wide-screen.ts'
import { SearchField } from '../parts/search-field.tsx'
import { useSizes } from '../parts/sizes.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { CreateDialog } from './create-dialog.tsx'
import classes from './operator.module.css'
import { Figures, StateBadge } from './parts.tsx'
import { getStores, type OperatedStore, usageQuery } from './query.ts'

const states = ['active', 'suspended', 'deleted'] as const
const sorts = ['created', 'name', 'orders'] as const

/** Every store of the installation, with its state, the orders of this month and its limit. */
export function OperatedStores() {
  const texts = useTexts('operator').stores
  const [isCreating, setCreating] = useState(false)
  return (
    <Stack gap="lg">
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        hidesTimeZone
        action={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        }
      />
      <Totals />
      <StoreList />
      {isCreating && <CreateDialog close={() => setCreating(false)} />}
    </Stack>
  )
}

function Totals() {
  const { totals } = useTexts('operator').stores
  const { number } = useFormats()
  const { bytes } = useSizes()
  const { data } = useQuery(usageQuery)
  const [month] = data?.months ?? []
  return (
    <Figures
      figures={[
        [totals.active, data && number(data.stores.active)],
        [totals.suspended, data && number(data.stores.suspended)],
        [totals.orders, data && number(month?.orders ?? 0)],
        [totals.bytes, data && bytes(data.stored_bytes)],
      ]}
    />
  )
}

function StoreList() {
  const texts = useTexts('operator').stores
  const [params] = useUrlParams()
  const search = searchOf(params)
  const list = useInfiniteQuery({
    queryKey: ['operator', 'stores', 'list', search.toString()],
    queryFn: ({ pageParam }) => {
      const page = new URLSearchParams(search)
      if (pageParam) page.set('cursor', pageParam)
      return getStores(page)
    },
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor ?? undefined,
  })
  const { data, error, refetch } = list
  const stores = data?.pages.flatMap(page => page.data) ?? []
  const isFiltered = params.get('search') !== null || params.get('state') !== null
  return (
    <Stack gap="md">
      <Filters />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {data && stores.length === 0 && (
        <EmptyState
          icon="group"
          title={isFiltered ? texts.none : texts.empty}
          lead={isFiltered ? texts.noneLead : texts.emptyLead}
        />
      )}
      {stores.length > 0 && <Stores stores={stores} />}
      <LoadMore list={list} />
    </Stack>
  )
}

function searchOf(params: URLSearchParams): URLSearchParams {
  const given = ['search', 'state', 'sort'].flatMap(name => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given)
}

function Filters() {
  const texts = useTexts('operator')
  const [params, setParams] = useUrlParams<'search' | 'state' | 'sort'>()
  return (
    <Group gap="sm" align="flex-end">
      <SearchField
        aria-label={texts.stores.search}
        placeholder={texts.stores.search}
        value={params.get('search') ?? ''}
        search={text => setParams({ search: text })}
        style={{ flex: '1 1 220px' }}
      />
      <Select
        aria-label={texts.stores.state}
        w={180}
        style={{ flexGrow: 1, maxWidth: 220 }}
        allowDeselect={false}
        value={params.get('state') ?? 'all'}
        onChange={value => setParams({ state: value === 'all' ? null : value })}
        data={[
          { value: 'all', label: texts.stores.all },
          ...states.map(state => ({ value: state, label: texts.states[state] })),
        ]}
      />
      <Select
        aria-label={texts.stores.sort}
        w={220}
        style={{ flexGrow: 1, maxWidth: 260 }}
        allowDeselect={false}
        value={params.get('sort') ?? 'created'}
        onChange={value => setParams({ sort: value === 'created' ? null : value })}
        data={sorts.map(sort => ({ value: sort, label: texts.stores.sorts[sort] }))}
      />
    </Group>
  )
}

function Stores({ stores }: { stores: OperatedStore[] }) {
  return useIsWideScreen() ? <StoreTable stores={stores} /> : <StoreCards stores={stores} />
}

function StoreTable({ stores }: { stores: OperatedStore[] }) {
  const texts = useTexts('operator').stores
  const { date } = useFormats()
  const navigate = useNavigate()
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th className={classes.number}>{texts.orders}</Table.Th>
            <Table.Th className={classes.number}>{texts.created}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stores.map(store => (
            <Table.Tr key={store.store_id} className={lists.row} onClick={() => navigate(pathOf(store))}>
              <Table.Td>
                <StoreName store={store} />
                <Text size="xs" c="dimmed" className={classes.id}>
                  {store.store_id}
                </Text>
              </Table.Td>
              <Table.Td>
                <StateBadge state={store.state} />
              </Table.Td>
              <Table.Td className={classes.number}>
                <MonthOrders store={store} />
              </Table.Td>
              <Table.Td className={classes.number}>{date(store.created_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function StoreCards({ stores }: { stores: OperatedStore[] }) {
  const texts = useTexts('operator').stores
  return (
    <ul className={lists.list}>
      {stores.map(store => (
        <Paper key={store.store_id} component="li" withBorder radius="lg" p="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <StoreName store={store} />
            <StateBadge state={store.state} />
          </Group>
          <Group justify="space-between" mt="xs">
            <Text size="sm" c="dimmed">
              {texts.orders}
            </Text>
            <Text size="sm" className={classes.number}>
              <MonthOrders store={store} />
            </Text>
          </Group>
        </Paper>
      ))}
    </ul>
  )
}

const pathOf = ({ store_id }: OperatedStore) => `/operator/stores/${store_id}`

function StoreName({ store }: { store: OperatedStore }) {
  return (
    <Anchor component={Link} to={pathOf(store)} c="inherit" fw={600} style={{ overflowWrap: 'anywhere' }}>
      {store.name}
    </Anchor>
  )
}

function MonthOrders({ store }: { store: OperatedStore }) {
  const texts = useTexts('operator').stores
  const { number } = useFormats()
  const limit = store.limits.orders_per_month
  if (limit === null) return number(store.orders_of_month)
  return texts.ofLimit({ used: store.orders_of_month, limit })
}

import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { patch } from '../api.ts'
import { useAction } from '../parts/action.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { LimitsForm } from './limits-form.tsx'
import { LogList } from './log-list.tsx'
import { StateBadge } from './parts.tsx'
import { getLog, type OperatedStoreDetail, operatorPath, storeQuery } from './query.ts'
import { UsageSection } from './usage-section.tsx'

/** A store as operators see it: figures, limits and state. */
export function OperatedStore() {
  const texts = useTexts('operator')
  const { operatedId = '' } = useParams()
  const { data: store, error, refetch } = useQuery(storeQuery(operatedId))
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/operator" size="sm">
        <Group gap={4} component="span">
          <Icon name="back" size={16} />
          {texts.stores.title}
        </Group>
      </Anchor>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!store && !error && <Skeleton h={480} radius="lg" />}
      {store && <StoreScreen key={store.store_id} store={store} />}
    </Stack>
  )
}

function StoreScreen({ store }: { store: OperatedStoreDetail }) {
  const texts = useTexts('operator').store
  const { date } = useFormats()
  const { deleted_at } = store
  return (
    <>
      <Group gap="sm" align="center">
        <div style={{ flex: '1 1 240px' }}>
          <PageHeader
            title={store.name}
            lead={texts.lead({ date: date(store.created_at), count: store.members })}
            hidesTimeZone
          />
        </div>
        <StateBadge state={store.state} />
        {!deleted_at && <StateButton store={store} />}
      </Group>
      {deleted_at && (
        <Alert color="red" variant="light">
          {texts.deletedLead({ date: date(deleted_at) })}
        </Alert>
      )}
      <UsageSection store={store} />
      <SectionList>
        {!deleted_at && <LimitsForm key={JSON.stringify(store.limits)} store={store} />}
        <StoreLog storeId={store.store_id} />
        {!deleted_at && <Deletion store={store} />}
      </SectionList>
    </>
  )
}

function StateButton({ store: { store_id, name, state } }: { store: OperatedStoreDetail }) {
  const texts = useTexts('operator').store
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isActive = state === 'active'
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['operator'] })
  const { busy, run } = useAction(isActive ? texts.suspended({ name }) : texts.activated({ name }), refresh)
  const change = async () => {
    await run(() => patch(operatorPath(`/stores/${store_id}`), { active: !isActive }))
    setAsking(false)
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy && !isAsking}
        onClick={() => (isActive ? setAsking(true) : void change())}
      >
        {isActive ? texts.suspend : texts.activate}
      </Button>
      <ConfirmDialog
        title={isAsking ? texts.suspendTitle({ name }) : undefined}
        message={texts.suspendLead}
        confirmLabel={texts.suspend}
        busy={busy}
        close={() => setAsking(false)}
        confirm={() => void change()}
      />
    </>
  )
}

function StoreLog({ storeId }: { storeId: string }) {
  const texts = useTexts('operator')
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'log', storeId],
    queryFn: () => getLog(new URLSearchParams({ store_id: storeId })),
  })
  return (
    <Section title={texts.store.history}>
      <CopyableValue label={texts.create.id} value={storeId} />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {data?.data.length === 0 && <Text c="dimmed">{texts.store.historyEmpty}</Text>}
      {data && <LogList operations={data.data} />}
    </Section>
  )
}

function Deletion({ store }: { store: OperatedStoreDetail }) {
  const texts = useTexts('operator').store
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={texts.danger} lead={texts.dangerLead}>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      {isOpen && <DeleteDialog store={store} close={() => setOpen(false)} />}
    </Section>
  )
}

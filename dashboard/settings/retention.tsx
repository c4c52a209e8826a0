import { Alert, Group, List, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OldData } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { SettingsForm } from './settings-form.tsx'

const periods = [6, 12, 24, 36, 60] // months
const always = 'always'

/** How long the store keeps buyers' data, and what a shorter period would delete. `children` follow in the form. */
export function RetentionSettings({ settings, children }: { settings: Settings; children: ReactNode }) {
  const texts = useTexts('settings')
  const { retention_months: saved } = settings
  const { confirm, dialog } = useConfirmDeletion(saved)
  const initial = { retention_months: toChoice(saved) }
  return (
    <>
      <SettingsForm name="privacy" saved={initial} toChange={toChange} confirm={confirm}>
        {form => {
          const chosen = toMonths(form.values.retention_months)
          return (
            <>
              <Section title={texts.kept} lead={texts.retentionLead}>
                <PeriodSelect saved={saved} {...form.field('retention_months')} />
                <Group grow align="flex-start" preventGrowOverflow={false} gap="lg">
                  <WithList
                    title={texts.retentionDeleted}
                    items={Object.values(texts.retentionDeletedItems)}
                  />
                  <WithList title={texts.retentionStays} items={Object.values(texts.retentionStaysItems)} />
                </Group>
                {isShorter(chosen, saved) && <DeletedNow months={chosen} />}
              </Section>
              {children}
            </>
          )
        }}
      </SettingsForm>
      {dialog}
    </>
  )
}

type Choice = { retention_months: string }

const isShorter = (chosen: number | null, saved: number | null): chosen is number =>
  chosen !== null && chosen < (saved ?? Number.POSITIVE_INFINITY)

/** `confirm` counts again what a shorter period deletes, and asks in `dialog` before it deletes anything. */
function useConfirmDeletion(saved: number | null) {
  const queryClient = useQueryClient()
  const { store_id } = useStore()
  const [asked, setAsked] = useState<{ counts: Counts; answer: (isConfirmed: boolean) => void }>()
  const confirm = async ({ retention_months }: Choice) => {
    const months = toMonths(retention_months)
    if (!isShorter(months, saved)) return true
    // A failure is displayed at the period, where the same query is.
    const counts = await queryClient.fetchQuery(oldData(store_id, months)).catch(() => undefined)
    if (!counts) return false
    if (isNothing(counts)) return true
    return await new Promise<boolean>(answer => setAsked({ counts, answer }))
  }
  const close = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed)
    setAsked(undefined)
  }
  return { confirm, dialog: <ConfirmDeletion counts={asked?.counts} close={close} /> }
}

function ConfirmDeletion({
  counts,
  close,
}: {
  counts: Counts | undefined
  close: (isConfirmed: boolean) => void
}) {
  const texts = useTexts('settings')
  const show = useCount()
  const message =
    counts &&
    texts.retentionConfirm({
      orders: show(counts.orders),
      mails: show(counts.mailings),
      changes: show(counts.changes),
    })
  return (
    <ConfirmDialog
      title={counts && texts.retentionConfirmTitle}
      message={message ?? ''}
      confirmLabel={texts.retentionConfirmButton}
      busy={false}
      close={() => close(false)}
      confirm={() => close(true)}
    />
  )
}

const toChoice = (months: number | null) => (months === null ? always : String(months))
const toMonths = (choice: string) => (choice === always ? null : Number(choice))
const toChange = (values: Choice) => ({
  retention_months: toMonths(values.retention_months),
})

type SelectProps = {
  saved: number | null
  value: string
  onChange: (value: unknown) => void
  error: string | undefined
}

function PeriodSelect({ saved, ...field }: SelectProps) {
  const texts = useTexts('settings')
  // The operator may have chosen another period.
  const months = [...new Set([...periods, ...(saved === null ? [] : [saved])])].sort((a, b) => a - b)
  const data = months.map(count => ({ value: String(count), label: texts.retentionMonths({ count }) }))
  return (
    <Select
      label={texts.retentionPeriod}
      description={texts.retentionHint}
      data={[{ value: always, label: texts.retentionAlways }, ...data]}
      allowDeselect={false}
      maw={320}
      {...field}
    />
  )
}

function WithList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Stack gap={6} miw={240}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {items.map(item => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

type Counts = Wire<OldData>

const oldData = (storeId: string, months: number) => ({
  queryKey: [storeId, 'old-data', months],
  queryFn: () => get<Counts>(storePath(storeId, `/old-data?months=${months}`)),
})

const isNothing = ({ orders, mailings, changes }: Counts) =>
  [orders, mailings, changes].every(({ count }) => count === 0)

/** What saving this period deletes. */
function DeletedNow({ months }: { months: number }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('settings')
  const { data, error, refetch } = useQuery({ ...oldData(store_id, months), enabled: isOwner })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={96} radius="md" />
  if (isNothing(data)) return <Alert role="status">{texts.retentionNothing}</Alert>
  return (
    <Alert role="status" color="red" title={texts.retentionNow}>
      <Stack gap={4}>
        <Counted label={texts.retentionOrders} counted={data.orders} />
        <Counted label={texts.retentionMails} counted={data.mailings} />
        <Counted label={texts.retentionChanges} counted={data.changes} />
        <Text size="sm" mt={4}>
          {texts.retentionFinal}
        </Text>
      </Stack>
    </Alert>
  )
}

function Counted({ label, counted }: { label: string; counted: Counts['orders'] }) {
  const show = useCount()
  return (
    <Text size="sm">
      {label}: <b>{show(counted)}</b>
    </Text>
  )
}

function useCount(): (counted: Counts['orders']) => string {
  const texts = useTexts('settings')
  const { number } = useFormats()
  return ({ count, more }) => (more ? texts.retentionMore({ count: number(count) }) : number(count))
}

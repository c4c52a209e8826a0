import { Alert, Group, List, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OldData } from '../../server/stores/settings-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
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
  return (
    <SettingsForm name="privacy" saved={{ retention_months: toChoice(saved) }} toChange={toChange}>
      {form => {
        const chosen = toMonths(form.values.retention_months)
        return (
          <>
            <Section title={texts.kept} lead={texts.retentionLead}>
              <PeriodSelect saved={saved} {...form.field('retention_months')} />
              <Group grow align="flex-start" preventGrowOverflow={false} gap="lg">
                <WithList title={texts.retentionDeleted} items={texts.retentionDeletedItems} />
                <WithList title={texts.retentionStays} items={texts.retentionStaysItems} />
              </Group>
              {chosen !== null && chosen < (saved ?? Number.POSITIVE_INFINITY) && (
                <DeletedNow months={chosen} />
              )}
            </Section>
            {children}
          </>
        )
      }}
    </SettingsForm>
  )
}

const toChoice = (months: number | null) => (months === null ? always : String(months))
const toMonths = (choice: string) => (choice === always ? null : Number(choice))
const toChange = (values: { retention_months: string }) => ({
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

/** What saving this period deletes. */
function DeletedNow({ months }: { months: number }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('settings')
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'old-data', months],
    queryFn: () => get<Counts>(storePath(store_id, `/old-data?months=${months}`)),
    enabled: isOwner,
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={96} radius="md" />
  const { orders, mailings, changes } = data
  const isNothing = [orders, mailings, changes].every(({ count }) => count === 0)
  if (isNothing) return <Alert role="status">{texts.retentionNothing}</Alert>
  return (
    <Alert role="status" color="red" title={texts.retentionNow}>
      <Stack gap={4}>
        <Counted label={texts.retentionOrders} counted={orders} />
        <Counted label={texts.retentionMails} counted={mailings} />
        <Counted label={texts.retentionChanges} counted={changes} />
        <Text size="sm" mt={4}>
          {texts.retentionFinal}
        </Text>
      </Stack>
    </Alert>
  )
}

function Counted({ label, counted: { count, more } }: { label: string; counted: Counts['orders'] }) {
  const texts = useTexts('settings')
  const { number } = useFormats()
  return (
    <Text size="sm">
      {label}: <b>{more ? texts.retentionMore({ count: number(count) }) : number(count)}</b>
    </Text>
  )
}

import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../parts/errors.tsx'
import { useSizes } from '../parts/sizes.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './operator.module.css'
import { Figures } from './parts.tsx'
import { type OperatedStoreDetail, storeUsageQuery, type Usage } from './query.ts'

/** The figures of the last 30 days, and the orders of each day as bars. */
export function UsageSection({ store }: { store: OperatedStoreDetail }) {
  const texts = useTexts('operator').store
  const { number } = useFormats()
  const { bytes } = useSizes()
  const { data, error, refetch } = useQuery(storeUsageQuery(store.store_id))
  const totals = data?.totals
  return (
    <Stack component="section" gap="md" aria-labelledby="usage">
      <div>
        <Title order={2} size="h4" id="usage">
          {texts.usage}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {texts.usageLead}
        </Text>
      </div>
      {error && <ErrorPanel error={error} retry={refetch} />}
      <Figures
        figures={[
          [texts.figures.orders, totals && number(totals.orders)],
          [texts.figures.requests_sent, totals && number(totals.requests_sent)],
          [texts.figures.reviews, totals && number(totals.reviews)],
          [texts.figures.bytes, bytes(store.stored_bytes)],
        ]}
      />
      {data ? <Bars usage={data} /> : <Skeleton h={190} radius="lg" />}
    </Stack>
  )
}

function Bars({ usage: { from, to, days } }: { usage: Usage }) {
  const texts = useTexts('operator').store
  const { day, number, labelled } = useFormats()
  const most = Math.max(1, ...days.map(({ orders }) => orders))
  return (
    <Paper withBorder radius="lg" p="md">
      <Text size="xs" c="dimmed" mb={4}>
        {number(most)}
      </Text>
      <div role="img" aria-label={texts.usageChart} className={classes.bars}>
        {days.map(one => (
          <div
            key={one.day}
            className={classes.bar}
            data-empty={one.orders === 0 || undefined}
            title={labelled(day(one.day), texts.dayOrders({ count: one.orders }))}
            style={{ height: `${(one.orders / most) * 100}%` }}
          />
        ))}
      </div>
      <Group justify="space-between" mt={4}>
        <Text size="xs" c="dimmed">
          {day(from)}
        </Text>
        <Text size="xs" c="dimmed">
          {day(to)}
        </Text>
      </Group>
    </Paper>
  )
}

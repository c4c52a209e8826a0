import { Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlanUse } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useSizes } from '../parts/sizes.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'

type Plan = Wire<PlanUse>
type LimitUse = Plan['use'][number]

const warningShare = 0.8 // of a limit, as on the home screen

/** The limits of the store's plan that are set, and the use of each. */
export function PlanSection() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'plan'],
    queryFn: () => get<Plan>(storePath(store_id, '/plan')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={96} />
  const { orders, limit, use } = data
  return (
    <Section title={texts.plan} {...(use.length > 0 && { lead: texts.planLead })}>
      <Stack gap="lg">
        {limit === null && <Text>{texts.planFree({ orders })}</Text>}
        {use.map(one => (
          <OneLimit key={one.name} use={one} />
        ))}
      </Stack>
    </Section>
  )
}

function OneLimit({ use }: { use: LimitUse }) {
  const texts = useTexts('settings')
  const label = texts.planLimits[use.name]
  const { used, limit } = use
  if (used !== null) return <UsedLimit use={{ ...use, used }} label={label} />
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Text fw={500}>{label}</Text>
        <Text>{texts.planMost({ limit })}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {limit === 0 ? texts.planSpent[use.name] : texts.planEach}
      </Text>
    </Stack>
  )
}

function UsedLimit({ use, label }: { use: LimitUse & { used: number }; label: string }) {
  const texts = useTexts('settings')
  const format = useFormats()
  const { bytes } = useSizes()
  const { name, used, limit, resets_at } = use
  const isStored = name === 'stored_bytes'
  const shown = (value: number) => (isStored ? bytes(value) : format.number(value))
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const isSpent = used >= limit
  const isMinute = name.endsWith('_per_minute')
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Text fw={500}>{label}</Text>
        <Text>{texts.planOf({ used: shown(used), limit: shown(limit) })}</Text>
      </Group>
      <Progress
        value={share * 100}
        color={isSpent ? 'red' : share >= warningShare ? 'yellow' : 'green'}
        aria-label={label}
      />
      <Text size="sm" c="dimmed">
        {isSpent && `${texts.planSpent[name]} `}
        {!isSpent && share >= warningShare && `${texts.planNear} `}
        {isMinute && texts.planMinute}
        {isStored && texts.planStored}
        {!isMinute && resets_at && texts.planResets({ date: format.date(resets_at) })}
      </Text>
    </Stack>
  )
}

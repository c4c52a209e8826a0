import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTimeZone } from '../store.tsx'
import { useLanguage } from '../words/words.tsx'
import { zonesDiffer } from './zone.ts'

/** What a screen is, what it is for, and the one thing to do there. The browser's tab is called by it, too. */
export function PageHeader({
  title,
  lead,
  action,
  hidesTimeZone = false,
}: {
  title: string
  lead: string
  action?: ReactNode
  /** No days or times stand there. */
  hidesTimeZone?: boolean
}) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <title>{`${title} · Realword`}</title>
      <div style={{ flex: '1 1 240px' }}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" mt={4} maw={640}>
          {lead}
        </Text>
        {!hidesTimeZone && <TimeZoneNote />}
      </div>
      {action}
    </Group>
  )
}

/** Whose days and times they are, for whoever is on another clock. */
function TimeZoneNote() {
  const timeZone = useTimeZone()
  const { words, language } = useLanguage()
  if (!timeZone || !zonesDiffer(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone)) return null
  const name = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  return (
    <Text c="dimmed" size="xs" mt={4}>
      {words.common.clock({ zone: name && name !== timeZone ? `${name} (${timeZone})` : timeZone })}
    </Text>
  )
}

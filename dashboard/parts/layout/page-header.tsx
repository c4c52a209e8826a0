import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTimeZone } from '../../store.tsx'
import { useLanguage } from '../../words/words.tsx'
import { zonesDiffer } from '../time-zone.ts'
import classes from './page-header.module.css'

/** A screen's title, introduction and main action. The title is also the browser tab's. */
export function PageHeader({
  title,
  lead,
  action,
  hidesTimeZone = false,
  isItemOpen = false,
}: {
  title: string
  lead: string
  action?: ReactNode
  /** For screens without dates and times. */
  hidesTimeZone?: boolean
  /** An item of the list is open. On narrow screens it takes the header's place, except for screen readers. */
  isItemOpen?: boolean
}) {
  return (
    <Group
      justify="space-between"
      align="flex-start"
      gap="sm"
      className={isItemOpen ? classes.behindItem : undefined}
    >
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

/** Names the store's time zone to readers whose browser is in another one. */
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

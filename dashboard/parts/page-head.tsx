import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What a screen is, what it is for, and the one thing to do there. The browser's tab is called by it, too. */
export function PageHead({ title, lead, action }: { title: string; lead: string; action?: ReactNode }) {
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
      </div>
      {action}
    </Group>
  )
}

import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A card with a heading and an introduction. */
export function Section({
  title,
  lead,
  action,
  children,
}: {
  title: string
  lead?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="md">
          <div style={{ flex: 1, minWidth: 200 }}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" size="sm" mt={4} maw={560}>
                {lead}
              </Text>
            )}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

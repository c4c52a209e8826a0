import { Badge, Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShownQuestion } from '../../server/api/dashboard/questions/question-schemas.ts'
import { post, storePath, type Wire } from '../api.ts'
import { useAction } from '../parts/action.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'

/** What questions and shoppers' answers share. */
type Content = Pick<Wire<ShownQuestion>, 'display_name' | 'email' | 'created_at' | 'flags'>

/** The frame of a question or a shopper's answer in a list. */
export function Card({ children, ...marks }: { children: ReactNode; [mark: `data-${string}`]: string }) {
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      style={{ listStyle: 'none' }}
      {...marks}
    >
      {children}
    </Paper>
  )
}

/** Who wrote it, and when. */
export function Author({ of: { display_name, email, created_at } }: { of: Content }) {
  const texts = useTexts('questions')
  const { instant } = useFormats()
  return (
    <Text size="sm" c="dimmed">
      {display_name.trim() || texts.anonymous} · {email ?? texts.noEmail} · {instant(created_at)}
    </Text>
  )
}

/** What the checks found, after `children`; nothing without either. */
export function Checks({ of: { flags }, children }: { of: Content; children?: ReactNode }) {
  const { checks } = useTexts('moderation')
  const found = [...new Set(flags.map(({ check }) => check))]
  if (!children && found.length === 0) return null
  return (
    <Group gap={6}>
      {children}
      {found.map(check => (
        <Badge key={check} color="yellow">
          {checks[check]}
        </Badge>
      ))}
    </Group>
  )
}

/** Acts on a question or an answer by its path in the store; then everything of the store is read again. */
export function useDecisions(pathInStore: string) {
  const texts = useTexts('questions')
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const { busy, run } = useAction(texts.saved, () => queryClient.invalidateQueries({ queryKey: [store_id] }))
  const path = storePath(store_id, pathInStore)
  const decide = (decision: { action: string; reason?: string }) =>
    run(() => post(`${path}/decision`, decision))
  return { busy, run, path, decide }
}

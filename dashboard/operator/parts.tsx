import { Badge, Paper, Text } from '@mantine/core'
import { useTexts } from '../words/words.tsx'
import classes from './operator.module.css'
import type { OperatedStore } from './query.ts'

const colors = { active: 'green', suspended: 'yellow', deleted: 'red' } as const

export function StateBadge({ state }: { state: OperatedStore['state'] }) {
  const { states } = useTexts('operator')
  return (
    <Badge color={colors[state]} flex="none">
      {states[state]}
    </Badge>
  )
}

/** Figures side by side, each with its label below. Undefined: still loading. */
export function Figures({ figures }: { figures: [label: string, value: string | undefined][] }) {
  return (
    <dl className={classes.figures} style={{ margin: 0 }}>
      {figures.map(([label, value]) => (
        <Paper
          key={label}
          withBorder
          radius="lg"
          p="md"
          style={{ display: 'flex', flexDirection: 'column-reverse' }}
        >
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <dd className={classes.figure} style={{ margin: 0 }}>
            {value ?? '–'}
          </dd>
        </Paper>
      ))}
    </dl>
  )
}

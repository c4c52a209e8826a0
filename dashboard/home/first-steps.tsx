import { Anchor, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './home.module.css'
import type { FirstSteps as CompletedSteps } from './query.ts'

const steps = [
  ['orders', 'settings?tab=connection'],
  ['reviews', 'data'],
  ['widgets', 'widgets'],
  ['team', 'settings?tab=team'],
] as const

/** The setup steps of a store that has no figures yet. */
export function FirstSteps({ completed }: { completed: CompletedSteps }) {
  const texts = useTexts('home').steps
  const headingId = useId()
  const count = steps.filter(([name]) => completed[name]).length
  return (
    <Paper
      component="section"
      aria-labelledby={headingId}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      maw={760}
    >
      <Title order={2} size="h3" id={headingId}>
        {texts.title}
      </Title>
      <Text c="dimmed" mt={4}>
        {texts.lead}
      </Text>
      <Progress value={(100 * count) / steps.length} mt="md" aria-hidden />
      <Text size="sm" mt={6}>
        {texts.done({ count, all: steps.length })}
      </Text>
      <Stack component="ol" gap="xl" mt="xl" p={0} style={{ listStyle: 'none' }}>
        {steps.map(([name, path], index) => (
          <Step key={name} name={name} path={path} number={index + 1} isDone={completed[name]} />
        ))}
      </Stack>
    </Paper>
  )
}

type StepProps = { name: (typeof steps)[number][0]; path: string; number: number; isDone: boolean }

function Step({ name, path, number, isDone }: StepProps) {
  const { store_id } = useStore()
  const texts = useTexts('home').steps
  return (
    <li className={classes.first}>
      <span className={classes.mark} data-done={isDone || undefined}>
        {isDone ? <Icon name="check" size={16} /> : <span aria-hidden="true">{number}</span>}
        <VisuallyHidden>{isDone ? texts.isDone : texts.isOpen}</VisuallyHidden>
      </span>
      <div>
        <Text fw={650}>{texts[name]}</Text>
        <Text c="dimmed" size="sm">
          {texts[`${name}Lead`]}
        </Text>
        {!isDone && (
          <Anchor component={Link} to={`/${store_id}/${path}`} size="sm" mt={4} display="inline-block">
            {texts[`${name}Act`]}
          </Anchor>
        )}
      </div>
    </li>
  )
}

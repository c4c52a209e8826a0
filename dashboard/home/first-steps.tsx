import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { TestOrderButton } from '../parts/test-order-button.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './home.module.css'
import type { FirstSteps as CompletedSteps } from './query.ts'

const steps = [
  ['tried', undefined],
  ['mail', 'mail?tab=deliveries'],
  ['orders', 'connections'],
  ['widgets', 'widgets'],
  ['reviews', 'data'],
  ['team', 'settings?tab=team'],
] as const

export const areAllDone = (completed: CompletedSteps): boolean => steps.every(([name]) => completed[name])

/** The setup steps of a new store. `dismiss` is absent while they are all there is to display. */
export function FirstSteps({ completed, dismiss }: { completed: CompletedSteps; dismiss?: () => void }) {
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
    >
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h3" id={headingId}>
          {texts.title}
        </Title>
        {dismiss && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={dismiss}>
            {texts.dismiss}
          </Button>
        )}
      </Group>
      {!dismiss && (
        <Text c="dimmed" mt={4}>
          {texts.lead}
        </Text>
      )}
      <Progress value={(100 * count) / steps.length} mt="md" aria-hidden />
      <Text size="sm" mt={6}>
        {texts.done({ count, all: steps.length })}
      </Text>
      <ol className={classes.firstSteps}>
        {steps.map(([name, path], index) => (
          <Step key={name} name={name} number={index + 1} isDone={completed[name]}>
            {path ? <StepLink name={name} path={path} /> : <TestStep />}
          </Step>
        ))}
      </ol>
    </Paper>
  )
}

type StepName = (typeof steps)[number][0]

type StepProps = { name: StepName; number: number; isDone: boolean; children: ReactNode }

function Step({ name, number, isDone, children }: StepProps) {
  const texts = useTexts('home').steps
  return (
    <li className={classes.first}>
      <span className={classes.mark} data-done={isDone || undefined}>
        {isDone ? <Icon name="check" size={16} /> : <span aria-hidden="true">{number}</span>}
        <VisuallyHidden>{isDone ? texts.isDone : texts.isOpen}</VisuallyHidden>
      </span>
      <Stack gap={4} align="flex-start">
        <Text fw={650}>{texts[name]}</Text>
        <Text c="dimmed" size="sm">
          {texts[`${name}Lead`]}
        </Text>
        {!isDone && children}
      </Stack>
    </li>
  )
}

function StepLink({ name, path }: { name: Exclude<StepName, 'tried'>; path: string }) {
  const { store_id } = useStore()
  const texts = useTexts('home').steps
  return (
    <Anchor component={Link} to={`/${store_id}/${path}`} size="sm">
      {texts[`${name}Act`]}
    </Anchor>
  )
}

function TestStep() {
  const { mayModerate } = useStore()
  return mayModerate && <TestOrderButton />
}

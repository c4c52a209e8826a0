import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure } from '../parts/failure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { homeTexts } from '../words/home.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './home.module.css'
import { useWaiting, type Waiting } from './query.ts'

/** What waits for somebody, each with the way to its screen. */
export function WaitingTasks() {
  const texts = useTexts(homeTexts).waiting
  const { data, error, refetch } = useWaiting()
  const id = useId()
  const tasks = useTasks(data)
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {texts.title}
      </Title>
      {error && <Failure error={error} retry={refetch} />}
      {!(data || error) && <Skeleton h={84} radius="lg" />}
      {data && tasks.length === 0 && <Nothing />}
      {tasks.length > 0 && (
        <ul className={classes.waiting}>
          {tasks.map(task => (
            <li key={task.to}>
              <Task {...task} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type TaskProps = { to: string; icon: IconName; title: string; lead: string }

function Task({ to, icon, title, lead }: TaskProps) {
  return (
    <Link to={to} className={classes.task}>
      <Icon name={icon} size={24} />
      <Stack gap={0}>
        <Text fw={650} size="lg" lh={1.3}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      </Stack>
      <Icon name="forward" size={18} />
    </Link>
  )
}

function Nothing() {
  const texts = useTexts(homeTexts).waiting
  return (
    <Paper withBorder radius="lg" p="md" mih={84}>
      <Group gap="sm" mih={50}>
        <Icon name="check" size={24} />
        <Text>{texts.nothing}</Text>
      </Group>
    </Paper>
  )
}

const nearlyAll = 0.8 // of a plan: from then on somebody should know

function useTasks(waiting: Waiting | undefined): TaskProps[] {
  const { store_id } = useStore()
  const texts = useTexts(homeTexts).waiting
  const { number, date } = useFormats()
  if (!waiting) return []
  const { plan, requests_paused } = waiting
  const counted = (
    name: 'reviews' | 'questions' | 'reported' | 'failed_mails',
    icon: IconName,
    path: string,
  ): TaskProps[] => {
    const { count, more } = waiting[name]
    if (count === 0) return []
    const since = name === 'reviews' || name === 'questions' ? waiting[name].since : null
    const lead = since ? `${texts[name](count)}, ${texts.since(date(since))}` : texts[name](count)
    return [
      { to: `/${store_id}/${path}`, icon, title: more ? texts.more(number(count)) : number(count), lead },
    ]
  }
  return [
    ...counted('reviews', 'reviews', 'reviews'),
    ...counted('questions', 'questions', 'questions'),
    ...counted('reported', 'flag', 'reviews?state=published&reported=1'),
    ...counted('failed_mails', 'mail', 'mail?tab=deliveries&state=failed'),
    ...(requests_paused
      ? [
          {
            to: `/${store_id}/settings?tab=schedule`,
            icon: 'settings',
            title: texts.paused,
            lead: texts.pausedLead,
          } as const,
        ]
      : []),
    ...(plan && plan.orders >= plan.limit * nearlyAll
      ? [
          {
            to: `/${store_id}/settings?tab=connection`,
            icon: 'settings',
            title: texts.plan(number(plan.orders), number(plan.limit)),
            lead: texts.planLead,
          } as const,
        ]
      : []),
  ]
}

import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { type PendingTasks, usePendingTasks } from '../parts/pending-tasks.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './home.module.css'

/** The store's pending tasks, each linked to its screen. */
export function PendingTaskList() {
  const texts = useTexts('home').waiting
  const { data, error, refetch } = usePendingTasks()
  const headingId = useId()
  const tasks = useTasks(data)
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h4" id={headingId} mb="sm">
        {texts.title}
      </Title>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!(data || error) && <Skeleton h={84} radius="lg" />}
      {data && tasks.length === 0 && <NothingPending />}
      {tasks.length > 0 && (
        <ul className={classes.waiting}>
          {tasks.map(task => (
            <li key={task.to}>
              <TaskLink {...task} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type TaskProps = { to: string; icon: IconName; title: string; lead: string }

function TaskLink({ to, icon, title, lead }: TaskProps) {
  const { store_id } = useStore()
  return (
    <Link to={`/${store_id}/${to}`} className={classes.task}>
      <Icon name={icon} size={24} />
      <Stack gap={0}>
        <Text fw={650} lh={1.3}>
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

function NothingPending() {
  const texts = useTexts('home').waiting
  return (
    <Paper withBorder radius="lg" p="md" mih={84}>
      <Group gap="sm" mih={50}>
        <Icon name="check" size={24} />
        <Text>{texts.nothing}</Text>
      </Group>
    </Paper>
  )
}

const planWarningShare = 0.8 // of the plan's limit: warn while there is time to change the plan

function useTasks(pendingTasks: PendingTasks | undefined): TaskProps[] {
  const texts = useTexts('home').waiting
  const countedTask = useCountedTask(pendingTasks)
  if (!pendingTasks) return []
  const tasks: TaskProps[] = [
    ...countedTask('reviews', 'reviews', 'reviews'),
    ...countedTask('questions', 'questions', 'questions'),
    ...countedTask('answers', 'questions', 'questions'),
    ...countedTask('reported', 'flag', 'reviews?state=published&reported=1'),
    ...countedTask('reported_questions', 'flag', 'questions?state=published&reported=1'),
    ...countedTask('failed_mails', 'mail', 'mail?tab=deliveries&state=failed'),
  ]
  const { plan, requests_paused, import: file } = pendingTasks
  if (file) {
    const lead = texts.imported({
      file: file.file_name || texts.unnamed,
      imported: file.imported,
      refused: file.refused,
    })
    tasks.push({ to: `data?id=${file.id}`, icon: 'data', title: texts.imports[file.state], lead })
  }
  if (requests_paused) {
    tasks.push({ to: 'settings?tab=schedule', icon: 'settings', title: texts.paused, lead: texts.pausedLead })
  }
  if (plan && plan.orders >= plan.limit * planWarningShare) {
    const title = texts.plan({ used: plan.orders, limit: plan.limit })
    tasks.push({ to: 'settings?tab=connection', icon: 'settings', title, lead: texts.planLead })
  }
  return tasks
}

type CountedTask = 'reviews' | 'questions' | 'answers' | 'reported' | 'reported_questions' | 'failed_mails'

function useCountedTask(pendingTasks: PendingTasks | undefined) {
  const texts = useTexts('home').waiting
  const { number, date } = useFormats()
  return (name: CountedTask, icon: IconName, to: string): TaskProps[] => {
    const pending = pendingTasks?.[name]
    const { count = 0, more = false } = pending ?? {}
    if (count === 0) return []
    const since = pending && 'since' in pending ? pending.since : null
    const title = texts[name]({ count, number: `${number(count)}${more ? '+' : ''}` })
    return [{ to, icon, title, lead: since ? texts.since({ date: date(since) }) : texts.thisWeek }]
  }
}

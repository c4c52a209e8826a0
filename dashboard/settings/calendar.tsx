import {
  ActionIcon,
  Alert,
  Group,
  Skeleton,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SchedulePreview } from '../../server/stores/settings-schemas.ts'
import { get, ofStore, type Wire } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { reasonIn } from '../parts/schedule-reason.ts'
import { dayAt } from '../parts/zone.ts'
import { useStore } from '../store.tsx'
import { useFormats, useSpeech, useTexts } from '../words/words.tsx'
import classes from './calendar.module.css'

type Draft = { delay: number; send_at: string; weekends: boolean; holidays: boolean }
type Day = Wire<SchedulePreview>['result'][number]

/** What a delivery on each day of a month would give, and why then. */
export function Calendar({ draft }: { draft: Draft }) {
  const { store_id, time_zone } = useStore()
  const { language } = useSpeech()
  const texts = useTexts('settings')
  const [chosen, setChosen] = useState(() => dayAt(new Date(), time_zone))
  const [month, setMonth] = useState(chosen.slice(0, 7))
  const [settled] = useDebouncedValue(JSON.stringify(draft), 250)
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'schedule-preview', month, settled],
    queryFn: () => {
      const { delay, ...rest } = JSON.parse(settled) as Draft
      const known = Number.isInteger(delay) && delay >= 0 && delay <= 365 ? { delay } : {}
      const query = new URLSearchParams({ month })
      for (const [name, value] of Object.entries({ ...rest, ...known })) {
        if (value !== '') query.set(name, String(value))
      }
      return get<Wire<SchedulePreview>>(ofStore(store_id, `/schedule-preview?${query}`))
    },
    placeholderData: keepPreviousData,
  })
  if (error) return <Failure error={error} retry={refetch} />
  const title = utc(`${month}-15`).toLocaleDateString(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const days = data?.result ?? []
  const day = days.find(({ date }) => date === chosen)
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.previousMonth}
          onClick={() => setMonth(add(month, -1))}
        >
          <Icon name="back" size={18} />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {title}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.nextMonth}
          onClick={() => setMonth(add(month, 1))}
        >
          <Icon name="forward" size={18} />
        </ActionIcon>
      </Group>
      {data ? <Month days={days} chosen={chosen} choose={setChosen} title={title} /> : <Skeleton h={320} />}
      <Alert variant="light" color="gray" mt="sm" role="status">
        {day ? <Why day={day} /> : texts.calendarLead}
      </Alert>
    </div>
  )
}

function Month({
  days,
  chosen,
  choose,
  title,
}: {
  days: Day[]
  chosen: string
  choose: (date: string) => void
  title: string
}) {
  const { language } = useSpeech()
  const texts = useTexts('settings')
  const first = days[0] ? (utc(days[0].date).getUTCDay() + 6) % 7 : 0
  const cells = [...Array<undefined>(first).fill(undefined), ...days]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  )
  const short = (date: string) =>
    utc(date).toLocaleDateString(language, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return (
    <Table aria-label={title} layout="fixed" className={classes.month} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          {Array.from({ length: 7 }, (_, index) => {
            const weekday = new Date(Date.UTC(2024, 0, 1 + index))
            return (
              <Table.Th key={weekday.toISOString()} ta="center" fz="xs" px={2}>
                {weekday.toLocaleDateString(language, { weekday: 'short', timeZone: 'UTC' })}
              </Table.Th>
            )
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeks.map(week => (
          <Table.Tr key={week.find(Boolean)?.date}>
            {Array.from({ length: 7 }, (_, index) => {
              const day = week[index]
              if (!day) return <Table.Td key={index} />
              const isMoved = day.reason.includes('moved')
              return (
                <Table.Td key={day.date} p={2}>
                  <UnstyledButton
                    type="button"
                    className={classes.day ?? ''}
                    mod={{ moved: isMoved }}
                    aria-pressed={day.date === chosen}
                    onClick={() => choose(day.date)}
                  >
                    <VisuallyHidden>
                      {texts.asked({ delivery: short(day.date), due: short(day.due_date) })}
                    </VisuallyHidden>
                    <Text span size="sm" fw={600} aria-hidden>
                      {Number(day.date.slice(8))}
                    </Text>
                    <Text span className={classes.due ?? ''} aria-hidden>
                      <span className={classes.arrow}>→ </span>
                      {short(day.due_date)}
                    </Text>
                  </UnstyledButton>
                </Table.Td>
              )
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Why({ day }: { day: Day }) {
  const { time_zone: timeZone } = useStore()
  const { language } = useSpeech()
  const { day: named } = useFormats()
  const texts = useTexts('settings')
  const reasons = useTexts('schedule')
  const due = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(day.due_at))
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.asked({ delivery: named(day.date), due })}
      </Text>
      <Text size="sm">{reasonIn(day.reason, reasons)}</Text>
    </>
  )
}

const utc = (date: string) => new Date(`${date}T00:00:00Z`)

function add(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

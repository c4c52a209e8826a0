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
import { type KeyboardEvent, useState } from 'react'
import type { SchedulePreview } from '../../server/asking/requests/schedule-preview.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { isMoved, scheduleText } from '../parts/schedule-reason.ts'
import { dayAt } from '../parts/time-zone.ts'
import { useStore } from '../store.tsx'
import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import classes from './calendar.module.css'

type Draft = { delay: number; send_at: string; weekends: boolean; holidays: boolean; own_holidays: string }
type Day = Wire<SchedulePreview>['result'][number]

/** The request date for a delivery on each day of a month, and the reason for it. */
export function Calendar({ draft }: { draft: Draft }) {
  const { time_zone } = useStore()
  const texts = useTexts('settings')
  const [selectedDate, setSelectedDate] = useState(() => dayAt(new Date(), time_zone))
  const [month, setMonth] = useState(selectedDate.slice(0, 7))
  const { data, error, refetch } = useSchedulePreview(draft, month)
  const title = useMonthName(month)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  const days = data?.result ?? []
  const day = days.find(({ date }) => date === selectedDate)
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <MonthButton
          month={addMonths(month, -1)}
          label={texts.previousMonth}
          icon="back"
          setMonth={setMonth}
        />
        <Text fw={600} aria-live="polite">
          {title}
        </Text>
        <MonthButton month={addMonths(month, 1)} label={texts.nextMonth} icon="forward" setMonth={setMonth} />
      </Group>
      {data ? (
        <MonthTable days={days} selectedDate={selectedDate} selectDate={setSelectedDate} title={title} />
      ) : (
        <Skeleton h={320} />
      )}
      {days.some(isMovedDay) && <Legend />}
      <Holidays holidays={data?.holidays ?? []} />
      <Alert variant="light" color="gray" mt="sm" role="status">
        {day ? <DayExplanation day={day} /> : texts.calendarLead}
      </Alert>
    </div>
  )
}

/** The schedule of a month under the draft's settings, fetched 250 ms after the last change. */
function useSchedulePreview(draft: Draft, month: string) {
  const { store_id } = useStore()
  const [debounced] = useDebouncedValue(JSON.stringify(draft), 250)
  return useQuery({
    queryKey: [store_id, 'schedule-preview', month, debounced],
    queryFn: () => {
      const { delay, ...rest } = JSON.parse(debounced) as Draft
      const validDelay = Number.isInteger(delay) && delay >= 0 && delay <= 365 ? { delay } : {}
      const query = new URLSearchParams({ month })
      for (const [name, value] of Object.entries({ ...rest, ...validDelay })) {
        if (value !== '') query.set(name, String(value))
      }
      return get<Wire<SchedulePreview>>(storePath(store_id, `/schedule-preview?${query}`))
    },
    placeholderData: keepPreviousData,
  })
}

function useMonthName(month: string): string {
  const { language } = useLanguage()
  return parseUtcDate(`${month}-15`).toLocaleDateString(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

type MonthButtonProps = { month: string; label: string; icon: IconName; setMonth: (month: string) => void }

function MonthButton({ month, label, icon, setMonth }: MonthButtonProps) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => setMonth(month)}>
      <Icon name={icon} size={18} />
    </ActionIcon>
  )
}

type MonthTableProps = {
  days: Day[]
  selectedDate: string
  selectDate: (date: string) => void
  title: string
}

/** One stop of the Tab key: arrows move between the days. */
function MonthTable({ days, selectedDate, selectDate, title }: MonthTableProps) {
  const selected = Math.max(
    0,
    days.findIndex(({ date }) => date === selectedDate),
  )
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const targets: Record<string, number> = {
      ArrowLeft: selected - 1,
      ArrowRight: selected + 1,
      ArrowUp: selected - 7,
      ArrowDown: selected + 7,
      Home: 0,
      End: days.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = days[target]
    if (!next) return
    selectDate(next.date)
    event.currentTarget.querySelector<HTMLElement>(`[data-date="${next.date}"]`)?.focus()
  }
  return (
    <Table
      role="grid"
      aria-label={title}
      layout="fixed"
      className={classes.month}
      withRowBorders={false}
      onKeyDown={onKeyDown}
    >
      <Weekdays />
      <Table.Tbody>
        {weeksOf(days).map(week => (
          <Table.Tr key={week.find(Boolean)?.date}>
            {Array.from({ length: 7 }, (_, index) => {
              const day = week[index]
              if (!day) return <Table.Td key={index} />
              return (
                <Table.Td key={day.date} p={2}>
                  <DayButton
                    day={day}
                    isSelected={day.date === selectedDate}
                    isTabStop={day === days[selected]}
                    select={() => selectDate(day.date)}
                  />
                </Table.Td>
              )
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Weekdays() {
  const { language } = useLanguage()
  const monday = Date.UTC(2024, 0, 1)
  const week = Array.from({ length: 7 }, (_, index) => new Date(monday + index * 24 * 60 * 60 * 1000))
  return (
    <Table.Thead>
      <Table.Tr>
        {week.map(day => (
          <Table.Th key={day.toISOString()} ta="center" fz="xs" px={2}>
            {day.toLocaleDateString(language, { weekday: 'short', timeZone: 'UTC' })}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

type DayButtonProps = { day: Day; isSelected: boolean; isTabStop: boolean; select: () => void }

function DayButton({ day, isSelected, isTabStop, select }: DayButtonProps) {
  const { language } = useLanguage()
  const texts = useTexts('settings')
  const shortDate = (date: string) =>
    parseUtcDate(date).toLocaleDateString(language, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return (
    <UnstyledButton
      type="button"
      className={classes.day ?? ''}
      mod={{ moved: isMovedDay(day), date: day.date }}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      onClick={select}
    >
      <VisuallyHidden>
        {texts.asked({ delivery: shortDate(day.date), due: shortDate(day.due_date) })}
      </VisuallyHidden>
      <Text span size="sm" className={classes.number ?? ''} aria-hidden>
        {Number(day.date.slice(8))}
      </Text>
      <Text span className={classes.due ?? ''} aria-hidden>
        <span className={classes.arrow}>→ </span>
        {shortDate(day.due_date)}
      </Text>
    </UnstyledButton>
  )
}

function Legend() {
  const texts = useTexts('settings')
  return (
    <Text size="xs" c="dimmed" className={classes.legend ?? ''}>
      <span className={classes.swatch} aria-hidden />
      {texts.moved}
    </Text>
  )
}

/** The days of the month that are skipped, by name. */
function Holidays({ holidays }: { holidays: Wire<SchedulePreview>['holidays'] }) {
  const { day } = useFormats()
  const texts = useTexts('schedule')
  return holidays.map(({ date, name }) => (
    <Text key={date} size="xs" c="dimmed">
      {name === null ? texts.ownHoliday({ date: day(date) }) : `${day(date)} · ${name}`}
    </Text>
  ))
}

const isMovedDay = ({ reasons }: Day) => reasons.some(isMoved)

// Weeks start on Monday. Cells before the first of the month are undefined.
function weeksOf(days: Day[]): (Day | undefined)[][] {
  const emptyCells = days[0] ? (parseUtcDate(days[0].date).getUTCDay() + 6) % 7 : 0
  const cells = [...Array<undefined>(emptyCells).fill(undefined), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

function DayExplanation({ day }: { day: Day }) {
  const { time_zone: timeZone } = useStore()
  const { language } = useLanguage()
  const { day: formatDay } = useFormats()
  const texts = useTexts('settings')
  const reasons = useTexts('schedule')
  const due = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(day.due_at))
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.asked({ delivery: formatDay(day.date), due })}
      </Text>
      <Text size="sm">{scheduleText(day.reasons, reasons)}</Text>
    </>
  )
}

const parseUtcDate = (date: string) => new Date(`${date}T00:00:00Z`)

function addMonths(month: string, months: number): string {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, monthNumber - 1 + months, 1)).toISOString().slice(0, 7)
}

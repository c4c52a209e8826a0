import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { dayAt } from '../time-zone.ts'

type Dates = { from: string; to: string }

type Props = Dates & { choose: (dates: Dates) => void }

/** Chooses the first and the last day, either of which may be open. The button names them. */
export function DateFilter({ from, to, choose }: Props) {
  const texts = useTexts('queue')
  const { day } = useFormats()
  const isActive = from !== '' || to !== ''
  const name =
    from && to
      ? texts.between({ from: day(from), to: day(to) })
      : from
        ? texts.since({ from: day(from) })
        : texts.until({ to: day(to || '1970-01-01') })
  return (
    <Popover position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button variant={isActive ? 'light' : 'default'}>{isActive ? name : texts.anyDate}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields from={from} to={to} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

const lengths = [1, 7, 30] as const
const msOfDay = 24 * 60 * 60 * 1000

function Fields({ from, to, choose }: Props) {
  const texts = useTexts('queue')
  const { time_zone } = useStore()
  const [typed, setTyped] = useState({ from, to })
  useEffect(() => setTyped({ from, to }), [from, to])
  // Dates are typed digit by digit, so apply only complete ones, in their order.
  const change = (dates: Dates) => {
    setTyped(dates)
    const isWhole = (date: string) => date === '' || date >= '1970'
    const isOrdered = !dates.from || !dates.to || dates.from <= dates.to
    if (isWhole(dates.from) && isWhole(dates.to) && isOrdered) choose(dates)
  }
  const daysAgo = (days: number) => dayAt(new Date(Date.now() - days * msOfDay), time_zone)
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {lengths.map(days => (
          <Button
            key={days}
            size="compact-sm"
            variant="default"
            onClick={() => change({ from: daysAgo(days - 1), to: '' })}
          >
            {texts.lastDays({ count: days })}
          </Button>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" grow>
        {(['from', 'to'] as const).map(name => (
          <TextInput
            key={name}
            type="date"
            label={texts[name]}
            value={typed[name]}
            onChange={event => change({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <Button variant="subtle" color="gray" onClick={() => change({ from: '', to: '' })}>
        {texts.clearDates}
      </Button>
    </Stack>
  )
}

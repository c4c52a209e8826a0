import { Group, SegmentedControl, TextInput, useMatches } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { type Insights, type RangeName, ranges, useRange } from './query.ts'

/** Selects the range. Custom dates start as the current range, so that changing one is enough. */
export function RangeBar({ current }: { current: Pick<Insights, 'from' | 'to' | 'today'> | undefined }) {
  const texts = useTexts('home')
  const { range, setRange } = useRange()
  const size = useMatches({ base: 'xs', sm: 'sm' })
  const chooseRange = (name: RangeName) => {
    if (name !== 'custom') setRange({ range: name })
    else if (current) setRange({ from: current.from, to: current.to })
  }
  return (
    <Group gap="sm" align="flex-end">
      {range.name === 'custom' && <DateFields today={current?.today} />}
      <SegmentedControl
        aria-label={texts.range}
        value={range.name}
        onChange={value => chooseRange(value as RangeName)}
        data={[...ranges, 'custom' as const].map(value => ({ value, label: texts.ranges[value] }))}
        size={size}
        radius="md"
      />
    </Group>
  )
}

function DateFields({ today }: { today: string | undefined }) {
  const texts = useTexts('home')
  const { range, setRange } = useRange()
  const [entered, setEntered] = useState({ from: range.from, to: range.to })
  const { from, to } = entered
  const appliedRange = useRef(`${range.from} ${range.to}`)
  useEffect(() => {
    const newRange = `${range.from} ${range.to}`
    if (newRange === appliedRange.current) return
    appliedRange.current = newRange
    setEntered({ from: range.from, to: range.to })
  }, [range.from, range.to])
  // Dates are typed digit by digit, so apply only a complete range, after a pause.
  useEffect(() => {
    const isNew = from !== range.from || to !== range.to
    if (!(isNew && from && to && from <= to && from >= '1970')) return
    const timer = setTimeout(() => {
      appliedRange.current = `${from} ${to}`
      setRange({ from, to })
    }, 600)
    return () => clearTimeout(timer)
  }, [from, to, range.from, range.to, setRange])
  const field = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={texts[name]}
      value={entered[name]}
      max={today}
      onChange={event => setEntered({ ...entered, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Group gap="xs" wrap="nowrap">
      {field('from')}
      {field('to')}
    </Group>
  )
}

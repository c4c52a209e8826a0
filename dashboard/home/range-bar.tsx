import { Group, SegmentedControl, TextInput, useMatches } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { type Insights, type RangeName, ranges, useRange } from './query.ts'

/** Selects the range. Custom dates start as the current range, so that changing one is enough. */
export function RangeBar({ shown }: { shown: Pick<Insights, 'from' | 'to' | 'today'> | undefined }) {
  const texts = useTexts('home')
  const { range, setRange } = useRange()
  const size = useMatches({ base: 'xs', sm: 'sm' })
  const chooseRange = (name: RangeName) => {
    if (name !== 'custom') setRange({ range: name })
    else if (shown) setRange({ from: shown.from, to: shown.to })
  }
  return (
    <Group gap="sm" align="flex-end">
      {range.name === 'custom' && <DateFields today={shown?.today} />}
      <SegmentedControl
        aria-label={texts.range}
        value={range.name}
        onChange={value => chooseRange(value as RangeName)}
        data={[...ranges, 'custom' as const].map(value => ({ value, label: texts.ranges[value] }))}
        size={size}
        radius="md"
        style={{ maxWidth: '100%', overflowX: 'auto' }}
      />
    </Group>
  )
}

function DateFields({ today }: { today: string | undefined }) {
  const texts = useTexts('home')
  const { range, setRange } = useRange()
  const [typed, setTyped] = useState({ from: range.from, to: range.to })
  const { from, to } = typed
  const appliedRange = useRef(`${range.from} ${range.to}`)
  useEffect(() => {
    const now = `${range.from} ${range.to}`
    if (now === appliedRange.current) return
    appliedRange.current = now
    setTyped({ from: range.from, to: range.to })
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
      value={typed[name]}
      max={today}
      onChange={event => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Group gap="xs" wrap="nowrap">
      {field('from')}
      {field('to')}
    </Group>
  )
}

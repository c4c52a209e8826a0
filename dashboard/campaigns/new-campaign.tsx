import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { Section } from '../parts/layout/section.tsx'
import { dayAt } from '../parts/time-zone.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { usePreview } from './query.ts'

/** The form of a new campaign, which leads to its preview. */
export function NewCampaign({ usualPerDay }: { usualPerDay: number }) {
  const texts = useTexts('campaigns')
  const { time_zone } = useStore()
  const today = dayAt(new Date(), time_zone)
  const [from, setFrom] = useState(() => monthsBefore(today, 24))
  const [to, setTo] = useState(() => monthsBefore(today, 1))
  const [perDay, setPerDay] = useState<string | number>(usualPerDay)
  const preview = usePreview()
  const wrong = fieldErrors(preview.error)
  const isFieldError = Object.keys(wrong).length > 0
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      preview.reset()
      set(value)
    }
  return (
    <Section title={texts.new} lead={texts.newLead}>
      <form
        onSubmit={event => {
          event.preventDefault()
          preview.mutate({ from, to, per_day: typeof perDay === 'number' ? perDay : undefined })
        }}
      >
        <Stack>
          <Group align="flex-start" gap="md">
            <Day label={texts.from} value={from} max={today} error={wrong.from} set={change(setFrom)} />
            <Day label={texts.to} value={to} max={today} error={wrong.to} set={change(setTo)} />
          </Group>
          <NumberInput
            label={texts.perDay}
            description={texts.perDayHint}
            min={1}
            max={20_000}
            allowDecimal={false}
            value={perDay}
            onChange={change(setPerDay)}
            error={wrong.per_day}
            maw={420}
            required
          />
          {!isFieldError && <ErrorAlert error={preview.error} />}
          <Group>
            <Button type="submit" loading={preview.isPending}>
              {texts.preview}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

type DayProps = {
  label: string
  value: string
  max: string
  error: string | undefined
  set: (day: string) => void
}

function Day({ label, value, max, error, set }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      max={max}
      error={error}
      onChange={event => set(event.currentTarget.value)}
      required
    />
  )
}

/** The same day so many months ago, or the last one of that month. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reason } from '../../server/asking/requests/reasons.ts'
import type { SchedulePreview } from '../../server/asking/requests/schedule-preview.ts'
import { get, storePath, type Wire } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useErrorMessage } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { closedText, isMoved } from '../parts/schedule-reason.ts'
import { useStore } from '../store.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { useOrderAction } from './query.ts'
import { useStoreDates } from './store-dates.ts'

/** Moves a request to another day, and warns if the store's schedule sends nothing on it. */
export function MoveDialog({ orderId, dueAt, close }: { orderId: string; dueAt: string; close: () => void }) {
  const texts = useTexts('orders')
  const messageFor = useErrorMessage()
  const { dateOf } = useStoreDates()
  const today = dateOf(new Date())
  const plannedDate = dateOf(new Date(dueAt))
  const [date, setDate] = useState(plannedDate < today ? today : plannedDate)
  const move = useOrderAction('move', texts.moved, close)
  const dateError = fieldErrors(move.error).date
  return (
    <Dialog close={close} title={texts.moveTitle}>
      <form
        onSubmit={event => {
          event.preventDefault()
          move.mutate({ order_id: orderId, date })
        }}
      >
        <Stack>
          <TextInput
            type="date"
            label={texts.moveDay}
            min={today}
            max="2199-12-31"
            value={date}
            onChange={event => {
              move.reset()
              setDate(event.currentTarget.value)
            }}
            error={dateError ?? (move.error && messageFor(move.error))}
            data-autofocus
            required
          />
          {isDate(date) && date >= today && <DateHint date={date} setDate={setDate} />}
          <DialogButtons canSubmit={isDate(date)} busy={move.isPending} close={close} />
        </Stack>
      </form>
    </Dialog>
  )
}

function DialogButtons({ canSubmit, busy, close }: { canSubmit: boolean; busy: boolean; close: () => void }) {
  const texts = useTexts('orders')
  const { common } = useCommonTexts()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={busy} disabled={!canSubmit}>
        {texts.moveAct}
      </Button>
    </Group>
  )
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

function DateHint({ date, setDate }: { date: string; setDate: (date: string) => void }) {
  const texts = useTexts('orders')
  const reasons = useTexts('schedule')
  const dates = useStoreDates()
  const nextOpenDay = useNextOpenDay(date)
  const { settings } = dates
  if (!settings) return null
  const now = new Date()
  const isSoon = date === dates.dateOf(now) && settings.send_at <= dates.timeOf(now)
  return (
    <div aria-live="polite">
      <Text size="sm">
        {isSoon
          ? texts.goesOutSoon
          : texts.goesOut({ when: `${dates.day(date)}, ${dates.time(settings.send_at)}` })}
      </Text>
      {nextOpenDay && nextOpenDay.date !== date && (
        <>
          <Text size="sm" c="dimmed" mt={4}>
            {texts.closed({ why: closedText(nextOpenDay.reason, reasons) })}
          </Text>
          <Button variant="light" size="compact-sm" mt="xs" onClick={() => setDate(nextOpenDay.date)}>
            {texts.take({ day: dates.day(nextOpenDay.date) })}
          </Button>
        </>
      )}
    </div>
  )
}

/**
 * The first day from `date` on that the store's schedule allows, and the reason if it is another day. Asks the
 * schedule preview for a delivery on that day with no delay, and the latest sending time so that the day still counts.
 */
function useNextOpenDay(date: string): { date: string; reason: Reason } | undefined {
  const { store_id } = useStore()
  const month = date.slice(0, 7)
  const query = new URLSearchParams({ month, delay: '0', send_at: '23:59' })
  const { data } = useQuery({
    queryKey: [store_id, 'schedule-preview', 'open days', month],
    queryFn: () => get<Wire<SchedulePreview>>(storePath(store_id, `/schedule-preview?${query}`)),
  })
  const day = data?.result.find(preview => preview.date === date)
  const reason = day?.reasons.find(isMoved)
  return day && reason && { date: day.due_date, reason }
}

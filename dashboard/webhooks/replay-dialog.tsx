import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { instantAt, localTimeAt } from '../parts/time-zone.ts'
import { useStore } from '../store.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { useAct, useWebhookRequests } from './query.ts'

const day = 24 * 60 * 60 * 1000 // ms
const minute = 60 * 1000 // ms

/** Sends the deliveries of a time again: by default, of the last day. */
export function ReplayDialog({ id, close }: { id: string; close: () => void }) {
  const texts = useTexts('webhooks').replay
  const { common } = useCommonTexts()
  const { time_zone } = useStore()
  const { replayTime } = useWebhookRequests()
  const [from, setFrom] = useState(() => localTimeAt(new Date(Date.now() - day), time_zone))
  const [to, setTo] = useState(() => localTimeAt(new Date(Date.now() + minute), time_zone))
  const isOrdered = from !== '' && to !== '' && from < to
  const replay = useAct(() => replayTime(id, instantAt(from, time_zone), instantAt(to, time_zone)), {
    onDone: count => {
      notifications.show({ message: count > 0 ? texts.done({ count }) : texts.none })
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOrdered && !replay.isPending) replay.mutate()
  }
  return (
    <Dialog close={close} title={texts.title}>
      <Stack component="form" onSubmit={submit}>
        <Text size="sm">{texts.lead}</Text>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={texts.from}
            required
            value={from}
            onChange={event => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={texts.to}
            required
            value={to}
            error={!isOrdered && texts.order}
            onChange={event => setTo(event.currentTarget.value)}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {texts.zone({ zone: time_zone })}
        </Text>
        <ErrorAlert error={replay.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={!isOrdered}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

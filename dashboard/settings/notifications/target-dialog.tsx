import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiFailure, patch, post, storePath } from '../../api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { type Choice, everyKind, NoticeFields } from '../../parts/notices/notice-fields.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import type { Target } from './notifications.tsx'

type Channel = Target['channel']

const channels: Channel[] = ['email', 'slack', 'teams', 'discord', 'webhook']

/** Adds a target, or changes what one is notified of. An address is entered once and not shown again. */
export function TargetDialog({
  target,
  close,
  reload,
}: {
  target?: Target
  close: () => void
  reload: () => Promise<void>
}) {
  const { store_id } = useStore()
  const texts = useTexts('notifications')
  const { common } = useCommonTexts()
  const [channel, setChannel] = useState<Channel>(target?.channel ?? 'slack')
  const [address, setAddress] = useState('')
  const [choice, setChoice] = useState<Choice>(
    target ? { kinds: target.kinds, pace: target.pace } : { kinds: everyKind, pace: 'at_once' },
  )
  const save = useMutation({
    mutationFn: async () => {
      const path = storePath(store_id, '/notifications')
      if (target) return await patch(`${path}/${target.target_id}`, choice)
      const given = channel === 'email' ? { email: address } : { url: address }
      await post(path, { channel, ...given, ...choice })
    },
    onSuccess: async () => {
      await reload()
      close()
    },
  })
  const problem = useRefusal(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog close={close} title={target ? target.address : texts.add} size="lg" ignoresOutsideClicks>
      <form onSubmit={submit}>
        <Stack>
          {!target && (
            <>
              <Select
                label={texts.channel}
                allowDeselect={false}
                data={channels.map(value => ({ value, label: texts.channels[value] }))}
                value={channel}
                onChange={chosen => chosen && setChannel(chosen as Channel)}
              />
              <TextInput
                label={channel === 'email' ? texts.email : texts.url}
                description={texts.addressHints[channel]}
                type={channel === 'email' ? 'email' : 'url'}
                autoComplete="off"
                required
                error={problem}
                value={address}
                onChange={event => setAddress(event.currentTarget.value)}
              />
            </>
          )}
          <NoticeFields choice={choice} change={setChoice} />
          {save.error && !problem && <ErrorPanel error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={choice.kinds.length === 0}>
              {target ? common.save : texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The problem of the address in the reader's words; undefined for any other error. */
function useRefusal(error: Error | null): string | undefined {
  const { refusals } = useTexts('notifications')
  const refusal = error instanceof ApiFailure ? error.moreInfo.refusal : undefined
  return refusal !== undefined && Object.hasOwn(refusals, refusal)
    ? refusals[refusal as keyof typeof refusals]
    : undefined
}

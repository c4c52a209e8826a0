import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { NotificationTest } from '../../../server/api/dashboard/notifications/notification-schemas.ts'
import { patch, post, remove, storePath } from '../../api.ts'
import { useActWith } from '../../parts/act.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import lists from '../../parts/layout/lists.module.css'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import type { Target } from './notifications.tsx'
import { TargetDialog } from './target-dialog.tsx'

type Props = { target: Target; reload: () => Promise<void> }

/** A target with its state, and what can be done with it. */
export function TargetRow({ target, reload }: Props) {
  const texts = useTexts('notifications')
  const { channel, address, kinds, pace, state, waiting } = target
  const facts = [
    kinds.map(kind => texts.kinds[kind]).join(', '),
    texts.paceNames[pace],
    waiting > 0 && texts.waiting({ count: waiting }),
  ].filter(Boolean)
  return (
    <li className={lists.row}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 260px' }}>
          <Group gap="xs">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {texts.channels[channel]} · {address}
            </Text>
            {state === 'disabled' && (
              <Badge color={target.disabled_why === 'member' ? 'gray' : 'red'} variant="light">
                {texts.off}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
          <Fate target={target} />
        </div>
        <Actions {...{ target, reload }} />
      </Group>
    </li>
  )
}

/** When it was last sent, or why it is not. */
function Fate({ target: { state, disabled_why, last_sent_at, last_error } }: Pick<Props, 'target'>) {
  const texts = useTexts('notifications')
  const { instant } = useFormats()
  if (state === 'disabled' && disabled_why)
    return (
      <Text size="sm" {...(disabled_why !== 'member' && { c: 'red' })}>
        {texts.why[disabled_why]}
      </Text>
    )
  if (last_error) return <Text size="sm">{texts.retrying({ error: last_error })}</Text>
  return (
    <Text size="sm" c="dimmed">
      {last_sent_at ? texts.lastSent({ at: instant(last_sent_at) }) : texts.neverSent}
    </Text>
  )
}

function Actions({ target, reload }: Props) {
  const { store_id } = useStore()
  const texts = useTexts('notifications')
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const path = storePath(store_id, `/notifications/${target.target_id}`)
  const test = useActWith(reload, () => post<NotificationTest>(`${path}/test`), {
    onDone: ({ state, error }) => {
      const message = state === 'failed' ? texts.testFailed({ error: error ?? '' }) : texts.tested[state]
      notifications.show({ message, ...(state === 'failed' && { color: 'red', autoClose: false }) })
    },
  })
  const turn = useActWith(reload, (state: Target['state']) => patch(path, { state }))
  const removal = useActWith(reload, () => remove(path), { message: texts.removed })
  const isOff = target.state === 'disabled'
  const error = test.error ?? turn.error ?? removal.error
  return (
    <Group gap="xs">
      {!(isOff && target.channel === 'email') && (
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {texts.test}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
        {texts.edit}
      </Button>
      {target.disabled_why !== 'unsubscribed' && (
        <Button
          size="xs"
          variant="default"
          loading={turn.isPending}
          onClick={() => turn.mutate(isOff ? 'active' : 'disabled')}
        >
          {isOff ? texts.turnOn : texts.turnOff}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="red" onClick={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      {error && <ErrorPanel error={error} />}
      {open === 'edit' && <TargetDialog target={target} close={() => setOpen(undefined)} reload={reload} />}
      <ConfirmDialog
        title={open === 'remove' ? texts.confirm({ address: target.address }) : undefined}
        message={texts.confirmLead}
        confirmLabel={texts.remove}
        busy={removal.isPending}
        close={() => setOpen(undefined)}
        confirm={() => removal.mutate(undefined, { onSuccess: () => setOpen(undefined) })}
      />
    </Group>
  )
}

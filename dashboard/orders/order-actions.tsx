import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/ask.tsx'
import { useErrorMessage } from '../parts/failure.tsx'
import { useTexts } from '../words/words.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type Details, useOrderAct } from './query.ts'

/** What can be done about an order as it is now. */
export function OrderActions({ order }: { order: Details }) {
  const texts = useTexts('orders')
  const tell = useErrorMessage()
  const [asked, setAsked] = useState<'send' | 'move' | 'cancel'>()
  const close = () => setAsked(undefined)
  const send = useOrderAct('send-now', texts.sent, close)
  const cancel = useOrderAct('cancel', texts.cancelled, close)
  const { waiting, mailable, mayCancel, isOut } = possible(order)
  const failed = send.error ?? cancel.error
  if (waiting.length === 0 && !mayCancel) return null
  return (
    <div>
      <Group gap="sm">
        {mailable.length > 0 && <Button onClick={() => setAsked('send')}>{texts.sendNow}</Button>}
        {waiting.length > 0 && (
          <Button variant="default" onClick={() => setAsked('move')}>
            {texts.move}
          </Button>
        )}
        {mayCancel && (
          <Button variant="subtle" color="red" onClick={() => setAsked('cancel')}>
            {isOut ? texts.stop : texts.cancel}
          </Button>
        )}
      </Group>
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {tell(failed)}
        </Text>
      )}
      <AskToSend order={order} act={send} opened={asked === 'send'} close={close} />
      <AskToCancel order={order} act={cancel} opened={asked === 'cancel'} close={close} />
      {asked === 'move' && waiting[0] && (
        <MoveDialog orderId={order.order_id} dueAt={waiting[0].due_at} close={close} />
      )}
    </div>
  )
}

type AskProps = {
  order: Details
  act: ReturnType<typeof useOrderAct>
  opened: boolean
  close: () => void
}

function AskToSend({ order, act, opened, close }: AskProps) {
  const texts = useTexts('orders')
  const { mailable } = possible(order)
  return (
    <ConfirmDialog
      title={opened ? texts.sendTitle : undefined}
      message={texts.sendLead({ emails: mailable.map(({ email }) => email).join(', ') })}
      confirmLabel={texts.sendNow}
      isHarmless
      busy={act.isPending}
      close={close}
      confirm={() => act.mutate({ order_id: order.order_id }, { onError: close })}
    />
  )
}

function AskToCancel({ order, act, opened, close }: AskProps) {
  const texts = useTexts('orders')
  const { isOut } = possible(order)
  return (
    <ConfirmDialog
      title={opened ? texts.cancelTitle : undefined}
      message={isOut ? texts.stopLead : texts.cancelLead}
      confirmLabel={texts.cancelAct}
      busy={act.isPending}
      close={close}
      confirm={() => act.mutate({ order_id: order.order_id }, { onError: close })}
    />
  )
}

function possible({ requests }: Details) {
  const waiting = requests.filter(
    ({ state, mails }) => ['scheduled', 'expired'].includes(state) && mails.length === 0,
  )
  return {
    waiting,
    mailable: waiting.filter(({ suppressed }) => !suppressed),
    mayCancel: requests.some(({ state }) => ['scheduled', 'sent', 'expired'].includes(state)),
    /** Nothing waits any more: what is left to stop are reminders. */
    isOut: waiting.length === 0,
  }
}

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { useErrorMessage } from '../parts/errors.tsx'
import { useTexts } from '../words/words.tsx'
import { DeliveredDialog, RefundDialog } from './lines-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import classes from './orders.module.css'
import { type Details, useOrderAction } from './query.ts'

/** The actions that the state of an order allows. */
export function OrderActions({ order }: { order: Details }) {
  const texts = useTexts('orders')
  const messageFor = useErrorMessage()
  const [openDialog, setOpenDialog] = useState<'send' | 'move' | 'cancel' | 'deliver' | 'refund'>()
  const close = () => setOpenDialog(undefined)
  const send = useOrderAction('send-now', texts.sent, close)
  const cancel = useOrderAction('cancel', texts.cancelled, close)
  const { unsentRequests, mailableRequests, canCancel, isMailSent } = possibleActions(order)
  const { deliverable, returnable } = possibleLines(order)
  const error = send.error ?? cancel.error
  if (unsentRequests.length === 0 && !canCancel && deliverable.length === 0) return null
  return (
    <div>
      <div className={classes.actions}>
        {mailableRequests.length > 0 && (
          <Button onClick={() => setOpenDialog('send')}>{texts.sendNow}</Button>
        )}
        {unsentRequests.length > 0 && (
          <Button variant="default" onClick={() => setOpenDialog('move')}>
            {texts.move}
          </Button>
        )}
        {deliverable.length > 0 && (
          <Button variant="default" onClick={() => setOpenDialog('deliver')}>
            {texts.lines.deliver}
          </Button>
        )}
        {returnable.length > 0 && (
          <Button variant="default" onClick={() => setOpenDialog('refund')}>
            {texts.lines.refund}
          </Button>
        )}
        {canCancel && (
          <Button variant="subtle" color="red" onClick={() => setOpenDialog('cancel')}>
            {isMailSent ? texts.stop : texts.cancel}
          </Button>
        )}
      </div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {messageFor(error)}
        </Text>
      )}
      <ConfirmSend order={order} action={send} opened={openDialog === 'send'} close={close} />
      <ConfirmCancel order={order} action={cancel} opened={openDialog === 'cancel'} close={close} />
      {openDialog === 'deliver' && <DeliveredDialog order={order} products={deliverable} close={close} />}
      {openDialog === 'refund' && <RefundDialog order={order} products={returnable} close={close} />}
      {openDialog === 'move' && unsentRequests[0] && (
        <MoveDialog orderId={order.order_id} dueAt={unsentRequests[0].due_at} close={close} />
      )}
    </div>
  )
}

type ConfirmProps = {
  order: Details
  action: ReturnType<typeof useOrderAction>
  opened: boolean
  close: () => void
}

function ConfirmSend({ order, action, opened, close }: ConfirmProps) {
  const texts = useTexts('orders')
  const { mailableRequests } = possibleActions(order)
  return (
    <ConfirmDialog
      title={opened ? texts.sendTitle : undefined}
      message={texts.sendLead({ emails: mailableRequests.map(({ email }) => email).join(', ') })}
      confirmLabel={texts.sendNow}
      isHarmless
      busy={action.isPending}
      close={close}
      confirm={() => action.mutate({ order_id: order.order_id }, { onError: close })}
    />
  )
}

function ConfirmCancel({ order, action, opened, close }: ConfirmProps) {
  const texts = useTexts('orders')
  const { isMailSent } = possibleActions(order)
  return (
    <ConfirmDialog
      title={opened ? texts.cancelTitle : undefined}
      message={isMailSent ? texts.stopLead : texts.cancelLead}
      confirmLabel={texts.cancelAct}
      closeLabel={texts.keep}
      busy={action.isPending}
      close={close}
      confirm={() => action.mutate({ order_id: order.order_id }, { onError: close })}
    />
  )
}

/** The products that a delivery or a return still changes something for. */
function possibleLines({ products, requests, no_request }: Details) {
  const distinct = [...new Map(products.map(product => [product.product_id, product])).values()]
  const returnable = distinct.filter(({ state }) => state !== 'returned')
  const decided = requests.filter(
    ({ state, mails }) => mails.length > 0 || !['scheduled', 'expired'].includes(state),
  )
  const asked = new Set(decided.flatMap(({ product_ids }) => product_ids))
  const isOver = no_request === 'cancelled'
  return {
    returnable: isOver ? [] : returnable,
    deliverable: isOver ? [] : returnable.filter(({ product_id }) => !asked.has(product_id)),
  }
}

function possibleActions({ requests }: Details) {
  const unsentRequests = requests.filter(
    ({ state, mails }) => ['scheduled', 'expired'].includes(state) && mails.length === 0,
  )
  return {
    unsentRequests,
    mailableRequests: unsentRequests.filter(({ suppressed }) => !suppressed),
    canCancel: requests.some(({ state }) => ['scheduled', 'sent', 'expired'].includes(state)),
    /** No request is unsent: only reminders can still be stopped. */
    isMailSent: unsentRequests.length === 0,
  }
}

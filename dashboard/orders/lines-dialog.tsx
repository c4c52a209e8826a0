import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useErrorMessage } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './orders.module.css'
import { type Details, useOrderAction } from './query.ts'
import { useStoreDates } from './store-dates.ts'

export type Product = Details['products'][number]

type Props = { order: Details; products: Product[]; close: () => void }

/** Reports when products were delivered. Those that wait for their delivery are chosen first. */
export function DeliveredDialog({ order, products, close }: Props) {
  const texts = useTexts('orders')
  const { dateOf } = useStoreDates()
  const [date, setDate] = useState(dateOf(new Date()))
  const deliver = useOrderAction('deliver', texts.lines.deliverySaved, close)
  const waiting = products.filter(({ state }) => state === 'waiting')
  return (
    <LinesForm
      title={texts.lines.deliverTitle}
      lead={texts.lines.deliverLead}
      act={texts.lines.deliverAct}
      products={products}
      first={waiting.length > 0 ? waiting : products}
      action={deliver}
      close={close}
      submit={product_ids => deliver.mutate({ order_id: order.order_id, date, product_ids })}
    >
      <TextInput
        type="date"
        label={texts.lines.deliverDay}
        min="1970-01-02"
        max="2199-12-31"
        value={date}
        onChange={event => {
          deliver.reset()
          setDate(event.currentTarget.value)
        }}
        error={fieldErrors(deliver.error).date}
        data-autofocus
        required
      />
    </LinesForm>
  )
}

/** Reports which products went back. */
export function RefundDialog({ order, products, close }: Props) {
  const texts = useTexts('orders')
  const refund = useOrderAction('refund', texts.lines.returnSaved, close)
  return (
    <LinesForm
      title={texts.lines.refundTitle}
      lead={texts.lines.refundLead}
      act={texts.lines.refundAct}
      products={products}
      first={products.length === 1 ? products : []}
      action={refund}
      close={close}
      submit={product_ids => refund.mutate({ order_id: order.order_id, product_ids })}
    />
  )
}

type FormProps = {
  title: string
  lead: string
  act: string
  products: Product[]
  first: Product[]
  action: ReturnType<typeof useOrderAction>
  submit: (productIds: string[]) => void
  close: () => void
  children?: React.ReactNode
}

function LinesForm({ title, lead, act, products, first, action, submit, close, children }: FormProps) {
  const texts = useTexts('orders')
  const { common } = useCommonTexts()
  const messageFor = useErrorMessage()
  const [chosen, setChosen] = useState(first.map(({ product_id }) => product_id))
  const error = action.error && !fieldErrors(action.error).date ? messageFor(action.error) : undefined
  return (
    <Dialog close={close} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          submit(chosen)
        }}
      >
        <Stack>
          <Text size="sm">{lead}</Text>
          {children}
          <Checkbox.Group label={texts.products} value={chosen} onChange={setChosen} error={error}>
            <Stack gap="xs" mt="xs">
              {products.map(({ product_id, name }) => (
                <Checkbox key={product_id} value={product_id} label={name} className={classes.text} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={action.isPending} disabled={chosen.length === 0}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

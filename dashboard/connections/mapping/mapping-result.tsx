import { Alert, Paper, Stack, Text } from '@mantine/core'
import type { MappedOrders } from '../../../server/api/dashboard/connections/connection-schemas.ts'
import type { Wire } from '../../api.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import { useMessages } from '../message.tsx'

type Result = Wire<MappedOrders>

/** The orders that a mapping finds in a sample, and what is wrong. */
export function MappingResult({ result: { orders, problems } }: { result: Result }) {
  const texts = useTexts('connections').mapping
  const messageOf = useMessages()
  return (
    <Stack gap="sm">
      {problems.length > 0 && (
        <Alert color="red" variant="light">
          <Stack gap={4}>
            {problems.map(problem => (
              <Text size="sm" key={JSON.stringify(problem)}>
                {messageOf(problem)}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      {orders.length === 0 && problems.length === 0 && <Text size="sm">{texts.nothing}</Text>}
      {orders.length > 0 && (
        <Text size="sm" fw={600}>
          {texts.result({ count: orders.length })}
        </Text>
      )}
      {orders.map(order => (
        <FoundOrder key={order.order_id} order={order} />
      ))}
    </Stack>
  )
}

function FoundOrder({ order }: { order: Result['orders'][number] }) {
  const texts = useTexts('connections').mapping
  const { date, labelled } = useFormats()
  const { order_id, ordered_at, customer_name, customer_email, is_cancelled, products } = order
  const arrival = ({ delivered_at, shipped_at, is_returned }: (typeof products)[number]) => {
    if (is_returned) return texts.returned
    if (delivered_at) return texts.delivered({ when: date(delivered_at) })
    return shipped_at ? texts.shipped({ when: date(shipped_at) }) : texts.undelivered
  }
  const buyer = [customer_name, customer_email ?? texts.noEmail].filter(Boolean).join(', ')
  return (
    <Paper withBorder p="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={600}>
        {texts.order({ id: order_id })} · {date(ordered_at)}
        {is_cancelled && ` · ${texts.cancelled}`}
      </Text>
      <Text size="sm">{labelled(texts.buyer, buyer)}</Text>
      {products.map(product => (
        <Text size="sm" key={product.product_id}>
          {labelled(texts.products, [product.name, product.product_id].filter(Boolean).join(' · '))} (
          {arrival(product)})
        </Text>
      ))}
    </Paper>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { OrderDetails } from '../../server/api/dashboard/orders/order-schemas.ts'
import { post, storePath, type Wire } from '../api.ts'
import { useMe } from '../session.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { ErrorAlert } from './errors.tsx'
import { usePendingTasks } from './pending-tasks.ts'

/** Orders a product to the user's own address, and opens the order. `isSecondary`: another button is the main one. */
export function TestOrderButton({ isSecondary = false }: { isSecondary?: boolean }) {
  const texts = useTexts('trial')
  const { store_id } = useStore()
  const { person } = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = usePendingTasks()
  const order = useMutation({
    mutationFn: () => post<Wire<OrderDetails>>(storePath(store_id, '/orders/test'), {}),
    onSuccess: ({ order_id }) => {
      void queries.invalidateQueries({ queryKey: [store_id, 'orders'] })
      void queries.invalidateQueries({ queryKey: [store_id, 'first-steps'] })
      return navigate(`/${store_id}/orders?${new URLSearchParams({ id: order_id })}`)
    },
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        {...(isSecondary && { variant: 'default' })}
        loading={order.isPending}
        onClick={() => order.mutate()}
      >
        {texts.testOrder}
      </Button>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {data?.mail_off ? texts.testOrderKept : texts.testOrderLead({ email: person.email })}
      </Text>
      <ErrorAlert error={order.error} />
    </Stack>
  )
}

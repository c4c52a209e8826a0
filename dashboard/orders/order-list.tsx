import { Anchor, Badge, Group, Paper, Table, Text, UnstyledButton } from '@mantine/core'
import lists from '../parts/layout/lists.module.css'
import { useIsWideScreen } from '../parts/layout/wide-screen.ts'
import { textFor } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import classes from './orders.module.css'
import type { Order } from './query.ts'
import {
  displayedState,
  isDelivered,
  primaryRequest,
  stateColors,
  useBuyerName,
  useRequestStatus,
} from './request-status.ts'
import { useStoreDates } from './store-dates.ts'

type ListProps = { orders: Order[]; openOrderId: string | null; open: (order: Order) => void }

/** Orders as a table, or as cards on narrow screens. */
export function OrderList(props: ListProps) {
  return useIsWideScreen() ? <OrderTable {...props} /> : <OrderCards {...props} />
}

function OrderTable({ orders, openOrderId, open }: ListProps) {
  const texts = useTexts('orders')
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.order}</Table.Th>
            <Table.Th>{texts.buyer}</Table.Th>
            <Table.Th className={classes.wide}>{texts.products}</Table.Th>
            <Table.Th className={classes.wide}>{texts.delivery}</Table.Th>
            <Table.Th>{texts.request}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map(order => (
            <OrderRow
              key={order.order_id}
              order={order}
              active={order.order_id === openOrderId}
              open={() => open(order)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type OrderProps = { order: Order; active: boolean; open: () => void }

function OrderRow({ order, active, open }: OrderProps) {
  const texts = useTexts('orders')
  const { date } = useStoreDates()
  return (
    <Table.Tr
      className={lists.row}
      data-order-id={order.order_id}
      data-active={active || undefined}
      onClick={open}
    >
      <Table.Td className={classes.id}>
        <Anchor
          component="button"
          type="button"
          c="inherit"
          fw={600}
          size="sm"
          ta="left"
          aria-current={active || undefined}
        >
          {order.order_id}
        </Anchor>
        <TestBadge order={order} />
      </Table.Td>
      <Table.Td className={classes.buyer}>
        <Buyer order={order} />
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.product}`}>
        <Products order={order} />
      </Table.Td>
      <Table.Td className={classes.wide} style={{ whiteSpace: 'nowrap' }}>
        {order.waiting > 0 && order.requests.length === 0 ? (
          '–'
        ) : (
          <>
            {date(order.delivery_date)}
            <Text size="xs" c="dimmed">
              {isDelivered(order) ? texts.delivered : texts.arrives}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td>
        <RequestState order={order} />
      </Table.Td>
    </Table.Tr>
  )
}

function OrderCards({ orders, openOrderId, open }: ListProps) {
  return (
    <ul className={lists.list}>
      {orders.map(order => (
        <OrderCard
          key={order.order_id}
          order={order}
          active={order.order_id === openOrderId}
          open={() => open(order)}
        />
      ))}
    </ul>
  )
}

function OrderCard({ order, active, open }: OrderProps) {
  return (
    <Paper component="li" withBorder radius="md" className={lists.card} data-active={active || undefined}>
      <UnstyledButton onClick={open} p="md" w="100%" aria-current={active || undefined}>
        <Group justify="space-between" gap="xs" wrap="nowrap" mb={4}>
          <Text fw={600} truncate>
            {order.order_id}
          </Text>
          <StateBadge order={order} />
        </Group>
        <TestBadge order={order} />
        <Buyer order={order} />
        <Text size="sm" c="dimmed" truncate>
          <Products order={order} />
        </Text>
        <Text size="sm" mt={6}>
          <RequestStatus order={order} />
        </Text>
      </UnstyledButton>
    </Paper>
  )
}

function TestBadge({ order }: { order: Order }) {
  const texts = useTexts('trial')
  if (!order.is_test) return null
  return (
    <div>
      <Badge size="sm">{texts.test}</Badge>
    </div>
  )
}

function Buyer({ order }: { order: Order }) {
  const texts = useTexts('orders')
  const nameOf = useBuyerName()
  const request = primaryRequest(order)
  const others = order.requests.length - 1
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {nameOf(request ?? { name: order.customer_name, email: '' })}
        {others > 0 && (
          <Text span c="dimmed" size="sm">
            {' '}
            {texts.more({ count: others })}
          </Text>
        )}
      </Text>
      {request?.email && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Address email={request.email} />
        </Text>
      )}
    </>
  )
}

/** An email address that breaks before its @, if it does not fit on a line. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

function Products({ order }: { order: Order }) {
  const texts = useTexts('orders')
  return (
    <>
      {order.product_name}
      {order.products > 1 && ` ${texts.more({ count: order.products - 1 })}`}
    </>
  )
}

function RequestState({ order }: { order: Order }) {
  return (
    <>
      <StateBadge order={order} />
      <Text size="xs" c="dimmed" mt={4}>
        <RequestStatus order={order} />
      </Text>
    </>
  )
}

function StateBadge({ order }: { order: Order }) {
  const texts = useTexts('orders')
  const request = primaryRequest(order)
  const state = request ? displayedState(request.state, request.mail) : 'suppressed'
  if (!request && order.waiting > 0) return null
  return (
    <Badge color={stateColors[state]} flex="none">
      {texts.states[state]}
    </Badge>
  )
}

function RequestStatus({ order }: { order: Order }) {
  const texts = useTexts('orders')
  const statusOf = useRequestStatus()
  const request = primaryRequest(order)
  if (request) return statusOf(request)
  if (order.waiting > 0) return texts.lines.waiting
  return textFor(texts.noRequest, order.no_request ?? '') ?? texts.noRequest['no usable address']
}

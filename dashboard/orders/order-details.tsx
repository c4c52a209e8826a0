import { Alert, Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { usePendingTasks } from '../parts/pending-tasks.ts'
import { reasonText } from '../parts/request-reason.ts'
import { Stars } from '../parts/stars.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderTimeline, reviewPath } from './order-timeline.tsx'
import classes from './orders.module.css'
import { type DetailedRequest, type Details, useOrder } from './query.ts'
import {
  displayedState,
  isDelivered,
  isWaiting,
  stateColors,
  useBuyerName,
  useRequestStatus,
} from './request-status.ts'
import { useStoreDates } from './store-dates.ts'

type Props = {
  orderId: string
  back: () => void
  /** Opens the mail of a request. */
  preview: (requestId: string) => void
}

/** The details of an order, next to the list. */
export function OrderDetails({ orderId, back, preview }: Props) {
  const texts = useTexts('orders')
  const { data: order, error, refetch } = useOrder(orderId)
  return (
    <Paper
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={texts.orderOf({ id: orderId })}
    >
      <Stack gap="lg">
        <Button variant="subtle" size="compact-sm" onClick={back} className={classes.back} w="fit-content">
          ← {texts.back}
        </Button>
        {error && <ErrorPanel error={error} retry={refetch} />}
        {!order && !error && <DetailsSkeleton />}
        {order && <DetailSections order={order} preview={preview} />}
      </Stack>
    </Paper>
  )
}

function DetailSections({ order, preview }: { order: Details; preview: Props['preview'] }) {
  const texts = useTexts('orders')
  const { mayModerate } = useStore()
  return (
    <>
      <Heading order={order} />
      {order.no_request && (
        <Alert color="gray" variant="light">
          {textFor(texts.noRequest, order.no_request) ?? order.no_request}
        </Alert>
      )}
      {order.requests.map(request => (
        <RequestCard key={request.id} order={order} request={request} preview={() => preview(request.id)} />
      ))}
      {mayModerate && <OrderActions key={order.order_id} order={order} />}
      <Products order={order} />
      <Reviews order={order} />
      <OrderTimeline order={order} />
    </>
  )
}

function Heading({ order }: { order: Details }) {
  const texts = useTexts('orders')
  const trial = useTexts('trial')
  const { date } = useStoreDates()
  return (
    <div>
      <Title order={2} size="h3" className={classes.text}>
        {texts.orderOf({ id: order.order_id })}
      </Title>
      {order.is_test && (
        <Alert variant="light" mt="sm" title={trial.test}>
          {trial.testLead}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {texts.ordered} {date(order.order_date)}
        {!isWaiting(order) &&
          ` · ${isDelivered(order) ? texts.delivered : texts.arrives} ${date(order.delivery_date)}`}
      </Text>
    </div>
  )
}

type RequestProps = { order: Details; request: DetailedRequest; preview: () => void }

function RequestCard({ order, request, preview }: RequestProps) {
  const texts = useTexts('orders')
  const { labelled } = useFormats()
  const reasons = useTexts('schedule')
  const statusOf = useRequestStatus()
  const { instant } = useStoreDates()
  const { state, email, suppressed, shared_with } = request
  const firstMail = request.mails[0] ?? null
  const why = reasonText(request.reasons, texts, reasons)
  const isScheduled = state === 'scheduled' && !firstMail
  return (
    <Paper radius="md" p="md" bg="var(--mantine-color-default-hover)">
      <Recipient request={request} />
      <Text mt="sm" fw={500}>
        {statusOf({ ...request, mail: firstMail })}
      </Text>
      <Text size="sm" c="dimmed">
        {isScheduled ? labelled(texts.why, why) : texts.dueWhy({ when: instant(request.due_at), why })}
      </Text>
      <AskedProducts order={order} request={request} />
      {shared_with.length > 0 && (
        <Text size="sm" c="dimmed" mt={4} className={classes.text}>
          {texts.shared({ orders: shared_with.join(', ') })}
        </Text>
      )}
      {suppressed && state !== 'reviewed' && (
        <Text size="sm" mt={4}>
          {texts.getsNone({ why: texts.suppressions[suppressed] ?? suppressed })}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {email && (
          <Button variant="default" size="xs" onClick={preview}>
            {texts.preview}
          </Button>
        )}
        {firstMail?.state === 'kept' && <KeptMailLink id={firstMail.id} />}
      </Group>
    </Paper>
  )
}

/** The products of a request, if it does not ask about all of them. */
function AskedProducts({ order, request }: Pick<RequestProps, 'order' | 'request'>) {
  const texts = useTexts('orders')
  const ids = new Set(request.product_ids)
  const asked = order.products.filter(({ product_id }) => ids.has(product_id))
  if (asked.length === 0 || asked.length === order.products.length) return null
  return (
    <Text size="sm" c="dimmed" mt={4} className={classes.text}>
      {texts.lines.about({ products: asked.map(({ name }) => name).join(', ') })}
    </Text>
  )
}

/** Opens a mail in the outbox, if this browser may. */
function KeptMailLink({ id }: { id: string }) {
  const texts = useTexts('trial')
  const { store_id } = useStore()
  const { data } = usePendingTasks()
  if (!data?.mail_off?.outbox) return null
  return (
    <Button component="a" href={`/outbox/${store_id}/${id}`} target="_blank" rel="noreferrer" size="xs">
      {texts.openKept}
    </Button>
  )
}

function Recipient({ request }: { request: DetailedRequest }) {
  const texts = useTexts('orders')
  const nameOf = useBuyerName()
  const { email } = request
  const state = displayedState(request.state, request.mails[0] ?? null)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Text fw={600} className={classes.text}>
          {nameOf(request)}
        </Text>
        <Badge color={stateColors[state]} flex="none">
          {texts.states[state]}
        </Badge>
      </Group>
      {email && (
        <Text size="sm" c="dimmed" className={classes.text}>
          {email}
        </Text>
      )}
    </>
  )
}

function Products({ order }: { order: Details }) {
  const texts = useTexts('orders')
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {texts.products}
      </Title>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {order.products.map((product, index) => (
          // The index is the key, because an order may contain a product twice.
          <Text key={index} component="li" size="sm" className={classes.text}>
            {product.name}
            {product.sku && (
              <Text span c="dimmed" size="sm">
                {' '}
                · {texts.sku} {product.sku}
              </Text>
            )}
            <LineState product={product} />
          </Text>
        ))}
      </Stack>
    </div>
  )
}

/** What became of a product, if it is not that of its order. */
function LineState({ product }: { product: Details['products'][number] }) {
  const texts = useTexts('orders').lines
  const { date } = useStoreDates()
  const { state, delivered_at, is_estimated, refunded_at } = product
  const text = () => {
    if (refunded_at) return texts.returned({ when: date(refunded_at) })
    if (state === 'waiting') return texts.waiting
    if (!delivered_at) return undefined
    return is_estimated
      ? texts.estimated({ when: date(delivered_at) })
      : texts.delivered({ when: date(delivered_at) })
  }
  const shown = text()
  return shown ? (
    <Text size="xs" c="dimmed">
      {shown}
    </Text>
  ) : null
}

function Reviews({ order: { reviews } }: { order: Details }) {
  const texts = useTexts('orders')
  const { labelled } = useFormats()
  const { store_id } = useStore()
  if (reviews.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {texts.reviews}
      </Title>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {reviews.map(review => (
          <Group key={review.id} component="li" gap="sm">
            <Stars rating={review.rating} label={texts.starsOf({ rating: review.rating })} />
            <Anchor component={Link} size="sm" to={`/${store_id}/${reviewPath(review)}`}>
              {labelled(texts.openReview, review.product_name)}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      <Skeleton height={28} width="60%" />
      <Skeleton height={120} radius="md" />
      <Skeleton height={200} radius="md" />
    </Stack>
  )
}

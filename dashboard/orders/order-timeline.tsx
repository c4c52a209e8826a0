import '@mantine/core/styles/Timeline.css'
import { Anchor, Text, Timeline, Title } from '@mantine/core'
import { Link } from 'react-router'
import { fillText } from '../../texts/sentences.ts'
import { useStore } from '../store.tsx'
import type { Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './orders.module.css'
import type { DetailedRequest, Details } from './query.ts'
import { isWaiting, useBuyerName } from './request-status.ts'
import { useStoreDates } from './store-dates.ts'

/** A past or future event. `mail` is the one whose last answer is displayed; `to` is a link to the result. */
type TimelineEvent = { at: string; text: string; mail?: Mail | undefined; color?: string; to?: string }

/** The past and scheduled events of an order, in order of time. */
export function OrderTimeline({ order }: { order: Details }) {
  const texts = useTexts('orders')
  const nameOf = useBuyerName()
  const events = eventsOf(order, texts, nameOf).toSorted((a, b) => a.at.localeCompare(b.at))
  const pastCount = events.filter(({ at }) => new Date(at).getTime() <= Date.now()).length
  return (
    <div>
      <Title order={3} size="h5" mb="sm">
        {texts.timeline}
      </Title>
      <Timeline active={pastCount - 1} bulletSize={14} lineWidth={2}>
        {events.map((event, index) => (
          <Timeline.Item
            key={`${event.at} ${event.text}`}
            lineVariant={index < pastCount - 1 ? 'solid' : 'dashed'}
            {...(event.color && index < pastCount && { color: event.color })}
          >
            <TimelineEntry event={event} />
          </Timeline.Item>
        ))}
      </Timeline>
    </div>
  )
}

function TimelineEntry({ event }: { event: TimelineEvent }) {
  const { store_id } = useStore()
  const { instant } = useStoreDates()
  return (
    <>
      <Text size="sm" fw={500} className={classes.text}>
        {event.to ? (
          <Anchor component={Link} to={`/${store_id}/${event.to}`} inherit>
            {event.text}
          </Anchor>
        ) : (
          event.text
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {instant(event.at)}
      </Text>
      {event.mail && (
        <Text size="xs" c="dimmed" className={classes.text}>
          <LastAnswer mail={event.mail} />
        </Text>
      )}
    </>
  )
}

type Mail = DetailedRequest['mails'][number]

// Our own messages are translated. Responses of other mail servers are quoted.
function LastAnswer({ mail: { own_answer, last_answer, attempts } }: { mail: Mail }) {
  const texts = useTexts('orders')
  const { labelled } = useFormats()
  const answers = useTexts('mail-answers')
  if (own_answer) return fillText(answers[own_answer], { answer: last_answer ?? '' })
  if (!last_answer) return null
  const count = attempts > 1 ? ` (${texts.attempts({ count: attempts })})` : ''
  return labelled(texts.serverSaid, last_answer + count)
}

function eventsOf(
  order: Details,
  texts: Texts<'orders'>,
  nameOf: ReturnType<typeof useBuyerName>,
): TimelineEvent[] {
  const { events } = texts
  const isDelivered = new Date(order.delivery_date).getTime() <= Date.now()
  return [
    { at: order.order_date, text: events.ordered },
    ...(isWaiting(order)
      ? []
      : [{ at: order.delivery_date, text: isDelivered ? events.delivered : events.delivery }]),
    ...(isReceivedWhenOrdered(order) ? [] : [{ at: order.received_at, text: events.received }]),
    ...order.history.map(({ at, who, action, fields }) => ({
      at,
      text: `${textFor(texts.actors, who) ?? who} ${textFor(texts.actions, fields.includes('estimated') ? 'estimated' : action) ?? action}`,
    })),
    ...order.requests.flatMap(request => eventsOfRequest(request, texts, nameOf(request))),
    ...order.reviews.map(review => ({
      at: review.created_at,
      text: events.review({ name: review.display_name, product: review.product_name }),
      color: 'yellow',
      to: reviewPath(review),
    })),
  ]
}

/** The path of a review, relative to the store's. */
export function reviewPath({ state, product_id, id }: Details['reviews'][number]): string {
  return `reviews?${new URLSearchParams({ state, product_id, id })}`
}

// Most shops send an order when it is placed. Its receipt is then not worth a second event.
function isReceivedWhenOrdered({ order_date, received_at }: Details): boolean {
  return Math.abs(new Date(received_at).getTime() - new Date(order_date).getTime()) < 5 * 60_000
}

function eventsOfRequest(
  { state, due_at, mails }: DetailedRequest,
  texts: Texts<'orders'>,
  name: string,
): TimelineEvent[] {
  const { events } = texts
  const isScheduled = state === 'scheduled' && mails.length === 0 && new Date(due_at).getTime() > Date.now()
  return [
    ...(isScheduled ? [{ at: due_at, text: events.due({ name }) }] : []),
    ...(state === 'suppressed' && mails.length === 0
      ? [{ at: due_at, text: events.stopped({ name }), color: 'gray' }]
      : []),
    ...mails.map(mail => eventOfMail(mail, texts, name)),
    ...mails.flatMap(({ remind_at }) =>
      remind_at && state === 'sent' ? [{ at: remind_at, text: events.remind({ name }) }] : [],
    ),
  ]
}

function eventOfMail(mail: Mail, texts: Texts<'orders'>, name: string): TimelineEvent {
  const { events } = texts
  if (mail.state === 'sent' && mail.sent_at) {
    const text = mail.kind === 'reminder' ? events.reminder({ name }) : events.mail({ name })
    return { at: mail.sent_at, text, mail }
  }
  if (mail.state === 'kept')
    return { at: mail.sent_at ?? mail.created_at, text: events.kept({ name }), mail, color: 'yellow' }
  if (mail.state === 'failed')
    return { at: mail.created_at, text: events.failed({ name }), mail, color: 'red' }
  if (mail.state === 'queued') return { at: mail.created_at, text: events.queued({ name }), mail }
  return { at: mail.created_at, text: events.stopped({ name }), mail, color: 'gray' }
}

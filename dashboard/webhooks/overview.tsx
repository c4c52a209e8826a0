import { Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { useFormats, useTexts } from '../words/words.tsx'
import { Address } from './address.tsx'
import { FirstWebhook } from './first-webhook.tsx'
import { DeliveryBadge, stateOf, useOutcome, WebhookBadge } from './outcome.tsx'
import { useWebhooks, type Webhook } from './query.ts'
import classes from './webhooks.module.css'

/** The store's webhooks, each with its state and its last delivery. */
export function Overview() {
  const { data, error, refetch } = useWebhooks()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} maw={1160} radius="lg" />
  if (data.length === 0) return <FirstWebhook />
  return (
    <ul className={`${lists.list} ${classes.narrow}`}>
      {data.map(webhook => (
        <WebhookCard key={webhook.webhook_id} webhook={webhook} />
      ))}
    </ul>
  )
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const texts = useTexts('webhooks')
  const { webhook_id, url, waiting } = webhook
  const { instant } = useFormats()
  const takes = useTaken(webhook)
  const state = stateOf(webhook)
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <Link
          to={`?${new URLSearchParams({ id: webhook_id })}`}
          className={lists.whole}
          aria-label={texts.open({ url })}
        >
          <Text span fw={600} className={classes.wrap}>
            <Address url={url} />
          </Text>
        </Link>
        <WebhookBadge state={state} />
      </div>
      <Text size="sm" c="dimmed" className={classes.wrap}>
        {takes}
      </Text>
      <LastDelivery webhook={webhook} />
      {state === 'disabled' && webhook.disabled_why && (
        <Text size="sm">{texts.disabledLeads[webhook.disabled_why]}</Text>
      )}
      {state === 'failing' && webhook.failing_since && (
        <Text size="sm">{texts.failingTitle({ when: instant(webhook.failing_since) })}</Text>
      )}
      {waiting > 0 && (
        <Text size="sm" c="dimmed">
          {texts.pendingCount({ count: waiting })}
        </Text>
      )}
    </li>
  )
}

function LastDelivery({ webhook: { last_delivery } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks')
  const { instant } = useFormats()
  const outcomeOf = useOutcome()
  if (!last_delivery)
    return (
      <Text size="sm" c="dimmed">
        {texts.noDelivery}
      </Text>
    )
  const { type, at, state } = last_delivery
  return (
    <div className={classes.last}>
      <Text span size="sm" c="dimmed">
        {texts.lastDelivery({ when: instant(at) })}
      </Text>
      <code className={classes.name}>{type}</code>
      <DeliveryBadge state={state} />
      <Text span size="sm" c="dimmed">
        {outcomeOf(last_delivery)}
      </Text>
    </div>
  )
}

/** Which events a webhook receives, the first ones by name. */
function useTaken({ events }: Webhook): string {
  const texts = useTexts('webhooks')
  const { labelled } = useFormats()
  if (events.length === 0) return texts.allEvents
  const named = events.slice(0, 3).join(', ')
  const label = texts.eventCount({ count: events.length })
  return labelled(label, events.length > 3 ? `${named} …` : named)
}

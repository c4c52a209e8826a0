import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import lists from '../parts/layout/lists.module.css'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { DeliveryBadge, useOutcome } from './outcome.tsx'
import { type Delivery, type DeliveryState, useDeliveries, type Webhook } from './query.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import classes from './webhooks.module.css'

const states = ['failed', 'waiting', 'delivered'] as const

/** What was sent in the last 30 days. The URL contains the filter, so that it stays when a delivery was open. */
export function DeliveriesSection({ webhook }: { webhook: Webhook }) {
  const texts = useTexts('webhooks').deliveries
  const { mayModerate } = useStore()
  const [params, change] = useUrlParams<'state'>()
  const [isReplaying, setReplaying] = useState(false)
  const state = states.find(name => name === params.get('state'))
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Group justify="space-between" gap="sm">
        <div className={classes.filter}>
          <SegmentedControl
            aria-label={texts.filter}
            size="xs"
            value={state ?? 'all'}
            onChange={chosen => change({ state: chosen === 'all' ? null : chosen })}
            data={(['all', ...states] as const).map(value => ({ value, label: texts.filters[value] }))}
          />
        </div>
        {mayModerate && webhook.state === 'active' && webhook.last_delivery && (
          <Button size="xs" variant="default" onClick={() => setReplaying(true)}>
            {texts.replay}
          </Button>
        )}
      </Group>
      <Deliveries id={webhook.webhook_id} state={state} />
      {isReplaying && <ReplayDialog id={webhook.webhook_id} close={() => setReplaying(false)} />}
    </Section>
  )
}

function Deliveries({ id, state }: { id: string; state: DeliveryState | undefined }) {
  const texts = useTexts('webhooks').deliveries
  const list = useDeliveries(id, state)
  const { data, error, refetch } = list
  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={120} radius="md" />
  const deliveries = data.pages.flatMap(({ result }) => result)
  if (deliveries.length === 0)
    return (
      <EmptyState
        icon={state ? 'search' : 'webhooks'}
        title={state ? texts.emptyFilter : texts.empty}
        lead={state ? undefined : texts.emptyLead}
      />
    )
  return (
    <div>
      <ul className={classes.deliveries}>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.delivery_id} {...{ id, state, delivery }} />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

type RowProps = { id: string; state: DeliveryState | undefined; delivery: Delivery }

function DeliveryRow({ id, state, delivery }: RowProps) {
  const texts = useTexts('webhooks').deliveries
  const { instant } = useFormats()
  const outcomeOf = useOutcome()
  const { delivery_id, type, at, attempts, last_ms, next_at } = delivery
  const query = new URLSearchParams({ id, ...(state && { state }), delivery: delivery_id })
  const facts = [
    outcomeOf(delivery),
    delivery.state === 'delivered' && last_ms !== null && texts.took({ count: last_ms }),
    attempts > 1 && texts.attempts({ count: attempts }),
    next_at && texts.next({ when: instant(next_at) }),
  ].filter(Boolean)
  return (
    <li className={`${classes.delivery} ${lists.lined}`}>
      <Link
        to={`?${query}`}
        className={`${lists.whole} ${classes.type}`}
        aria-label={texts.open({ type, when: instant(at) })}
      >
        {type}
      </Link>
      <span className={classes.badge}>
        <DeliveryBadge state={delivery.state} />
      </span>
      <span className={classes.outcome}>{facts.join(' · ')}</span>
      <time className={classes.time} dateTime={at}>
        {instant(at)}
      </time>
    </li>
  )
}

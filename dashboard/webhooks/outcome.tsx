import { Badge } from '@mantine/core'
import type { Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import type { Delivery, DeliveryState, Webhook } from './query.ts'

export type State = keyof Texts<'webhooks'>['states']

/** What a member has to know first: failures count more than being active. */
export function stateOf({ state, failing_since }: Webhook): State {
  if (state === 'disabled') return 'disabled'
  return failing_since ? 'failing' : 'active'
}

const colors = { active: 'green', failing: 'red', disabled: 'gray' } as const

export function WebhookBadge({ state }: { state: State }) {
  const texts = useTexts('webhooks')
  return (
    <Badge color={colors[state]} flex="none">
      {texts.states[state]}
    </Badge>
  )
}

const deliveryColors = { delivered: 'green', waiting: 'blue', failed: 'red' } as const

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const texts = useTexts('webhooks').deliveries
  return (
    <Badge color={deliveryColors[state]} flex="none">
      {texts.states[state]}
    </Badge>
  )
}

/** What became of the newest attempt, in words: the status, or why there is no answer. */
export function useOutcome() {
  const texts = useTexts('webhooks')
  return ({ state, attempts, last_status, last_error }: Newest): string => {
    // After a replay, the answer to the former attempt is still there.
    if (state === 'waiting' && attempts === 0) return texts.deliveries.queued
    if (last_status !== null) return texts.outcomes.status({ status: String(last_status) })
    const text = last_error === null ? undefined : textFor(texts.outcomes, last_error)
    return typeof text === 'string' ? text : texts.outcomes.other
  }
}

type Newest = Pick<Delivery, 'state' | 'attempts' | 'last_status' | 'last_error'>

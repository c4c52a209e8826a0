import { Badge, Button, Code, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fillText } from '../../texts/sentences.ts'
import { post, storePath } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Delivery } from './deliveries.tsx'
import classes from './mail.module.css'

/** An email's delivery state and the mail server's answer. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const texts = useTexts('mail')
  const kinds = { ...useTexts('mails/names').kinds, ...texts.teamKinds }
  const { instant, labelled } = useFormats()
  const { mayModerate } = useStore()
  const { kind, email, name, state, attempts, created_at, sent_at, next_attempt_at } = delivery
  const facts = [
    sent_at && state !== 'kept'
      ? labelled(texts.sentAt, instant(sent_at))
      : labelled(texts.made, instant(created_at)),
    attempts > 0 && texts.attempts({ count: attempts }),
    state === 'queued' && next_attempt_at && labelled(texts.nextTry, instant(next_attempt_at)),
  ].filter(Boolean)
  return (
    <li className={classes.row}>
      <div className={classes.recipient}>
        <Text size="sm" fw={600}>
          {email ?? texts.erased}
        </Text>
        <Text size="sm" c="dimmed">
          {[kinds[kind], name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div>
        <StateBadge delivery={delivery} />
      </div>
      <div>
        <Text size="sm">{facts.join(' · ')}</Text>
        {state !== 'kept' && <Answer delivery={delivery} />}
      </div>
      {mayModerate && state === 'failed' && email && <RetryButton id={delivery.id} email={email} />}
    </li>
  )
}

const colors = {
  queued: 'blue',
  again: 'yellow',
  sent: 'green',
  kept: 'yellow',
  failed: 'red',
  bounced: 'orange',
  suppressed: 'gray',
  cancelled: 'gray',
} as const

function StateBadge({ delivery: { state, bounced_at, attempts } }: { delivery: Delivery }) {
  const texts = { ...useTexts('mails/names').states, ...useTexts('mail').deliveryStates }
  const displayedState = bounced_at ? 'bounced' : state === 'queued' && attempts > 0 ? 'again' : state
  return <Badge color={colors[displayedState]}>{texts[displayedState]}</Badge>
}

// Realword's own messages are translated. A mail server's answer is displayed verbatim.
function Answer({ delivery: { own_answer, last_answer } }: { delivery: Delivery }) {
  const texts = useTexts('mail')
  const answers = useTexts('mail-answers')
  if (!own_answer && !last_answer) return null
  return (
    <Text size="sm" c="dimmed">
      {own_answer ? (
        fillText(answers[own_answer], { answer: last_answer ?? '' })
      ) : (
        <>
          {texts.serverSaid} <Code className={classes.answer}>{last_answer}</Code>
        </>
      )}
    </Text>
  )
}

function RetryButton({ id, email }: { id: string; email: string }) {
  const texts = useTexts('mail')
  const { store_id } = useStore()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => post(storePath(store_id, `/mail/deliveries/${id}/again`)),
    onSuccess: () => {
      notifications.show({ message: texts.againDone })
      return queries.invalidateQueries({ queryKey: [store_id, 'mail'] })
    },
  })
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={retry.isPending}
        aria-label={texts.againOf({ email })}
        onClick={() => retry.mutate()}
      >
        {texts.again}
      </Button>
      {retry.error && <ErrorPanel error={retry.error} />}
    </div>
  )
}

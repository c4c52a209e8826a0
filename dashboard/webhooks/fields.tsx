import { Alert, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { eventTypes } from '../../server/foundation/events/event-types.ts'
import type { Refusal } from '../../server/links/webhooks/refusals.ts'
import { ApiFailure } from '../api.ts'
import { useErrorMessage } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useTexts } from '../words/words.tsx'
import type { Entered, EventType } from './query.ts'
import classes from './webhooks.module.css'

/** What a member is entering. The chosen events stay while all of them are chosen. */
export type Draft = Entered & { isEvery: boolean }

export const isComplete = ({ url, isEvery, events }: Draft) =>
  url.trim() !== '' && (isEvery || events.length > 0)

export const enteredOf = ({ url, isEvery, events }: Draft): Entered => ({
  url: url.trim(),
  events: isEvery ? [] : events,
})

export const isUrlProblem = (error: unknown) => 'url' in fieldErrors(error)

/** What is wrong with the webhook, in the reader's language. */
export function useProblem(error: unknown): string | undefined {
  const texts = useTexts('webhooks').refused
  const messageOf = useErrorMessage()
  if (!error) return undefined
  const refusal = refusalOf(error)
  return refusal ? texts[refusal] : messageOf(error)
}

// The schema refuses an address only if it does not begin as one.
function refusalOf(error: unknown): Refusal | undefined {
  const named = error instanceof ApiFailure ? (error.moreInfo.refusal as Refusal | undefined) : undefined
  return named ?? (isUrlProblem(error) ? 'address' : undefined)
}

type Props = {
  draft: Draft
  change: (draft: Draft) => void
  problem: string | undefined
  isUrlWrong: boolean
}

/** The address, and which events it receives. */
export function WebhookFields({ draft, change, problem, isUrlWrong }: Props) {
  const texts = useTexts('webhooks').form
  return (
    <Stack gap="lg">
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2048}
        required
        value={draft.url}
        error={isUrlWrong && problem}
        onChange={event => change({ ...draft, url: event.currentTarget.value })}
      />
      <Radio.Group
        label={texts.events}
        value={draft.isEvery ? 'every' : 'some'}
        onChange={chosen => change({ ...draft, isEvery: chosen === 'every' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="every" label={texts.every} description={texts.everyHint} />
          <Radio value="some" label={texts.some} />
        </Stack>
      </Radio.Group>
      {!draft.isEvery && (
        <EventPicker chosen={draft.events} choose={events => change({ ...draft, events })} />
      )}
      {problem && !isUrlWrong && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}

/** What events are about, in the order of the screen. */
export const groups = ['review', 'question', 'answer', 'request', 'order', 'import'] as const

export const typesOf = (group: (typeof groups)[number]): EventType[] =>
  eventTypes.filter(type => type.startsWith(`${group}.`))

/** The kinds of events by what they are about, each with one line that explains it. */
function EventPicker({ chosen, choose }: { chosen: EventType[]; choose: (events: EventType[]) => void }) {
  const texts = useTexts('webhooks')
  return (
    <div>
      <Checkbox.Group
        aria-label={texts.form.some}
        value={chosen}
        onChange={values => choose(eventTypes.filter(type => values.includes(type)))}
      >
        <div className={classes.events}>
          {groups.map(group => (
            <fieldset key={group} className={classes.group}>
              <Text component="legend" size="sm" fw={600}>
                {texts.groups[group]}
              </Text>
              {typesOf(group).map(type => (
                <Checkbox
                  key={type}
                  value={type}
                  label={<code className={classes.name}>{type}</code>}
                  description={texts.events[type]}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Checkbox.Group>
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.form.none}
        </Text>
      )}
    </div>
  )
}

import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Section } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { type Draft, enteredOf, isComplete, isUrlProblem, useProblem, WebhookFields } from './fields.tsx'
import { useAct, useWebhookRequests, type Webhook } from './query.ts'

/** Changes the address and the events. */
export function SettingsSection({ webhook }: { webhook: Webhook }) {
  const texts = useTexts('webhooks').settings
  const { webhook_id, url, events } = webhook
  const [draft, setDraft] = useState<Draft>({ url, isEvery: events.length === 0, events })
  const { change } = useWebhookRequests()
  const save = useAct(() => change(webhook_id, enteredOf(draft)), { message: texts.saved })
  const problem = useProblem(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending && isComplete(draft)) save.mutate()
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack component="form" gap="lg" onSubmit={submit}>
        <WebhookFields {...{ draft, problem }} change={setDraft} isUrlWrong={isUrlProblem(save.error)} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isComplete(draft)}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

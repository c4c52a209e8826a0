import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import { type Draft, enteredOf, isComplete, isUrlProblem, useProblem, WebhookFields } from './fields.tsx'
import type { Fresh } from './page.tsx'
import { useReload, useWebhookRequests } from './query.ts'

/** Adds a webhook, then opens it with its secret. */
export function NewWebhook({ open }: { open: (made: Fresh) => void }) {
  const texts = useTexts('webhooks')
  const [draft, setDraft] = useState<Draft>({ url: '', isEvery: true, events: [] })
  const { add } = useWebhookRequests()
  const reload = useReload()
  const addition = useMutation({
    mutationFn: () => add(enteredOf(draft)),
    onSuccess: async ({ webhook, secret }) => {
      await reload()
      open({ id: webhook.webhook_id, secret })
    },
  })
  const problem = useProblem(addition.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!addition.isPending && isComplete(draft)) addition.mutate()
  }
  return (
    <Stack gap="lg" maw={920}>
      <BackLink to="?" text={texts.all} />
      <div>
        <Title order={2} size="h3">
          {texts.form.title}
        </Title>
        <Text c="dimmed" mt={2}>
          {texts.form.lead}
        </Text>
      </div>
      <Paper component="form" onSubmit={submit} withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
        <Stack gap="lg">
          <WebhookFields
            {...{ draft, problem }}
            change={setDraft}
            isUrlWrong={isUrlProblem(addition.error)}
          />
          <Group>
            <Button type="submit" loading={addition.isPending} disabled={!isComplete(draft)}>
              {texts.form.submit}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  )
}

/** Leads to the list that the page belongs to. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      <Group gap={4} component="span">
        <Icon name="back" size={16} />
        {text}
      </Group>
    </Anchor>
  )
}

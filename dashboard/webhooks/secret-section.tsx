import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Fresh } from './page.tsx'
import { useAct, useWebhookRequests, type Webhook } from './query.ts'

type Props = {
  webhook: Webhook
  /** The secret, while it is known to this page: right after it was made. */
  secret: string | undefined
  setSecret: (made: Fresh) => void
}

/** The secret that signs, once, and a new one when it is lost. */
export function SecretSection({ webhook, secret, setSecret }: Props) {
  const texts = useTexts('webhooks').secret
  const { isOwner } = useStore()
  const { instant } = useFormats()
  const { previous_until } = webhook
  return (
    <Section title={texts.title} lead={texts.lead}>
      {secret === undefined ? (
        <Text size="sm">{texts.hidden}</Text>
      ) : (
        <Stack gap="xs">
          <CopyableValue label={texts.value} value={secret} />
          <Alert variant="light" color="yellow">
            {texts.once}
          </Alert>
        </Stack>
      )}
      {previous_until && Date.parse(previous_until) > Date.now() && (
        <Text size="sm">{texts.both({ when: instant(previous_until) })}</Text>
      )}
      {isOwner && secret === undefined && <RotateButton webhook={webhook} setSecret={setSecret} />}
    </Section>
  )
}

function RotateButton({ webhook: { webhook_id }, setSecret }: Pick<Props, 'webhook' | 'setSecret'>) {
  const texts = useTexts('webhooks').secret
  const [isAsking, setAsking] = useState(false)
  const { rotate } = useWebhookRequests()
  const rotation = useAct(() => rotate(webhook_id), {
    onDone: ({ secret }) => {
      setAsking(false)
      setSecret({ id: webhook_id, secret })
    },
  })
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {texts.rotate}
      </Button>
      <ErrorAlert error={rotation.error} />
      <ConfirmDialog
        title={isAsking ? texts.rotateTitle : undefined}
        message={texts.rotateLead}
        confirmLabel={texts.rotate}
        busy={rotation.isPending}
        close={() => setAsking(false)}
        confirm={() => rotation.mutate()}
      />
    </div>
  )
}

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyableValue } from '../../parts/copying/copyable-value.tsx'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { hasOwnSecret, isEnteredByHand } from '../platforms.ts'
import { type Connection, useAct, useConnectionRequests } from '../query.ts'

type Props = {
  connection: Connection
  /** The secret, while it is known to this page: right after it was made. */
  secret: string | undefined
  setSecret: (secret: string) => void
}

/** The address for the shop's webhooks, and their secret. */
export function WebhookSection({ connection, secret, setSecret }: Props) {
  const texts = useTexts('connections').webhook
  const { isOwner } = useStore()
  const { platform, webhook_url } = connection
  const mayRenew = isOwner && !hasOwnSecret(platform)
  return (
    <Section title={texts.title} lead={texts.lead}>
      <CopyableValue label={texts.address} value={webhook_url} />
      <Secret connection={connection} secret={secret} />
      {mayRenew && <RenewButton connection={connection} setSecret={setSecret} />}
    </Section>
  )
}

function Secret({ connection, secret }: Pick<Props, 'connection' | 'secret'>) {
  const texts = useTexts('connections').webhook
  const isByHand = isEnteredByHand(connection)
  if (hasOwnSecret(connection.platform)) return <Text size="sm">{texts.theirs}</Text>
  if (!isByHand) return <Text size="sm">{texts.ours}</Text>
  if (secret === undefined) return <Text size="sm">{texts.hidden}</Text>
  return (
    <Stack gap="xs">
      <CopyableValue label={texts.secret} value={secret} />
      <Alert variant="light" color="yellow">
        {texts.once}
      </Alert>
    </Stack>
  )
}

function RenewButton({ connection, setSecret }: Pick<Props, 'connection' | 'setSecret'>) {
  const texts = useTexts('connections').webhook
  const [isAsking, setAsking] = useState(false)
  const { renewSecret } = useConnectionRequests()
  const renew = useAct(() => renewSecret(connection.connection_id), {
    onDone: made => {
      setAsking(false)
      setSecret(made)
    },
  })
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {texts.renew}
      </Button>
      {renew.isSuccess && !isEnteredByHand(connection) && (
        <Text size="sm" mt="xs" role="status">
          {texts.repairAfter}
        </Text>
      )}
      <ErrorAlert error={renew.error} />
      <ConfirmDialog
        title={isAsking ? texts.renewTitle : undefined}
        message={texts.renewLead}
        confirmLabel={texts.renewAct}
        busy={renew.isPending}
        close={() => setAsking(false)}
        confirm={() => renew.mutate()}
      />
    </div>
  )
}

import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { Address } from './address.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { BackLink } from './new-webhook.tsx'
import { stateOf, useOutcome, WebhookBadge } from './outcome.tsx'
import type { Fresh } from './page.tsx'
import { useAct, useWebhookRequests, useWebhooks, type Webhook } from './query.ts'
import { RemoveWebhook } from './remove-section.tsx'
import { SecretSection } from './secret-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TestSection } from './test-section.tsx'
import { VerifySection } from './verify-section.tsx'
import classes from './webhooks.module.css'

type Props = { id: string; fresh: Fresh | undefined; setFresh: (fresh: Fresh) => void }

/** One webhook: its state, what was sent, its secret, and what members may do. */
export function WebhookPage({ id, fresh, setFresh }: Props) {
  const texts = useTexts('webhooks')
  const { data, error, refetch } = useWebhooks()
  const webhook = data?.find(({ webhook_id }) => webhook_id === id)
  return (
    <Stack gap="lg">
      <BackLink to="?" text={texts.all} />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} maw={1160} radius="lg" />}
      {data && !webhook && <EmptyState icon="webhooks" title={texts.unknown} />}
      {webhook && <Content {...{ webhook, fresh, setFresh }} />}
    </Stack>
  )
}

function Content({ webhook, fresh, setFresh }: Omit<Props, 'id'> & { webhook: Webhook }) {
  const { isOwner, mayModerate } = useStore()
  const secret = <SecretSection webhook={webhook} secret={fresh?.secret} setSecret={made => setFresh(made)} />
  return (
    <>
      <Head webhook={webhook} />
      <Notice webhook={webhook} />
      <SectionList>
        {fresh && secret}
        {fresh && <VerifySection />}
        {mayModerate && <TestSection webhook={webhook} />}
        <DeliveriesSection webhook={webhook} />
        {!fresh && secret}
        {!fresh && <VerifySection />}
        {isOwner && <SettingsSection webhook={webhook} />}
        {isOwner && <RemoveWebhook webhook={webhook} />}
      </SectionList>
    </>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const { isOwner } = useStore()
  const { url, state } = webhook
  return (
    <Group justify="space-between" gap="md" maw={1160}>
      <Group gap="sm" flex="1 1 320px">
        <Title order={2} size="h3" className={classes.wrap}>
          <Address url={url} />
        </Title>
        <WebhookBadge state={stateOf(webhook)} />
      </Group>
      {isOwner && state === 'active' && <DisableButton webhook={webhook} />}
    </Group>
  )
}

function DisableButton({ webhook: { webhook_id } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks')
  const [isAsking, setAsking] = useState(false)
  const { change } = useWebhookRequests()
  const disable = useAct(() => change(webhook_id, { state: 'disabled' }), {
    message: texts.disabledDone,
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.disable}
      </Button>
      <ErrorAlert error={disable.error} />
      <ConfirmDialog
        title={isAsking ? texts.disableTitle : undefined}
        message={texts.disableLead}
        confirmLabel={texts.disable}
        busy={disable.isPending}
        close={() => setAsking(false)}
        confirm={() => disable.mutate()}
      />
    </>
  )
}

function Notice({ webhook }: { webhook: Webhook }) {
  if (webhook.state === 'disabled') return <DisabledNotice webhook={webhook} />
  if (webhook.failing_since) return <FailingNotice webhook={webhook} since={webhook.failing_since} />
  return null
}

function DisabledNotice({ webhook: { webhook_id, disabled_why } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks')
  const { isOwner } = useStore()
  const { change } = useWebhookRequests()
  const enable = useAct(() => change(webhook_id, { state: 'active' }), { message: texts.enabledDone })
  const why = disabled_why ?? 'member'
  return (
    <Alert color={why === 'member' ? 'gray' : 'red'} title={texts.disabledTitles[why]} maw={1160}>
      <Text size="sm">
        {texts.disabledLeads[why]} {texts.enableNote}
      </Text>
      {isOwner && (
        <Button size="xs" mt="sm" loading={enable.isPending} onClick={() => enable.mutate()}>
          {texts.enable}
        </Button>
      )}
      <ErrorAlert error={enable.error} />
    </Alert>
  )
}

function FailingNotice({ webhook: { last_delivery }, since }: { webhook: Webhook; since: string }) {
  const texts = useTexts('webhooks')
  const { instant } = useFormats()
  const outcomeOf = useOutcome()
  return (
    <Alert color="red" title={texts.failingTitle({ when: instant(since) })} maw={1160}>
      <Text size="sm">{texts.failingLead({ outcome: last_delivery ? outcomeOf(last_delivery) : '—' })}</Text>
    </Alert>
  )
}

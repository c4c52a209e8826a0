import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { StateBadge } from './connection-card.tsx'
import classes from './connections.module.css'
import { Logo } from './logo.tsx'
import { Notices } from './notices.tsx'
import type { Fresh } from './page.tsx'
import { nameOf, stateOf, titleOf } from './platforms.ts'
import { type Connection, type Finding, useAct, useConnectionRequests, useConnections } from './query.ts'
import { CheckSection } from './sections/check-section.tsx'
import { FactsSection } from './sections/facts-section.tsx'
import { FetchSection } from './sections/fetch-section.tsx'
import { LogSection } from './sections/log-section.tsx'
import { RemoveConnection } from './sections/remove-section.tsx'
import { SettingsSection } from './sections/settings-section.tsx'
import { WebhookSection } from './sections/webhook-section.tsx'
import { WhoAsksSection } from './sections/who-asks-section.tsx'
import { ShopSteps } from './shop-steps.tsx'

/** One connection: its state, what is wrong, its log, and what members may do. */
export function ConnectionPage({ id, fresh }: { id: string; fresh: Fresh | undefined }) {
  const texts = useTexts('connections')
  const { data, error, refetch } = useConnections()
  const connection = data?.find(({ connection_id }) => connection_id === id)
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="?" size="sm">
        <Group gap={4} component="span">
          <Icon name="back" size={16} />
          {texts.all}
        </Group>
      </Anchor>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} maw={1160} radius="lg" />}
      {data && !connection && <EmptyState icon="connections" title={texts.log.emptyFilter} />}
      {connection && <Content connection={connection} fresh={fresh} />}
    </Stack>
  )
}

function Content({ connection, fresh }: { connection: Connection; fresh: Fresh | undefined }) {
  const { isOwner } = useStore()
  const [findings, setFindings] = useState<Finding[] | undefined>(fresh?.findings)
  const [secret, setSecret] = useState(fresh?.secret ?? undefined)
  const check = useCheck(connection.connection_id, setFindings)
  return (
    <>
      <Head connection={connection} />
      <Notices {...{ connection, check }} isFresh={fresh !== undefined} findings={findings} />
      <SectionList>
        <ShopSteps connection={connection} secret={secret} setFindings={setFindings} />
        {connection.can.test && connection.state !== 'incomplete' && (
          <CheckSection {...{ connection, check, findings }} />
        )}
        {connection.platform === 'woocommerce' && connection.state !== 'incomplete' && (
          <WhoAsksSection connection={connection} setFindings={setFindings} />
        )}
        <FactsSection connection={connection} />
        {connection.state !== 'incomplete' && <FetchSection connection={connection} />}
        <LogSection connection={connection} />
        <WebhookSection connection={connection} secret={secret} setSecret={setSecret} />
        {isOwner && <SettingsSection connection={connection} setFindings={setFindings} />}
        {isOwner && <RemoveConnection connection={connection} />}
      </SectionList>
    </>
  )
}

function Head({ connection }: { connection: Connection }) {
  const texts = useTexts('connections')
  const { platform, name, state } = connection
  return (
    <Group justify="space-between" gap="md">
      <Group gap="md" wrap="nowrap">
        <Logo platform={platform} size={48} />
        <div>
          <Group gap="sm">
            <Title order={2} size="h3" className={classes.wrap}>
              {titleOf(connection, texts)}
            </Title>
            <StateBadge state={stateOf(connection)} />
          </Group>
          {name && <Text c="dimmed">{nameOf(platform, texts)}</Text>}
        </div>
      </Group>
      {state === 'active' && <PauseButton connection={connection} />}
    </Group>
  )
}

function PauseButton({ connection: { connection_id } }: { connection: Connection }) {
  const texts = useTexts('connections')
  const { isOwner } = useStore()
  const { act } = useConnectionRequests()
  const pause = useAct(() => act(connection_id, 'pause'), { message: texts.pausedDone })
  if (!isOwner) return null
  return (
    <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
      {texts.pause}
    </Button>
  )
}

export type Check = ReturnType<typeof useCheck>

/** Tests or repairs the connection, and keeps what was found. */
function useCheck(id: string, setFindings: (findings: Finding[] | undefined) => void) {
  const { test, repair } = useConnectionRequests()
  const options = { onDone: setFindings }
  return { test: useAct(() => test(id), options), repair: useAct(() => repair(id), options) }
}

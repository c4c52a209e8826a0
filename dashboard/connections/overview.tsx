import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { presets } from '../../server/links/connections/generic/presets.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import lists from '../parts/layout/lists.module.css'
import { TestOrderButton } from '../parts/test-order-button.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { ConnectionCard } from './connection-card.tsx'
import classes from './connections.module.css'
import { Logo } from './logo.tsx'
import { nameOf, type Platform, platforms } from './platforms.ts'
import { useConnections } from './query.ts'

/** The store's connections, and the systems that can be connected. */
export function Overview() {
  const texts = useTexts('connections')
  const { isOwner } = useStore()
  const { data, error, refetch } = useConnections()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={280} radius="lg" />
  return (
    <Stack gap="xl">
      {data.length > 0 && (
        <ul className={`${lists.list} ${lists.columns}`}>
          {data.map(connection => (
            <ConnectionCard key={connection.connection_id} connection={connection} />
          ))}
        </ul>
      )}
      {isOwner && <Choices isFirst={data.length === 0} />}
      {!isOwner && data.length === 0 && <EmptyState icon="connections" title={texts.ownersConnect} />}
      <OtherWays />
    </Stack>
  )
}

function Choices({ isFirst }: { isFirst: boolean }) {
  const texts = useTexts('connections')
  return (
    <section aria-labelledby="choices">
      <Title order={2} size="h4" id="choices">
        {isFirst ? texts.connectTitle : texts.connectMore}
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="md">
        {texts.connectLead}
      </Text>
      <ul className={classes.choices}>
        {platforms.map(platform => (
          <Choice key={platform} platform={platform} />
        ))}
        {Object.entries(presets).map(([preset, { title }]) => (
          <Choice key={preset} platform="generic" preset={preset} title={title} />
        ))}
      </ul>
    </section>
  )
}

/** A platform, or any other shop with a ready mapping. */
function Choice({ platform, preset, title }: { platform: Platform; preset?: string; title?: string }) {
  const texts = useTexts('connections')
  const steps = useTexts('connection-steps')
  const name = title ?? nameOf(platform, texts)
  const query = new URLSearchParams({ new: platform, ...(preset && { preset }) })
  return (
    <li>
      <div className={classes.choice}>
        <Logo platform={platform} />
        <div className={classes.choiceWords}>
          <Link to={`?${query}`} className={lists.whole} aria-label={texts.choose({ name })}>
            <Text span fw={600} size="sm">
              {name}
            </Text>
          </Link>
          <Text c="dimmed" size="sm" mt={2}>
            {preset ? texts.mapping.presetAbout : steps[platform].about}
          </Text>
        </div>
        <Text span c="dimmed" lh={0}>
          <Icon name="forward" size={18} />
        </Text>
      </div>
    </li>
  )
}

function OtherWays() {
  const texts = useTexts('connections')
  const { store_id, isOwner, mayModerate } = useStore()
  return (
    <section aria-labelledby="other-ways" className={classes.others}>
      {mayModerate && (
        <div className={classes.other}>
          <Title order={2} size="h5" id="other-ways">
            {texts.noShop}
          </Title>
          <Text c="dimmed" size="sm" mt={4} mb="sm">
            {texts.noShopLead}
          </Text>
          <TestOrderButton isSecondary />
        </div>
      )}
      <div className={classes.other}>
        <Title order={2} size="h5" id={mayModerate ? undefined : 'other-ways'}>
          {texts.otherWays}
        </Title>
        <Group gap="lg" mt="sm">
          {isOwner && (
            <Anchor component={Link} to={`/${store_id}/data?kind=order`} size="sm">
              {texts.csv}
            </Anchor>
          )}
          <Anchor component={Link} to={`/${store_id}/settings?tab=connection`} size="sm">
            {texts.api}
          </Anchor>
        </Group>
      </div>
    </section>
  )
}

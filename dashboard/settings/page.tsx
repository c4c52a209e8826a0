import { Skeleton, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUnsaved } from '../parts/drafts/draft.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { PageTabs, useTab } from '../parts/layout/page-tabs.tsx'
import { useStore } from '../store.tsx'
import { type Settings, useSettings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { ConnectionSettings } from './connection.tsx'
import { GeneralSettings } from './general.tsx'
import { History } from './history.tsx'
import { PrivacySettings } from './privacy.tsx'
import { ScheduleSettings } from './schedule.tsx'

const tabs = [
  'general',
  'schedule',
  'channels',
  'form',
  'moderation',
  'rewards',
  'model',
  'connection',
  'team',
  'notifications',
  'privacy',
  'history',
] as const

type Tab = (typeof tabs)[number]

// In chunks of their own: few stores have questions of their own, channels, rewards, notifications or a language model, and
// moderation and the team change seldom.
const ReviewFormSettings = lazy(async () => ({
  default: (await import('./review-form/review-form.tsx')).ReviewFormSettings,
}))
const ChannelSettings = lazy(async () => ({
  default: (await import('./channels/channels.tsx')).ChannelSettings,
}))
const ModerationSettings = lazy(async () => ({
  default: (await import('./moderation.tsx')).ModerationSettings,
}))
const RewardSettings = lazy(async () => ({ default: (await import('./rewards/rewards.tsx')).RewardSettings }))
const NotificationSettings = lazy(async () => ({
  default: (await import('./notifications/notifications.tsx')).NotificationSettings,
}))
const TeamSettings = lazy(async () => ({ default: (await import('./team/team.tsx')).TeamSettings }))
const ModelSettings = lazy(async () => ({ default: (await import('./model.tsx')).ModelSettings }))

/** The store's settings, one tab per topic. The URL contains the open tab. */
export default function SettingsPage() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const isUnsaved = useUnsaved()
  const tab = useTab(tabs)
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} />
      <PageTabs key={store_id} {...tab} labels={texts.tabs} isUnsaved={name => isUnsaved(`settings/${name}`)}>
        {panels[tab.chosen]}
      </PageTabs>
    </Stack>
  )
}

const panels: Record<Tab, ReactNode> = {
  general: <WithSettings>{settings => <GeneralSettings settings={settings} />}</WithSettings>,
  schedule: <WithSettings>{settings => <ScheduleSettings settings={settings} />}</WithSettings>,
  channels: <WithSettings>{settings => <ChannelSettings settings={settings} />}</WithSettings>,
  form: <WithSettings>{settings => <ReviewFormSettings settings={settings} />}</WithSettings>,
  moderation: <WithSettings>{settings => <ModerationSettings settings={settings} />}</WithSettings>,
  rewards: <WithSettings>{settings => <RewardSettings locale={settings.locale} />}</WithSettings>,
  model: <WithSettings>{settings => <ModelSettings settings={settings} />}</WithSettings>,
  connection: <WithSettings>{settings => <ConnectionSettings settings={settings} />}</WithSettings>,
  team: <WithSettings>{() => <TeamSettings />}</WithSettings>,
  notifications: <NotificationSettings />,
  privacy: <WithSettings>{settings => <PrivacySettings settings={settings} />}</WithSettings>,
  history: <History />,
}

function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const { data, error, refetch } = useSettings()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  const waiting = <Skeleton h={480} maw={1160} radius="lg" />
  return data ? <Suspense fallback={waiting}>{children(data)}</Suspense> : waiting
}

import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsaved } from '../parts/draft.ts'
import { ErrorPanel } from '../parts/failure.tsx'
import { PageHeader } from '../parts/page-head.tsx'
import { PageTabs, useTab } from '../parts/page-tabs.tsx'
import { useStore } from '../store.tsx'
import { type Settings, useSettings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { ConnectionSettings } from './connection.tsx'
import { General } from './general.tsx'
import { History } from './history.tsx'
import { Moderation } from './moderation.tsx'
import { Privacy } from './privacy.tsx'
import { Schedule } from './schedule.tsx'
import { Team } from './team.tsx'

const tabs = ['general', 'schedule', 'moderation', 'connection', 'team', 'privacy', 'history'] as const

type Tab = (typeof tabs)[number]

/** What a store decides, a tab a subject; the address says which. */
export default function SettingsPage() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const isUnsaved = useUnsaved()
  const tab = useTab(tabs)
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} />
      <PageTabs key={store_id} {...tab} labels={texts.tabs} isUnsaved={one => isUnsaved(`settings/${one}`)}>
        {panels[tab.chosen]}
      </PageTabs>
    </Stack>
  )
}

const panels: Record<Tab, ReactNode> = {
  general: <Loaded>{settings => <General settings={settings} />}</Loaded>,
  schedule: <Loaded>{settings => <Schedule settings={settings} />}</Loaded>,
  moderation: <Loaded>{settings => <Moderation settings={settings} />}</Loaded>,
  connection: <Loaded>{settings => <ConnectionSettings settings={settings} />}</Loaded>,
  team: <Team />,
  privacy: <Privacy />,
  history: <History />,
}

function Loaded({ children }: { children: (settings: Settings) => ReactNode }) {
  const { data, error, refetch } = useSettings()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return data ? children(data) : <Skeleton h={480} maw={720} radius="lg" />
}

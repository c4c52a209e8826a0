import { Skeleton, Tabs, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Failure } from '../parts/failure.tsx'
import { ConnectionSettings } from '../parts/settings/connection.tsx'
import { General } from '../parts/settings/general.tsx'
import { History } from '../parts/settings/history.tsx'
import { Moderation } from '../parts/settings/moderation.tsx'
import { Privacy } from '../parts/settings/privacy.tsx'
import { Schedule } from '../parts/settings/schedule.tsx'
import { type Settings, useSettings } from '../parts/settings/settings.ts'
import { Team } from '../parts/settings/team.tsx'
import { useStore } from '../store.tsx'
import { settingsTexts } from '../words/settings.ts'
import { useTexts } from '../words/words.tsx'

const tabs = ['general', 'schedule', 'moderation', 'connection', 'team', 'privacy', 'history'] as const

type Tab = (typeof tabs)[number]

/** What a store decides, a tab a subject; the address says which. */
export default function SettingsPage() {
  const { store_id } = useStore()
  const texts = useTexts(settingsTexts)
  const [parameters, setParameters] = useSearchParams()
  const wanted = parameters.get('tab')
  const tab = tabs.find(one => one === wanted) ?? 'general'
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the page: the one of the address is brought into sight.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <>
      <Title order={1} size="h2" mb="lg">
        {texts.title}
      </Title>
      <Tabs
        key={store_id}
        value={tab}
        keepMounted={false}
        onChange={chosen => chosen && setParameters({ tab: chosen }, { replace: true })}
      >
        <Tabs.List ref={list} mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
          {tabs.map(one => (
            <Tabs.Tab key={one} value={one} data-tab={one} style={{ flexShrink: 0 }}>
              {texts.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(one => (
          <Tabs.Panel key={one} value={one}>
            {panels[one]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
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
  if (error) return <Failure error={error} retry={refetch} />
  return data ? children(data) : <Skeleton h={480} maw={720} radius="lg" />
}

import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { UnsavedDot } from '../drafts/unsaved-dot.tsx'
import classes from './page-tabs.module.css'

/** The tab named in the URL, else the first. Changing tabs removes the other URL parameters. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [params, setParams] = useSearchParams()
  const chosen = tabs.find(tab => tab === params.get('tab')) ?? tabs[0]
  const choose = (tab: Tab) => setParams({ tab }, { replace: true })
  return { tabs, chosen, choose }
}

/** A screen's tabs; `children` is the chosen tab's content. */
export function PageTabs<Tab extends string>({
  tabs,
  labels,
  chosen,
  choose,
  isUnsaved = () => false,
  children,
}: {
  tabs: readonly Tab[]
  labels: Record<Tab, string>
  chosen: Tab
  choose: (tab: Tab) => void
  /** Whether a tab has unsaved edits. */
  isUnsaved?: (tab: Tab) => boolean
  children: ReactNode
}) {
  return (
    <Tabs value={chosen} keepMounted={false} onChange={tab => tab && choose(tab as Tab)}>
      <Tabs.List className={classes.list}>
        {tabs.map(tab => (
          <Tabs.Tab key={tab} value={tab} rightSection={isUnsaved(tab) && <UnsavedDot />}>
            {labels[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(tab => (
        <Tabs.Panel key={tab} value={tab}>
          {tab === chosen && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsaved } from '../parts/drafts/draft.ts'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { PageTabs, useTab } from '../parts/layout/page-tabs.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { Deliveries } from './deliveries.tsx'
import { Suppressions } from './suppressions.tsx'
import { TextsAndAppearance } from './texts-and-appearance.tsx'

const tabs = ['words', 'deliveries', 'suppressed'] as const

type Tab = (typeof tabs)[number]

/** The screen of emails: texts and design, deliveries, suppressions. The URL names the tab. */
export default function MailPage() {
  const { store_id } = useStore()
  const texts = useTexts('mail')
  const isUnsaved = useUnsaved()
  const tab = useTab(tabs)
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} />
      <PageTabs
        key={store_id}
        {...tab}
        labels={texts.tabs}
        isUnsaved={name => name === 'words' && isUnsaved('mail/')}
      >
        {panels[tab.chosen]}
      </PageTabs>
    </Stack>
  )
}

const panels: Record<Tab, ReactNode> = {
  words: <TextsAndAppearance />,
  deliveries: <Deliveries />,
  suppressed: <Suppressions />,
}

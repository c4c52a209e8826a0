import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Deliveries } from '../mail/deliveries.tsx'
import { Suppressed } from '../mail/suppressed.tsx'
import { WordsAndLook } from '../mail/words-and-look.tsx'
import { useUnsaved } from '../parts/draft.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PageTabs } from '../parts/page-tabs.tsx'
import { useStore } from '../store.tsx'
import { mailTexts } from '../words/mail.ts'
import { useTexts } from '../words/words.tsx'

const tabs = ['words', 'deliveries', 'suppressed'] as const

type Tab = (typeof tabs)[number]

/** What mails say, what became of each, and who gets none; the address says which. */
export default function MailPage() {
  const { store_id } = useStore()
  const texts = useTexts(mailTexts)
  const isUnsaved = useUnsaved()
  const [parameters, setParameters] = useSearchParams()
  const wanted = parameters.get('tab')
  const tab = tabs.find(one => one === wanted) ?? 'words'
  return (
    <Stack gap="lg">
      <PageHead title={texts.title} lead={texts.lead} />
      <PageTabs
        key={store_id}
        tabs={tabs}
        names={texts.tabs}
        chosen={tab}
        choose={chosen => setParameters({ tab: chosen }, { replace: true })}
        isUnsaved={one => one === 'words' && isUnsaved('mail/')}
      >
        {panels[tab]}
      </PageTabs>
    </Stack>
  )
}

const panels: Record<Tab, ReactNode> = {
  words: <WordsAndLook />,
  deliveries: <Deliveries />,
  suppressed: <Suppressed />,
}

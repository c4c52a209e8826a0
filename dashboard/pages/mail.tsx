import { Tabs, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Deliveries } from '../mail/deliveries.tsx'
import { Suppressed } from '../mail/suppressed.tsx'
import { WordsAndLook } from '../mail/words-and-look.tsx'
import { useStore } from '../store.tsx'
import { mailTexts } from '../words/mail.ts'
import { useTexts } from '../words/words.tsx'

const tabs = ['words', 'deliveries', 'suppressed'] as const

type Tab = (typeof tabs)[number]

/** What mails say, what became of each, and who gets none; the address says which. */
export default function MailPage() {
  const { store_id } = useStore()
  const texts = useTexts(mailTexts)
  const [parameters, setParameters] = useSearchParams()
  const wanted = parameters.get('tab')
  const tab = tabs.find(one => one === wanted) ?? 'words'
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the page: the one of the address is brought into sight.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Text c="dimmed" mb="lg" mt={4}>
        {texts.lead}
      </Text>
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
  words: <WordsAndLook />,
  deliveries: <Deliveries />,
  suppressed: <Suppressed />,
}

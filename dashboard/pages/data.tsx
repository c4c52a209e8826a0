import { Stack, Tabs, Text, Title } from '@mantine/core'
import { Exports } from '../data/exports.tsx'
import { ImportFile } from '../data/import-file.tsx'
import { PastImports } from '../data/past-imports.tsx'
import { usePlace } from '../data/query.ts'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { dataTexts } from '../words/data.ts'
import { useTexts } from '../words/words.tsx'

/** Brings files in, and takes everything away. */
export default function Data() {
  const texts = useTexts(dataTexts)
  const { mayOwn, store_id } = useStore()
  const { tab, set } = usePlace()
  return (
    <Stack gap="lg" maw={920} key={store_id}>
      <div>
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        <Text c="dimmed" mt={4}>
          {texts.lead}
        </Text>
      </div>
      {!mayOwn && (
        <Stack align="center" gap="xs" py={64} ta="center">
          <Icon name="data" size={36} />
          <Text c="dimmed" maw={420}>
            {texts.ownersOnly}
          </Text>
        </Stack>
      )}
      {mayOwn && (
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={chosen => set({ tab: chosen === 'export' ? 'export' : null, id: null, step: null })}
        >
          <Tabs.List mb="lg">
            <Tabs.Tab value="import">{texts.tabs.import}</Tabs.Tab>
            <Tabs.Tab value="export">{texts.tabs.export}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="import">
            <Stack gap="lg">
              <ImportFile />
              <PastImports />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="export">
            <Exports />
          </Tabs.Panel>
        </Tabs>
      )}
    </Stack>
  )
}

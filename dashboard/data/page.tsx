import { Stack } from '@mantine/core'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { PageTabs } from '../parts/layout/page-tabs.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { Exports } from './exports.tsx'
import { Feeds } from './feeds.tsx'
import { FileGuide } from './importing/file-guide.tsx'
import { ImportWizard } from './importing/import-wizard.tsx'
import { PastImports } from './past-imports.tsx'
import { useDataParams } from './query.ts'

/** The screen for imports and exports. */
export default function Data() {
  const texts = useTexts('data')
  const { isOwner, store_id } = useStore()
  const { tab, setParams } = useDataParams()
  return (
    <Stack gap="lg" key={store_id}>
      <PageHeader title={texts.title} lead={texts.lead} />
      {!isOwner && <EmptyState icon="data" title={texts.ownersOnly} />}
      {isOwner && (
        <PageTabs
          tabs={['import', 'export', 'feeds']}
          labels={texts.tabs}
          chosen={tab}
          choose={chosen => setParams({ tab: chosen === 'import' ? null : chosen, id: null, step: null })}
        >
          {tab === 'export' && <Exports />}
          {tab === 'feeds' && <Feeds />}
          {tab === 'import' && <Imports />}
        </PageTabs>
      )}
    </Stack>
  )
}

/** The open import beside the past ones, or a new one above them and beside a guide to its file. */
function Imports() {
  const { id, kind } = useDataParams()
  return id === null ? (
    <div className={classes.sides}>
      <Stack gap="lg">
        <ImportWizard />
        <PastImports />
      </Stack>
      <FileGuide kind={kind} />
    </div>
  ) : (
    <div className={classes.sides}>
      <ImportWizard />
      <PastImports />
    </div>
  )
}

import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { DiscardButton } from './importing/discard-button.tsx'
import { type ListedImport, useDataParams, useImports } from './query.ts'

/** Past and unfinished imports, with who started them. */
export function PastImports() {
  const texts = useTexts('data')
  const { id } = useDataParams()
  const list = useImports()
  const { data, error, refetch } = list
  // The open import is beside the list until it ends.
  const isListed = (importJob: ListedImport) => importJob.id !== id || endStates.includes(importJob.state)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} radius="lg" />
  const importJobs = data.pages.flatMap(({ result }) => result).filter(isListed)
  if (importJobs.length === 0) return null
  return (
    <Section title={texts.past}>
      <ul className={classes.list}>
        {importJobs.map(importJob => (
          <PastImport key={importJob.id} importJob={importJob} isOpen={importJob.id === id} />
        ))}
      </ul>
      <LoadMore list={list} />
    </Section>
  )
}

const endStates: ListedImport['state'][] = ['done', 'failed', 'cancelled', 'undone']

export const stateColors = {
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
  undone: 'gray',
  running: 'blue',
  trying: 'blue',
} as Record<string, string>

function PastImport({ importJob, isOpen }: { importJob: ListedImport; isOpen: boolean }) {
  const texts = useTexts('data')
  const { instant } = useFormats()
  const hasCounts =
    importJob.kind !== 'archive' && ['done', 'cancelled'].includes(importJob.state) && importJob.rows_done > 0
  return (
    <li className={classes.row}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 11rem', minWidth: 0 }}>
          <Anchor
            component={Link}
            to={`?id=${importJob.id}`}
            className={classes.open}
            aria-current={isOpen || undefined}
          >
            {importJob.file_name || texts.unnamed}
          </Anchor>
          <Text size="sm" c="dimmed">
            {texts.kinds[importJob.kind]} ·{' '}
            {[importJob.who, instant(importJob.created_at)].filter(Boolean).join(', ')}
          </Text>
          {hasCounts && (
            <Text size="sm" c="dimmed">
              {(importJob.kind === 'order' ? texts.countsOfOrders : texts.counts)({
                imported: importJob.imported,
                skipped: importJob.skipped,
                refused: importJob.refused,
              })}
            </Text>
          )}
        </div>
        <Group gap="xs" justify="flex-end" style={{ flexShrink: 0 }}>
          {['uploading', 'ready', 'tried'].includes(importJob.state) && (
            <DiscardButton importJob={importJob} small />
          )}
          <Badge color={stateColors[importJob.state] ?? 'yellow'}>{texts.states[importJob.state]}</Badge>
        </Group>
      </Group>
    </li>
  )
}

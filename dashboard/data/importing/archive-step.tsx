import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { type ImportJob, useImportAction } from '../query.ts'
import { NotifyAuthors } from './notify-authors.tsx'

const displayedTables = ['products', 'orders', 'reviews', 'questions', 'mailings'] as const

/** Summarises an archive from its manifest, before the whole file is read. */
export function ArchiveStep({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { instant, number } = useFormats()
  const action = useImportAction(importJob.id)
  const [isNotified, setNotified] = useState(importJob.reading?.notify_authors ?? false)
  const archive = importJob.archive as NonNullable<ImportJob['archive']>
  const contents = [
    ...displayedTables.map(table => [archive.rows[table] ?? 0, texts.tables[table]] as const),
    [archive.pictures, texts.tables.pictures] as const,
  ]
  return (
    <Stack gap="md">
      <Text fw={600}>{texts.archiveLead({ store: archive.store, date: instant(archive.exported_at) })}</Text>
      <Text>
        {texts.archiveHolds} {contents.map(([count, name]) => `${number(count)} ${name}`).join(', ')}.
      </Text>
      <NotifyAuthors checked={isNotified} choose={setNotified} />
      <ErrorAlert error={action.error} />
      <Group>
        <Button
          loading={action.isPending}
          onClick={() =>
            action.mutate({ action: 'trial', body: { columns: {}, dates: null, notify_authors: isNotified } })
          }
        >
          {texts.checkArchive}
        </Button>
        <Text size="sm" c="dimmed">
          {texts.checkArchiveHint}
        </Text>
      </Group>
    </Stack>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../parts/failure.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { type Import, useActOnImport } from './query.ts'

const shown = ['products', 'orders', 'reviews', 'questions', 'mailings'] as const

/** What an archive says of itself, before all of it is read. */
export function ArchiveStep({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { instant, number } = useFormats()
  const act = useActOnImport(one.id)
  const archive = one.archive as NonNullable<Import['archive']>
  const held = [
    ...shown.map(table => [archive.rows[table] ?? 0, texts.tables[table]] as const),
    [archive.pictures, texts.tables.pictures] as const,
  ]
  return (
    <Stack gap="md">
      <Text fw={600}>{texts.archiveLead({ store: archive.store, date: instant(archive.exported_at) })}</Text>
      <Text>
        {texts.archiveHolds} {held.map(([count, what]) => `${number(count)} ${what}`).join(', ')}.
      </Text>
      <ErrorAlert error={act.error} />
      <Group>
        <Button
          loading={act.isPending}
          onClick={() => act.mutate({ act: 'trial', body: { columns: {}, dates: null } })}
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

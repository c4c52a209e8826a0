import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  encodings,
  escapes,
  pickDialect,
  separatorNames,
} from '../../../server/exchange/imports/reading/bytes/dialect.ts'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useTexts } from '../../words/words.tsx'
import { type ImportJob, useDataParams, useImportAction } from '../query.ts'

const choices = { separator: separatorNames, quotes: escapes, encoding: encodings }

/** How the file is written, as it is found or chosen. Another choice inspects the file again. */
export function DialectOfFile({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data').dialect
  const { setParams } = useDataParams()
  const action = useImportAction(importJob.id)
  const chosen = pickDialect(importJob.reading ?? {})
  const inspect = (field: keyof typeof choices, value: string | null) =>
    action.mutate(
      { action: 'inspection', body: { ...chosen, [field]: value } },
      { onSuccess: () => setParams({ step: null }) },
    )
  const isOverruled = Object.values(chosen).some(choice => choice !== null)
  return (
    <details open={importJob.table === null || isOverruled || undefined}>
      <Text component="summary" size="sm" fw={600}>
        {texts.title}
      </Text>
      <Stack gap="sm" mt="sm">
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {(['separator', 'quotes', 'encoding'] as const).map(field => (
            <Select
              key={field}
              label={texts[field]}
              placeholder={texts.found}
              allowDeselect={false}
              disabled={action.isPending}
              value={importJob.table?.dialect?.[field] ?? chosen[field]}
              onChange={value => inspect(field, value)}
              data={choices[field].map(value => ({ value, label: texts.names[value] }))}
            />
          ))}
        </SimpleGrid>
        <ErrorAlert error={action.error} />
      </Stack>
    </details>
  )
}

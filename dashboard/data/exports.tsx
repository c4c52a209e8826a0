import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { Choice } from '../parts/pickers/choice.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { PastExports } from './past-exports.tsx'
import { type ExportKind, useExportActions, useExports } from './query.ts'

const kinds = ['archive', 'reviews', 'questions', 'answers'] as const satisfies ExportKind[]

/** Exports the whole store as an archive, or only its reviews, questions or answers as a table. */
export function Exports() {
  const texts = useTexts('data')
  const [kind, setKind] = useState<ExportKind>('archive')
  const { data, error, refetch } = useExports()
  const { start } = useExportActions()
  const isRunning =
    data?.pages[0]?.result.some(exportJob => exportJob.kind === kind && exportJob.state === 'running') ??
    false
  return (
    <div className={classes.sides}>
      <Section title={texts.exportTitle}>
        <Choice
          fullWidth
          label={texts.exportTitle}
          values={kinds}
          texts={texts.exportKinds}
          value={kind}
          choose={setKind}
        />
        <Text c="dimmed" size="sm">
          {texts.exportLeads[kind]}
        </Text>
        <Group>
          <Button loading={start.isPending} disabled={isRunning} onClick={() => start.mutate(kind)}>
            {texts.exportGo[kind]}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.exportCare[kind]}
        </Text>
        <ErrorAlert error={start.error} />
      </Section>
      {error ? <ErrorPanel error={error} retry={refetch} /> : <PastExports retry={start.mutate} />}
    </div>
  )
}

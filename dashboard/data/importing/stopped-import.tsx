import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/errors.tsx'
import type { Texts } from '../../words/catalogues.ts'
import { useTexts } from '../../words/words.tsx'
import { problemText } from '../problem-texts.ts'
import { type ImportJob, useDataParams, useImportAction } from '../query.ts'
import { DialectOfFile } from './dialect-of-file.tsx'
import { AnotherFileButton } from './import-result.tsx'
import { StatesQuestion } from './order-states.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { UndoButton } from './undo-button.tsx'

/** A failed or cancelled import, with the ways to continue. */
export function StoppedImport({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { setParams } = useDataParams()
  const action = useImportAction(importJob.id)
  const hasFile = importJob.table !== null || importJob.archive !== null
  const again = importJob.problem?.again
  const isAsked = importJob.unknown_states.length > 0
  const canResume = hasFile && (again === 'trying' || again === 'running')
  return (
    <Stack gap="md">
      {isAsked ? <StatesQuestion importJob={importJob} /> : <StopReason importJob={importJob} />}
      {isUnread(importJob) && <DialectOfFile importJob={importJob} />}
      <ErrorAlert error={action.error} />
      <Group>
        {canResume && (
          <Button loading={action.isPending} onClick={() => action.mutate({ action: 'again' })}>
            {texts.again}
          </Button>
        )}
        {importJob.table && importJob.state !== 'undone' && again !== 'undoing' && (
          <Button
            variant={canResume || isAsked ? 'default' : 'filled'}
            onClick={() => setParams({ step: 'columns' })}
          >
            {texts.changeColumns}
          </Button>
        )}
        <AnotherFileButton />
        <UndoButton importJob={importJob} />
      </Group>
      {importJob.refused > 0 && importJob.state !== 'undone' && <RejectedRows importJob={importJob} />}
    </Stack>
  )
}

/** Whether its file could not even be inspected: it may be another kind of CSV. */
function isUnread({ kind, state, table }: ImportJob): boolean {
  return kind !== 'archive' && state === 'failed' && table === null
}

function StopReason({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { state, problem } = importJob
  return (
    <Alert variant="light" color={state === 'failed' ? 'red' : 'gray'} title={titleOf(importJob, texts)}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {problem ? problemText(problem) : leadOf(importJob, texts)}
      </Text>
      {problem?.again === 'running' && (
        <Text size="sm" mt="xs">
          {leadOf(importJob, texts)}
        </Text>
      )}
    </Alert>
  )
}

type DataTexts = Texts<'data'>

function titleOf({ state, problem }: ImportJob, texts: DataTexts): string {
  if (state === 'undone') return texts.undoneTitle
  if (state !== 'failed') return texts.cancelledTitle
  return problem?.again ? texts.stoppedTitle : texts.failedTitle
}

function leadOf({ imported, kind, state }: ImportJob, texts: DataTexts): string {
  if (state === 'undone' && kind !== 'archive' && kind !== 'order') return texts.undoneLead[kind]
  return imported > 0 && kind !== 'archive' ? texts.cancelledLead : texts.cancelledUnread
}

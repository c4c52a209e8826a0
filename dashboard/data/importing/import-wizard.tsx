import '@mantine/core/styles/Stepper.css'
import { Paper, Skeleton, Stack, Stepper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../parts/errors.tsx'
import { useTexts } from '../../words/words.tsx'
import { type ImportJob, type ImportKind, useDataParams, useImport } from '../query.ts'
import { ArchiveStep } from './archive-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { StoppedImport } from './stopped-import.tsx'

/** The steps of an import. The state on the server decides which one is displayed. */
export function ImportWizard() {
  const { id, kind } = useDataParams()
  if (id === null) {
    return (
      <Steps position={0} kind={kind}>
        <FileStep />
      </Steps>
    )
  }
  return <OpenImport key={id} id={id} />
}

function OpenImport({ id }: { id: string }) {
  const { data, error, refetch } = useImport(id)
  const { isBackAtColumns } = useDataParams()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={420} radius="lg" />
  const [position, step] = stepOf(data, isBackAtColumns)
  return (
    <Steps position={position} kind={data.kind}>
      {step}
    </Steps>
  )
}

function stepOf(importJob: ImportJob, isBackAtColumns: boolean): [at: number, step: ReactNode] {
  // What the trial asks is answered beside the columns.
  const isAsked = importJob.problem?.states !== undefined
  const showsColumns = (isBackAtColumns || isAsked) && importJob.table !== null
  switch (importJob.state) {
    case 'uploading':
      return [0, <FileStep key="file" unfinished={importJob} />]
    case 'ready':
      return [1, configurationStep(importJob)]
    case 'trying':
      return [2, <ImportProgress key="working" importJob={importJob} />]
    case 'tried':
      return showsColumns
        ? [1, configurationStep(importJob)]
        : [2, <ImportResult key="outcome" importJob={importJob} />]
    case 'running':
    case 'undoing':
      return [3, <ImportProgress key="working" importJob={importJob} />]
    case 'done':
      return [4, <ImportResult key="outcome" importJob={importJob} />]
    case 'undone':
      return [4, <StoppedImport key="ended" importJob={importJob} />]
    default:
      return showsColumns
        ? [1, configurationStep(importJob)]
        : [importJob.table || importJob.archive ? 2 : 0, <StoppedImport key="ended" importJob={importJob} />]
  }
}

function configurationStep(importJob: ImportJob): ReactNode {
  return importJob.kind === 'archive' ? (
    <ArchiveStep importJob={importJob} />
  ) : (
    <ColumnsStep key={JSON.stringify(importJob.table?.dialect)} importJob={importJob} />
  )
}

function Steps({ position, kind, children }: { position: number; kind: ImportKind; children: ReactNode }) {
  const texts = useTexts('data')
  const names = ['file', kind === 'archive' ? 'check' : 'columns', 'trial', 'run'] as const
  const current = Math.min(position, names.length - 1)
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="lg">
        <Text hiddenFrom="sm" size="sm" c="dimmed">
          {texts.stepOf({ step: current + 1, all: names.length })} · {texts.steps[names[current] ?? 'run']}
        </Text>
        <Stepper active={position} size="sm" visibleFrom="sm" allowNextStepsSelect={false}>
          {names.map((name, at) => (
            <Stepper.Step
              key={name}
              label={texts.steps[name]}
              component="div"
              tabIndex={-1}
              aria-current={at === current ? 'step' : undefined}
            />
          ))}
        </Stepper>
        {children}
      </Stack>
    </Paper>
  )
}

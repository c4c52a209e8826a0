import { Paper, Skeleton, Stack, Stepper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../parts/failure.tsx'
import { useTexts } from '../words/words.tsx'
import { ArchiveStep } from './archive-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { Ended } from './ended.tsx'
import { FileStep } from './file-step.tsx'
import { Outcome } from './outcome.tsx'
import { type Import, type Kind, useImport, usePlace } from './query.ts'
import { Working } from './working.tsx'

/** An import in its steps; which one it is at, the server knows. */
export function ImportFile() {
  const { id } = usePlace()
  if (id === null) {
    return (
      <Steps at={0}>
        <FileStep />
      </Steps>
    )
  }
  return <Opened key={id} id={id} />
}

function Opened({ id }: { id: string }) {
  const { data, error, refetch } = useImport(id)
  const { isBack } = usePlace()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={420} radius="lg" />
  const [at, step] = stepOf(data, isBack)
  return (
    <Steps at={at} kind={data.kind}>
      {step}
    </Steps>
  )
}

function stepOf(one: Import, isBack: boolean): [at: number, step: ReactNode] {
  const isBackAtColumns = isBack && one.table !== null
  switch (one.state) {
    case 'uploading':
      return [0, <FileStep key="file" begun={one} />]
    case 'ready':
      return [1, look(one)]
    case 'trying':
      return [2, <Working key="working" one={one} />]
    case 'tried':
      return isBackAtColumns ? [1, look(one)] : [2, <Outcome key="outcome" one={one} />]
    case 'running':
      return [3, <Working key="working" one={one} />]
    case 'done':
      return [4, <Outcome key="outcome" one={one} />]
    default:
      return isBackAtColumns
        ? [1, look(one)]
        : [one.table || one.archive ? 2 : 0, <Ended key="ended" one={one} />]
  }
}

function look(one: Import): ReactNode {
  return one.kind === 'archive' ? <ArchiveStep one={one} /> : <ColumnsStep one={one} />
}

function Steps({ at, kind = 'review', children }: { at: number; kind?: Kind; children: ReactNode }) {
  const texts = useTexts('data')
  const names = ['file', kind === 'archive' ? 'check' : 'columns', 'trial', 'run'] as const
  const now = Math.min(at, names.length - 1)
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="lg">
        <Text hiddenFrom="sm" size="sm" c="dimmed">
          {texts.stepOf({ step: now + 1, all: names.length })} · {texts.steps[names[now] ?? 'run']}
        </Text>
        <Stepper active={at} size="sm" visibleFrom="sm" allowNextStepsSelect={false}>
          {names.map(name => (
            <Stepper.Step key={name} label={texts.steps[name]} component="div" tabIndex={-1} />
          ))}
        </Stepper>
        {children}
      </Stack>
    </Paper>
  )
}

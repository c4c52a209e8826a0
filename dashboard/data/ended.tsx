import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../parts/failure.tsx'
import type { Texts } from '../words/catalogues.ts'
import { useTexts } from '../words/words.tsx'
import { AnotherFile } from './outcome.tsx'
import { useTellProblem } from './problems.ts'
import { type Import, useActOnImport, usePlace } from './query.ts'
import { Refusals } from './refusals.tsx'

/** What failed or was cancelled, and how to go on. */
export function Ended({ one }: { one: Import }) {
  const texts = useTexts('data')
  const tell = useTellProblem()
  const { set } = usePlace()
  const act = useActOnImport(one.id)
  const isKept = one.table !== null || one.archive !== null
  const mayGoOn = isKept && one.problem?.again !== undefined
  return (
    <Stack gap="md">
      <Alert variant="light" color={one.state === 'failed' ? 'red' : 'gray'} title={titleOf(one, texts)}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {one.problem ? tell(one.problem) : leadOf(one, texts)}
        </Text>
        {one.problem?.again === 'running' && (
          <Text size="sm" mt="xs">
            {leadOf(one, texts)}
          </Text>
        )}
      </Alert>
      <ErrorAlert error={act.error} />
      <Group>
        {mayGoOn && (
          <Button loading={act.isPending} onClick={() => act.mutate({ act: 'again' })}>
            {texts.again}
          </Button>
        )}
        {one.table && (
          <Button variant={mayGoOn ? 'default' : 'filled'} onClick={() => set({ step: 'columns' })}>
            {texts.changeColumns}
          </Button>
        )}
        <AnotherFile />
      </Group>
      {one.refused > 0 && <Refusals one={one} />}
    </Stack>
  )
}

type DataTexts = Texts<'data'>

function titleOf({ state, problem }: Import, texts: DataTexts): string {
  if (state !== 'failed') return texts.cancelledTitle
  return problem?.again ? texts.stoppedTitle : texts.failedTitle
}

function leadOf({ imported, kind }: Import, texts: DataTexts): string {
  return imported > 0 && kind !== 'archive' ? texts.cancelledLead : texts.cancelledUnread
}

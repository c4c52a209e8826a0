import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorAlert } from '../parts/failure.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { type Import, useActOnImport, usePlace } from './query.ts'
import { Refusals } from './refusals.tsx'

/** What a trial found, or what came of an import. */
export function Outcome({ one }: { one: Import }) {
  const texts = useTexts('data')
  const isDone = one.state === 'done'
  return (
    <Stack gap="lg">
      <Title order={2} size="h3">
        {isDone ? texts.doneTitle : texts.triedTitle}
      </Title>
      {one.kind === 'archive' ? (
        <Text>{isDone ? texts.restored : texts.checkedArchive}</Text>
      ) : (
        <Numbers one={one} />
      )}
      {!isDone && one.imported === 0 && <Text c="dimmed">{texts.nothingNew}</Text>}
      {isDone && one.kind === 'archive' && (
        <Alert variant="light" color="yellow">
          {texts.restoredPaused}
        </Alert>
      )}
      {isDone ? <AfterRun one={one} /> : <BeforeRun one={one} />}
      {one.refused > 0 && <Refusals one={one} />}
    </Stack>
  )
}

function Numbers({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { number } = useFormats()
  const came = one.state === 'done' ? texts.imported : texts.wouldImport
  return (
    <div className={classes.numbers}>
      {(
        [
          [one.imported, came],
          [one.skipped, texts.skipped],
          [one.refused, texts.refused],
        ] as const
      ).map(([count, what]) => (
        <div key={what} className={classes.number}>
          <Text fz={28} fw={700} lh={1.2}>
            {number(count)}
          </Text>
          <Text fz={{ base: 12, sm: 14 }} c="dimmed">
            {what}
          </Text>
        </div>
      ))}
    </div>
  )
}

function BeforeRun({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { set } = usePlace()
  const act = useActOnImport(one.id)
  const go = one.kind === 'archive' ? texts.restore : texts.go[one.kind]({ count: one.imported })
  return (
    <>
      <ErrorAlert error={act.error} />
      <Group>
        <Button
          loading={act.isPending}
          disabled={one.imported === 0}
          onClick={() => act.mutate({ act: 'run' })}
        >
          {go}
        </Button>
        {one.table && (
          <Button variant="default" onClick={() => set({ step: 'columns' })}>
            {texts.changeColumns}
          </Button>
        )}
        <AnotherFile />
      </Group>
    </>
  )
}

function AfterRun({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { store_id } = useStore()
  return (
    <Group>
      {one.kind === 'review' && (
        <Button component={Link} to={`/${store_id}/reviews`}>
          {texts.seeReviews}
        </Button>
      )}
      {one.kind === 'archive' && (
        <Button component={Link} to={`/${store_id}/settings?tab=schedule`}>
          {texts.toSettings}
        </Button>
      )}
      <AnotherFile />
    </Group>
  )
}

export function AnotherFile() {
  const texts = useTexts('data')
  const { set } = usePlace()
  return (
    <Button variant="default" onClick={() => set({ id: null, step: null })}>
      {texts.startOver}
    </Button>
  )
}

import { Badge, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/ask.tsx'
import { ErrorAlert } from '../parts/failure.tsx'
import { LoadMore } from '../parts/more.tsx'
import { Section } from '../parts/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { colors } from './past-imports.tsx'
import { useTellProblem } from './problems.ts'
import { type Export, type ExportKind, fileAt, useExportActs, useExports } from './query.ts'
import { useSizes } from './sizes.ts'

/** What was exported before, by whom; what is ready, and what goes on. */
export function PastExports({ again }: { again: (kind: ExportKind) => void }) {
  const texts = useTexts('data')
  const list = useExports()
  const { data } = list
  const { drop } = useExportActs()
  const [asked, setAsked] = useState<string>()
  if (!data) return <Skeleton h={160} radius="lg" />
  const past = data.pages.flatMap(({ result }) => result)
  return (
    <Section title={texts.pastExports}>
      <ErrorAlert error={drop.error} />
      {past.length === 0 && <Text c="dimmed">{texts.noExports}</Text>}
      <ul className={classes.list}>
        {past.map(one => (
          <Past
            key={one.id}
            one={one}
            again={() => again(one.kind)}
            drop={() => setAsked(one.id)}
            cancel={() => drop.mutate(one.id)}
          />
        ))}
      </ul>
      <LoadMore list={list} />
      <ConfirmDialog
        title={asked && texts.deleteAsk}
        message={texts.deleteLead}
        confirmLabel={texts.deleteFile}
        busy={drop.isPending}
        close={() => setAsked(undefined)}
        confirm={() => asked && drop.mutate(asked, { onSettled: () => setAsked(undefined) })}
      />
    </Section>
  )
}

type Acts = { again: () => void; drop: () => void; cancel: () => void }

function Past({ one, again, drop, cancel }: Acts & { one: Export }) {
  const texts = useTexts('data')
  const tell = useTellProblem()
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <Facts one={one} />
        {one.file_until && <File one={one} drop={drop} />}
        {one.state === 'running' && (
          <Button variant="default" size="xs" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
        {one.problem && (
          <Button variant="default" onClick={again}>
            {texts.again}
          </Button>
        )}
      </Group>
      {one.problem && (
        <Text size="sm" mt={4}>
          {tell(one.problem)}
        </Text>
      )}
      {one.state === 'running' && <Running one={one} />}
    </li>
  )
}

function Facts({ one }: { one: Export }) {
  const texts = useTexts('data')
  const { instant, date } = useFormats()
  const { bytes } = useSizes()
  const isGone = one.state === 'done' && one.file_until === null
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{texts.exportKinds[one.kind]}</Text>
        <Badge variant="light" color={isGone ? 'gray' : (colors[one.state] ?? 'gray')}>
          {texts.exportStates[isGone ? 'gone' : one.state]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {[one.who, instant(one.created_at)].filter(Boolean).join(', ')}
        {one.file_until && ` · ${bytes(one.size)}, ${texts.keptUntil({ date: date(one.file_until) })}`}
      </Text>
    </div>
  )
}

function File({ one, drop }: { one: Export; drop: () => void }) {
  const texts = useTexts('data')
  const { store_id } = useStore()
  return (
    <Group gap="xs">
      <Button component="a" href={fileAt(store_id, `/exports/${one.id}/file`)} download>
        {texts.download}
      </Button>
      <Button variant="default" onClick={drop}>
        {texts.deleteFile}
      </Button>
    </Group>
  )
}

function Running({ one }: { one: Export }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  const share = one.whole > 0 ? one.done / one.whole : 0
  return (
    <Stack gap={4} mt="xs">
      <Progress value={share * 100} animated aria-label={texts.exporting} />
      <Text size="sm" c="dimmed" role="status">
        {texts.exporting} · {texts.percent({ value: percent(share) })}
      </Text>
    </Stack>
  )
}

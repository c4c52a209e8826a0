import { Badge, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Ask } from '../parts/ask.tsx'
import { Failure, Refusal } from '../parts/failure.tsx'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/settings/section.tsx'
import { useStore } from '../store.tsx'
import { dataTexts } from '../words/data.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { colors } from './past-imports.tsx'
import { type Export, fileAt, useExportActs, useExports } from './query.ts'
import { useSizes } from './sizes.ts'

/** Takes everything away, in one file. */
export function Exports() {
  const texts = useTexts(dataTexts)
  const { data, error, refetch } = useExports()
  const { begin } = useExportActs()
  const isRunning = data?.pages[0]?.result.some(one => one.state === 'running') ?? false
  return (
    <Stack gap="lg">
      <Section title={texts.exportTitle} lead={texts.exportLead}>
        <Text size="sm">{texts.leaving}</Text>
        <Group>
          <Button loading={begin.isPending} disabled={isRunning} onClick={() => begin.mutate()}>
            {texts.exportGo}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.exportCare}
        </Text>
        <Refusal error={begin.error} />
      </Section>
      {error ? <Failure error={error} retry={refetch} /> : <PastExports />}
    </Stack>
  )
}

function PastExports() {
  const texts = useTexts(dataTexts)
  const list = useExports()
  const { data } = list
  const { drop } = useExportActs()
  const [asked, setAsked] = useState<string>()
  if (!data) return <Skeleton h={160} radius="lg" />
  const past = data.pages.flatMap(({ result }) => result)
  return (
    <Section title={texts.pastExports}>
      <Refusal error={drop.error} />
      {past.length === 0 && <Text c="dimmed">{texts.noExports}</Text>}
      <ul className={classes.list}>
        {past.map(one => (
          <Past key={one.id} one={one} drop={() => setAsked(one.id)} cancel={() => drop.mutate(one.id)} />
        ))}
      </ul>
      <More list={list} />
      <Ask
        title={asked && texts.deleteAsk}
        lead={texts.deleteLead}
        act={texts.deleteFile}
        busy={drop.isPending}
        close={() => setAsked(undefined)}
        go={() => asked && drop.mutate(asked, { onSettled: () => setAsked(undefined) })}
      />
    </Section>
  )
}

function Past({ one, drop, cancel }: { one: Export; drop: () => void; cancel: () => void }) {
  const texts = useTexts(dataTexts)
  const { instant, date } = useFormats()
  const { bytes, percent } = useSizes()
  const { store_id } = useStore()
  const share = one.whole > 0 ? one.done / one.whole : 0
  const isGone = one.state === 'done' && one.file_until === null
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{instant(one.created_at)}</Text>
            <Badge variant="light" color={isGone ? 'gray' : (colors[one.state] ?? 'gray')}>
              {texts.exportStates[isGone ? 'gone' : one.state]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {one.who}
            {one.file_until && ` · ${bytes(one.size)}, ${texts.keptUntil(date(one.file_until))}`}
          </Text>
        </div>
        {one.file_until && (
          <Group gap="xs">
            <Button component="a" href={fileAt(store_id, `/exports/${one.id}/file`)} download>
              {texts.download}
            </Button>
            <Button variant="default" onClick={drop}>
              {texts.deleteFile}
            </Button>
          </Group>
        )}
        {one.state === 'running' && (
          <Button variant="default" size="xs" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
      </Group>
      {one.state === 'running' && (
        <Stack gap={4} mt="xs">
          <Progress value={share * 100} animated aria-label={texts.exporting} />
          <Text size="sm" c="dimmed" role="status">
            {texts.exporting} · {texts.percent(percent(share))}
          </Text>
        </Stack>
      )}
    </li>
  )
}

import { Badge, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useSizes } from '../parts/sizes.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { stateColors } from './past-imports.tsx'
import { problemText } from './problem-texts.ts'
import { type ExportJob, type ExportKind, fileUrl, useExportActions, useExports } from './query.ts'

/** Past and running exports, with their files and who started them. */
export function PastExports({ retry }: { retry: (kind: ExportKind) => void }) {
  const texts = useTexts('data')
  const list = useExports()
  const { data } = list
  const { remove } = useExportActions()
  const [confirming, setConfirming] = useState<string>()
  if (!data) return <Skeleton h={160} radius="lg" />
  const exportJobs = data.pages.flatMap(({ result }) => result)
  return (
    <Section title={texts.pastExports}>
      <ErrorAlert error={remove.error} />
      {exportJobs.length === 0 && <Text c="dimmed">{texts.noExports}</Text>}
      <ul className={classes.list}>
        {exportJobs.map(exportJob => (
          <PastExport
            key={exportJob.id}
            exportJob={exportJob}
            retry={() => retry(exportJob.kind)}
            remove={() => setConfirming(exportJob.id)}
            cancel={() => remove.mutate(exportJob.id)}
          />
        ))}
      </ul>
      <LoadMore list={list} />
      <ConfirmDialog
        title={confirming && texts.deleteAsk}
        message={texts.deleteLead}
        confirmLabel={texts.deleteFile}
        busy={remove.isPending}
        close={() => setConfirming(undefined)}
        confirm={() => confirming && remove.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
      />
    </Section>
  )
}

type RowActions = { retry: () => void; remove: () => void; cancel: () => void }

function PastExport({ exportJob, retry, remove, cancel }: RowActions & { exportJob: ExportJob }) {
  const texts = useTexts('data')
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <Facts exportJob={exportJob} />
        {exportJob.file_until && <FileButtons exportJob={exportJob} remove={remove} />}
        {exportJob.state === 'running' && (
          <Button variant="default" size="xs" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
        {exportJob.problem && (
          <Button variant="default" onClick={retry}>
            {texts.again}
          </Button>
        )}
      </Group>
      {exportJob.problem && (
        <Text size="sm" mt={4}>
          {problemText(exportJob.problem)}
        </Text>
      )}
      {exportJob.state === 'running' && <ExportProgress exportJob={exportJob} />}
    </li>
  )
}

function Facts({ exportJob }: { exportJob: ExportJob }) {
  const texts = useTexts('data')
  const { instant, date } = useFormats()
  const { bytes } = useSizes()
  const isFileDeleted = exportJob.state === 'done' && exportJob.file_until === null
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{texts.exportKinds[exportJob.kind]}</Text>
        <Badge color={isFileDeleted ? 'gray' : (stateColors[exportJob.state] ?? 'gray')}>
          {texts.exportStates[isFileDeleted ? 'gone' : exportJob.state]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {[exportJob.who, instant(exportJob.created_at)].filter(Boolean).join(', ')}
        {exportJob.file_until &&
          ` · ${bytes(exportJob.size)}, ${texts.keptUntil({ date: date(exportJob.file_until) })}`}
      </Text>
    </div>
  )
}

function FileButtons({ exportJob, remove }: { exportJob: ExportJob; remove: () => void }) {
  const texts = useTexts('data')
  const { store_id } = useStore()
  return (
    <Group gap="xs">
      <Button component="a" href={fileUrl(store_id, `/exports/${exportJob.id}/file`)} download>
        {texts.download}
      </Button>
      <Button variant="default" onClick={remove}>
        {texts.deleteFile}
      </Button>
    </Group>
  )
}

function ExportProgress({ exportJob }: { exportJob: ExportJob }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  const share = exportJob.whole > 0 ? exportJob.done / exportJob.whole : 0
  return (
    <Stack gap={4} mt="xs">
      <Progress value={share * 100} animated aria-label={texts.exporting} />
      <Text size="sm" c="dimmed" role="status">
        {texts.exporting} · {texts.percent({ value: percent(share) })}
      </Text>
    </Stack>
  )
}

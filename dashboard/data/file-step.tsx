import { Alert, Button, FileButton, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { mostBytes } from '../../server/imports/uploads/import-limits.ts'
import { ErrorAlert } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { type Import, type Kind, useActOnImport, usePlace } from './query.ts'
import { useSizes } from './sizes.ts'
import { useUpload } from './upload.ts'

/** Chooses a file and sends it; one whose upload broke off goes on. */
export function FileStep({ begun }: { begun?: Import }) {
  const texts = useTexts('data')
  const { set } = usePlace()
  const [kind, setKind] = useState<Kind>(begun?.kind ?? 'review')
  const [fault, setFault] = useState<string>()
  const { bytes } = useSizes()
  const { upload, sent, error, stop } = useUpload(id => set({ id, step: null }))
  const take = (file: File | null) => {
    if (!file) return
    if (begun && (file.name !== begun.file_name || file.size !== begun.size)) return setFault(texts.otherFile)
    if (file.size > mostBytes[kind]) return setFault(texts.tooLarge({ most: bytes(mostBytes[kind]) }))
    setFault(undefined)
    void upload(file, begun ?? kind)
  }
  if (sent) return <Sending {...sent} stop={stop} />
  return (
    <Stack gap="md">
      {begun && <Text>{texts.interrupted({ name: begun.file_name })}</Text>}
      {!begun && <KindChoice kind={kind} choose={setKind} />}
      <Drop kind={kind} take={take} />
      {fault && (
        <Alert color="red" variant="light" role="alert">
          {fault}
        </Alert>
      )}
      <ErrorAlert error={error} />
      {begun && <Discard id={begun.id} />}
    </Stack>
  )
}

function KindChoice({ kind, choose }: { kind: Kind; choose: (kind: Kind) => void }) {
  const texts = useTexts('data')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={texts.kindLabel}
        value={kind}
        onChange={value => choose(value as Kind)}
        data={(['review', 'question', 'archive'] as const).map(value => ({
          value,
          label: texts.kinds[value],
        }))}
      />
      <Text c="dimmed" size="sm">
        {texts.kindLeads[kind]}
      </Text>
    </>
  )
}

function Drop({ kind, take }: { kind: Kind; take: (file: File | null) => void }) {
  const texts = useTexts('data')
  const { bytes } = useSizes()
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent, value: boolean) => {
    event.preventDefault()
    setIsOver(value)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for whoever drags nothing
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={event => over(event, true)}
      onDragLeave={event => over(event, false)}
      onDrop={event => {
        over(event, false)
        take(event.dataTransfer.files[0] ?? null)
      }}
    >
      <Icon name="file" size={32} />
      <Text c="dimmed" size="sm" visibleFrom="sm">
        {texts.drop}
      </Text>
      <FileButton
        onChange={take}
        accept={kind === 'archive' ? '.zip,application/zip' : '.csv,.tsv,.txt,text/csv'}
      >
        {props => <Button {...props}>{texts.choose}</Button>}
      </FileButton>
      <Text c="dimmed" size="xs">
        {kind === 'archive' ? 'ZIP' : 'CSV'}, {texts.limit({ size: bytes(mostBytes[kind]) })}
      </Text>
    </div>
  )
}

function Sending({ name, share, stop }: { name: string; share: number; stop: () => void }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  return (
    <Stack gap="sm" py="lg">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {texts.uploading({ name })}
      </Text>
      <Progress value={share * 100} size="lg" aria-label={texts.uploading({ name })} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {texts.percent({ value: percent(share) })}
        </Text>
        <Button variant="default" size="xs" onClick={stop}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function Discard({ id }: { id: string }) {
  const texts = useTexts('data')
  const { set } = usePlace()
  const act = useActOnImport(id)
  return (
    <>
      <ErrorAlert error={act.error} />
      <Group>
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ act: 'cancel' }, { onSuccess: () => set({ id: null, step: null }) })}
        >
          {texts.dropThis}
        </Button>
      </Group>
    </>
  )
}

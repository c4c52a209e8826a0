import {
  Alert,
  Anchor,
  Button,
  FileButton,
  Group,
  Progress,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { mostBytes } from '../../../server/exchange/imports/uploads/import-limits.ts'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useSizes } from '../../parts/sizes.ts'
import { useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import { type ImportJob, type ImportKind, importKinds, useDataParams, useImportAction } from '../query.ts'
import { type UploadState, useUpload } from '../upload.ts'
import { sampleOrders } from './sample-orders.ts'

/** Selects and uploads a file, or resumes an interrupted upload. */
export function FileStep({ unfinished }: { unfinished?: ImportJob }) {
  const texts = useTexts('data')
  const { setParams, kind: chosenKind } = useDataParams()
  const kind = unfinished?.kind ?? chosenKind
  const [fileError, setFileError] = useState<string>()
  const { bytes } = useSizes()
  const { upload, progress, error, cancel } = useUpload(id => setParams({ id, step: null }))
  const selectFile = (file: File | null) => {
    if (!file) return
    if (unfinished && (file.name !== unfinished.file_name || file.size !== unfinished.size))
      return setFileError(texts.otherFile)
    if (file.size > mostBytes[kind]) return setFileError(texts.tooLarge({ most: bytes(mostBytes[kind]) }))
    setFileError(undefined)
    void upload(file, unfinished ?? kind)
  }
  if (progress) return <UploadProgress {...progress} cancel={cancel} />
  return (
    <Stack gap="md">
      {unfinished && <Text>{texts.interrupted({ name: unfinished.file_name })}</Text>}
      {!unfinished && <KindChoice kind={kind} choose={kind => setParams({ kind })} />}
      <DropZone kind={kind} selectFile={selectFile} />
      {fileError && (
        <Alert color="red" variant="light" role="alert">
          {fileError}
        </Alert>
      )}
      <ErrorAlert error={error} />
      {unfinished && <DiscardUpload id={unfinished.id} />}
    </Stack>
  )
}

function KindChoice({ kind, choose }: { kind: ImportKind; choose: (kind: ImportKind) => void }) {
  const texts = useTexts('data')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={texts.kindLabel}
        value={kind}
        onChange={value => choose(value as ImportKind)}
        data={importKinds.map(value => ({
          value,
          label: texts.kinds[value],
        }))}
      />
      <Text c="dimmed" size="sm">
        {texts.kindLeads[kind]}{' '}
        {kind === 'order' && (
          <Anchor href={sampleOrders} download="orders.csv" inherit>
            {texts.sample}
          </Anchor>
        )}
      </Text>
    </>
  )
}

function DropZone({ kind, selectFile }: { kind: ImportKind; selectFile: (file: File | null) => void }) {
  const texts = useTexts('data')
  const { bytes } = useSizes()
  const [isOver, setIsOver] = useState(false)
  const onDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dragging
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={event => onDrag(event, true)}
      onDragLeave={event => onDrag(event, false)}
      onDrop={event => {
        onDrag(event, false)
        selectFile(event.dataTransfer.files[0] ?? null)
      }}
    >
      <Icon name="file" size={32} />
      <Text c="dimmed" size="sm" visibleFrom="sm">
        {texts.drop}
      </Text>
      <FileButton
        onChange={selectFile}
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

function UploadProgress({ name, share, isWaiting, cancel }: UploadState & { cancel: () => void }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  return (
    <Stack gap="sm" py="lg">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {texts.uploading({ name })}
      </Text>
      <Progress value={share * 100} size="lg" aria-label={texts.uploading({ name })} />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status">
          {isWaiting ? texts.uploadWaits : texts.percent({ value: percent(share) })}
        </Text>
        <Button variant="default" size="xs" flex="none" onClick={cancel}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function DiscardUpload({ id }: { id: string }) {
  const texts = useTexts('data')
  const { setParams } = useDataParams()
  const action = useImportAction(id)
  return (
    <>
      <ErrorAlert error={action.error} />
      <Group>
        <Button
          variant="default"
          loading={action.isPending}
          onClick={() =>
            action.mutate({ action: 'cancel' }, { onSuccess: () => setParams({ id: null, step: null }) })
          }
        >
          {texts.dropThis}
        </Button>
      </Group>
    </>
  )
}

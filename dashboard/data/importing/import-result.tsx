import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Icon } from '../../parts/icon.tsx'
import { dayAt } from '../../parts/time-zone.ts'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import { type ImportJob, useDataParams, useImportAction } from '../query.ts'
import { CopiedPictures } from './copied-pictures.tsx'
import { DiscardButton } from './discard-button.tsx'
import { StatesOfOrders } from './order-states.tsx'
import { PlanOfFile } from './plan-of-file.tsx'
import { PreviewOfFile } from './preview.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { UndoButton } from './undo-button.tsx'

/** The result of a trial or of an import. */
export function ImportResult({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const isDone = importJob.state === 'done'
  return (
    <Stack gap="lg">
      <Title order={2} size="h3">
        {isDone ? texts.doneTitle : texts.triedTitle}
      </Title>
      {importJob.kind === 'archive' ? (
        <Text>{isDone ? texts.restored : texts.checkedArchive}</Text>
      ) : (
        <RowCounts importJob={importJob} />
      )}
      {importJob.kind === 'order' && <StatesOfOrders importJob={importJob} />}
      <PlanOfFile importJob={importJob} />
      {isDone && <CopiedPictures importJob={importJob} />}
      {!isDone && importJob.undated > 0 && <UndatedRows importJob={importJob} />}
      {!isDone && isNothingNew(importJob) && <Text c="dimmed">{texts.nothingNew}</Text>}
      {isDone && importJob.kind === 'archive' && (
        <Alert variant="light" color="yellow">
          {texts.restoredPaused}
        </Alert>
      )}
      {isDone ? <ResultActions importJob={importJob} /> : <TrialActions importJob={importJob} />}
      {!isDone && <PreviewOfFile importJob={importJob} />}
      {importJob.refused > 0 && <RejectedRows importJob={importJob} />}
    </Stack>
  )
}

function isNothingNew({ imported, updated, skipped_states }: ImportJob): boolean {
  return imported + updated === 0 && Object.keys(skipped_states).length === 0
}

function RowCounts({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { number } = useFormats()
  const labels = importJob.kind === 'order' ? texts.orderCounts : texts
  const importedLabel = importJob.state === 'done' ? labels.imported : labels.wouldImport
  return (
    <div className={classes.numbers}>
      {(
        [
          [importJob.imported, importedLabel],
          [importJob.skipped, labels.skipped],
          [importJob.refused, labels.refused],
        ] as const
      ).map(([count, label]) => (
        <div key={label} className={classes.number}>
          <Text fz={28} fw={700} lh={1.2}>
            {number(count)}
          </Text>
          <Text fz={{ base: 12, sm: 14 }} c="dimmed">
            {label}
          </Text>
        </div>
      ))}
    </div>
  )
}

/** Offers a date for the rows without one, which would else be published as written today. */
function UndatedRows({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { day } = useFormats()
  const { time_zone } = useStore()
  const action = useImportAction(importJob.id)
  const given = importJob.reading?.undated ?? ''
  const [date, setDate] = useState(given)
  const today = dayAt(new Date(), time_zone)
  const count = importJob.undated
  const isApplied = given !== '' && date === given
  return (
    <Alert variant="light" color={given ? 'green' : 'yellow'}>
      <form
        onSubmit={event => {
          event.preventDefault()
          action.mutate({ action: 'trial', body: { ...importJob.reading, undated: date || null } })
        }}
      >
        <Stack gap="sm">
          <Text fw={600}>{texts.undatedTitle({ count })}</Text>
          <Text size="sm">{given ? texts.datedLead({ date: day(given) }) : texts.undatedLead}</Text>
          <ErrorAlert error={action.error} />
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label={texts.undatedDate}
              max={today}
              min="1970-01-01"
              value={date}
              onChange={event => setDate(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={action.isPending}
              disabled={date === given}
              leftSection={isApplied && <Icon name="check" size={16} />}
            >
              {isApplied ? texts.undatedUsed : texts.undatedUse}
            </Button>
          </Group>
        </Stack>
      </form>
    </Alert>
  )
}

function TrialActions({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { setParams } = useDataParams()
  const action = useImportAction(importJob.id)
  const count = importJob.imported + importJob.updated
  const runLabel = importJob.kind === 'archive' ? texts.restore : texts.go[importJob.kind]({ count })
  return (
    <>
      <ErrorAlert error={action.error} />
      <Group>
        <Button
          loading={action.isPending}
          disabled={count === 0}
          onClick={() => action.mutate({ action: 'run' })}
        >
          {runLabel}
        </Button>
        {importJob.table && (
          <Button variant="default" onClick={() => setParams({ step: 'columns' })}>
            {texts.changeColumns}
          </Button>
        )}
        <DiscardButton importJob={importJob} />
      </Group>
    </>
  )
}

function ResultActions({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { store_id } = useStore()
  return (
    <Group>
      {importJob.kind === 'review' && (
        <Button component={Link} to={`/${store_id}/reviews?state=all`}>
          {texts.seeReviews}
        </Button>
      )}
      {importJob.kind === 'order' && (
        <Button component={Link} to={`/${store_id}/orders`}>
          {texts.seeOrders}
        </Button>
      )}
      {importJob.kind === 'archive' && (
        <Button component={Link} to={`/${store_id}/settings?tab=schedule`}>
          {texts.toSettings}
        </Button>
      )}
      <AnotherFileButton />
      <UndoButton importJob={importJob} />
    </Group>
  )
}

export function AnotherFileButton() {
  const texts = useTexts('data')
  const { setParams } = useDataParams()
  return (
    <Button variant="default" onClick={() => setParams({ id: null, step: null })}>
      {texts.startOver}
    </Button>
  )
}

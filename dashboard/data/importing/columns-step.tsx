import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { scales } from '../../../server/exchange/imports/reading/cells/scales.ts'
import { ApiFailure } from '../../api.ts'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import { problemText } from '../problem-texts.ts'
import { type ImportJob, samplesOf, type TablePreview, useDataParams, useImportAction } from '../query.ts'
import { DialectOfFile } from './dialect-of-file.tsx'
import { DiscardButton } from './discard-button.tsx'
import { NotifyAuthors } from './notify-authors.tsx'
import { initialAnswers, isAnswered, StateWords, stateColumnsOf } from './state-words.tsx'

type ColumnChoices = Record<string, string | null>

/** Maps the file's columns to fields, with samples from its first rows. */
export function ColumnsStep({ importJob }: { importJob: ImportJob }) {
  const table = importJob.table as TablePreview
  const { setParams } = useDataParams()
  const action = useImportAction(importJob.id)
  const [chosen, setChosen] = useState<ColumnChoices>(() => initialChoices(table, importJob))
  const [states, setStates] = useState(() => initialAnswers(importJob))
  const hasStates = isAnswered(stateColumnsOf(importJob), states)
  const [dates, setDates] = useState(() => importJob.reading?.dates ?? null)
  const [scale, setScale] = useState(() => importJob.reading?.scale ?? null)
  const [isNotified, setNotified] = useState(importJob.reading?.notify_authors ?? false)
  const body = {
    ...importJob.reading,
    ...{ columns: changedColumns(table, chosen), dates, scale, states, notify_authors: isNotified },
  }
  return (
    <Stack gap="md">
      <Introduction table={table} />
      <DialectOfFile importJob={importJob} />
      <Fields
        table={table}
        chosen={chosen}
        choose={setChosen}
        lacksSku={importJob.by_sku && importJob.kind !== 'order' && !chosen.product_sku}
      />
      {(chosen.created_at || chosen.order_date) && <DateOrder dates={dates} choose={setDates} />}
      {chosen.rating && <RatingScale scale={scale} choose={setScale} />}
      {importJob.problem?.states && (
        <Alert color="yellow" variant="light" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {problemText(importJob.problem)}
        </Alert>
      )}
      <StateWords importJob={importJob} answers={states} choose={setStates} />
      {importJob.kind !== 'order' && <NotifyAuthors checked={isNotified} choose={setNotified} />}
      {action.error && <ColumnsError error={action.error} />}
      <TrialButton
        importJob={importJob}
        missing={missingIn(table, chosen) ?? (hasStates ? undefined : 'statesNeeded')}
        busy={action.isPending}
        start={() => action.mutate({ action: 'trial', body }, { onSuccess: () => setParams({ step: null }) })}
      />
    </Stack>
  )
}

function missingIn(
  { fields }: TablePreview,
  chosen: ColumnChoices,
): 'columnsNeeded' | 'productNeeded' | undefined {
  if (fields.some(({ field, needed }) => needed && !chosen[field])) return 'columnsNeeded'
  return chosen.product_id || chosen.product_sku ? undefined : 'productNeeded'
}

type FieldsProps = {
  table: TablePreview
  chosen: ColumnChoices
  choose: (chosen: ColumnChoices) => void
  /** Pages of the store ask by SKU, and no column gives one. */
  lacksSku: boolean
}

function Fields({ table, chosen, choose, lacksSku }: FieldsProps) {
  const texts = useTexts('data')
  return (
    <div>
      <ColumnHeadings />
      {byImportance(table.fields).map(field => (
        <Fragment key={field.field}>
          <FieldRow
            label={texts.fields[field.field]}
            isNeeded={field.needed}
            table={table}
            column={chosen[field.field] ?? null}
            choose={column => choose({ ...chosen, [field.field]: column })}
          />
          {field.field === 'product_sku' && lacksSku && <SkuWarning />}
        </Fragment>
      ))}
      {(table.answers ?? []).map(({ field, label }) => (
        <FieldRow
          key={field}
          label={label}
          isNeeded={false}
          table={table}
          column={chosen[field] ?? null}
          choose={column => choose({ ...chosen, [field]: column })}
        />
      ))}
    </div>
  )
}

function Introduction({ table }: { table: TablePreview }) {
  const texts = useTexts('data')
  return table.format === 'Realword' ? (
    <Text c="dimmed" size="sm">
      {texts.columnsLead}
    </Text>
  ) : (
    <Alert variant="light" color="teal">
      {texts.recognised({ system: table.format })}
    </Alert>
  )
}

// The reviews of such products would be there, and no page would show them.
function SkuWarning() {
  const texts = useTexts('data')
  return (
    <Alert variant="light" color="yellow" mb="sm">
      {texts.noSku}
    </Alert>
  )
}

function ColumnHeadings() {
  const texts = useTexts('data')
  return (
    <div className={`${classes.field} ${classes.headings}`}>
      {[texts.ours, texts.yours, texts.samples].map(head => (
        <Text key={head} size="xs" c="dimmed">
          {head}
        </Text>
      ))}
    </div>
  )
}

type DateOrderCode = NonNullable<ImportJob['reading']>['dates']

function DateOrder({ dates, choose }: { dates: DateOrderCode; choose: (dates: DateOrderCode) => void }) {
  const texts = useTexts('data')
  return (
    <Select
      label={texts.dates}
      description={texts.datesHint}
      maw={360}
      allowDeselect={false}
      value={dates ?? 'none'}
      onChange={value => choose(value === 'none' ? null : (value as 'dmy'))}
      data={(['none', 'dmy', 'mdy', 'ymd'] as const).map(value => ({
        value,
        label: texts.dateOrders[value],
      }))}
    />
  )
}

type Scale = Exclude<NonNullable<ImportJob['reading']>['scale'], undefined>

function RatingScale({ scale, choose }: { scale: Scale; choose: (scale: Scale) => void }) {
  const texts = useTexts('data')
  const { none, five, ten, hundred } = texts.scales
  return (
    <Select
      label={texts.scale}
      description={texts.scaleHint}
      maw={360}
      allowDeselect={false}
      value={String(scale ?? 'none')}
      onChange={value => choose(scales.find(most => String(most) === value) ?? null)}
      data={[
        { value: 'none', label: none },
        { value: '5', label: five },
        { value: '10', label: ten },
        { value: '100', label: hundred },
      ]}
    />
  )
}

type TrialButtonProps = {
  importJob: ImportJob
  missing: 'columnsNeeded' | 'productNeeded' | 'statesNeeded' | undefined
  busy: boolean
  start: () => void
}

function TrialButton({ importJob, missing, busy, start }: TrialButtonProps) {
  const texts = useTexts('data')
  return (
    <Group>
      <Button loading={busy} disabled={missing !== undefined} onClick={start}>
        {texts.try}
      </Button>
      <Text size="sm" c="dimmed">
        {missing ? texts[missing] : texts.tryHint}
      </Text>
      {['ready', 'tried'].includes(importJob.state) && <DiscardButton importJob={importJob} />}
    </Group>
  )
}

type Props = {
  label: string
  isNeeded: boolean
  table: TablePreview
  column: string | null
  choose: (column: string | null) => void
}

function FieldRow({ label, isNeeded, table, column, choose }: Props) {
  const texts = useTexts('data')
  const columns = [...new Set(table.header)].filter(name => name !== '')
  const samples = column === null ? [] : samplesOf(table, column)
  return (
    <div className={classes.field}>
      <div>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {isNeeded && (
          <Text size="xs" c="dimmed">
            {texts.needed}
          </Text>
        )}
      </div>
      <Select
        aria-label={label}
        placeholder={texts.notRead}
        data={columns}
        value={column}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': texts.notRead }}
        searchable={columns.length > 10}
        error={isNeeded && column === null}
      />
      <Text size="sm" c="dimmed" className={classes.samples} title={samples.join(' · ')}>
        {samples.slice(0, 3).join(' · ')}
      </Text>
    </div>
  )
}

function ColumnsError({ error }: { error: unknown }) {
  const { common } = useCommonTexts()
  return (
    <Alert color="red" variant="light" role="alert" title={common.failed}>
      {error instanceof ApiFailure ? error.message.replace(/^columns: /, '') : common.offline}
    </Alert>
  )
}

function initialChoices(table: TablePreview, { reading }: ImportJob): ColumnChoices {
  return Object.fromEntries(
    [...table.fields, ...(table.answers ?? [])].map(({ field, column }) => [
      field,
      reading && field in reading.columns ? (reading.columns[field] ?? null) : column,
    ]),
  )
}

// Leaves out columns that the detected format reads by default: it may combine several columns for a field.
function changedColumns(table: TablePreview, chosen: ColumnChoices): ColumnChoices {
  const fields = table.fields.flatMap(({ field, column, by }) => {
    const current = chosen[field] ?? null
    const isFormatDefault = by === 'format' && current === column
    return isFormatDefault || (current === null && by === null) ? [] : [[field, current]]
  })
  const answers = (table.answers ?? []).flatMap(({ field, column }) => {
    const current = chosen[field] ?? null
    return current === column ? [] : [[field, current]]
  })
  return Object.fromEntries([...fields, ...answers])
}

// Required fields come first. Ids of reviews and questions come last, because few files have them.
function byImportance(fields: TablePreview['fields']): TablePreview['fields'] {
  const rank = ({ field, needed }: TablePreview['fields'][number]) =>
    needed ? 0 : ['review_id', 'question_id'].includes(field) ? 2 : 1
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

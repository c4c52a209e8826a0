import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../api.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { type Import, type Look, samplesOf, useActOnImport, usePlace } from './query.ts'

type Chosen = Record<string, string | null>

/** Says which column holds what, beside what its first rows hold. */
export function ColumnsStep({ one }: { one: Import }) {
  const table = one.table as Look
  const { set } = usePlace()
  const act = useActOnImport(one.id)
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(table, one))
  const [dates, setDates] = useState(one.reading?.dates ?? null)
  const hasNeeded = (field: Look['fields'][number]) => !field.needed || chosen[field.field]
  const mayTry = table.fields.every(hasNeeded) && Boolean(chosen.product_id ?? chosen.product_sku)
  const body = { columns: toSend(table, chosen), dates }
  return (
    <Stack gap="md">
      <Lead table={table} />
      <div>
        <Heads />
        {inOrder(table.fields).map(field => (
          <Field
            key={field.field}
            field={field}
            table={table}
            column={chosen[field.field] ?? null}
            choose={column => setChosen({ ...chosen, [field.field]: column })}
          />
        ))}
      </div>
      {chosen.created_at && <DateOrder dates={dates} choose={setDates} />}
      {act.error && <Refused error={act.error} />}
      <Try
        may={mayTry}
        busy={act.isPending}
        run={() => act.mutate({ act: 'trial', body }, { onSuccess: () => set({ step: null }) })}
      />
    </Stack>
  )
}

function Lead({ table }: { table: Look }) {
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

function Heads() {
  const texts = useTexts('data')
  return (
    <div className={`${classes.field} ${classes.heads}`}>
      {[texts.ours, texts.yours, texts.samples].map(head => (
        <Text key={head} size="xs" c="dimmed">
          {head}
        </Text>
      ))}
    </div>
  )
}

type Dates = NonNullable<Import['reading']>['dates']

function DateOrder({ dates, choose }: { dates: Dates; choose: (dates: Dates) => void }) {
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

function Try({ may, busy, run }: { may: boolean; busy: boolean; run: () => void }) {
  const texts = useTexts('data')
  return (
    <Group>
      <Button loading={busy} disabled={!may} onClick={run}>
        {texts.try}
      </Button>
      <Text size="sm" c="dimmed">
        {may ? texts.tryHint : texts.productNeeded}
      </Text>
    </Group>
  )
}

type Props = {
  field: Look['fields'][number]
  table: Look
  column: string | null
  choose: (column: string | null) => void
}

function Field({ field: { field, needed }, table, column, choose }: Props) {
  const texts = useTexts('data')
  const columns = [...new Set(table.header)].filter(name => name !== '')
  const samples = column === null ? [] : samplesOf(table, column)
  return (
    <div className={classes.field}>
      <div>
        <Text size="sm" fw={600}>
          {texts.fields[field]}
        </Text>
        {needed && (
          <Text size="xs" c="dimmed">
            {texts.needed}
          </Text>
        )}
      </div>
      <Select
        aria-label={texts.fields[field]}
        placeholder={texts.notRead}
        data={columns}
        value={column}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': texts.notRead }}
        searchable={columns.length > 10}
        error={needed && column === null}
      />
      <Text size="sm" c="dimmed" className={classes.samples} title={samples.join(' · ')}>
        {samples.slice(0, 3).join(' · ')}
      </Text>
    </div>
  )
}

function Refused({ error }: { error: unknown }) {
  const { common } = useCommonTexts()
  return (
    <Alert color="red" variant="light" role="alert" title={common.failed}>
      {error instanceof ApiFailure ? error.message.replace(/^columns: /, '') : common.offline}
    </Alert>
  )
}

function firstChoice(table: Look, { reading }: Import): Chosen {
  return Object.fromEntries(
    table.fields.map(({ field, column }) => [
      field,
      reading && field in reading.columns ? (reading.columns[field] ?? null) : column,
    ]),
  )
}

// What the system's format reads by itself is not named: it may look into several columns.
function toSend(table: Look, chosen: Chosen): Chosen {
  return Object.fromEntries(
    table.fields.flatMap(({ field, column, by }) => {
      const now = chosen[field] ?? null
      const isOfFormat = by === 'format' && now === column
      return isOfFormat || (now === null && by === null) ? [] : [[field, now]]
    }),
  )
}

// What nearly every file has stands first; an id of its own few have.
function inOrder(fields: Look['fields']): Look['fields'] {
  const rank = ({ field, needed }: Look['fields'][number]) =>
    needed ? 0 : ['review_id', 'question_id'].includes(field) ? 2 : 1
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

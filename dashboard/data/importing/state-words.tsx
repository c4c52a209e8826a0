import { Checkbox, Select, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import type { ImportJob, TablePreview } from '../query.ts'

type StateColumn = NonNullable<TablePreview['states']>[number]
type Meaning = NonNullable<StateColumn['words'][number]['means']>

/** What each word of a column means; null for a column that is about something else. */
export type StateAnswers = Record<string, Record<string, Meaning | null> | null>

const meanings = ['published', 'pending', 'rejected', 'removed', 'unconfirmed', 'skip'] as const

/** The columns of states in the first rows, with the words that the trial has found in the whole file. */
export function stateColumnsOf({ table, problem }: ImportJob): StateColumn[] {
  const columns = table?.states ?? []
  const asked = problem?.states
  if (!asked) return columns
  const known = columns.find(({ column }) => column === asked.column)
  const words = (known?.words ?? []).filter(({ word }) => !asked.words.includes(word))
  const unknown = asked.words.map(word => ({ word, count: 0, means: null }))
  const whole = { column: asked.column, words: [...unknown, ...words], is_long: false }
  return [whole, ...columns.filter(({ column }) => column !== asked.column)]
}

/** What was chosen before, else what the words seem to mean. */
export function initialAnswers(importJob: ImportJob): StateAnswers {
  const before = importJob.reading?.states ?? {}
  return Object.fromEntries(
    stateColumnsOf(importJob).map(({ column, words }) => {
      const chosen = before[column]
      if (chosen === null) return [column, null]
      return [column, Object.fromEntries(words.map(({ word, means }) => [word, chosen?.[word] ?? means]))]
    }),
  )
}

/** Whether every word of the file has a meaning. */
export function isAnswered(columns: StateColumn[], answers: StateAnswers): boolean {
  return columns.every(({ column, is_long }) => {
    const words = answers[column]
    return words === null || (!is_long && Object.values(words ?? {}).every(meaning => meaning !== null))
  })
}

type Props = { importJob: ImportJob; answers: StateAnswers; choose: (answers: StateAnswers) => void }

/** Asks what the words of columns such as "Approved" mean, so that nothing hidden becomes public. */
export function StateWords({ importJob, answers, choose }: Props) {
  const texts = useTexts('data')
  const columns = stateColumnsOf(importJob)
  if (columns.length === 0) return null
  const kind = importJob.kind === 'question' ? 'question' : 'review'
  return (
    <Stack gap="sm" component="section" aria-label={texts.statesTitle}>
      <div>
        <Title order={2} size="h4">
          {texts.statesTitle}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.statesLead[kind]}
        </Text>
      </div>
      {columns.map(column => (
        <ColumnWords
          key={column.column}
          column={column}
          answers={answers[column.column]}
          choose={words => choose({ ...answers, [column.column]: words })}
        />
      ))}
    </Stack>
  )
}

type ColumnProps = {
  column: StateColumn
  answers: StateAnswers[string] | undefined
  choose: (words: StateAnswers[string]) => void
}

function ColumnWords({ column: { column, words, is_long }, answers, choose }: ColumnProps) {
  const texts = useTexts('data')
  const isOther = answers === null
  const meant = Object.fromEntries(words.map(({ word, means }) => [word, means]))
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {texts.stateColumn({ column })}
      </Text>
      {is_long && (
        <Text size="sm" c="dimmed">
          {texts.stateLong}
        </Text>
      )}
      {!isOther &&
        words.map(one => (
          <Word
            key={one.word}
            word={one}
            meaning={answers?.[one.word] ?? null}
            choose={meaning => choose({ ...answers, [one.word]: meaning })}
          />
        ))}
      <Checkbox
        mt="xs"
        label={texts.stateAbout}
        checked={isOther}
        onChange={event => choose(event.currentTarget.checked ? null : meant)}
      />
    </div>
  )
}

type WordProps = {
  word: StateColumn['words'][number]
  meaning: Meaning | null
  choose: (meaning: Meaning) => void
}

function Word({ word: { word, count }, meaning, choose }: WordProps) {
  const texts = useTexts('data')
  const usual = meanings.filter(one => !['removed', 'unconfirmed'].includes(one) || one === meaning)
  return (
    <div className={classes.field}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {word}
      </Text>
      <Select
        aria-label={word}
        placeholder={texts.stateUnknown}
        data={usual.map(value => ({ value, label: texts.stateMeanings[value] }))}
        value={meaning}
        onChange={value => choose(value as Meaning)}
        allowDeselect={false}
        error={meaning === null}
      />
      <Text size="sm" c="dimmed">
        {count > 0 && texts.stateRows({ count })}
      </Text>
    </div>
  )
}

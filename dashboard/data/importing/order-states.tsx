import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import { problemText } from '../problem-texts.ts'
import { type ImportJob, useImportAction } from '../query.ts'

const meanings = ['shipped', 'waiting', 'cancelled', 'ignore'] as const

type Answers = NonNullable<NonNullable<ImportJob['reading']>['order_states']>

/** Asks what the states mean that stopped a trial. */
export function StatesQuestion({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data').orderStates
  const { quoted } = useFormats()
  const action = useImportAction(importJob.id)
  const [answers, setAnswers] = useState<Answers>({})
  const states = importJob.unknown_states
  const check = () => {
    const { reading } = importJob
    const body = { ...reading, order_states: { ...reading?.order_states, ...answers } }
    action.mutate({ action: 'trial', body })
  }
  return (
    <Alert variant="light" color="yellow" title={texts.ask}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className={classes.whole}>
          {importJob.problem && problemText(importJob.problem)}
        </Text>
        <Text size="sm">{texts.lead}</Text>
        {states.map(state => (
          <Select
            key={state}
            label={quoted(state)}
            placeholder={texts.choose}
            w="100%"
            maw={360}
            allowDeselect={false}
            value={answers[state] ?? null}
            onChange={meaning => setAnswers({ ...answers, [state]: meaning as Answers[string] })}
            data={meanings.map(value => ({ value, label: texts.meanings[value] }))}
          />
        ))}
        <ErrorAlert error={action.error} />
        <Button
          loading={action.isPending}
          disabled={states.some(state => !Object.hasOwn(answers, state))}
          onClick={check}
        >
          {texts.check}
        </Button>
      </Stack>
    </Alert>
  )
}

/** What the states and dates of the orders in a file mean for who is asked, besides those that are left out. */
export function StatesOfOrders({ importJob }: { importJob: ImportJob }) {
  const { updated, waiting, later_consents } = importJob
  const { count, rows } = later_consents
  const texts = useTexts('data').orderStates
  return (
    <>
      {waiting > 0 && <Text size="sm">{texts.waiting({ count: waiting })}</Text>}
      {updated > 0 && <Text size="sm">{texts.updated({ count: updated })}</Text>}
      {count > 0 && (
        <Alert variant="light" color="yellow">
          {texts.laterConsents({ count, rows: `${rows.join(', ')}${count > rows.length ? ', …' : ''}` })}
        </Alert>
      )}
    </>
  )
}

import { mails } from 'texts:languages'
import { ActionIcon, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { Icon } from '../../parts/icon.tsx'
import { useLanguageNames } from '../../words/language-names.ts'
import { useTexts } from '../../words/words.tsx'
import { RuleTestResult } from './rule-test-result.tsx'
import { type SavedTest, usualSize } from './tests.ts'

const mostLanguages = 10
const kinds = ['delay', 'subject'] as const

export type RuleTestProps = {
  rule: RequestRule
  problems: Record<string, string>
  /** Days after the delivery, as the settings above the rules say. */
  usualDelay: number
  /** The language of the store. */
  locale: string
  /** What the service knows of the rule's test. */
  saved: SavedTest | undefined
  change: (rule: RequestRule) => void
}

/** Another delay, or other subjects, for half of the orders. */
export function RuleTest({ rule, problems, usualDelay, locale, saved, change }: RuleTestProps) {
  const { test: texts } = useTexts('rules')
  const { test, ...usual } = rule
  const size = test?.size ?? usualSize
  const choose = (kind: string | null) => {
    const delay = rule.then.delay_days ?? usualDelay
    if (kind === 'delay') {
      const { ask: _, ...then } = rule.then
      change({ ...usual, then: { ...then, delay_days: delay }, test: { size, delay_days: otherThan(delay) } })
    } else if (kind === 'subject') change({ ...usual, test: { size, subjects: { [locale]: '' } } })
    else change(usual)
  }
  const setTest = (fields: Partial<RequestRule['test']>) =>
    change({ ...usual, test: { ...test, size, ...fields } })
  return (
    <>
      <Select
        label={texts.kind}
        allowDeselect={false}
        data={[
          { value: '', label: texts.none },
          ...kinds.map(value => ({ value, label: texts.kinds[value] })),
        ]}
        value={test ? (test.subjects ? 'subject' : 'delay') : ''}
        error={problems.test}
        onChange={choose}
      />
      {test && !test.subjects && (
        <NumberInput
          label={texts.otherDelay}
          min={0}
          max={365}
          allowDecimal={false}
          value={test.delay_days ?? ''}
          error={problems['test.delay_days']}
          onChange={given => setTest({ delay_days: given === '' ? undefined : Number(given) })}
        />
      )}
      {test?.subjects && (
        <Subjects
          subjects={test.subjects}
          problem={problems['test.subjects']}
          change={subjects => setTest({ subjects })}
        />
      )}
      {test && (
        <>
          <NumberInput
            label={texts.size}
            description={texts.sizeHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={200}
            max={100_000}
            allowDecimal={false}
            thousandSeparator={false}
            clampBehavior="none"
            value={test.size}
            error={problems['test.size']}
            onChange={given => setTest({ size: Number(given) })}
          />
          <RuleTestResult rule={rule} saved={saved} />
        </>
      )}
    </>
  )
}

// A week apart: days that lie closer seldom differ in what they bring.
const otherThan = (delay: number) => (delay >= 14 ? delay - 7 : delay + 7)

type SubjectsProps = {
  subjects: Record<string, string>
  problem: string | undefined
  change: (subjects: Record<string, string>) => void
}

function Subjects({ subjects, problem, change }: SubjectsProps) {
  const { test: texts } = useTexts('rules')
  const nameOf = useLanguageNames()
  const given = Object.keys(subjects)
  const others = mails.filter(language => !given.includes(language))
  return (
    <Stack gap="sm">
      {Object.entries(subjects).map(([language, subject]) => (
        <Group key={language} gap={4} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={texts.subject({ language: nameOf(language) })}
            dir="auto"
            value={subject}
            onChange={event => change({ ...subjects, [language]: event.currentTarget.value })}
          />
          {given.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={texts.removeLanguage({ language: nameOf(language) })}
              onClick={() => {
                const { [language]: _, ...left } = subjects
                change(left)
              }}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {problem && (
        <Text size="xs" c="red" role="alert">
          {problem}
        </Text>
      )}
      {others.length > 0 && given.length < mostLanguages && (
        <Select
          placeholder={texts.addLanguage}
          aria-label={texts.addLanguage}
          searchable
          value={null}
          data={others.map(value => ({ value, label: nameOf(value) }))}
          onChange={language => language && change({ ...subjects, [language]: '' })}
        />
      )}
      <Text size="xs" c="dimmed">
        {texts.subjectHint}
      </Text>
    </Stack>
  )
}

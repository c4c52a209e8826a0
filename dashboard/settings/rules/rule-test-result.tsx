import { Alert, Text } from '@mantine/core'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import { isSameTest, type SavedTest } from './tests.ts'

type Result = NonNullable<SavedTest['result']>

/** How far a test is, or what it says once both halves are complete. */
export function RuleTestResult({ rule, saved }: { rule: RequestRule; saved: SavedTest | undefined }) {
  const { test: texts } = useTexts('rules')
  const { day } = useFormats()
  if (!saved) return <Text size="sm">{texts.starts}</Text>
  const { result } = saved
  if (!isSameTest(rule, saved.rule))
    return (
      <Alert color="orange" variant="light">
        {texts.startsAnew}
      </Alert>
    )
  if (!result) return null
  if (result.winner) return <Conclusion result={result} winner={result.winner} />
  return (
    <Text size="sm">
      {result.shown_on
        ? texts.complete({ day: day(result.shown_on) })
        : texts.running({ a: result.a.sent, b: result.b.sent, size: result.size })}
    </Text>
  )
}

function Conclusion({ result, winner }: { result: Result; winner: NonNullable<Result['winner']> }) {
  const { test: texts } = useTexts('rules')
  const { number, labelled } = useFormats()
  const lineOf = (half: 'a' | 'b') => {
    const { sent } = result[half]
    const reviewed = result[half].reviewed ?? 0
    const share = number(reviewed / sent, { style: 'percent', maximumFractionDigits: 1 })
    return labelled(texts.halves[half], texts.reviewedOf({ reviewed, sent, share }))
  }
  return (
    <section aria-label={texts.results[winner]}>
      <Text fw={600}>{texts.results[winner]}</Text>
      {[texts.reviewed, lineOf('a'), lineOf('b')].map(line => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </section>
  )
}

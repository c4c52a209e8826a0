import { Alert, Table, Text } from '@mantine/core'
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
  const { number } = useFormats()
  const title = texts.results[winner]
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.half}</Table.Th>
            <Table.Th scope="col" ta="end">
              {texts.reviewed}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(['a', 'b'] as const).map(half => {
            const { sent, reviewed } = result[half]
            const share = number((reviewed ?? 0) / sent, { style: 'percent', maximumFractionDigits: 1 })
            return (
              <Table.Tr key={half}>
                <Table.Th scope="row" fw={half === winner ? 600 : 400}>
                  {texts.halves[half]}
                </Table.Th>
                <Table.Td ta="end">{texts.reviewedOf({ reviewed: reviewed ?? 0, sent, share })}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

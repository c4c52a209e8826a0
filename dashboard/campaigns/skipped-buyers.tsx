import { Table } from '@mantine/core'
import { skipReasons } from '../../server/asking/campaigns/campaign-states.ts'
import { Section } from '../parts/layout/section.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Campaign } from './query.ts'

/** How many buyers of the orders are not asked, and why. */
export function SkippedBuyers({ skipped }: Pick<Campaign, 'skipped'>) {
  const texts = useTexts('campaigns')
  const { number } = useFormats()
  const rows = skipReasons.flatMap(why => (skipped[why] ? [{ why, count: skipped[why] }] : []))
  if (rows.length === 0) return null
  return (
    <Section title={texts.notAsked}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.reason}</Table.Th>
            <Table.Th ta="end">{texts.buyers}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ why, count }) => (
            <Table.Tr key={why}>
              <Table.Td>{texts.reasons[why]}</Table.Td>
              <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {number(count)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

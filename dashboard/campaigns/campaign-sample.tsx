import { Anchor, Table } from '@mantine/core'
import { Link } from 'react-router'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Campaign } from './query.ts'

/** The next buyers of a campaign, by their newest order. */
export function CampaignSample({ campaign: { sample, asked, state } }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const { date } = useFormats()
  const { store_id } = useStore()
  if (sample.length === 0 || state === 'stopped' || state === 'planning') return null
  return (
    <Section title={asked > 0 ? texts.sampleNext : texts.sample}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.order}</Table.Th>
            <Table.Th>{texts.ordered}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map(({ order_id, ordered_at }) => (
            <Table.Tr key={order_id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor
                  component={Link}
                  to={`/${store_id}/orders?${new URLSearchParams({ id: order_id })}`}
                  size="sm"
                >
                  {order_id}
                </Anchor>
              </Table.Td>
              <Table.Td>{date(ordered_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

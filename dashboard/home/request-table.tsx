import { Table, Text } from '@mantine/core'
import { ErrorPanel } from '../parts/errors.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './home.module.css'
import { type Range, type RequestFigures, useRequestFigures } from './query.ts'
import { useRangeTexts } from './range-texts.ts'
import { share } from './statistics.ts'

/** The requests that were sent in the range, by channel and rule; nothing if none were. */
export function RequestTable({ range }: { range: Range }) {
  const { data, error, refetch } = useRequestFigures(range)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return data && data.totals.sent > 0 ? <RequestCard figures={data} range={range} /> : null
}

function RequestCard({ figures, range }: { figures: RequestFigures; range: Range }) {
  const { requests: texts, chart } = useTexts('home')
  const { percent, formatDay } = useRangeTexts(figures, range)
  const { sent, reviewed } = figures.totals
  const reviewedShare = share(reviewed, sent)
  const title = texts.title({
    reviewed,
    sent,
    share: reviewedShare === null ? chart.none : percent(reviewedShare),
  })
  return (
    <Card title={title} lead={texts.lead({ from: formatDay(figures.from), to: formatDay(figures.to) })}>
      <Rows figures={figures} title={title} percent={percent} />
      <Text size="sm">{texts.note}</Text>
    </Card>
  )
}

type RowsProps = { figures: RequestFigures; title: string; percent: (value: number) => string }

function Rows({ figures: { rows, totals }, title, percent }: RowsProps) {
  const { requests: texts } = useTexts('home')
  return (
    <Table aria-label={title} className={classes.requests}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.source}</Table.Th>
          {[texts.sent, texts.opened, texts.reviewed].map(name => (
            <Table.Th key={name} scope="col" ta="end">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr key={`${row.channel} ${row.campaign} ${row.rule}`}>
            <Table.Th scope="row" fw={400}>
              {texts.channels[row.channel]}
              <Text size="xs" c="dimmed" dir="auto">
                {row.rule ?? (row.campaign ? texts.campaign : texts.schedule)}
              </Text>
            </Table.Th>
            <Counts counts={row} percent={percent} />
          </Table.Tr>
        ))}
      </Table.Tbody>
      {rows.length > 1 && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{texts.total}</Table.Th>
            <Counts counts={totals} percent={percent} />
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
}

function Counts({ counts, percent }: { counts: RequestFigures['totals'] } & Pick<RowsProps, 'percent'>) {
  const { number } = useFormats()
  const { sent } = counts
  return (
    <>
      <Table.Td ta="end">{number(sent)}</Table.Td>
      {([counts.opened, counts.reviewed] as const).map((count, column) => (
        <Table.Td key={column === 0 ? 'opened' : 'reviewed'} ta="end">
          {number(count)}
          <Text size="xs" c="dimmed">
            {percent(share(count, sent) ?? 0)}
          </Text>
        </Table.Td>
      ))}
    </>
  )
}

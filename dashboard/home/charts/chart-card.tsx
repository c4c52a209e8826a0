import { Button, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormats, useTexts } from '../../words/words.tsx'
import { Card } from '../card.tsx'
import classes from '../home.module.css'

/** The data of a chart as a table. The first cell of each row is its header. */
export type TableData = { head: string[]; rows: string[][] }

type Props = {
  title: string
  lead: string
  note?: string | undefined
  table: TableData
  children: ReactNode
}

/** A chart with its conclusion as the title, and a button that shows the data as a table. */
export function ChartCard({ title, lead, note, table, children }: Props) {
  const texts = useTexts('home').chart
  const [isTable, setIsTable] = useState(false)
  return (
    <Card title={title} lead={lead}>
      {isTable ? <ChartTable {...table} caption={title} /> : children}
      <div className={classes.chartFoot}>
        <Text size="sm">{note}</Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {texts.asTable}
        </Button>
      </div>
    </Card>
  )
}

function ChartTable({ head, rows, caption }: TableData & { caption: string }) {
  const texts = useTexts('home').chart
  const { labelled } = useFormats()
  return (
    // Scrollable, so keyboard users must be able to focus it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable
    <section className={classes.table} tabIndex={0} aria-label={labelled(texts.table, caption)}>
      <Table captionSide="top" stickyHeader>
        <Table.Caption>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, column) => (
              <Table.Th key={name} scope="col" ta={column === 0 ? 'start' : 'end'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...values]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {values.map((value, column) => (
                <Table.Td key={head[column + 1]} ta="end">
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

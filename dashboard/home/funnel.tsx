import { Text } from '@mantine/core'
import { useFormats, useTexts } from '../words/words.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import classes from './home.module.css'
import type { Insights, Range } from './query.ts'
import { useRangeTexts } from './range-texts.ts'
import { share } from './statistics.ts'

const steps = ['orders', 'requested', 'asked', 'reviewed'] as const

/** How far the orders of the range progressed. Each step is a subset of the previous one. */
export function Funnel({ insights, range }: { insights: Insights; range: Range }) {
  const { funnel: texts, chart } = useTexts('home')
  const { percent, formatDay } = useRangeTexts(insights, range)
  const { figures, from, to } = insights
  const { orders, reviewed, waiting } = figures
  const formatShare = (value: number | null) => (value === null ? chart.none : percent(value))
  const rows = useFunnelRows(figures, formatShare)
  const reviewedShare = formatShare(share(reviewed, orders))
  const title = orders === 0 ? texts.none : texts.title({ reviewed, orders, share: reviewedShare })
  return (
    <ChartCard
      title={title}
      lead={texts.cohort({ from: formatDay(from), to: formatDay(to) })}
      note={waiting > 0 ? texts.waiting({ count: waiting }) : undefined}
      table={{
        head: [texts.step, texts.count, texts.share],
        rows: rows.map(row => [row.name, row.count, row.share || chart.none]),
      }}
    >
      <ol className={classes.steps}>
        {rows.map(row => (
          <li key={row.step} className={classes.step}>
            <Text size="sm">{row.name}</Text>
            <div className={classes.track} aria-hidden="true">
              <div className={classes.bar} style={{ width: row.width }} />
            </div>
            <Text size="sm" ta="end">
              <strong>{row.count}</strong> {row.share && <span>· {row.share}</span>}
            </Text>
          </li>
        ))}
      </ol>
    </ChartCard>
  )
}

type FormatShare = (value: number | null) => string

/** The steps with their number of orders, its share of the previous step, and a bar as wide as its share of all. */
function useFunnelRows(figures: Insights['figures'], formatShare: FormatShare) {
  const { funnel: texts } = useTexts('home')
  const { number } = useFormats()
  return steps.map((step, index) => {
    const previousStep = steps[index - 1]
    const count = figures[step]
    return {
      step,
      name: texts[step],
      count: number(count),
      share: previousStep ? formatShare(share(count, figures[previousStep])) : '',
      width: `${100 * (share(count, figures.orders) ?? 0)}%`,
    }
  })
}

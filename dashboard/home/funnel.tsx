import { Text } from '@mantine/core'
import { useFormats, useTexts } from '../words/words.tsx'
import { ChartCard } from './chart-card.tsx'
import classes from './home.module.css'
import type { Insights, Range } from './query.ts'
import { useRangeTexts } from './range-texts.ts'
import { share } from './statistics.ts'

const steps = ['orders', 'requested', 'asked', 'reviewed'] as const

/** The orders of the range, and how far each got: every step is a part of the one before it. */
export function Funnel({ insights, range }: { insights: Insights; range: Range }) {
  const { funnel: texts, chart } = useTexts('home')
  const { percent, on } = useRangeTexts(insights, range)
  const { figures, from, to } = insights
  const { orders, reviewed, waiting } = figures
  const formatShare = (value: number | null) => (value === null ? chart.none : percent(value))
  const rows = useFunnelRows(figures, formatShare)
  const reviewedShare = formatShare(share(reviewed, orders))
  const title = orders === 0 ? texts.none : texts.title({ reviewed, orders, share: reviewedShare })
  return (
    <ChartCard
      title={title}
      lead={texts.cohort({ from: on(from), to: on(to) })}
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

/** Each step with how many orders came so far, as a share of the step before and a bar of all. */
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

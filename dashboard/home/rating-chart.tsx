import { useFormats, useTexts } from '../words/words.tsx'
import { ChartCard } from './chart-card.tsx'
import { usePhrases, usePointNames } from './phrases.ts'
import { Lines, Plot } from './plot.tsx'
import type { Insights, Range } from './query.ts'
import { averageOf, publishedOf } from './reckon.ts'

/** The average of the published reviews, from day to day. */
export function RatingChart({ insights, range }: { insights: Insights; range: Range }) {
  const { rating: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { period, oneDigit } = usePhrases(insights, range)
  const { short, long } = usePointNames(insights.unit)
  const average = averageOf(insights.figures)
  const before = averageOf(insights.before.figures)
  const change = () => {
    if (average === null || before === null) return ''
    const difference = Number(average.toFixed(1)) - Number(before.toFixed(1))
    if (Math.abs(difference) < 0.05) return texts.same
    return (difference > 0 ? texts.more : texts.less)({ difference: oneDigit(Math.abs(difference)) })
  }
  const title =
    average === null ? texts.none({ period }) : texts.title({ average: oneDigit(average), period }) + change()
  const write = (value: number | null) => (value === null ? chart.none : oneDigit(value))
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      table={{
        head: [chart.by[insights.unit], texts.average, texts.count],
        rows: insights.points.map(point => [
          long(point),
          write(averageOf(point.figures)),
          number(publishedOf(point.figures)),
        ]),
      }}
    >
      <Plot isEmpty={average === null}>
        <Lines
          label={title}
          data={insights.points.map(point => ({ name: short(point), average: averageOf(point.figures) }))}
          series={[{ name: 'average', label: texts.average, color: 'var(--line)' }]}
          format={oneDigit}
          domain={[1, 5]}
          ticks={[1, 2, 3, 4, 5]}
        />
      </Plot>
    </ChartCard>
  )
}

import { useFormats, useTexts } from '../../words/words.tsx'
import type { Insights, Range } from '../query.ts'
import { usePointLabels, useRangeTexts } from '../range-texts.ts'
import { averageRating, countPublished } from '../statistics.ts'
import { ChartArea, Lines } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'

/** The average rating of published reviews over time. */
export function RatingChart({ insights, range }: { insights: Insights; range: Range }) {
  const { rating: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { oneDecimal } = useRangeTexts(insights, range)
  const title = useRatingTitle(insights, range)
  const { short, long } = usePointLabels(insights.unit)
  const formatAverage = (value: number | null) => (value === null ? chart.none : oneDecimal(value))
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      table={{
        head: [chart.by[insights.unit], texts.average, texts.count],
        rows: insights.points.map(point => [
          long(point),
          formatAverage(averageRating(point.figures)),
          number(countPublished(point.figures)),
        ]),
      }}
    >
      <ChartArea isEmpty={averageRating(insights.figures) === null}>
        <Lines
          label={title}
          data={insights.points.map(point => ({ name: short(point), average: averageRating(point.figures) }))}
          series={[{ name: 'average', label: texts.average, color: 'var(--line)' }]}
          format={oneDecimal}
          domain={[1, 5]}
          ticks={[1, 2, 3, 4, 5]}
        />
      </ChartArea>
    </ChartCard>
  )
}

/** The average of the range in words, and its difference from the previous period. */
function useRatingTitle(insights: Insights, range: Range): string {
  const { rating: texts } = useTexts('home')
  const { period, oneDecimal } = useRangeTexts(insights, range)
  const average = averageRating(insights.figures)
  const previous = averageRating(insights.before.figures)
  if (average === null) return texts.none({ period })
  const title = texts.title({ average: oneDecimal(average), period })
  if (previous === null) return title
  const difference = Number(average.toFixed(1)) - Number(previous.toFixed(1))
  if (Math.abs(difference) < 0.05) return title + texts.same
  const words = difference > 0 ? texts.more : texts.less
  return title + words({ difference: oneDecimal(Math.abs(difference)) })
}

import { useFormats, useTexts } from '../../words/words.tsx'
import type { Insights, Range } from '../query.ts'
import { usePointLabels, useRangeTexts } from '../range-texts.ts'
import { countPublished, share } from '../statistics.ts'
import { Bars, ChartArea, Legend } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'

const ratings = [1, 2, 3, 4, 5]

/** Published reviews per rating over time. */
export function StarsChart({ insights, range }: { insights: Insights; range: Range }) {
  const { stars: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { percent } = useRangeTexts(insights, range)
  const { short, long } = usePointLabels(insights.unit)
  const { stars } = insights.figures
  const published = countPublished(insights.figures)
  const goodShare = share((stars[3] ?? 0) + (stars[4] ?? 0), published)
  const title = goodShare === null ? texts.none : texts.title({ share: percent(goodShare), count: published })
  const series = ratings.map(rating => ({
    name: `stars${rating}`,
    label: texts.of({ count: rating }),
    color: `var(--star-${rating})`,
  }))
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      table={{
        head: [chart.by[insights.unit], ...ratings.map(rating => texts.of({ count: rating }))],
        rows: insights.points.map(point => [long(point), ...point.figures.stars.map(count => number(count))]),
      }}
    >
      <ChartArea isEmpty={goodShare === null}>
        <Bars
          label={title}
          data={insights.points.map(point => ({
            name: short(point),
            ...Object.fromEntries(point.figures.stars.map((count, index) => [`stars${index + 1}`, count])),
          }))}
          series={series}
          format={number}
          isStacked
        />
      </ChartArea>
      <Legend series={series} />
    </ChartCard>
  )
}

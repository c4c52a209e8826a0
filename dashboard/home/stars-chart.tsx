import { useFormats, useTexts } from '../words/words.tsx'
import { ChartCard } from './chart-card.tsx'
import { usePhrases, usePointNames } from './phrases.ts'
import { Bars, Legend, Plot } from './plot.tsx'
import type { Insights, Range } from './query.ts'
import { publishedOf, share } from './reckon.ts'

const all = [1, 2, 3, 4, 5]

/** How many published reviews have which stars, from day to day. */
export function StarsChart({ insights, range }: { insights: Insights; range: Range }) {
  const { stars: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { percent } = usePhrases(insights, range)
  const { short, long } = usePointNames(insights.unit)
  const { stars } = insights.figures
  const published = publishedOf(insights.figures)
  const good = share((stars[3] ?? 0) + (stars[4] ?? 0), published)
  const title = good === null ? texts.none : texts.title({ share: percent(good), count: published })
  const series = all.map(one => ({
    name: `stars${one}`,
    label: texts.of({ count: one }),
    color: `var(--star-${one})`,
  }))
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      table={{
        head: [chart.by[insights.unit], ...all.map(one => texts.of({ count: one }))],
        rows: insights.points.map(point => [long(point), ...point.figures.stars.map(count => number(count))]),
      }}
    >
      <Plot isEmpty={good === null}>
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
      </Plot>
      <Legend series={series} />
    </ChartCard>
  )
}

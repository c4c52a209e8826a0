import { useFormats, useTexts } from '../words/words.tsx'
import { ChartCard } from './chart-card.tsx'
import { usePhrases, usePointNames } from './phrases.ts'
import { Lines, Plot } from './plot.tsx'
import type { Insights, Range } from './query.ts'
import { recommendedOf } from './reckon.ts'

/** How many of those who said so recommend what they bought, from day to day. */
export function RecommendedChart({ insights, range }: { insights: Insights; range: Range }) {
  const { recommended: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { percent } = usePhrases(insights, range)
  const { short, long } = usePointNames(insights.unit)
  const share = recommendedOf(insights.figures)
  const title = share === null ? texts.none : texts.title({ share: percent(share) })
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      table={{
        head: [chart.by[insights.unit], texts.yes, texts.no, texts.share],
        rows: insights.points.map(point => {
          const { recommended, not_recommended } = point.figures
          const part = recommendedOf(point.figures)
          return [
            long(point),
            number(recommended),
            number(not_recommended),
            part === null ? chart.none : percent(part),
          ]
        }),
      }}
    >
      <Plot isEmpty={share === null}>
        <Lines
          label={title}
          data={insights.points.map(point => ({ name: short(point), share: recommendedOf(point.figures) }))}
          series={[{ name: 'share', label: texts.share, color: 'var(--line)' }]}
          format={percent}
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
        />
      </Plot>
    </ChartCard>
  )
}

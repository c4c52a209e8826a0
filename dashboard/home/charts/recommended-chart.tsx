import { useFormats, useTexts } from '../../words/words.tsx'
import type { Insights, Range } from '../query.ts'
import { usePointLabels, useRangeTexts } from '../range-texts.ts'
import { recommendedShare } from '../statistics.ts'
import { ChartArea, Lines } from './chart-area.tsx'
import { ChartCard, type TableData } from './chart-card.tsx'

/** The share of buyers who recommend their purchase, among all who answered, over time. */
export function RecommendedChart({ insights, range }: { insights: Insights; range: Range }) {
  const { recommended: texts } = useTexts('home')
  const { percent } = useRangeTexts(insights, range)
  const { short } = usePointLabels(insights.unit)
  const table = useTable(insights, range)
  const share = recommendedShare(insights.figures)
  const title = share === null ? texts.none : texts.title({ share: percent(share) })
  return (
    <ChartCard title={title} lead={texts.lead} table={table}>
      <ChartArea isEmpty={share === null}>
        <Lines
          label={title}
          data={insights.points.map(point => ({
            name: short(point),
            share: recommendedShare(point.figures),
          }))}
          series={[{ name: 'share', label: texts.share, color: 'var(--line)' }]}
          format={percent}
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
        />
      </ChartArea>
    </ChartCard>
  )
}

function useTable(insights: Insights, range: Range): TableData {
  const { recommended: texts, chart } = useTexts('home')
  const { number } = useFormats()
  const { percent } = useRangeTexts(insights, range)
  const { long } = usePointLabels(insights.unit)
  return {
    head: [chart.by[insights.unit], texts.yes, texts.no, texts.share],
    rows: insights.points.map(point => {
      const { recommended, not_recommended } = point.figures
      const share = recommendedShare(point.figures)
      return [
        long(point),
        number(recommended),
        number(not_recommended),
        share === null ? chart.none : percent(share),
      ]
    }),
  }
}

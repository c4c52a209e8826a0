import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'

/** What recharts draws, in a chunk of its own: it is larger than the rest of the screen. */

type Series = { name: string; label: string; color: string }

type PlotProps = {
  /** What it says, for who does not see it. */
  label: string
  data: Record<string, string | number | null>[]
  series: Series[]
  format: (value: number) => string
  domain?: [number, number]
  ticks?: number[]
}

const commonProps = {
  h: 240,
  dataKey: 'name',
  // The drawing is one picture with a name; its values are in the table beside it.
  accessibilityLayer: false,
  tickLine: 'none',
  gridAxis: 'x',
  xAxisProps: { minTickGap: 24 },
} as const

export function Lines({ label, data, series, format, domain, ticks }: PlotProps) {
  return (
    <div role="img" aria-label={label}>
      <LineChart
        {...commonProps}
        data={data}
        series={series}
        valueFormatter={format}
        curveType="linear"
        connectNulls
        withDots={data.length <= 31}
        yAxisProps={{ width: 44, allowDecimals: false, ...(domain && { domain }), ...(ticks && { ticks }) }}
      />
    </div>
  )
}

export function Bars({
  label,
  data,
  series,
  format,
  isStacked = false,
}: PlotProps & { isStacked?: boolean }) {
  return (
    <div role="img" aria-label={label}>
      <BarChart
        {...commonProps}
        data={data}
        series={series}
        valueFormatter={format}
        type={isStacked ? 'stacked' : 'default'}
        // Parts that touch are told apart by more than their colours.
        barProps={isStacked ? { stroke: 'var(--mantine-color-body)', strokeWidth: 1 } : {}}
        yAxisProps={{ width: 44, allowDecimals: false }}
      />
    </div>
  )
}

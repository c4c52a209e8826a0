import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'

/** The charts, in a separate chunk: recharts is larger than the rest of the screen. */

type Series = { name: string; label: string; color: string }

type PlotProps = {
  /** The accessible name of the chart. */
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
  // The chart is one image with a name. Its values are available as a table.
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
        // An outline separates adjacent bars, which should not differ by colour alone.
        barProps={isStacked ? { stroke: 'var(--mantine-color-body)', strokeWidth: 1 } : {}}
        yAxisProps={{ width: 44, allowDecimals: false }}
      />
    </div>
  )
}

import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ReactNode } from 'react'

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
    <Picture label={label}>
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
    </Picture>
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
    <Picture label={label}>
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
    </Picture>
  )
}

/** A drawing as one picture: Firefox lets screen readers read its shapes and ticks, unless they are hidden. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

import { Center, Skeleton, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../words/words.tsx'
import classes from '../home.module.css'

/** Loaded lazily, because recharts is large: the figures appear first. */
export const Lines = lazy(async () => ({ default: (await import('./lazy-charts.tsx')).Lines }))
export const Bars = lazy(async () => ({ default: (await import('./lazy-charts.tsx')).Bars }))

/** The colour and name of each series. */
export function Legend({ series }: { series: { name: string; label: string; color: string }[] }) {
  return (
    <ul className={classes.legend} aria-hidden="true">
      {series.map(({ name, label, color }) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Reserves the height of a chart while it loads, and shows a text if it is empty. */
export function ChartArea({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const texts = useTexts('home').chart
  return (
    <div className={classes.plot}>
      {isEmpty ? (
        <Center h="100%">
          <Text c="dimmed" size="sm">
            {texts.empty}
          </Text>
        </Center>
      ) : (
        <Suspense fallback={<Skeleton h="100%" />}>{children}</Suspense>
      )}
    </div>
  )
}

import { Center, Skeleton, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../words/words.tsx'
import classes from './home.module.css'

/** Drawn by recharts, which comes after the figures are on the screen. */
export const Lines = lazy(async () => ({ default: (await import('./lazy-charts.tsx')).Lines }))
export const Bars = lazy(async () => ({ default: (await import('./lazy-charts.tsx')).Bars }))

/** Which colour is what. */
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

/** The place of a drawing, as high before it is there as after. */
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

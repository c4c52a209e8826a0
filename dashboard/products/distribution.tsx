import { Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './products.module.css'
import type { Figures } from './query.ts'

const rows = [
  [5, 'five'],
  [4, 'four'],
  [3, 'three'],
  [2, 'two'],
  [1, 'one'],
] as const

/** The distribution of ratings as bars with counts. */
export function Distribution({ figures }: { figures: Figures }) {
  const texts = useTexts('products')
  const { number } = useFormats()
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(([stars, name]) => (
        <li key={name} className={classes.bar}>
          <Text size="sm">{texts.stars({ count: stars })}</Text>
          <div className={classes.track} aria-hidden="true">
            <div
              className={classes.fill}
              style={{ width: `${figures.total > 0 ? (100 * figures.stars[name]) / figures.total : 0}%` }}
            />
          </div>
          <Text size="sm" c="dimmed" className={classes.count}>
            {number(figures.stars[name])}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

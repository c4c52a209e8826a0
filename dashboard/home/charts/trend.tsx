import { Text } from '@mantine/core'
import classes from '../home.module.css'

/** A change from the previous period. `isGood` is absent where it is neither. */
export type Trend = { direction: 'up' | 'down' | 'none'; isGood?: boolean; text: string }

const arrows = { up: 'M8 13V3M8 3 3.5 7.5M8 3l4.5 4.5', down: 'M8 3v10M8 13l-4.5-4.5M8 13l4.5-4.5' }

/** An arrow and a sentence: the colour alone says nothing. */
export function TrendText({ direction, isGood, text }: Trend) {
  return (
    <Text size="sm" className={classes.trend} data-good={isGood}>
      {direction !== 'none' && (
        <svg
          width="14"
          height="14"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={arrows[direction]} />
        </svg>
      )}
      {text}
    </Text>
  )
}

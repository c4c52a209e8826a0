import { Paper, Text, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './home.module.css'
import type { Insights, Range } from './query.ts'
import { useRangeTexts } from './range-texts.ts'
import {
  answersByTime,
  averageRating,
  countPublished,
  medianBin,
  recommendedShare,
  sum,
} from './statistics.ts'

/** Four key figures of the range, each compared with the previous period. */
export function FigureRow({ insights, range }: { insights: Insights; range: Range }) {
  const texts = useTexts('home').figures
  const headingId = useId()
  const figures = useFigures(insights, range)
  return (
    <section aria-labelledby={headingId}>
      <VisuallyHidden component="h2" id={headingId}>
        {texts.title}
      </VisuallyHidden>
      <dl className={classes.figures}>
        {figures.map(({ label, value, hint }) => (
          <Paper key={label} withBorder radius="lg" p="md" className={classes.figure}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <dd className={classes.value}>{value}</dd>
            <Text component="dd" size="sm" c="dimmed">
              {hint}
            </Text>
          </Paper>
        ))}
      </dl>
    </section>
  )
}

type Figure = { label: string; value: string; hint: string }

function useFigures(insights: Insights, range: Range): Figure[] {
  const homeTexts = useTexts('home')
  const texts = homeTexts.figures
  const { number } = useFormats()
  const { percent, oneDecimal, before } = useRangeTexts(insights, range)
  const current = insights.figures
  const previous = insights.before.figures
  const compare = useComparison(before)
  const average = averageRating(current)
  const share = recommendedShare(current)
  const median = medianBin(answersByTime(current))
  const times = [...homeTexts.answers.short.slice(0, 5), homeTexts.answers.over]
  return [
    {
      label: texts.rating,
      value: average === null ? texts.none : oneDecimal(average),
      hint: compare(average, averageRating(previous), 1, oneDecimal),
    },
    {
      label: texts.reviews,
      value: number(current.reviews),
      hint: compare(current.reviews, previous.reviews, 0, number),
    },
    {
      label: texts.recommended,
      value: share === null ? texts.none : percent(share),
      hint: compare(toPercent(share), toPercent(recommendedShare(previous)), 0, points =>
        texts.points({ count: points }),
      ),
    },
    {
      label: texts.answers,
      value: median === null ? texts.none : (times[median] ?? ''),
      hint: median === null ? '' : homeTexts.answers.counted({ count: sum(answersByTime(current)) }),
    },
  ].map(figure => ({ ...figure, hint: countPublished(current) + current.questions === 0 ? '' : figure.hint }))
}

const toPercent = (share: number | null) => (share === null ? null : share * 100)

/** Returns a function that describes the difference from the previous period. */
function useComparison(before: string) {
  const texts = useTexts('home').figures
  // Compare rounded values, because those are displayed: 4.64 and 4.56 both appear as 4.6.
  return (
    current: number | null,
    previous: number | null,
    digits: number,
    format: (value: number) => string,
  ) => {
    if (current === null) return ''
    if (previous === null) return texts.nothingBefore({ before })
    const difference = Number(current.toFixed(digits)) - Number(previous.toFixed(digits))
    if (Math.abs(difference) < 10 ** -digits / 2) return texts.same({ before })
    const words = difference > 0 ? texts.more : texts.fewer
    return words({ difference: format(Math.abs(difference)), before })
  }
}

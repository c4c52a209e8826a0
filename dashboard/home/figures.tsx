import { ActionIcon, Group, Paper, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { type Trend, TrendText } from './charts/trend.tsx'
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
        {figures.map(figure => (
          <FigureCard key={figure.label} {...figure} />
        ))}
      </dl>
    </section>
  )
}

/** `counts`: what the figure counts, in a sentence. `value`: undefined without data. */
type Figure = {
  label: string
  counts: string
  value: string | undefined
  trend: Trend | undefined
  note?: string
}

function FigureCard({ label, counts, value, trend, note }: Figure) {
  const texts = useTexts('home').figures
  return (
    <Paper withBorder radius="lg" p="md" className={classes.figure}>
      <Group component="dt" gap={4} wrap="nowrap">
        <Text span size="sm" c="dimmed">
          {label}
        </Text>
        <Explanation label={label}>{counts}</Explanation>
      </Group>
      {value === undefined ? (
        <Text component="dd" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <dd className={classes.value}>{value}</dd>
      )}
      {trend && (
        <dd>
          <TrendText {...trend} />
        </dd>
      )}
      {note && (
        <Text component="dd" size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  )
}

/** Opens on hover, focus and touch. */
function Explanation({ label, children }: { label: string; children: string }) {
  const texts = useTexts('home').figures
  return (
    <Tooltip
      label={children}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={260}
      withArrow
      openDelay={150}
    >
      <ActionIcon variant="transparent" color="gray" size="sm" aria-label={texts.about({ figure: label })}>
        <Icon name="info" size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

function useFigures(insights: Insights, range: Range): Figure[] {
  const homeTexts = useTexts('home')
  const texts = homeTexts.figures
  const { number } = useFormats()
  const { percent, oneDecimal, before } = useRangeTexts(insights, range)
  const current = insights.figures
  const previous = insights.before.figures
  const { compare, compareTimes } = useComparisons(before)
  const average = averageRating(current)
  const share = recommendedShare(current)
  const median = medianBin(answersByTime(current))
  const times = [...Object.values(homeTexts.answers.short).slice(0, 5), homeTexts.answers.over]
  const published = countPublished(current)
  const isEmpty = current.reviews + current.questions === 0
  const figures: Figure[] = [
    {
      label: texts.rating,
      counts: texts.ratingCounts,
      value: average === null ? undefined : oneDecimal(average),
      trend: compare(average, averageRating(previous), 1, oneDecimal),
    },
    {
      label: texts.reviews,
      counts: texts.reviewsCounts,
      value: number(current.reviews),
      trend: compare(current.reviews, previous.reviews, 0, number),
      ...(published !== current.reviews && { note: texts.published({ count: published }) }),
    },
    {
      label: texts.recommended,
      counts: texts.recommendedCounts,
      value: share === null ? undefined : percent(share),
      trend: compare(toPercent(share), toPercent(recommendedShare(previous)), 0, points =>
        texts.points({ count: points }),
      ),
    },
    {
      label: texts.answers,
      counts: texts.answersCounts,
      value: median === null ? undefined : (times[median] ?? ''),
      trend: compareTimes(median, medianBin(answersByTime(previous))),
      ...(median !== null && {
        note: homeTexts.answers.counted({ count: sum(answersByTime(current)) }),
      }),
    },
  ]
  return isEmpty
    ? figures.map(({ trend: _, note: _note, ...figure }) => ({ ...figure, trend: undefined }))
    : figures
}

const toPercent = (share: number | null) => (share === null ? null : share * 100)

/** Returns functions that compare a value, or the bin of a median time, with the previous period. */
function useComparisons(before: string) {
  const texts = useTexts('home').figures
  const same: Trend = { direction: 'none', text: texts.same({ before }) }
  const unless = (
    current: number | null,
    previous: number | null,
    trendOf: (a: number, b: number) => Trend,
  ) => {
    if (current === null) return undefined
    if (previous === null) return { direction: 'none', text: texts.nothingBefore({ before }) } as const
    return trendOf(current, previous)
  }
  return {
    compare: (
      current: number | null,
      previous: number | null,
      digits: number,
      format: (value: number) => string,
    ) =>
      unless(current, previous, (now, then) => {
        // Compare rounded values, because those are displayed: 4.64 and 4.56 both appear as 4.6.
        const difference = Number(now.toFixed(digits)) - Number(then.toFixed(digits))
        if (Math.abs(difference) < 10 ** -digits / 2) return same
        const values = { difference: format(Math.abs(difference)), before }
        return difference > 0
          ? { direction: 'up', isGood: true, text: texts.more(values) }
          : { direction: 'down', isGood: false, text: texts.fewer(values) }
      }),
    compareTimes: (current: number | null, previous: number | null) =>
      unless(current, previous, (now, then) => {
        if (now === then) return same
        return now > then
          ? { direction: 'up', isGood: false, text: texts.slower({ before }) }
          : { direction: 'down', isGood: true, text: texts.faster({ before }) }
      }),
  }
}

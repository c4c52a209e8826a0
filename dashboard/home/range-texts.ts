import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import type { Insights, Point, Range } from './query.ts'

const dayInMs = 24 * 60 * 60 * 1000

/** The texts for a range and the period before it, and number formats for sentences. */
export function useRangeTexts({ from, to }: Pick<Insights, 'from' | 'to'>, { name }: Pick<Range, 'name'>) {
  const texts = useTexts('home')
  const { number, day } = useFormats()
  const count = (Date.parse(to) - Date.parse(from)) / dayInMs + 1
  const days = name === 'custom' ? texts.days({ count }) : texts.ranges[name]
  return {
    formatDay: day,
    period: name === 'custom' ? texts.between({ from: day(from), to: day(to) }) : texts.last({ days }),
    before: count === 1 ? texts.dayBefore : texts.before({ days }),
    percent: (value: number) => number(value, { style: 'percent', maximumFractionDigits: 0 }),
    oneDecimal: (value: number) => number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  }
}

/** Labels of a point: its day, week or month. */
export function usePointLabels(unit: Insights['unit']) {
  const { language } = useLanguage()
  const formatWith = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return (date: string) => format.format(Date.parse(date))
  }
  const short = formatWith(
    unit === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' },
  )
  const long = formatWith(unit === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' })
  return {
    short: ({ from }: Point) => short(from),
    long: ({ from, to }: Point) =>
      unit === 'week' && from !== to ? `${short(from)} – ${long(to)}` : long(from),
  }
}

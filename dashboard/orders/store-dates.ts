import { dayAt, timeAt } from '../parts/time-zone.ts'
import { useStore } from '../store.tsx'
import { useSettings } from '../store-settings.ts'
import { useLanguage } from '../words/words.tsx'

/** Formats dates in the store's time zone and the user's language, such as `Tue, 24 Nov, 10:00`. */
export function useStoreDates() {
  const { language } = useLanguage()
  const { data } = useSettings()
  const { time_zone: timeZone } = useStore()
  const yearOf = (at: Date) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at)
  const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(yearOf(at) !== yearOf(new Date()) && { year: 'numeric' }),
      timeZone,
      ...options,
    })
      .format(at)
      .replaceAll(' ', '\u00a0') // keeps a date on one line
  return {
    settings: data,
    instant: (iso: string) => format(new Date(iso), { hour: 'numeric', minute: '2-digit' }),
    date: (iso: string) => format(new Date(iso), {}),
    /** Formats a plain date, `YYYY-MM-DD`. */
    day: (date: string) => format(new Date(`${date}T12:00:00Z`), { timeZone: 'UTC' }),
    /** Formats a plain time, `HH:MM`. */
    time: (time: string) =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
        new Date(`2000-01-01T${time.slice(0, 5)}:00Z`),
      ),
    /** The date in the store's time zone, `YYYY-MM-DD`. */
    dateOf: (at: Date) => dayAt(at, timeZone),
    /** The time in the store's time zone, `HH:MM`. */
    timeOf: (at: Date) => timeAt(at, timeZone),
  }
}

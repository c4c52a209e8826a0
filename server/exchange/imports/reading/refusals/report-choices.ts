import { isDate } from '../../../../foundation/lib/time/days.ts'
import type { DateOrder } from '../cells/dates.ts'
import { type Scale, scales } from '../cells/scales.ts'
import type { Mapped } from '../columns.ts'
import type { Note, NoteName } from '../notes.ts'

/**
 * What a report says, in the heading of its last column, of how its file was read: rows alone may be read in another way.
 * The refused rows of a file with ratings up to 10 may have none above 5, and those of one with the month first no proof.
 */
export type Carried = {
  dates?: DateOrder | undefined
  scale?: Scale | undefined
  undated?: string | undefined
  columns?: Mapped
}

const prefix = 'refused_reading '

export const isCarrying = (heading: string | undefined): boolean => heading?.startsWith(prefix) ?? false

/** The heading; undefined if everything is read by default. `notes` name what was decided for the file. */
export function headingOf(
  { dates, scale, undated, columns }: { [Name in keyof Carried]?: Carried[Name] | null | undefined },
  notes: Note[],
): string | undefined {
  const named = (names: NoteName[]) => notes.some(({ name }) => names.includes(name))
  const carried = {
    dates: dates ?? (named(daysFirst) ? 'dmy' : named(monthsFirst) ? 'mdy' : undefined),
    scale: scale ?? undefined,
    undated: undated ?? undefined,
    columns: columns && Object.keys(columns).length > 0 ? columns : undefined,
  }
  const text = JSON.stringify(carried)
  return text === '{}' ? undefined : `${prefix}${text}`
}

const daysFirst: NoteName[] = ['dayFirstProven', 'dayFirstFormat', 'dayFirstStore']
const monthsFirst: NoteName[] = ['monthFirstProven', 'monthFirstFormat', 'monthFirstStore']

/** The reading of a file, which a report names where nothing was chosen. */
export function withCarried<One extends Carried>(header: string[], reading: One): One {
  const { dates, scale, undated, columns } = carriedBy(header)
  return {
    ...reading,
    dates: reading.dates ?? dates,
    scale: reading.scale ?? scale,
    undated: reading.undated ?? undated,
    ...((columns || reading.columns) && { columns: { ...columns, ...reading.columns } }),
  }
}

/** What the heading says. Anybody may have written it: only what fits the file is taken. */
export function carriedBy(header: string[]): Carried {
  const heading = header.at(-1)
  if (!heading || !isCarrying(heading)) return {}
  const { dates, scale, undated, columns } = parsed(heading.slice(prefix.length))
  const isColumn = (name: unknown) => name === null || header.includes(name as string)
  return {
    dates: (['dmy', 'mdy', 'ymd'] as const).find(one => one === dates),
    scale: scales.find(one => one === scale),
    undated: typeof undated === 'string' && isDate(undated) ? undated : undefined,
    columns: Object.fromEntries(Object.entries(columns ?? {}).filter(([, name]) => isColumn(name))) as Mapped,
  }
}

function parsed(text: string): Record<keyof Carried, unknown> & { columns?: object } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {} as ReturnType<typeof parsed>
  }
}

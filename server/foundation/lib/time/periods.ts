const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds of a period such as `30m`, `24h` or `7d`; undefined if the text is none. */
export function readPeriod(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  return count && unit ? Number(count) * units[unit as keyof typeof units] : undefined
}

/** For how many days, weeks and months one is kept of each. */
export type KeepRule = { days: number; weeks: number; months: number }

/** Reads a rule such as `7d,4w,6m`; undefined if the text is none. */
export function readKeepRule(text: string): KeepRule | undefined {
  const rule: KeepRule = { days: 0, weeks: 0, months: 0 }
  for (const part of text.split(',')) {
    const [, count, unit] = /^ *([1-9]\d{0,3})([dwm]) *$/.exec(part) ?? []
    if (!count || !unit) return undefined
    const name = ({ d: 'days', w: 'weeks', m: 'months' } as const)[unit as 'd' | 'w' | 'm']
    if (rule[name] > 0) return undefined
    rule[name] = Number(count)
  }
  return rule
}

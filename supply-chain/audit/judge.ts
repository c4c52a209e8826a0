import { type Advisory, keyOf } from './advisories.ts'
import type { Known } from './known.ts'

const day = 24 * 60 * 60 * 1000

// Days from the advisory, as SECURITY.md promises them. Less severe ones have time until the next release.
const timeFrames: Partial<Record<Advisory['severity'], number>> = { critical: 7, high: 7, moderate: 30 }

export type Verdict = { fails: boolean; line: string }

/**
 * What has to be done about an advisory, and whether its time is over on `today`. One whose code is not reachable has no
 * time limit, and the file gives the reason. A release waits for none: what is reachable has to be replaced before it.
 */
export function judge(advisory: Advisory, known: Known, today: string, isRelease: boolean): Verdict {
  const { severity, title, url } = advisory
  const what = `${advisory.package}: ${severity}, ${title} (${url})`
  const { judgement, since } = known
  if (judgement?.reachable === false)
    return { fails: false, line: `${what}\n  Not reachable: ${judgement.reason}` }
  const toDo = judgement
    ? 'Replace the package, or load its code no longer.'
    : 'Replace the package, or write a judgement into supply-chain/audit/advisories.json.'
  const days = timeFrames[severity]
  if (days === undefined) {
    const line = `${what}\n  Due with the next release, known since ${since}. ${toDo}`
    return { fails: isRelease, line }
  }
  const left = Math.round((Date.parse(since) - Date.parse(today)) / day) + days
  const when = left < 0 ? `${count(-left)} overdue` : `${count(left)} left`
  const line = `${what}\n  ${when} of ${days} since ${since}. ${toDo}`
  return { fails: left < 0 || isRelease, line }
}

const count = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

/** Entries that no package has any more. */
export function outlived(known: Known[], found: Advisory[]): Known[] {
  const keys = new Set(found.map(keyOf))
  return known.filter(one => !keys.has(keyOf(one)))
}

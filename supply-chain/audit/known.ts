import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Advisory, keyOf, severities } from './advisories.ts'
import { AuditFailed } from './failed.ts'

/**
 * An advisory that was seen, in the file that is committed. `since`: the day of its publication, which its page names; until
 * somebody writes that, the day of the first audit that found it. Without `judgement` it counts as reachable.
 */
export type Known = Pick<Advisory, 'id' | 'package' | 'severity'> & {
  since: string
  judgement?: { reachable: boolean; reason: string }
}

export const usualFile = fileURLToPath(new URL('advisories.json', import.meta.url))

/** Throws `AuditFailed` if the file cannot be read, or an entry is not as described on `today`. */
export function readKnown(file: string, today: string): Known[] {
  const entries = parsed(file)
  if (!Array.isArray(entries)) throw new AuditFailed(`${file} needs a list of entries, [] without any.`)
  for (const entry of entries) {
    const fault = faultOf(entry ?? {}, today)
    if (fault) throw new AuditFailed(`${file}: ${entry?.id} of ${entry?.package} needs ${fault}.`)
  }
  return entries
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new AuditFailed(`${file} cannot be read: ${why}\nRestore it with: git checkout -- ${file}`)
  }
}

function faultOf(entry: Partial<Known>, today: string): string | undefined {
  const { id, package: name, severity, since, judgement } = entry
  if (!id || !name) return '`id` and `package`'
  if (!severities.some(one => one === severity)) return `\`severity\`: ${severities.join(', ')}`
  if (!isDay(since)) return '`since`, a day such as 2026-11-29'
  // It would be given more time than its severity has.
  if (since > today) return `\`since\`, a day that is not after ${today}`
  if (judgement && (typeof judgement.reachable !== 'boolean' || !judgement.reason?.trim()))
    return 'a `judgement` with `reachable` (true or false) and `reason`'
  return undefined
}

/** A day of the calendar, such as 2026-11-29. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The entries of the file and of what was found now, of which each new one begins on `day`. */
export function withFound(known: Known[], found: Advisory[], day: string): Known[] {
  const keys = new Set(known.map(keyOf))
  const severityOf = new Map(found.map(one => [keyOf(one), one.severity]))
  const kept = known.map(one => ({ ...one, severity: severityOf.get(keyOf(one)) ?? one.severity }))
  const added = found
    .filter(one => !keys.has(keyOf(one)))
    .map(one => ({ id: one.id, package: one.package, severity: one.severity, since: day }))
  return [...kept, ...added].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

export function writeKnown(file: string, known: Known[]): void {
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
}

import { keyOf, shippedAdvisories } from './advisories.ts'
import { AuditFailed } from './failed.ts'
import { judge, outlived } from './judge.ts'
import { isDay, readKnown, usualFile, withFound, writeKnown } from './known.ts'

export type AuditOptions = {
  /** The day of the audit, in UTC. */
  today: string
  /** That of npm's settings by default. */
  registry?: string | undefined
  file?: string
  isRelease?: boolean
}

/**
 * Compares the advisories of what ships with the file of known ones, to which it adds new ones, except for a release,
 * whose checkout must not change. `say` gets a line for each. Returns whether none is too old. Throws `AuditFailed` if it
 * could not compare.
 */
export function audit(options: AuditOptions, say: (line: string) => void): boolean {
  const { today, registry, file = usualFile, isRelease = false } = options
  if (!isDay(today)) throw new AuditFailed(`${today} is not a day. Use one such as 2026-11-29.`)
  const before = readKnown(file, today)
  const found = shippedAdvisories(registry)
  const known = withFound(before, found, today)
  if (!isRelease && JSON.stringify(known) !== JSON.stringify(before)) {
    writeKnown(file, known)
    say(
      `${file} has changed. Write the day that the page of each new advisory names into \`since\`, and commit it.`,
    )
  }
  const entries = new Map(known.map(one => [keyOf(one), one]))
  let isGood = true
  for (const advisory of found) {
    const entry = entries.get(keyOf(advisory))
    if (!entry) continue
    const { fails, line } = judge(advisory, entry, today, isRelease)
    say(`${fails ? 'Error' : 'Warning'}: ${line}`)
    if (fails) isGood = false
  }
  for (const { id, package: name } of outlived(known, found))
    say(`${id} of ${name} no longer applies. Delete its entry in ${file}.`)
  if (found.length === 0) say('No package that ships has a known vulnerability.')
  return isGood
}

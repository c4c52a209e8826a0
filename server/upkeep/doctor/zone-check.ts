import { readFileSync } from 'node:fs'
import { type Finding, ok, warning } from './check.ts'

/** Where systems say which time zones they know: the first line is `# version 2026c`. */
const systemZones = '/usr/share/zoneinfo/tzdata.zi'

/**
 * Compares the rules of time zones in Node, by which requests are sent, with those of the system. Countries change them a
 * few times a year, and Node learns of it in its next release.
 */
export function checkZones(path = systemZones, ours = process.versions.tz ?? ''): Finding {
  const system = versionIn(path)
  if (!system || system <= ours) return ok(`Node ${process.version} knows the time zones of ${ours}`)
  return warning(
    `Node ${process.version} knows the time zones of ${ours}, and this machine those of ${system}. In zones that changed meanwhile, requests leave an hour early or late until a newer Node is used.`,
  )
}

function versionIn(path: string): string | undefined {
  try {
    return /^# version (\d{4}[a-z]+)/.exec(readFileSync(path, 'utf8').slice(0, 100))?.[1]
  } catch {
    return undefined
  }
}

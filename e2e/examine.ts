import type { Check } from '../server/upkeep/doctor/check.ts'
import { type RunOptions, run } from './service.ts'

/** The doctor's results by name of the check, and its exit code. */
export async function examine(options: RunOptions, ...flags: string[]) {
  const { code, stdout } = await run(['doctor', '--json', ...flags], options)
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  const found = new Map(checks.map(({ name, ...finding }) => [name, finding]))
  return { code, of: (name: string) => found.get(name) }
}

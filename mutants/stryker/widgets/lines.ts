import { existsSync, readFileSync } from 'node:fs'

/** A line of the files of results: what a test reaches, or what became of a mutant under a test. */
export type Line = Reached | Tried

export type Reached = { test: string; file: string; reached: string[]; repeats: boolean; ms: number }

export type Tried = { test: string; mutant: string; outcome: Outcome }

export type Outcome = 'passed' | 'failed' | 'hung'

/** None if there is no such file yet. */
export function linesOf(file: string): Line[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Line)
}

/** As lines of a file. */
export const written = (lines: Line[]): string => lines.map(line => `${JSON.stringify(line)}\n`).join('')

/** What became of each tried mutant: once a test has noticed it, that. */
export function outcomesIn(lines: Line[]): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const line of lines)
    if ('mutant' in line && (outcomes.get(line.mutant) ?? 'passed') === 'passed')
      outcomes.set(line.mutant, line.outcome)
  return outcomes
}

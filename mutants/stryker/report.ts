import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** The fields of Stryker's results that are used here. */
export type Result = {
  fileName: string
  mutatorName: string
  replacement?: string
  status: string
  location: { start: { line: number; column: number } }
}

const counted = {
  killed: ['Killed'],
  hung: ['Timeout'],
  survived: ['Survived'],
  unreached: ['NoCoverage'],
}

/** One line for each mutant that no test noticed: where it is, and what it does. */
export function survivorsOf(results: Result[], root: string): string[] {
  return results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ status, fileName, location: { start }, mutatorName, replacement = '' }) => {
      const place = `${relative(root, fileName)}:${start.line}:${start.column}`
      return `${status === 'Survived' ? 'survived' : 'unreached'} ${place} ${mutatorName}: ${replacement}`
    })
}

/** The table of docs/reference/mutation.md, of the last results of each part. Invalid and ignored mutants do not count. */
export function tableOf(folder: string): string {
  const rows = readdirSync(folder).map(file => {
    const results = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Result[]
    const counts = Object.values(counted).map(
      states => results.filter(({ status }) => states.includes(status)).length,
    )
    const [killed = 0, hung = 0] = counts
    const all = counts.reduce((sum, count) => sum + count, 0)
    const score = all === 0 ? '–' : `${((100 * (killed + hung)) / all).toFixed(1)} %`
    return `| ${[basename(file, '.json'), all, ...counts, score].join(' | ')} |`
  })
  const header = ['part', 'mutants', ...Object.keys(counted), 'score']
  return [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`, ...rows].join('\n')
}

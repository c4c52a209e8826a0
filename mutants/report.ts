import { type Entry, isStale, type Result, readJournal } from './journal.ts'
import { kinds, type Mutant } from './mutant.ts'

const results: Result[] = ['killed', 'hung', 'survived', 'unreached', 'invalid']

/** The tables of docs/reference/mutation-results.md: counts by kind, and the survivors. */
export function report(mutants: Mutant[]): string {
  const known = readJournal()
  const entries = mutants.flatMap(({ id, line }) => {
    const entry = known.get(id)
    return entry ? [{ ...entry, line }] : []
  })
  const head = ['Removed', 'Mutants', ...results, 'not run', 'stale']
  const rows = [...kinds, 'all' as const].map(kind => {
    const ofKind = ({ kind: one }: { kind: string }) => kind === 'all' || one === kind
    const ran = entries.filter(ofKind)
    const all = mutants.filter(ofKind).length
    const counts = results.map(result => ran.filter(entry => entry.result === result).length)
    return [kind, all, ...counts, all - ran.length, ran.filter(isStale).length]
  })
  return [table(head, rows), ...listOf('survived', entries), ...listOf('unreached', entries)].join('\n')
}

function listOf(result: Result, entries: Entry[]): string[] {
  const found = entries.filter(entry => entry.result === result)
  if (found.length === 0) return []
  const rows = found.map(({ kind, file, line, what }) => [kind, `${file}:${line}`, `\`${what}\``])
  return ['', table([result, 'where', 'what'], rows)]
}

function table(head: string[], rows: (string | number)[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines
    .map(cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

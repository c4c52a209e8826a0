import type { Catalogues } from '../../../build/texts/catalogues.ts'
import type { ItemKind } from '../../foundation/events/team-items.ts'

type ContentFact = Exclude<ItemKind, 'imports'>

/** Records of one kind: how many, and the ids of the first few, whose texts a message quotes. */
export type Some = { count: number; ids: string[] }

export type FinishedImport = {
  kind: string
  outcome: string
  imported: number
  skipped: number
  refused: number
}

/** A sentence of `problems` in `locales/staff/`, and its values. */
export type ProblemText = {
  [Name in keyof Catalogues['staff']['problems']]: {
    name: Name
    values: Parameters<Catalogues['staff']['problems'][Name]>[0]
  }
}[keyof Catalogues['staff']['problems']]

/** What a message reports, as its row stores it: no text of a person. */
export type Facts = { [Kind in ContentFact]?: Some } & {
  imports?: { count: number; first: FinishedImport[] }
  pending?: { [Kind in ContentFact]: number }
  problems?: ProblemText[]
  /** The message says that it is a test, and nothing else. */
  test?: true
}

export const contentFacts = ['reviews', 'questions', 'answers'] as const satisfies ContentFact[]

const quoted = 5
const mostProblems = 20

/** Both, in one message. */
export function joinFacts(one: Facts, other: Facts): Facts {
  const joined: Facts = { ...one }
  for (const kind of contentFacts) {
    const [before, more] = [one[kind], other[kind]]
    if (more)
      joined[kind] = {
        count: (before?.count ?? 0) + more.count,
        ids: [...(before?.ids ?? []), ...more.ids].slice(0, quoted),
      }
  }
  if (other.imports)
    joined.imports = {
      count: (one.imports?.count ?? 0) + other.imports.count,
      first: [...(one.imports?.first ?? []), ...other.imports.first].slice(0, quoted),
    }
  if (other.problems) joined.problems = [...(one.problems ?? []), ...other.problems].slice(0, mostProblems)
  // They are counted anew each day.
  if (other.pending) joined.pending = other.pending
  return joined
}

/** The facts of the items of one kind. */
export function factsOfItems(
  kind: ItemKind,
  items: { subject: string; data: FinishedImport | null }[],
): Facts {
  if (kind === 'imports') {
    const finished = items.flatMap(({ data }) => (data && data.outcome !== 'undone' ? [data] : []))
    const first = finished.slice(0, quoted).map(({ kind: of, outcome, imported, skipped, refused }) => ({
      kind: of,
      outcome,
      imported,
      skipped,
      refused,
    }))
    return finished.length > 0 ? { imports: { count: finished.length, first } } : {}
  }
  const ids = items.map(({ subject }) => subject)
  return { [kind]: { count: ids.length, ids: ids.slice(0, quoted) } }
}

export const isEmpty = (facts: Facts) => Object.keys(facts).length === 0

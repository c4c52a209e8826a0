import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { apply, type Edit, type Mutant, mutantsOf, parse } from '../mutant.ts'
import { isSource, root, rules } from '../sources.ts'

/** Removes all mutants with these ids from the sources, as Vitest loads them. Of two that overlap, the outer one. */
export function removed(ids: Set<string>): Plugin {
  return {
    name: 'removed protections',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '')
      if (!isSource(file)) return null
      const edits = outermost(mutantsOf(parse(file, code), rules).filter(mutant => ids.has(mutant.id)))
      return edits.length > 0 ? { code: apply(code, edits), map: null } : null
    },
  }
}

/** The edits of all mutants but those that overlap with a wider one; of equal ones, with the first. */
export function outermost(mutants: Pick<Mutant, 'edits'>[]): Edit[] {
  const widthOf = ({ edits }: Pick<Mutant, 'edits'>) =>
    Math.max(...edits.map(({ start, end }) => end - start))
  const kept: Pick<Mutant, 'edits'>[] = []
  for (const mutant of mutants.toSorted((one, other) => widthOf(other) - widthOf(one)))
    if (!kept.some(wider => overlap(wider.edits, mutant.edits))) kept.push(mutant)
  return mutants.filter(mutant => kept.includes(mutant)).flatMap(({ edits }) => edits)
}

function overlap(some: Edit[], others: Edit[]): boolean {
  return some.some(one => others.some(other => one.start < other.end && other.start < one.end))
}

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

/** The edits of all mutants but those within another one; of two with the same place, of the first. */
export function outermost(mutants: Pick<Mutant, 'edits'>[]): Edit[] {
  const isWithin = (one: Edit, other: Edit) => other.start <= one.start && one.end <= other.end
  const isCovered = ({ edits }: Pick<Mutant, 'edits'>, at: number) =>
    mutants.some((other, index) => {
      const covers = edits.some(one => other.edits.some(wider => isWithin(one, wider)))
      const isCoveredBack = other.edits.some(one => edits.some(wider => isWithin(one, wider)))
      return index !== at && covers && (!isCoveredBack || index < at)
    })
  return mutants.filter((mutant, at) => !isCovered(mutant, at)).flatMap(({ edits }) => edits)
}

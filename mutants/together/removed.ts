import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { apply, type Edit, mutantsOf, parse } from '../mutant.ts'
import { isSource, root, rules } from '../sources.ts'

/** Removes all mutants with these ids from the sources, as Vitest loads them. Of two that overlap, the outer one. */
export function removed(ids: Set<string>): Plugin {
  return {
    name: 'removed protections',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '')
      if (!isSource(file)) return null
      const edits = mutantsOf(parse(file, code), rules)
        .filter(mutant => ids.has(mutant.id))
        .flatMap(mutant => mutant.edits)
      return edits.length > 0 ? { code: apply(code, outermost(edits)), map: null } : null
    },
  }
}

function outermost(edits: Edit[]): Edit[] {
  return edits.filter(
    one => !edits.some(other => other !== one && other.start <= one.start && one.end <= other.end),
  )
}

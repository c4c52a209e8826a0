import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { apply, type Mutant, mutantsOf, parse } from '../mutant.ts'
import { tenants } from '../rules/sql.ts'
import { isSource, root } from '../sources.ts'

/** Puts a comment before and after each condition on a store, so that a statement at run time tells which it has. */
export function marks(): Plugin {
  return {
    name: 'marks of conditions on stores',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '')
      if (!isSource(file)) return null
      const edits = mutantsOf(parse(file, code), [tenants]).flatMap(({ id, edits: [edit] }) => {
        if (!edit) return []
        const { start, end } = edit
        return [{ start, end, text: `/*${id}*/${code.slice(start, end)}/*end*/` }]
      })
      return edits.length > 0 ? { code: apply(code, edits), map: null } : null
    },
  }
}

const marked = /\/\*([0-9a-f]{12})\*\/(.*?)\/\*end\*\//gs

/** The ids of the conditions in a statement. */
export function conditionsIn(statement: string): string[] {
  return [...statement.matchAll(marked)].map(([, id = '']) => id)
}

/** The statement without one of its conditions. */
export function without(statement: string, { id }: Pick<Mutant, 'id'>): string {
  return statement.replace(marked, (whole, found: string, condition: string) => {
    if (found !== id) return whole
    if (condition.startsWith('store_id, ')) return ''
    // A parameter stays, so that PostgreSQL can infer its type.
    const parameter = /\$\d+/.exec(condition)?.[0]
    if (!parameter) return 'true'
    return condition.includes('any(')
      ? `(${parameter}::uuid[] is not null)`
      : `(${parameter}::uuid is not null)`
  })
}

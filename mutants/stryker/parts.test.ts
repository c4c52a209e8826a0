import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parts } from './parts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each(Object.entries(parts))('each name of the part %s is that of a file', (_, { mutate, tests }) => {
  const names = [...mutate, ...tests].flatMap(glob => withoutBraces(glob.replace(/:\d+-\d+$/, '')))
  expect(names.filter(name => globSync(name, { cwd: root }).length === 0)).toEqual([])
})

/** A name for each choice: a glob with `{a,b}` matches as long as one of them exists. */
function withoutBraces(glob: string): string[] {
  const choice = /\{([^{}]*)\}/.exec(glob)
  if (!choice) return [glob]
  const [whole, names = ''] = choice
  return names.split(',').flatMap(name => withoutBraces(glob.replace(whole, name)))
}

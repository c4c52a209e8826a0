import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What Citus refuses or reads wrongly, on machines without it too: docs/decisions/0037-run-on-citus.md.
const server = fileURLToPath(new URL('../../../', import.meta.url))

/** Without tests and what only they use, and without what only our own server is asked. */
const sources = globSync('**/*.ts', { cwd: server })
  .filter(name => !/\.test\.ts$|^test\/|^foundation\/database\/embedded\//.test(name))
  .map(name => ({ name, text: withoutComments(readFileSync(`${server}${name}`, 'utf8')) }))

const refused = {
  'case value when': /\bcase\s+(?!when\b)[\w.]+(?:\([^()]*\))?\s+when\b/,
  'a cast of a column in returning': /\breturning\b[^`)]*\w::/,
}

test.each(Object.entries(refused))('no statement has %s', (_, form) => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter(({ text }) => form.test(text)).map(({ name }) => name)).toEqual([])
})

test.each([
  ['case value when', "case channel when 'sms' then 1 end"],
  ['case value when', "case jsonb_typeof(answer.value)\n  when 'array' then '[]' end"],
  ['a cast of a column in returning', 'returning code, expires_on::text'],
] as const)('%s is found in: %s', (name, statement) => {
  expect(refused[name].test(statement)).toBe(true)
})

test.each([
  "case when channel = 'sms' then 1 end",
  'returning code, expires_on)\n select code, expires_on::text from taken',
])('it does not refuse what both accept: %s', statement => {
  expect(Object.values(refused).some(form => form.test(statement))).toBe(false)
})

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}

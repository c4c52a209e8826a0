import { expect, test } from 'vitest'
import { type Facts, joinFacts } from './facts.ts'

const problem = (number: number) => ({ name: 'connection', values: { name: `Shop ${number}` } }) as const
const problems = (...numbers: number[]) => ({ problems: numbers.map(problem) }) as Facts
const from1To = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test('a message that waits for its target gathers twenty problems, the first', () => {
  expect(joinFacts(problems(...from1To(19)), problems(20))).toEqual(problems(...from1To(20)))
  expect(joinFacts(problems(...from1To(20)), problems(21))).toEqual(problems(...from1To(20)))
})

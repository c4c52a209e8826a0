import { describe, test } from 'vitest'
import { expectCreated, expectInvalid } from '../answers.ts'
import type { Answer } from '../app.ts'

/**
 * A row of the specification's tables of fields. `least` and `most` count characters or elements. A text without `most`
 * is a date, which has its own tests. `element` is the type of an array's elements.
 */
export type FieldRule = {
  field: string
  type: 'string' | 'number' | 'array'
  optional?: true
  default?: true
  least?: number
  most?: number
  element?: () => unknown
}

/** Sends a valid body with a change to the object under test. Undefined removes a field. */
type Send = (change: Record<string, unknown>) => Promise<Answer>

/** Tests each field of an object. `path` is the object's own, with its closing dot. */
export function testFields(what: string, path: string, rules: FieldRule[], send: Send): void {
  describe(what, () => {
    describe.each(rules)('$field', rule => {
      const name = path + rule.field
      const set = (value: unknown) => send({ [rule.field]: value })

      test(rule.optional || rule.default ? 'may be left out' : 'is required', async () => {
        const answer = await set(undefined)
        if (rule.optional || rule.default) expectCreated(answer)
        else expectInvalid(answer, `${name}: Required`)
      })

      test(`accepts only a ${rule.type}`, async () => {
        for (const [type, value] of Object.entries(oneOfEachType)) {
          if (type === rule.type) continue
          expectInvalid(await set(value), `${name}: Expected ${rule.type}, received ${type}`)
        }
      })

      if (rule.type === 'string' && rule.most) testLength(name, rule as Required<FieldRule>, set)
      if (rule.type === 'array') testCount(name, rule as Required<FieldRule>, set)
    })

    test('has no other keys', async () => {
      expectInvalid(await send({ zzz: 1 }), `${path}zzz: Unrecognized key(s) in object`)
    })
  })
}

const oneOfEachType = { null: null, boolean: true, number: 1, string: 'text', array: [], object: {} }

// An emoji is one character, but two UTF-16 code units. Counting units would refuse half of the allowed length.
function testLength(name: string, { least = 0, most }: FieldRule & { most: number }, set: SetValue): void {
  test(`has ${least} to ${most} characters`, async () => {
    const shortest = await set('x'.repeat(least))
    expectCreated(shortest)
    expectCreated(await set('😀'.repeat(most)))
    const tooLong = `${name}: String must contain at most ${most} character(s)`
    expectInvalid(await set('x'.repeat(most + 1)), tooLong)
    expectInvalid(await set('😀'.repeat(most + 1)), tooLong)
    if (least > 0) expectInvalid(await set(''), `${name}: String must contain at least 1 character(s)`)
  })

  test('contains neither NUL nor half of a surrogate pair', async () => {
    for (const text of ['a\0b', 'a\ud800b', '\udfff']) {
      expectInvalid(await set(text), `${name}: Invalid character`)
    }
  })
}

function testCount(name: string, rule: Required<FieldRule>, set: SetValue): void {
  const { least = 0, most, element } = rule
  const elements = (count: number) => Array.from({ length: count }, element)
  test(`has ${least} to ${most} elements`, async () => {
    expectCreated(await set(elements(least)))
    expectCreated(await set(elements(most)))
    expectInvalid(await set(elements(most + 1)), `${name}: Array must contain at most ${most} element(s)`)
    if (least > 0) expectInvalid(await set([]), `${name}: Array must contain at least ${least} element(s)`)
  })
}

type SetValue = (value: unknown) => Promise<Answer>

/** Tests a price, including its limits. `raw` sends the number as written. */
export function testPrice(path: string, raw: (written: string) => Promise<Answer>): void {
  const tooSmall = `${path}: Number must be greater than or equal to 0`
  const tooLarge = `${path}: Number must be less than or equal to 9999999999`

  test.each(['0', '-0', '0.01', '1e2', '9999999998.99', '9999999999'])('a price can be %s', async written => {
    expectCreated(await raw(written))
  })

  test.each([
    ['-0.01', tooSmall],
    ['-1e400', tooSmall],
    ['9999999999.01', tooLarge],
    ['10000000000', tooLarge],
    ['1e400', tooLarge],
    ['"10"', `${path}: Expected number, received string`],
    ['NaN', 'body: Invalid JSON'],
  ])('a price cannot be %s', async (written, problem) => {
    expectInvalid(await raw(written), problem)
  })
}

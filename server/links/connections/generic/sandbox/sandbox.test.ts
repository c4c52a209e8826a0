import type { ChildProcess } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { times } from '../../../../test/factories.ts'
import { inEnglish } from '../../../../test/shops/in-english.ts'
import { evaluate } from './pool.ts'

const started: ChildProcess[] = []
const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
beforeAll(() => diagnostics.subscribe('child_process', note))
afterAll(() => void diagnostics.unsubscribe('child_process', note))

const body = JSON.stringify({ id: 1, items: [{ p: 'a' }, { p: 'b' }] })

const evaluateOne = (order_id: string, owner = 'a store') =>
  evaluated(owner, { expressions: { order_id }, body })
const found = (order_id: unknown) => ({ found: [{ order: { order_id }, products: [] }] })
const refused = (...why: string[]) => ({ refusal: { why: expect.stringMatching(why.join('|')) } })

async function evaluated(...given: Parameters<typeof evaluate>) {
  return inEnglish(await evaluate(...given))
}

const slow = 'take more than 200 ms'
const memory = 'need more than 32 MB'

// Which limit is first depends on the machine. Each of these ends the process, and the next evaluation needs another.
test.each([
  ['an endless loop', '($f := function($x) { $f($x + 1) }; $f(0))', slow],
  ['endless recursion', '($f := function($x) { 1 + $f($x + 1) }; $f(0))', slow, memory],
  ['a regular expression that backtracks', `$match("${'a'.repeat(60)}!", /^(a+)+$/)`, slow],
  ['millions of values', '[1..9999999]', slow, memory],
  ['a long text', '$length($pad("x", 400000000))', slow, memory],
  ['many texts outside of the heap', '[1..200].$base64encode($pad("x", 3000000))', slow, memory],
])('%s is killed, and the next evaluation succeeds', async (_name, expression, ...limits) => {
  expect(await evaluateOne(expression)).toEqual(refused(...limits))
  expect(await evaluateOne('id')).toEqual(found(1))
})

test('refuses a huge output', async () => {
  expect(await evaluateOne('[1..200].$pad("x", 4000)')).toEqual(refused('return more than 512 kB'))
})

test.each([
  ['$number(buyer)', 'Unable to cast value to a number: a text (at character 8)'],
  ['$toMillis(buyer)', 'timestamp. Given a text (at character 10)'],
  ['$error("for " & buyer)', 'The expression failed. (at character 7)'],
  ['$assert(false, buyer)', 'The expression failed. (at character 8)'],
  ['$eval(buyer)', 'eval: a text'],
  ['buyer < 5', 'The values a text and 5'],
  ['-people', 'Cannot negate a non-numeric value: a list'],
  // Words of the mapping itself stay.
  ['$error("No buyer")', 'No buyer (at character 7)'],
  ['$number("abc")', 'Unable to cast value to a number: "abc"'],
  ['$number(5, 6, 7)', 'Argument 2 of function "number" does not match'],
])('the message of %s has no text of the body', async (expression, words) => {
  const buyer = 'Yolanda Personname'
  const verdict = await evaluated('a store', {
    expressions: { order_id: expression },
    body: JSON.stringify({ buyer, people: [buyer] }),
  })
  const { why } = (verdict as { refusal: { why: string } }).refusal
  expect(why).toContain(words)
  expect(why).not.toMatch(/Yolanda|Personname/)
})

test.each(['', 'x'])('a long message that begins with %j is not cut within a letter', async first => {
  const { refusal } = (await evaluateOne(`$number("${first}${'😀'.repeat(200)}")`)) as {
    refusal: { why: string }
  }
  expect(refusal.why).toContain('😀😀')
  expect(refusal.why.isWellFormed()).toBe(true)
})

test('gives no access to prototypes, constructors and the process', async () => {
  const nothing = { found: [{ order: {}, products: [] }] }
  for (const expression of [
    '$lookup({"a": 1}, "__proto__")',
    '$lookup(items, "constructor")',
    '{"__proto__": {"polluted": 1}}.polluted',
    'items.constructor.constructor',
    '$process',
    '$string.constructor',
  ])
    expect(await evaluateOne(expression), expression).toEqual(nothing)
})

test('a process that ends after half a minute without a task takes none meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect(await evaluateOne('id', 'idle')).toEqual(found(1))
    vi.advanceTimersByTime(30_000)
    expect(await evaluateOne('id', 'idle')).toEqual(found(1))
  } finally {
    vi.useRealTimers()
  }
})

describe('many owners', () => {
  test('take turns, so a store with endless loops delays others by a few of them', async () => {
    const order: string[] = []
    const loops = times(4, () =>
      evaluateOne('($f := function($x) { $f($x + 1) }; $f(0))', 'hostile').then(() => order.push('hostile')),
    )
    const others = ['b', 'c', 'd'].map(owner => evaluateOne('id', owner).then(() => order.push(owner)))
    await Promise.all([...loops, ...others])
    expect(order.slice(-2)).toEqual(['hostile', 'hostile'])
  })

  test('share two processes', async () => {
    const owners = times(5, n => `share ${n + 1}`)
    await Promise.all(owners.map(owner => evaluateOne('id', owner)))
    const living = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    expect(living.length).toBeGreaterThan(0)
    expect(living.length).toBeLessThanOrEqual(2)
  })

  test('share no memory', async () => {
    const verdicts = await Promise.all(times(12, at => evaluateOne(`id & "-${at}"`, `owner ${at % 3}`)))
    expect(verdicts).toEqual(times(12, at => found(`1-${at}`)))
  })
})

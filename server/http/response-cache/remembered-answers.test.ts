import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rememberAnswers } from './remembered-answers.ts'

function aMemory({ mostBytes = 100_000, usable = { now: true } } = {}) {
  const answers = rememberAnswers<string>({
    sizeOf: value => value.length,
    mostBytes,
    isUsable: () => usable.now,
  })
  return { answers, usable }
}

const now = (value: string) => async () => value
const never = async (): Promise<string> => {
  throw new Error('was asked again')
}

test('an answer is made once, and found by its key and every alias', async () => {
  const { answers } = aMemory()
  expect(await answers.ask('key', ['topic'], now('value'))).toBe('value')
  expect(await answers.ask('key', ['topic'], never)).toBe('value')
  answers.name('one', 'key')
  answers.name('two', 'key')
  expect([answers.find('one'), answers.find('two'), answers.find('three')]).toEqual([
    'value',
    'value',
    undefined,
  ])
})

test('equal questions at once share one answer, and one failure, which is not remembered', async () => {
  const { answers } = aMemory()
  let made = 0
  const slow = async () => {
    await Promise.resolve()
    return `answer ${++made}`
  }
  expect(await Promise.all([1, 2, 3].map(() => answers.ask('key', [], slow)))).toEqual(
    Array(3).fill('answer 1'),
  )
  const failing = [1, 2].map(() => answers.ask('other', [], never).catch((error: Error) => error.message))
  expect(await Promise.all(failing)).toEqual(['was asked again', 'was asked again'])
  expect(await answers.ask('other', [], now('mended'))).toBe('mended')
})

describe('a change', () => {
  test('forgets what speaks of it and nothing else', async () => {
    const { answers } = aMemory()
    for (const [key, ...topics] of [
      ['a', 'x', 'y'],
      ['b', 'y'],
      ['c', 'z'],
    ] as const) {
      await answers.ask(key, [...topics], now(key))
      answers.name(`alias ${key}`, key)
    }
    answers.forget('x')
    expect(['a', 'b', 'c'].map(key => answers.find(`alias ${key}`))).toEqual([undefined, 'b', 'c'])
    expect(await answers.ask('a', ['x'], now('new'))).toBe('new')
    answers.forgetAll()
    expect(['a', 'b', 'c'].map(key => answers.find(`alias ${key}`))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await answers.ask('c', ['z'], now('newer'))).toBe('newer')
  })

  test('while an answer is made: it is given to who waits, but not remembered and not shared any more', async () => {
    const { answers } = aMemory()
    let finish = (_value: string): void => {}
    const before = answers.ask('key', ['topic'], () => new Promise<string>(done => (finish = done)))
    answers.forget('topic')
    const after = answers.ask('key', ['topic'], now('after'))
    expect(await after).toBe('after')
    finish('before')
    expect(await before).toBe('before')
    expect(await answers.ask('key', ['topic'], never)).toBe('after')
  })
})

test('while changes cannot be heard nothing is found, shared or remembered', async () => {
  const { answers, usable } = aMemory()
  await answers.ask('key', [], now('old'))
  answers.name('alias', 'key')
  usable.now = false
  expect(answers.find('alias')).toBeUndefined()
  expect(await answers.ask('key', [], now('new'))).toBe('new')
  expect(await answers.ask('key', [], now('newer'))).toBe('newer')
})

test('it stays within its bytes, and the longest unused go first', async () => {
  const { answers } = aMemory({ mostBytes: 10_000 })
  for (let index = 0; index < 100; index++) {
    await answers.ask(`key ${index}`, ['topic'], now('x'.repeat(500)))
    answers.name(`alias ${index}`, `key ${index}`)
    answers.find('alias 0')
  }
  const found = Array.from({ length: 100 }, (_, index) => answers.find(`alias ${index}`)).filter(Boolean)
  expect(found.length).toBeGreaterThan(3)
  expect(found.length).toBeLessThan(12)
  expect(answers.find('alias 0')).toBeDefined()
  await answers.ask('huge', [], now('x'.repeat(20_000)))
  answers.name('alias huge', 'huge')
  expect(answers.find('alias huge')).toBeUndefined()
})

test('what an answer speaks of takes room too: questions about a hundred things each do not fill the memory', async () => {
  const { answers } = aMemory({ mostBytes: 200_000 })
  for (let index = 0; index < 100; index++) {
    const topics = Array.from({ length: 100 }, (_, topic) => `product ${index} ${topic}`)
    await answers.ask(`key ${index}`, topics, now('little'))
    answers.name(`alias ${index}`, `key ${index}`)
  }
  const found = Array.from({ length: 100 }, (_, index) => answers.find(`alias ${index}`)).filter(Boolean)
  expect(found.length).toBeGreaterThan(1)
  expect(found.length).toBeLessThan(6)
})

test('whatever happens in whatever order, no answer is older than the last change of its topic', async () => {
  const topic = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({ topic, what: fc.constantFrom('ask', 'find', 'change') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const { answers } = aMemory({ mostBytes: 4_000 })
      const versions: Record<string, number> = { a: 0, b: 0, c: 0 }
      for (const { topic, what } of steps) {
        if (what === 'change') {
          versions[topic] = (versions[topic] as number) + 1
          answers.forget(topic)
        }
        if (what === 'ask') {
          expect(await answers.ask(topic, [topic], async () => `${versions[topic]}`)).toBe(
            `${versions[topic]}`,
          )
          answers.name(`alias ${topic}`, topic)
        }
        if (what === 'find')
          expect([`${versions[topic]}`, undefined]).toContain(answers.find(`alias ${topic}`))
      }
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCache } from './cache.ts'

function aCache({ maxBytes = 100_000, usable = { now: true } } = {}) {
  const cache = createCache<string>({
    sizeOf: value => value.length,
    maxBytes,
    isUsable: () => usable.now,
  })
  return { cache, usable }
}

const now = (value: string) => async () => value
const never = async (): Promise<string> => {
  throw new Error('was asked again')
}

test('an answer is made once, and found by its key and every alias', async () => {
  const { cache } = aCache()
  expect(await cache.getOrCreate('key', ['topic'], now('value'))).toBe('value')
  expect(await cache.getOrCreate('key', ['topic'], never)).toBe('value')
  cache.addAddress('one', 'key')
  cache.addAddress('two', 'key')
  expect([cache.find('one'), cache.find('two'), cache.find('three')]).toEqual(['value', 'value', undefined])
})

test('equal questions at once share one answer, and one failure, which is not remembered', async () => {
  const { cache } = aCache()
  let made = 0
  const slow = async () => {
    await Promise.resolve()
    return `answer ${++made}`
  }
  expect(await Promise.all([1, 2, 3].map(() => cache.getOrCreate('key', [], slow)))).toEqual(
    Array(3).fill('answer 1'),
  )
  const failing = [1, 2].map(() =>
    cache.getOrCreate('other', [], never).catch((error: Error) => error.message),
  )
  expect(await Promise.all(failing)).toEqual(['was asked again', 'was asked again'])
  expect(await cache.getOrCreate('other', [], now('mended'))).toBe('mended')
})

describe('a change', () => {
  test('forgets what speaks of it and nothing else', async () => {
    const { cache } = aCache()
    for (const [key, ...topics] of [
      ['a', 'x', 'y'],
      ['b', 'y'],
      ['c', 'z'],
    ] as const) {
      await cache.getOrCreate(key, [...topics], now(key))
      cache.addAddress(`alias ${key}`, key)
    }
    cache.invalidate('x')
    expect(['a', 'b', 'c'].map(key => cache.find(`alias ${key}`))).toEqual([undefined, 'b', 'c'])
    expect(await cache.getOrCreate('a', ['x'], now('new'))).toBe('new')
    cache.clear()
    expect(['a', 'b', 'c'].map(key => cache.find(`alias ${key}`))).toEqual([undefined, undefined, undefined])
    expect(await cache.getOrCreate('c', ['z'], now('newer'))).toBe('newer')
  })

  test('while an answer is made: it is given to who waits, but not remembered and not shared any more', async () => {
    const { cache } = aCache()
    let finish = (_value: string): void => {}
    const before = cache.getOrCreate('key', ['topic'], () => new Promise<string>(done => (finish = done)))
    cache.invalidate('topic')
    const after = cache.getOrCreate('key', ['topic'], now('after'))
    expect(await after).toBe('after')
    finish('before')
    expect(await before).toBe('before')
    expect(await cache.getOrCreate('key', ['topic'], never)).toBe('after')
  })
})

test('while changes cannot be heard nothing is found, shared or remembered', async () => {
  const { cache, usable } = aCache()
  await cache.getOrCreate('key', [], now('old'))
  cache.addAddress('alias', 'key')
  usable.now = false
  expect(cache.find('alias')).toBeUndefined()
  expect(await cache.getOrCreate('key', [], now('new'))).toBe('new')
  expect(await cache.getOrCreate('key', [], now('newer'))).toBe('newer')
})

test('it stays within its bytes, and the longest unused go first', async () => {
  const { cache } = aCache({ maxBytes: 10_000 })
  for (let index = 0; index < 100; index++) {
    await cache.getOrCreate(`key ${index}`, ['topic'], now('x'.repeat(500)))
    cache.addAddress(`alias ${index}`, `key ${index}`)
    cache.find('alias 0')
  }
  const found = Array.from({ length: 100 }, (_, index) => cache.find(`alias ${index}`)).filter(Boolean)
  expect(found.length).toBeGreaterThan(3)
  expect(found.length).toBeLessThan(12)
  expect(cache.find('alias 0')).toBeDefined()
  await cache.getOrCreate('huge', [], now('x'.repeat(20_000)))
  cache.addAddress('alias huge', 'huge')
  expect(cache.find('alias huge')).toBeUndefined()
})

test('an answer that grows takes more room, and others go for it', async () => {
  const made = { a: { text: 'a' }, b: { text: 'b' } }
  const cache = createCache<{ text: string }>({
    sizeOf: ({ text }) => text.length,
    maxBytes: 10_000,
    isUsable: () => true,
  })
  for (const [key, value] of Object.entries(made)) {
    await cache.getOrCreate(key, [], async () => value)
    cache.addAddress(key, key)
  }
  const before = cache.stats().bytes
  made.b.text = 'b'.repeat(5_000)
  cache.resize('b')
  expect(cache.stats().bytes - before).toBe(4_999)
  made.b.text = 'b'.repeat(9_000)
  cache.resize('b')
  expect([cache.find('a'), cache.find('b')]).toEqual([undefined, made.b])
  made.b.text = 'b'.repeat(20_000)
  cache.resize('b')
  cache.resize('unknown')
  expect(cache.find('b')).toBeUndefined()
})

test('an answer that does not suit is not found, and no hit', async () => {
  const { cache } = aCache()
  await cache.getOrCreate('key', [], now('value'))
  cache.addAddress('address', 'key')
  expect(cache.find('address', value => value === 'other')).toBeUndefined()
  expect(cache.stats().hits).toBe(0)
  expect(cache.find('address', value => value === 'value')).toBe('value')
})

test('what an answer speaks of takes room too: questions about a hundred things each do not fill the memory', async () => {
  const { cache } = aCache({ maxBytes: 200_000 })
  for (let index = 0; index < 100; index++) {
    const topics = Array.from({ length: 100 }, (_, topic) => `product ${index} ${topic}`)
    await cache.getOrCreate(`key ${index}`, topics, now('little'))
    cache.addAddress(`alias ${index}`, `key ${index}`)
  }
  const found = Array.from({ length: 100 }, (_, index) => cache.find(`alias ${index}`)).filter(Boolean)
  expect(found.length).toBeGreaterThan(1)
  expect(found.length).toBeLessThan(6)
})

test('whatever happens in whatever order, no answer is older than the last change of its topic', async () => {
  const topic = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({ topic, what: fc.constantFrom('ask', 'find', 'change') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const { cache } = aCache({ maxBytes: 4_000 })
      const versions: Record<string, number> = { a: 0, b: 0, c: 0 }
      for (const { topic, what } of steps) {
        if (what === 'change') {
          versions[topic] = (versions[topic] as number) + 1
          cache.invalidate(topic)
        }
        if (what === 'ask') {
          expect(await cache.getOrCreate(topic, [topic], async () => `${versions[topic]}`)).toBe(
            `${versions[topic]}`,
          )
          cache.addAddress(`alias ${topic}`, topic)
        }
        if (what === 'find') expect([`${versions[topic]}`, undefined]).toContain(cache.find(`alias ${topic}`))
      }
    }),
  )
})

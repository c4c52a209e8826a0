import { afterAll, expect, test } from 'vitest'
import { eachCalled, expectSame, isCalledWithoutRows, openCalls } from './calling.ts'
import { calls } from './verb-arguments.ts'
import { everyVerb } from './verbs.ts'

// Calls every verb of every domain for a store alone, and for the same store between two twins, whose rows have the same
// keys except for the store. Then calls it for an empty store alone, and beside the store with rows. Both calls must
// return and change the same, and change no other store. Each call is rolled back.

const { worlds, before, callIn, givenTo, close } = await openCalls()
const { storeId } = worlds.seeded.store
afterAll(close)

const verbs = everyVerb()
const called = eachCalled()

test('every verb that takes a store is called, or listed as exempt with a reason', () => {
  const listed = Object.entries(calls).flatMap(([file, ofFile]) =>
    Object.keys(ofFile).map(name => `${file} ${name}`),
  )
  expect(listed.sort()).toEqual(verbs.map(({ file, name }) => `${file} ${name}`).sort())
  expect(called.length).toBeGreaterThan(200)
  // Each for at least two kinds of content.
  const shared = called.filter(({ file }) => file.startsWith('answers/moderation/content/'))
  const times = Map.groupBy(shared, ({ file, name }) => `${file} ${name}`)
  expect(times.size).toBeGreaterThan(10)
  for (const [verb, ofVerb] of times) expect(ofVerb.length, verb).toBeGreaterThan(1)
})

test('the store has rows in every table, and each twin has as many', () => {
  const tables = (rows: string[] = []) => rows.map(row => row.split(' ')[0]).filter(table => table !== 'job')
  const own = tables(before.beside.get(storeId))
  for (const twinId of worlds.twinIds) expect(tables(before.beside.get(twinId))).toEqual(own)
  expect(before.bare.get(storeId)).toBeUndefined()
})

test.each(called)('$file $name $which', async verb => {
  const alone = await callIn(worlds.alone, verb)
  const beside = await callIn(worlds.beside, verb)
  expectSame(beside, alone)
  // Otherwise the arguments match no row of the store, and the test proves nothing.
  expect(alone.isIdle).toBe('idle' in (await givenTo(verb)))
})

test.each(called.filter(isCalledWithoutRows))('$file $name $which, without rows', async verb => {
  const bare = await callIn(worlds.bare, verb, worlds.seeded.emptyStoreId)
  const beside = await callIn(worlds.alone, verb, worlds.seeded.emptyStoreId)
  expectSame(beside, bare)
})

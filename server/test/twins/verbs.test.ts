import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noticeKinds } from '../../answers/mail-kinds.ts'
import { openPost } from '../../asking/mail/delivering/post.ts'
import { createResults } from '../../asking/mail/delivering/results.ts'
import { createOrders } from '../../asking/orders/orders.ts'
import { readConfig } from '../../foundation/config/config.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { FileError } from '../../foundation/errors/file-errors.ts'
import { createFairLimit } from '../../foundation/lib/fair-limit.ts'
import { createKeptFiles } from '../../foundation/storage/files/kept-files.ts'
import { openPictureStore, type PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { teamMails } from '../../links/notices/team-mails.ts'
import { createProducts } from '../../tenants/products/products.ts'
import { testSecret } from '../app.ts'
import type { Given } from './calls/call.ts'
import { openRolledBack } from './in-transaction.ts'
import { readKnownRows } from './known-rows.ts'
import { seedNow } from './seeded.ts'
import { collected, comparable, createSnapshots, type Snapshot, uuidsOf } from './snapshot.ts'
import { calls } from './verb-arguments.ts'
import { everyVerb, type Verb } from './verbs.ts'
import { createWorlds, marker, type World } from './worlds.ts'

// Calls every verb of every domain for a store alone, and for the same store between two twins, whose rows have the same
// keys except for the store. Then calls it for an empty store alone, and beside the store with rows. Both calls must
// return and change the same, and change no other store. Each call is rolled back.

const worlds = await createWorlds()
const { storeId } = worlds.seeded.store
const known = await readKnownRows(worlds)
const places = {
  bare: await openRolledBack(worlds.bare.target),
  alone: await openRolledBack(worlds.alone.target),
  beside: await openRolledBack(worlds.beside.target),
}
const rowsOf = await places.alone.run(createSnapshots)
const before = {
  bare: await places.bare.run(rowsOf),
  alone: await places.alone.run(rowsOf),
  beside: await places.beside.run(rowsOf),
}
const knownIds = new Set([...before.beside.values()].flat().flatMap(uuidsOf))
afterAll(async () => {
  for (const place of Object.values(places)) await place.close()
  await worlds.close()
})

const verbs = everyVerb()
const called = verbs.filter(verb => !isExempt(verb)).flatMap(eachCall)

test('every verb that takes a store is called, or listed as exempt with a reason', () => {
  const listed = Object.entries(calls).flatMap(([file, ofFile]) =>
    Object.keys(ofFile).map(name => `${file} ${name}`),
  )
  expect(listed.sort()).toEqual(verbs.map(({ file, name }) => `${file} ${name}`).sort())
  expect(called.length).toBeGreaterThan(200)
  for (const verb of verbs.filter(({ file }) => file.startsWith('moderation/content/')))
    expect(called.filter(({ file, name }) => file === verb.file && name === verb.name)).toHaveLength(2)
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

// These are called for the empty store anyway, and `readGiven` is not called for a store that gave no reward.
const ofFullStore = called.filter(
  ({ file, name }) => file !== 'exchange/archives/restore.ts' && name !== 'readGiven',
)

test.each(ofFullStore)('$file $name $which, without rows', async verb => {
  const bare = await callIn(worlds.bare, verb, worlds.seeded.emptyStoreId)
  const beside = await callIn(worlds.alone, verb, worlds.seeded.emptyStoreId)
  expectSame(beside, bare)
})

type Outcome = Awaited<ReturnType<typeof callIn>>

function expectSame(beside: Outcome, alone: Outcome): void {
  expect(beside.answer).toBe(alone.answer)
  expect(beside.answer).not.toContain(marker)
  expect(beside.mails).toEqual(alone.mails)
  expect(beside.rows).toEqual(alone.rows)
  expect(beside.othersAfter).toEqual(beside.othersBefore)
  expect(alone.othersAfter).toEqual(alone.othersBefore)
}

function callOf({ file, name }: Verb) {
  return calls[file]?.[name]
}

/** A verb and which of its calls. */
type Called = Verb & { which: number }

function eachCall(verb: Verb): Called[] {
  const call = callOf(verb)
  const calls = call && 'each' in call ? call.each : [call]
  return calls.map((_, which) => ({ ...verb, which }))
}

function isExempt(verb: Verb): boolean {
  const call = callOf(verb)
  return typeof call === 'object' && 'exempt' in call
}

async function givenTo(verb: Called): Promise<Given> {
  const listed = callOf(verb)
  const call = listed && 'each' in listed ? listed.each[verb.which] : listed
  if (typeof call === 'function') return { args: call(known) }
  if (call && 'with' in call) return await call.with(known)
  throw new Error('It is not listed.')
}

async function callIn(world: World, verb: Called, emptyStoreId?: string) {
  const module = await import(join('../..', verb.file))
  const { args, storeId: otherStoreId, first } = await givenTo(verb)
  const ofStore = emptyStoreId ?? otherStoreId ?? storeId
  const mailsBefore = worlds.mails.received.length
  return await places[world.name].run(async database => {
    if (first) await database.query(first)
    const rowsBefore = first ? await rowsOf(database) : before[world.name]
    const given = valuesFor(world, database)
    const act = () => module[verb.name](...verb.before.map(name => given[name]), ofStore, ...args)
    const answer = await database
      .transaction(async () => await collected(await act()))
      .catch(error => {
        // An empty store may refuse, and its foreign keys too; what they say must not depend on other stores.
        const isRefusal = error instanceof ApiError || error instanceof FileError || error.code === '23503'
        if (emptyStoreId && isRefusal) return error.message
        throw error
      })
    const rows = await rowsOf(database)
    const own = rows.get(ofStore) ?? []
    const isUnchanged = JSON.stringify(own) === JSON.stringify(rowsBefore.get(ofStore))
    return {
      answer: comparable(answer, knownIds),
      mails: worlds.mails.received.slice(mailsBefore).map(({ to, header }) => [...to, header('to')]),
      rows: own.map(row => comparable(row, knownIds)).sort(),
      isIdle: isUnchanged && ['', '[]', '{}', 'null', 'false', '0'].includes(answer),
      othersBefore: othersOf(rowsBefore, ofStore),
      othersAfter: othersOf(rows, ofStore),
    }
  })
}

function othersOf(snapshot: Snapshot, storeId: string): [string, string[]][] {
  return [...snapshot].filter(([id]) => id !== storeId).sort()
}

/** The arguments before the store's id, by the names of the parameters. */
function valuesFor(world: World, database: Database): Record<string, unknown> {
  const config = readConfig({ ...worlds.settings, SECRET: testSecret, DATA_DIR: world.folder })
  const clock = () => seedNow
  const pictures = untouched(openPictureStore(config))
  const { secrets } = known
  // Some verbs take the address as a text, others as a function.
  const url = 'http://127.0.0.1'
  const address = Object.assign(() => url, { toString: () => url })
  const post = openPost(config)
  const places = {
    ...{
      config,
      database,
      clock,
      pictures,
      secrets,
      post,
      address,
      sender: { address: 'a@b.example', domain: 'b.example' },
    },
    ...{
      kept: createKeptFiles(pictures, secrets),
      results: createResults(database, clock),
      inFlight: createFairLimit(1),
      notices: { ...noticeKinds, team: teamMails },
    },
    ...{
      orders: createOrders(database, clock),
      products: createProducts(database, clock),
      erase: async () => false,
      allowedNetworks: [],
      egress: { allow: [] },
      fetching: { allow: [], userAgent: 'Realword' },
      log: () => {},
    },
  }
  return {
    ...{
      db: database,
      tx: database,
      database,
      pipeline: database.pipeline,
      clock,
      secrets,
      pictures,
      files: pictures,
      places,
      dependencies: places,
    },
    name: 'send-mailing',
  }
}

/** The pictures of a folder. Changes last for one call and do not reach the folder. */
function untouched(files: PictureStore): PictureStore {
  const changed = new Map<string, Buffer | undefined>()
  return {
    put: async (name, bytes) => void changed.set(name, bytes),
    get: async name => (changed.has(name) ? changed.get(name) : await files.get(name)),
    remove: async name => void changed.set(name, undefined),
    list: files.list,
  }
}

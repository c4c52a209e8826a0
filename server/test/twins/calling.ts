import { join } from 'node:path'
import { expect } from 'vitest'
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
import { collected, comparable, othersOf, readSnapshot, uuidsOf } from './snapshot.ts'
import { calls } from './verb-arguments.ts'
import { everyVerb, type Verb } from './verbs.ts'
import { createWorlds, marker, type World } from './worlds.ts'

/** A verb and which of its calls. */
export type Called = Verb & { which: number }

/** What a call returned and changed. */
export type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof openCalls>>['callIn']>>

/** The worlds, and the calls of every verb in them. `change` may replace the text of each statement of a call. */
export async function openCalls(change: (text: string) => string = text => text) {
  const worlds = await createWorlds()
  const { storeId } = worlds.seeded.store
  const known = await readKnownRows(worlds)
  let isCalling = false
  const open = (world: World) => openRolledBack(world.target, text => (isCalling ? change(text) : text))
  const places = {
    bare: await open(worlds.bare),
    alone: await open(worlds.alone),
    beside: await open(worlds.beside),
  }
  const before = {
    bare: await places.bare.run(readSnapshot),
    alone: await places.alone.run(readSnapshot),
    beside: await places.beside.run(readSnapshot),
  }
  const knownIds = new Set([...before.beside.values()].flat().flatMap(uuidsOf))

  // Most rows are the same in all calls.
  const comparables = new Map<string, string>()
  function comparableRow(row: string): string {
    const text = comparables.get(row) ?? comparable(row, knownIds)
    comparables.set(row, text)
    return text
  }

  async function close(): Promise<void> {
    for (const place of Object.values(places)) await place.close()
    await worlds.close()
  }

  async function givenTo(verb: Called): Promise<Given> {
    const listed = callOf(verb)
    const call = listed && 'each' in listed ? listed.each[verb.which] : listed
    if (typeof call === 'function') return { args: call(known) }
    if (call && 'with' in call) return await call.with(known)
    throw new Error('It is not listed.')
  }

  /** Calls a verb for the store, or for one without rows. The call is rolled back. */
  async function callIn(world: World, verb: Called, emptyStoreId?: string) {
    const module = await import(join('../..', verb.file))
    const { args, storeId: otherStoreId, first } = await givenTo(verb)
    const ofStore = emptyStoreId ?? otherStoreId ?? storeId
    const mailsBefore = worlds.mails.received.length
    return await places[world.name].run(async database => {
      if (first) await database.query(first)
      const rowsBefore = first ? await readSnapshot(database) : before[world.name]
      const given = valuesFor(world, database)
      const act = () => module[verb.name](...verb.before.map(name => given[name]), ofStore, ...args)
      isCalling = true
      const answer = await database
        .transaction(async () => await collected(await act()))
        .catch(error => {
          // An empty store may refuse, and its foreign keys too; what they say must not depend on other stores.
          const isRefusal = error instanceof ApiError || error instanceof FileError || error.code === '23503'
          if (emptyStoreId && isRefusal) return error.message
          throw error
        })
        .finally(() => {
          isCalling = false
        })
      const rows = await readSnapshot(database)
      const own = rows.get(ofStore) ?? []
      const isUnchanged = JSON.stringify(own) === JSON.stringify(rowsBefore.get(ofStore))
      return {
        answer: comparable(answer, knownIds),
        mails: worlds.mails.received.slice(mailsBefore).map(({ to, header }) => [...to, header('to')]),
        rows: own.map(comparableRow).sort(),
        isIdle: isUnchanged && ['', '[]', '{}', 'null', 'false', '0'].includes(answer),
        othersBefore: othersOf(rowsBefore, ofStore),
        othersAfter: othersOf(rows, ofStore),
      }
    })
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

  return { worlds, before, callIn, givenTo, close }
}

/** Whether a verb is also called for a store without rows. One is called for it anyway, and one has no rewards to read there. */
export const isCalledWithoutRows = ({ file, name }: Called): boolean =>
  file !== 'exchange/archives/restore.ts' && name !== 'readGiven'

/** Every verb, except those that are listed as exempt. */
export function eachCalled(): Called[] {
  return everyVerb()
    .filter(verb => !isExempt(verb))
    .flatMap(eachCall)
}

export function expectSame(beside: Outcome, alone: Outcome): void {
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

function eachCall(verb: Verb): Called[] {
  const call = callOf(verb)
  const calls = call && 'each' in call ? call.each : [call]
  return calls.map((_, which) => ({ ...verb, which }))
}

function isExempt(verb: Verb): boolean {
  const call = callOf(verb)
  return typeof call === 'object' && 'exempt' in call
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

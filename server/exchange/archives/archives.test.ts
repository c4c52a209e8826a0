import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import type { Database } from '../../foundation/database/connect.ts'
import { isLogoFile, saveLogo } from '../../foundation/storage/pictures/logos.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { aFullStore } from '../../test/full-store.ts'
import { changeSettings } from '../../test/hearing.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkQuestions, checkRatings } from '../../upkeep/doctor/count-checks.ts'
import { openArchive } from './read-archive.ts'
import { restoreArchive, tryArchive } from './restore.ts'
import { archivedTables, leftOut } from './tables.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-archives-'))
const zip = join(folder, 'store.zip')
const files = picturesIn(folder)
let here: TestApp
let elsewhere: TestApp
let full: Member
beforeAll(async () => {
  const [service, mails] = await startMailingApp({ DATA_DIR: folder })
  here = service
  elsewhere = await startTestApp({ DATA_DIR: join(folder, 'elsewhere') })
  full = await aFullStore(here, mails, folder)
  await writeArchive(here.database, files, full.storeId, new Date(), createWriteStream(zip))
})
afterAll(async () => {
  await here.close()
  await elsewhere.close()
  rmSync(folder, { recursive: true })
})

const by = { at: new Date(), actor: 'command' } as const

async function restoreInto(db: Database, storeId: string, place = files, file = zip, address?: string) {
  const archive = await openArchive(() => openPromise(file, { autoClose: false }))
  try {
    return await restoreArchive(db, place, storeId, archive, by, { address })
  } finally {
    archive.close()
  }
}

type Row = Record<string, unknown>

/** An instant as PostgreSQL writes it into JSON. */
const asJson = (at: Date) => at.toISOString().replace(/0*Z$/, '+00:00')

async function rowsOf(db: Database, storeId: string, table: string): Promise<Row[]> {
  const rows = await db.query<{ row: Row }>(sql`
    select to_jsonb(t) - 'store_id' as row
    from ${raw(table)} as t
    where store_id = ${storeId}
    order by (to_jsonb(t) - 'store_id')::text`)
  return rows.map(({ row }) => row)
}

test('every table of a store is archived, or listed as left out with the reason', async () => {
  const tables = await here.database.query<{ name: string }>(sql`
    select table_name as name
    from information_schema.columns
    where table_schema = 'public' and column_name = 'store_id'`)
  const named = [...archivedTables, ...Object.keys(leftOut)]
  expect(named.sort()).toEqual(tables.map(({ name }) => name).sort())
})

describe('a store with rows in every table', () => {
  test('has a row in each table', async () => {
    for (const table of archivedTables)
      expect([table, (await rowsOf(here.database, full.storeId, table)).length]).not.toEqual([table, 0])
    const states = await rowsOf(here.database, full.storeId, 'reviews')
    expect(new Set(states.map(({ state }) => state)).size).toBe(5)
  })

  test.each(['the same database', 'another database'])('is the same store in %s', async where => {
    const isSame = where === 'the same database'
    const { database } = isSame ? here : elsewhere
    const place = isSame ? files : picturesIn(join(folder, 'elsewhere'))
    const copy = await aStore(database, { name: 'Another name', locale: 'pt-BR' })
    await restoreInto(database, copy.storeId, place)
    const mailings = newIds(
      await rowsOf(here.database, full.storeId, 'mailings'),
      await rowsOf(database, copy.storeId, 'mailings'),
    )
    for (const table of archivedTables) {
      const before = await rowsOf(here.database, full.storeId, table)
      const after = await rowsOf(database, copy.storeId, table)
      expect([table, after]).toEqual([table, await expected(table, before, after, copy, mailings)])
    }
    for (const look of [checkRatings, checkQuestions]) expect((await look(database, false)).status).toBe('ok')
    // Visitors read the same reviews, and the pictures are there.
    const read = async (service: TestApp, { storeId, storeKey }: Member) => {
      const path = `/api/v1/reviews.json?store_id=${storeId}&store_key=${storeKey}&limit=100&terms=coffee`
      return (await service.send('GET', path)).body.result as { id: string; pictures: string[] }[]
    }
    const shown = await read(isSame ? here : elsewhere, copy)
    const ids = (reviews: { id: string }[]) => reviews.map(({ id }) => id)
    expect(ids(shown)).toEqual(ids(await read(here, full)))
    expect(ids(shown).length).toBeGreaterThan(0)
    const pictures = shown.flatMap(one => one.pictures).filter(url => url.includes('/pictures/'))
    expect(pictures.length).toBeGreaterThan(0)
    for (const url of pictures)
      for (const size of [1600, 640, 160])
        expect((await fetch(url.replace('-1600.', `-${size}.`))).status).toBe(200)
    const of = async (filter: string) => {
      const path = `/api/v1/reviews.json?store_id=${copy.storeId}&store_key=${copy.storeKey}&${filter}=true`
      return (await (isSame ? here : elsewhere).send('GET', path)).body.result
    }
    const [film] = (await of('pictured')).flatMap(({ videos = [] }: { videos?: object[] }) => videos)
    expect(film).toMatchObject({ seconds: 12, poster: expect.stringContaining('/pictures/') })
    const start = await fetch(film.url, { headers: { range: 'bytes=4-7' } })
    expect(await start.text()).toBe('ftyp')
    const pinned = await of('pinned')
    expect(pinned).toMatchObject([{ pinned: true, incentivized: true, origin_name: 'Judge.me' }])
  })
})

// Fields that identify a mail and that a restore keeps.
const contentOf = ({ kind, address, record_id, created_at, sent_at, day, language }: Row) =>
  JSON.stringify([kind, address, record_id, created_at, sent_at, day, language])

/** Maps the old id of each mailing to its new one. */
function newIds(before: Row[], after: Row[]): Map<unknown, unknown> {
  const byContent = Map.groupBy(after, contentOf)
  return new Map(before.map(row => [row.id, byContent.get(contentOf(row))?.shift()?.id]))
}

/** The expected rows. docs/reference/archives.md lists what must differ, and why. */
async function expected(
  table: string,
  before: Row[],
  after: Row[],
  copy: Member,
  ids: Map<unknown, unknown>,
): Promise<Row[]> {
  const sorted = (rows: Row[]) => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  after.splice(0, after.length, ...sorted(after))
  switch (table) {
    case 'stores': // it has its own key, and its requests stay paused until a member resumes them
      return before.map(row => ({ ...row, store_key: copy.storeKey, requests_paused: true }))
    case 'order_usage': // the orders of the last minute are no part of an archive
      return sorted(before.map(row => ({ ...row, minute: 0, minute_orders: 0 })))
    case 'pictures': // names are hashes of the store and the content
      expect(after.map(({ name }) => name)).not.toEqual(before.map(({ name }) => name))
      return sorted(
        before.map(row => ({ ...row, name: after.find(({ bytes }) => bytes === row.bytes)?.name })),
      )
    case 'reviews': {
      const ofCopy = new Map(after.map(row => [row.id, row]))
      return sorted(
        before.map(row => {
          const pictures = ofCopy.get(row.id)?.pictures as string[]
          const own = row.pictures as string[]
          expect(pictures.length).toBe(own.length)
          for (const [index, one] of own.entries())
            if (one.startsWith('https:')) expect(pictures[index]).toBe(one)
          return { ...row, pictures, notify_author: false }
        }),
      )
    }
    case 'questions': // their authors get no mails
      return sorted(before.map(row => ({ ...row, notify_author: false })))
    case 'messages': // no report of a provider finds them, and they hold no other message back
      return sorted(
        before.map(row => ({
          ...row,
          ...{ mailing_id: ids.get(row.mailing_id), provider_id: null, month: null, day: null },
        })),
      )
    case 'mailings': {
      // Ids and salts are new. Only the unsubscribe link stays. Queued mails are cancelled.
      const salts = new Map(after.map(row => [row.id, row.link_salt]))
      return sorted(
        before.map(row => {
          const id = ids.get(row.id)
          expect(id).not.toBe(row.id)
          expect(salts.get(id)).toMatch(/^\\x[0-9a-f]{64}$/)
          expect(salts.get(id)).not.toBe(row.link_salt)
          return {
            ...row,
            ...{ id, requests_of: ids.get(row.requests_of) ?? null },
            ...{ link_salt: salts.get(id), link_hash: null, restored_at: asJson(by.at) },
            ...(row.state === 'queued' && {
              ...{ state: 'cancelled', next_attempt_at: null },
              own_answer: 'moved',
              last_answer: null,
            }),
          }
        }),
      )
    }
    case 'review_requests': // pending requests lose their cancelled mail
      return sorted(
        before.map(row => ({
          ...row,
          mailing_id: row.order_id === 'waits' ? null : (ids.get(row.mailing_id) ?? null),
        })),
      )
    case 'audit_log': {
      // The new store also logged its creation, the import and changes. Archived rows get new ids and keep their dates.
      const withoutId = ({ id: _, ...row }: Row) => JSON.stringify(row)
      const moved = before.map(row =>
        withoutId({ ...row, record_id: ids.get(row.record_id) ?? row.record_id }),
      )
      const archived = after.filter(row => moved.includes(withoutId(row)))
      const own = after.filter(row => !archived.includes(row))
      expect(own.map(({ action }) => action).sort()).toEqual(['change', 'create', 'import'])
      expect(archived.map(withoutId).sort()).toEqual(moved.sort())
      for (const { id } of archived) expect(before.map(row => row.id)).not.toContain(id)
      return after
    }
    default:
      return sorted(before)
  }
}

test('an order of the last possible delivery date is restored with its request, which is due later', async () => {
  const late = { request_delay_days: 365, time_zone: 'Pacific/Kiritimati', own_holidays: ['01-01'] }
  const { storeId, headers } = await aStore(here.database, late)
  const body = anOrder({ delivery_date: '2199-12-31T23:59:59.999Z' })
  expect((await here.send('POST', '/orders', { headers, body })).status).toBe(201)
  const file = join(folder, 'late.zip')
  await writeArchive(here.database, files, storeId, new Date(), createWriteStream(file))
  const copy = await aStore(here.database)
  await restoreInto(here.database, copy.storeId, files, file)
  const requests = await rowsOf(here.database, copy.storeId, 'review_requests')
  expect(requests).toMatchObject([{ due_at: '2201-01-01T20:00:00+00:00' }])
})

test('a restore into a store that is not empty is refused, and changes nothing', async () => {
  const store = await aFullStoreLess()
  const before = await rowsOf(here.database, store.storeId, 'products')
  await expect(restoreInto(here.database, store.storeId)).rejects.toThrow('not empty: it contains products')
  const archive = await openArchive(() => openPromise(zip, { autoClose: false }))
  await expect(tryArchive(here.database, files, store.storeId, archive, new Date())).rejects.toThrow(
    'not empty',
  )
  archive.close()
  expect(await rowsOf(here.database, store.storeId, 'products')).toEqual(before)
})

test('an archive with more reviews than the plan allows in one import is refused, by its trial too', async () => {
  const reviews = (await rowsOf(here.database, full.storeId, 'reviews')).length
  const store = await aStore(here.database, { limits: { reviews_per_import: reviews - 1 } })
  const archive = await openArchive(() => openPromise(zip, { autoClose: false }))
  const fault = { fault: { name: 'import_over_limit', values: [reviews - 1] } }
  await expect(tryArchive(here.database, files, store.storeId, archive, new Date())).rejects.toMatchObject(
    fault,
  )
  await expect(restoreInto(here.database, store.storeId)).rejects.toMatchObject(fault)
  expect(await rowsOf(here.database, store.storeId, 'reviews')).toEqual([])
  await changeSettings(here, store.storeId, { limits: { reviews_per_import: reviews } })
  await tryArchive(here.database, files, store.storeId, archive, new Date())
  archive.close()
})

async function aFullStoreLess(): Promise<Member> {
  const store = await aStore(here.database)
  await here.database.query(sql`
    insert into products (store_id, product_id, id, sku, name, price, url, created_at)
    values (${store.storeId}, 'P', ${store.storeId}, '', '', 149.90, '', ${new Date()})`)
  return store
}

describe('an uploaded logo', () => {
  const red = () =>
    sharp({ create: { width: 90, height: 30, channels: 3, background: '#c00' } })
      .png()
      .toBuffer()
  const logoOf = async (db: Database, storeId: string) => (await readStore(db, storeId)).logo_url ?? ''
  const nameIn = (address: string) => address.split('/').at(-1) ?? ''
  let archive: string
  let logo: string
  beforeAll(async () => {
    const { storeId } = await aStore(here.database)
    const old = await saveLogo(
      here.database,
      files,
      storeId,
      await sharp(await red())
        .negate()
        .toBuffer(),
      by.at,
    )
    logo = await saveLogo(here.database, files, storeId, await red(), by.at)
    await changeSettings(here, storeId, { logo_url: `https://old.example/pictures/${logo}` })
    archive = join(folder, 'logo.zip')
    const out = createWriteStream(archive)
    const { pictures } = await writeArchive(here.database, files, storeId, new Date(), out)
    expect(Object.keys(pictures), 'not the earlier one').toEqual([logo])
    expect(old).not.toBe(logo)
  })

  test('moves with its store, and has the address of the new installation', async () => {
    const place = picturesIn(join(folder, 'elsewhere'))
    const { storeId } = await aStore(elsewhere.database)
    const restored = await restoreInto(elsewhere.database, storeId, place, archive, 'https://new.example')
    expect(restored.pictures).toBe(0)
    const address = await logoOf(elsewhere.database, storeId)
    expect(address).toMatch(/^https:\/\/new\.example\/pictures\//)
    expect(isLogoFile(nameIn(address)) && nameIn(address) !== logo).toBe(true)
    const { dominant } = await sharp(await place.get(nameIn(address))).stats()
    expect(dominant.r).toBeGreaterThan(180)
    expect(
      await elsewhere.database.query(sql`select name from store_logos where store_id = ${storeId}`),
    ).toEqual([{ name: nameIn(address) }])
  })

  test('keeps the address of the installation if ours is not known', async () => {
    const { storeId } = await aStore(here.database)
    await restoreInto(here.database, storeId, files, archive)
    const address = await logoOf(here.database, storeId)
    expect(address).toMatch(/^https:\/\/old\.example\/pictures\//)
    expect(await files.get(nameIn(address))).toBeDefined()
  })
})

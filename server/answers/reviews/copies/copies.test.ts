import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { openArchive } from '../../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../../exchange/archives/restore.ts'
import { writeArchive } from '../../../exchange/archives/write-archive.ts'
import { openPictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { storedBytes } from '../../../foundation/storage/pictures/stored-bytes.ts'
import { markDeleted, updateStore } from '../../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aFile, importText } from '../../../test/exchange/imports.ts'
import { asItIs, uploadFile } from '../../../test/exchange/transfers.ts'
import { aReview } from '../../../test/factories.ts'
import { hearAll } from '../../../test/hearing.ts'
import { type PictureHost, startPictureHost } from '../../../test/picture-host.ts'
import { aBomb, aPicture } from '../../../test/pictures.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { eraseDeletedStores } from '../../../upkeep/housekeeping/deleted-stores.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { countCopies, planAllCopies } from './copies.ts'
import { copyPictures } from './copy-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-copies-'))
const settings = { PICTURES_URL: `file://${folder}`, DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' }
const files = openPictureStore(settings)
const minute = 60_000
const start = Date.parse('2027-02-01T12:00:00Z')
let it: TestApp
let host: PictureHost
let store: Member
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp(settings)
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  it.setNow(start)
  host = await startPictureHost()
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
})
afterEach(() => host.close())

/** Imports a review for each list of paths, or addresses, of pictures. */
const bring = (...lists: string[][]) =>
  importText(
    it,
    store.storeId,
    aFile(
      ...lists.map((list, index) => ({
        review_id: `r-${index}`,
        body: `Text ${index}`,
        email: `buyer${index}@shop.example`,
        pictures: list.map(one => new URL(one, host.url).href).join(' '),
      })),
    ),
  )

const stored = async ({ storeId } = store) =>
  (
    await it.database.query<{ pictures: string[] }>(sql`
      select pictures from reviews where store_id = ${storeId} order by body`)
  ).map(({ pictures }) => pictures)

const counts = async ({ storeId } = store) => {
  const { problems, ...rest } = await countCopies(it.database, storeId)
  return {
    ...rest,
    problems: problems.map(({ problem, status }) => (status ? `${problem} ${status}` : problem)),
  }
}

const idOf = async (body: string) => {
  const [found] = await it.database.query<{ id: string }>(sql`
    select id from reviews where store_id = ${store.storeId} and body = ${body}`)
  return found?.id ?? ''
}

const decide = (decision: object) =>
  owner.send('POST', `/stores/${store.storeId}/reviews/decisions`, decision)

const filesOfStore = async () => {
  const names = await it.database.query<{ name: string }>(sql`
    select name from pictures where store_id = ${store.storeId}`)
  return names.map(({ name }) => name)
}

const onDisk = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.webp')).length

const later = async (ms: number) => {
  it.setNow(start + ms)
  await it.runDue()
}

const never = new AbortController().signal

const work = () => ({
  ...{ database: it.database, clock: () => start, pictures: files, log: () => {} },
  address: () => it.url,
  fetching: { allow: ['127.0.0.0/8'], userAgent: 'test' },
})

const neverAsked = () => {
  throw new Error('The picture was not asked for.')
}

const isOurs = /^[0-9a-f]{40}-1600\.webp$/

describe('pictures of imported reviews', () => {
  test('are copied, each address once, and take the place of the address everywhere', async () => {
    await bring(['/a.jpg', '/b.jpg'], ['/b.jpg', '/b.jpg'], [])
    const shown = async () => {
      await hearAll(it)
      const { body } = await readAs(it, store, 'reviews.json', { product_id: 'P-1' })
      return (body.result as { pictures: string[] }[]).map(({ pictures }) => pictures).sort()
    }
    expect(await shown()).toEqual([
      [],
      [`${host.url}/a.jpg`, `${host.url}/b.jpg`],
      Array(2).fill(`${host.url}/b.jpg`),
    ])
    expect(await counts()).toEqual({ waiting: 2, copied: 0, failed: 0, foreign: 0, problems: [] })
    await it.runDue()
    expect(host.asked.sort()).toEqual(['/a.jpg', '/b.jpg'])
    const [first = [], second = [], third] = await stored()
    expect([first[0], first[1]]).toEqual([expect.stringMatching(isOurs), expect.stringMatching(isOurs)])
    expect([second, third]).toEqual([[first[1]], []])
    expect(await counts()).toEqual({ waiting: 0, copied: 2, failed: 0, foreign: 0, problems: [] })
    expect(await shown()).toEqual(
      [
        [],
        [`${it.url}/pictures/${first[0]}`, `${it.url}/pictures/${first[1]}`],
        [`${it.url}/pictures/${first[1]}`],
      ].sort(),
    )
    const answer = await fetch(`${it.url}/pictures/${first[0]}`)
    const { format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([answer.status, format, exif]).toEqual([200, 'webp', undefined])
    // Nothing is left to do, whatever runs again.
    await bring(['/a.jpg', '/b.jpg'])
    await it.runDue()
    expect(host.asked).toHaveLength(2)
  })

  test('are another store’s own, from the same address', async () => {
    const other = await aStore(it.database)
    await bring(['/a.jpg'])
    await importText(it, other.storeId, aFile({ pictures: `${host.url}/a.jpg` }))
    await updateStore(it.database, other.storeId, { active: false })
    await it.runDue()
    expect([await stored(), await stored(other)]).toEqual([
      [[expect.stringMatching(isOurs)]],
      [[`${host.url}/a.jpg`]],
    ])
    await updateStore(it.database, other.storeId, { active: true })
    await it.runDue()
    const [[mine], [theirs]] = [(await stored())[0] ?? [], (await stored(other))[0] ?? []]
    expect(theirs).toMatch(isOurs)
    expect(theirs).not.toBe(mine)
  })

  test('that are ours are read without the network', async () => {
    await bring(['/a.jpg'])
    await it.runDue()
    const [[name = '']] = (await stored()) as [string[]]
    const again = await aStore(it.database)
    const lost = `${'0'.repeat(40)}-1600.webp`
    const address = (at: string, file = name) => `${at}/pictures/${file}`
    await importText(
      it,
      again.storeId,
      aFile({ pictures: address(it.url), body: '1' }, { pictures: address(it.url, lost), body: '2' }),
    )
    // The store's own picture, under an address that the installation had before.
    await importText(it, store.storeId, aFile({ pictures: address('https://before.example'), body: 'Z' }))
    const before = host.asked.length
    await it.runDue()
    expect(host.asked).toHaveLength(before)
    expect(await stored(again)).toEqual([[expect.stringMatching(isOurs)], [address(it.url, lost)]])
    expect(await counts(again)).toMatchObject({ copied: 1, failed: 1, problems: ['gone'] })
    expect((await stored()).at(-1)).toEqual([name])
  })

  test('are no webhook, but programs that read what changed find the review', async () => {
    const since = new Date(start - minute).toISOString()
    const hook = { url: `${host.url}/hook`, events: ['review.updated', 'review.created'] }
    const { status } = await owner.send('POST', `/stores/${store.storeId}/webhooks`, hook)
    expect(status).toBe(201)
    await bring(['/a.jpg'])
    await it.runDue()
    expect(await stored()).toEqual([[expect.stringMatching(isOurs)]])
    const [changed] = await it.database.query<{ updated: boolean }>(sql`
      select updated_at >= ${since} as updated from reviews where store_id = ${store.storeId}`)
    expect(changed?.updated).toBe(true)
    const events = await it.database.query(sql`
      select from webhook_events where store_id = ${store.storeId} and type like 'review.%'`)
    expect(events).toHaveLength(0)
  })

  test('of hidden reviews are copied once these are published', async () => {
    await importText(
      it,
      store.storeId,
      aFile({ body: 'Rejected', state: 'rejected', pictures: `${host.url}/r.jpg` }),
    )
    await it.runDue()
    expect([host.asked, await counts()]).toMatchObject([[], { waiting: 0, copied: 0 }])
    const id = await idOf('Rejected')
    expect((await decide({ action: 'publish', ids: [id] })).status).toBe(200)
    await it.runDue()
    expect(await stored()).toEqual([[expect.stringMatching(isOurs)]])
  })

  test('are copied by the store that an archive is restored into', async () => {
    await bring(['/a.jpg', '/late.jpg'])
    host.on('/late.jpg', response => void response.writeHead(404).end())
    await it.runDue()
    const out = new PassThrough()
    const zip = buffer(out)
    await writeArchive(it.database, files, store.storeId, new Date(start), out)
    const archive = await openArchive(async () => await fromBufferPromise(await zip))
    const to = await aStore(it.database)
    const by = { at: new Date(start), actor: 'command' } as const
    await restoreArchive(it.database, files, to.storeId, archive, by)
    expect(await counts(to)).toMatchObject({ waiting: 1, copied: 0 })
    host.on('/late.jpg', response => host.picture(response))
    await it.runDue()
    expect(await stored(to)).toEqual([[expect.stringMatching(isOurs), expect.stringMatching(isOurs)]])
  })

  test('that were imported by an earlier release are found', async () => {
    await addProducts(it, store, { 'P-9': '' })
    await addReviews(it, store, aReview({ product_id: 'P-9', pictures: [`${host.url}/old.jpg`] }))
    await it.runDue()
    expect(host.asked).toEqual([])
    await planAllCopies(it.database, store.storeId, new Date(start))
    await it.runDue()
    expect(await stored()).toEqual([[expect.stringMatching(isOurs)]])
  })
})

describe('what cannot be copied', () => {
  const bytesOf = async (file: Promise<File>) => Buffer.from(await (await file).arrayBuffer())
  const send =
    (status: number, body: string | Buffer = '', headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end(body)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const endless = async (response: ServerResponse) => {
    const chunk = Buffer.alloc(256 * 1024, 1)
    while (!response.destroyed) await new Promise<void>(done => response.write(chunk, () => done()))
  }

  test('ends in a clear failure, and its address stays', async () => {
    const picture = await bytesOf(aPicture())
    const bomb = await bytesOf(aBomb(6_000, 6_000))
    const cases: [path: string, problem: string, answer: Parameters<PictureHost['on']>[1]][] = [
      ['/404.jpg', 'gone', send(404)],
      ['/410.jpg', 'gone', send(410)],
      ['/403.jpg', 'refused', send(403)],
      ['/204.jpg', 'refused', send(204)],
      ['/svg.jpg', 'type', send(200, svg, { 'content-type': 'image/jpeg' })],
      ['/html.jpg', 'type', send(200, '<html>Sign in</html>')],
      ['/empty.jpg', 'type', send(200)],
      ['/cut.jpg', 'broken', send(200, picture.subarray(0, 2_000))],
      ['/bomb.jpg', 'pixels', send(200, bomb)],
      ['/endless.jpg', 'large', endless],
      ['/gzip.jpg', 'large', send(200, gzipSync(Buffer.alloc(30_000_000)), { 'content-encoding': 'gzip' })],
      ['/own.jpg', 'not_public', send(302, '', { location: `${it.url}/pictures/x` })],
      ['/private.jpg', 'not_public', send(302, '', { location: 'http://10.0.0.1/x.jpg' })],
      ['/file.jpg', 'not_public', send(302, '', { location: 'file:///etc/passwd' })],
      ['/loop.jpg', 'redirects', send(301, '', { location: '/loop.jpg' })],
    ]
    for (const [path, , answer] of cases) host.on(path, answer)
    await bring(
      cases.map(([path]) => path),
      ['http://10.1.2.3/x.jpg', 'http://169.254.169.254/latest/'],
    )
    await it.runDue()
    const rows = await it.database.query<{ address: string; state: string; problem: string }>(sql`
      select address, state, problem from picture_copies where store_id = ${store.storeId}`)
    const found = Object.fromEntries(rows.map(one => [one.address, [one.state, one.problem]]))
    expect(found).toEqual({
      ...Object.fromEntries(cases.map(([path, problem]) => [host.url + path, ['failed', problem]])),
      'http://10.1.2.3/x.jpg': ['failed', 'not_public'],
      'http://169.254.169.254/latest/': ['failed', 'not_public'],
    })
    expect(await filesOfStore()).toEqual([])
    expect((await stored()).flat()).toEqual(expect.arrayContaining([`${host.url}/404.jpg`]))
    // Tried again, and this time one of them is there.
    host.on('/404.jpg', send(200, picture))
    await planAllCopies(it.database, store.storeId, new Date(start))
    expect(await counts()).toMatchObject({ failed: 0, problems: [] })
    await it.runDue()
    expect(await counts()).toMatchObject({ copied: 1, failed: 16 })
  })

  test('is counted as a video, by its name or by its bytes', async () => {
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100)])
    host.on('/v', send(200, mp4))
    await bring(['/clip.mp4?x=1', '/v', '/a.jpg'])
    await it.runDue()
    expect(await counts()).toMatchObject({ copied: 1, foreign: 2, failed: 0, waiting: 0 })
    expect(host.asked).not.toContain('/clip.mp4?x=1')
    await hearAll(it)
    const { body } = await readAs(it, store, 'reviews.json', { product_id: 'P-1' })
    // A page would display a broken picture.
    expect(body.result[0].pictures).toEqual([`${host.url}/v`, expect.stringContaining('/pictures/')])
  })

  test('is tried again after a busy or lost server, and fails at last', async () => {
    host.on('/busy.jpg', send(500))
    await bring(['/busy.jpg'], ['http://gone.example/x.jpg'])
    await it.runDue()
    expect(await counts()).toMatchObject({ waiting: 2, failed: 0 })
    await later(30_000)
    expect(host.asked).toHaveLength(1)
    const minutes = [2, 13, 74, 435, 1_876]
    for (const after of minutes) await later(after * minute)
    expect(await counts()).toMatchObject({ waiting: 0, failed: 2 })
    expect((await counts()).problems.sort()).toEqual(['busy', 'unreachable'])
    expect(host.asked).toHaveLength(6)
  })

  test('of a host that drips is given up in time, and its host left alone', async () => {
    host.on('/slow.jpg', response => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await bring(['/slow.jpg'])
    const fetching = { ...work().fetching, timeoutMs: 300 }
    expect(await copyPictures({ ...work(), fetching }, store.storeId, never)).toBe(false)
    expect(await counts()).toMatchObject({ waiting: 1, problems: ['slow'] })
  })

  test('waits as long as the host asks, with all that is there', async () => {
    host.on('/1.jpg', response => void response.writeHead(429, { 'retry-after': '3600' }).end())
    await bring(['/1.jpg'])
    await it.runDue()
    await bring([], ['/2.jpg'])
    const first = host.asked.length
    await later(30 * minute)
    expect(host.asked.slice(first)).toEqual(['/2.jpg'])
    host.on('/1.jpg', send(404))
    await later(61 * minute)
    expect(await counts()).toMatchObject({ copied: 1, failed: 1, waiting: 0 })
  })
})

describe('a store', () => {
  test('with full storage waits until there is room', async () => {
    await bring(['/a.jpg'])
    await it.runDue()
    const used = await storedBytes(it.database, store.storeId)
    await updateStore(it.database, store.storeId, { limits: { stored_bytes: Math.round(used * 1.5) } })
    await bring([], ['/b.jpg', '/c.jpg'])
    await it.runDue()
    expect(await counts()).toEqual({ waiting: 2, copied: 1, failed: 0, foreign: 0, problems: ['storage'] })
    expect(await storedBytes(it.database, store.storeId)).toBe(used)
    await updateStore(it.database, store.storeId, { limits: { stored_bytes: used } })
    const asked = host.asked.length
    await later(61 * minute)
    expect(host.asked).toHaveLength(asked)
    await updateStore(it.database, store.storeId, { limits: {} })
    await later(122 * minute)
    expect(await counts()).toMatchObject({ waiting: 0, copied: 3, problems: [] })
  })

  test('with more pictures than a statement may delay waits with all of them', async () => {
    await bring(['/a.jpg', '/b.jpg'])
    await it.database.query(sql`
      insert into picture_copies (store_id, address_hash, address, host, state, due_at)
      select ${store.storeId}, sha256(number::text::bytea), 'http://host.example/' || number, 'host.example', 'waiting',
        ${new Date(start)}
      from generate_series(1, 12000) as number`)
    await updateStore(it.database, store.storeId, { limits: { stored_bytes: 0 } })
    await it.database.transaction(async tx => {
      // As an import does that stores another review with the address.
      await tx.query(sql`
        select
        from picture_copies
        where store_id = ${store.storeId} and address = ${`${host.url}/b.jpg`}
        for update`)
      expect(await copyPictures(work(), store.storeId, never)).toBe(false)
    })
    const waiting = await it.database.query<{ problem: string | null; count: number }>(sql`
      select problem, count(*)::integer as count
      from picture_copies
      where store_id = ${store.storeId} and due_at > ${new Date(start)}
      group by problem`)
    expect(waiting).toEqual([{ problem: 'storage', count: 12_001 }])
  })

  test('that was deleted fetches nothing, and leaves no row', async () => {
    await bring(['/a.jpg'])
    await it.database.transaction(tx => markDeleted(tx, store.storeId, new Date(start)))
    await it.runDue()
    expect(host.asked).toEqual([])
    await eraseDeletedStores(it.database, files, new Date(start + 120 * minute), (_message, error) => {
      throw error
    })
    const left = await it.database.query(sql`select from picture_copies where store_id = ${store.storeId}`)
    expect(left).toHaveLength(0)
  })

  test('that is not active forgets a day later what no review uses any more', async () => {
    await bring(['/1.jpg'], ['/2.jpg'])
    await planAllCopies(it.database, store.storeId, new Date(start))
    await updateStore(it.database, store.storeId, { active: false })
    await it.database.query(sql`
      delete from reviews
      where store_id = ${store.storeId} and body = 'Text 0'`)
    const tidyAt = async (at: number) => {
      await tidyStores(it.database, files, new Date(at), (_message, error) => {
        throw error
      })
      return (await counts()).waiting
    }
    expect(await tidyAt(start + minute)).toBe(2)
    expect(await tidyAt(start + 1_500 * minute)).toBe(1)
  })

  test('whose worker was stopped half-way continues, without fetching twice', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
    await bring(...paths.map(path => [path]))
    let checks = 0
    const signal = {
      get aborted() {
        return checks++ > 6
      },
    } as AbortSignal
    await copyPictures(work(), store.storeId, signal)
    const { copied, waiting } = await counts()
    expect([copied > 0, waiting > 0, copied + waiting]).toEqual([true, true, 12])
    await it.runDue()
    expect(await counts()).toMatchObject({ waiting: 0, copied: 12 })
    expect(host.asked).toHaveLength(12)
  })
})

describe('while its picture arrives', () => {
  /** Starts to copy the picture of a review, and lets `act` run before it arrives. */
  async function meanwhile(act: (id: string) => Promise<unknown>): Promise<void> {
    const picture = Buffer.from(await (await aPicture()).arrayBuffer())
    const asked = Promise.withResolvers<ServerResponse>()
    host.on('/held.jpg', response => asked.resolve(response))
    await bring(['/held.jpg'])
    const id = await idOf('Text 0')
    const done = copyPictures(work(), store.storeId, never)
    const response = await Promise.race([asked.promise, done.then(neverAsked)])
    await act(id)
    response.writeHead(200).end(picture)
    await done
  }

  test.each<[string, (id: string) => Promise<{ status: number }>, unknown[]]>([
    [
      'a review that is erased has no picture',
      () => owner.send('POST', `/stores/${store.storeId}/people/erase`, { email: 'buyer0@shop.example' }),
      [[]],
    ],
    [
      'a review that is removed keeps the address, hidden',
      id => decide({ action: 'remove', reason: 'spam', ids: [id] }),
      [[expect.stringContaining('/held.jpg')]],
    ],
  ])('%s, and no file is left', async (_what, act, expected) => {
    const before = onDisk()
    await meanwhile(async id => expect((await act(id)).status).toBe(200))
    expect(await stored()).toEqual(expected)
    expect([await filesOfStore(), onDisk(), await counts()]).toEqual([
      [],
      before,
      { waiting: 0, copied: 0, failed: 0, foreign: 0, problems: [] },
    ])
  })

  test('an import that is undone leaves no file', async () => {
    const before = onDisk()
    const { body } = await uploadFile(
      it,
      owner,
      store.storeId,
      'review',
      aFile({ body: 'Text', pictures: `${host.url}/held.jpg` }),
    )
    const job = `/stores/${store.storeId}/imports/${body.id}`
    await owner.send('POST', `${job}/trial`, asItIs)
    await it.runDue()
    expect((await owner.send('GET', job)).body).toMatchObject({
      pictures: null,
      notes: expect.arrayContaining([
        `Pictures to copy after the import: 1, from ${new URL(host.url).host} (1). Until then, they are displayed from there.`,
      ]),
    })
    await owner.send('POST', `${job}/run`)
    const asked = Promise.withResolvers<ServerResponse>()
    host.on('/held.jpg', response => asked.resolve(response))
    await it.runDue()
    expect((await owner.send('GET', job)).body).toMatchObject({ pictures: { waiting: 1, copied: 0 } })
    const copying = it.runDue()
    const response = await Promise.race([asked.promise, copying.then(neverAsked)])
    await owner.send('POST', `${job}/undo`)
    response.writeHead(200).end(Buffer.from(await (await aPicture()).arrayBuffer()))
    await copying
    await it.runDue()
    expect([await stored(), (await owner.send('GET', job)).body.pictures]).toEqual([[], null])
    await tidyStores(it.database, files, new Date(start + 1_500 * minute), (_message, error) => {
      throw error
    })
    expect([await filesOfStore(), onDisk()]).toEqual([[], before])
    expect(await counts()).toMatchObject({ waiting: 0, copied: 0 })
  })
})

test('a person who is erased leaves no address of a picture that failed', async () => {
  await bring(['/none', '/shared'], ['/shared'])
  await it.runDue()
  expect(await counts()).toMatchObject({ failed: 2 })
  await owner.send('POST', `/stores/${store.storeId}/people/erase`, { email: 'buyer0@shop.example' })
  expect(await counts()).toMatchObject({ failed: 1 })
  await owner.send('POST', `/stores/${store.storeId}/people/erase`, { email: 'buyer1@shop.example' })
  expect(await counts()).toMatchObject({ failed: 0 })
})

import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { openArchive } from '../../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../../exchange/archives/restore.ts'
import { writeArchive } from '../../../exchange/archives/write-archive.ts'
import { aFile, importText } from '../../../test/exchange/imports.ts'
import { isOurs, minute, never, start, usePictureCopies } from '../../../test/exchange/picture-copies.ts'
import { aReview } from '../../../test/factories.ts'
import { changeSettings, hearAll } from '../../../test/hearing.ts'
import type { PictureHost } from '../../../test/media/picture-host.ts'
import { aBomb, aPicture } from '../../../test/media/pictures.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'
import { planAllCopies } from './copies.ts'
import { copyPictures } from './copy-pictures.ts'

const { stage, bring, stored, counts, idOf, decide, filesOfStore, later, work } = usePictureCopies()

describe('pictures of imported reviews', () => {
  test('are copied, each address once, and take the place of the address everywhere', async () => {
    await bring(['/a.jpg', '/b.jpg'], ['/b.jpg', '/b.jpg'], [])
    const shown = async () => {
      await hearAll(stage.it)
      const { body } = await readAs(stage.it, stage.store, 'reviews.json', { product_id: 'P-1' })
      return (body.result as { pictures: string[] }[]).map(({ pictures }) => pictures).sort()
    }
    expect(await shown()).toEqual([
      [],
      [`${stage.host.url}/a.jpg`, `${stage.host.url}/b.jpg`],
      Array(2).fill(`${stage.host.url}/b.jpg`),
    ])
    expect(await counts()).toEqual({ waiting: 2, copied: 0, failed: 0, foreign: 0, problems: [] })
    await stage.it.runDue()
    expect(stage.host.asked.sort()).toEqual(['/a.jpg', '/b.jpg'])
    const [first = [], second = [], third] = await stored()
    expect([first[0], first[1]]).toEqual([expect.stringMatching(isOurs), expect.stringMatching(isOurs)])
    expect([second, third]).toEqual([[first[1]], []])
    expect(await counts()).toEqual({ waiting: 0, copied: 2, failed: 0, foreign: 0, problems: [] })
    expect(await shown()).toEqual(
      [
        [],
        [`${stage.it.url}/pictures/${first[0]}`, `${stage.it.url}/pictures/${first[1]}`],
        [`${stage.it.url}/pictures/${first[1]}`],
      ].sort(),
    )
    const answer = await fetch(`${stage.it.url}/pictures/${first[0]}`)
    const { format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([answer.status, format, exif]).toEqual([200, 'webp', undefined])
    // Nothing is left to do, whatever runs again.
    await bring(['/a.jpg', '/b.jpg'])
    await stage.it.runDue()
    expect(stage.host.asked).toHaveLength(2)
  })

  test('are another store’s own, from the same address', async () => {
    const other = await aStore(stage.it.database)
    await bring(['/a.jpg'])
    await importText(stage.it, other.storeId, aFile({ pictures: `${stage.host.url}/a.jpg` }))
    await changeSettings(stage.it, other.storeId, { active: false })
    await stage.it.runDue()
    expect([await stored(), await stored(other)]).toEqual([
      [[expect.stringMatching(isOurs)]],
      [[`${stage.host.url}/a.jpg`]],
    ])
    await changeSettings(stage.it, other.storeId, { active: true })
    await stage.it.runDue()
    const [[mine], [theirs]] = [(await stored())[0] ?? [], (await stored(other))[0] ?? []]
    expect(theirs).toMatch(isOurs)
    expect(theirs).not.toBe(mine)
  })

  test('that are ours are read without the network', async () => {
    await bring(['/a.jpg'])
    await stage.it.runDue()
    const [[name = '']] = (await stored()) as [string[]]
    const again = await aStore(stage.it.database)
    const lost = `${'0'.repeat(40)}-1600.webp`
    const address = (at: string, file = name) => `${at}/pictures/${file}`
    await importText(
      stage.it,
      again.storeId,
      aFile(
        { pictures: address(stage.it.url), body: '1' },
        { pictures: address(stage.it.url, lost), body: '2' },
      ),
    )
    // The store's own picture, under an address that the installation had before.
    await importText(
      stage.it,
      stage.store.storeId,
      aFile({ pictures: address('https://before.example'), body: 'Z' }),
    )
    const before = stage.host.asked.length
    await stage.it.runDue()
    expect(stage.host.asked).toHaveLength(before)
    expect(await stored(again)).toEqual([[expect.stringMatching(isOurs)], [address(stage.it.url, lost)]])
    expect(await counts(again)).toMatchObject({ copied: 1, failed: 1, problems: ['gone'] })
    expect((await stored()).at(-1)).toEqual([name])
  })

  test('are no webhook, but programs that read what changed find the review', async () => {
    const since = new Date(start - minute).toISOString()
    const hook = { url: `${stage.host.url}/hook`, events: ['review.updated', 'review.created'] }
    const { status } = await stage.owner.send('POST', `/stores/${stage.store.storeId}/webhooks`, hook)
    expect(status).toBe(201)
    await bring(['/a.jpg'])
    await stage.it.runDue()
    expect(await stored()).toEqual([[expect.stringMatching(isOurs)]])
    const [changed] = await stage.it.database.query<{ updated: boolean }>(sql`
      select updated_at >= ${since} as updated from reviews where store_id = ${stage.store.storeId}`)
    expect(changed?.updated).toBe(true)
    const events = await stage.it.database.query(sql`
      select from webhook_events where store_id = ${stage.store.storeId} and type like 'review.%'`)
    expect(events).toHaveLength(0)
  })

  test('of hidden reviews are copied once these are published', async () => {
    await importText(
      stage.it,
      stage.store.storeId,
      aFile({ body: 'Rejected', state: 'rejected', pictures: `${stage.host.url}/r.jpg` }),
    )
    await stage.it.runDue()
    expect([stage.host.asked, await counts()]).toMatchObject([[], { waiting: 0, copied: 0 }])
    const id = await idOf('Rejected')
    expect((await decide({ action: 'publish', ids: [id] })).status).toBe(200)
    await stage.it.runDue()
    expect(await stored()).toEqual([[expect.stringMatching(isOurs)]])
  })

  test('are copied by the store that an archive is restored into', async () => {
    await bring(['/a.jpg', '/late.jpg'])
    stage.host.on('/late.jpg', response => void response.writeHead(404).end())
    await stage.it.runDue()
    const out = new PassThrough()
    const zip = buffer(out)
    await writeArchive(stage.it.database, stage.files, stage.store.storeId, new Date(start), out)
    const archive = await openArchive(async () => await fromBufferPromise(await zip))
    const to = await aStore(stage.it.database)
    const by = { at: new Date(start), actor: 'command' } as const
    await restoreArchive(stage.it.database, stage.files, to.storeId, archive, by)
    expect(await counts(to)).toMatchObject({ waiting: 1, copied: 0 })
    // The store that it is from tries nothing again.
    expect(await counts()).toMatchObject({ waiting: 0, failed: 1 })
    stage.host.on('/late.jpg', response => stage.host.picture(response))
    await stage.it.runDue()
    expect(await stored(to)).toEqual([[expect.stringMatching(isOurs), expect.stringMatching(isOurs)]])
  })

  test('that were imported by an earlier release are found', async () => {
    await addProducts(stage.it, stage.store, { 'P-9': '' })
    await addReviews(
      stage.it,
      stage.store,
      aReview({ product_id: 'P-9', pictures: [`${stage.host.url}/old.jpg`] }),
    )
    await stage.it.runDue()
    expect(stage.host.asked).toEqual([])
    await planAllCopies(stage.it.database, stage.store.storeId, new Date(start))
    await stage.it.runDue()
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
      ['/own.jpg', 'not_public', send(302, '', { location: `${stage.it.url}/pictures/x` })],
      ['/private.jpg', 'not_public', send(302, '', { location: 'http://10.0.0.1/x.jpg' })],
      ['/file.jpg', 'not_public', send(302, '', { location: 'file:///etc/passwd' })],
      ['/loop.jpg', 'redirects', send(301, '', { location: '/loop.jpg' })],
    ]
    for (const [path, , answer] of cases) stage.host.on(path, answer)
    await bring(
      cases.map(([path]) => path),
      ['http://10.1.2.3/x.jpg', 'http://169.254.169.254/latest/'],
    )
    await stage.it.runDue()
    const rows = await stage.it.database.query<{ address: string; state: string; problem: string }>(sql`
      select address, state, problem from picture_copies where store_id = ${stage.store.storeId}`)
    const found = Object.fromEntries(rows.map(one => [one.address, [one.state, one.problem]]))
    expect(found).toEqual({
      ...Object.fromEntries(cases.map(([path, problem]) => [stage.host.url + path, ['failed', problem]])),
      'http://10.1.2.3/x.jpg': ['failed', 'not_public'],
      'http://169.254.169.254/latest/': ['failed', 'not_public'],
    })
    expect(await filesOfStore()).toEqual([])
    expect((await stored()).flat()).toEqual(expect.arrayContaining([`${stage.host.url}/404.jpg`]))
    // Tried again, and this time one of them is there.
    stage.host.on('/404.jpg', send(200, picture))
    await planAllCopies(stage.it.database, stage.store.storeId, new Date(start))
    expect(await counts()).toMatchObject({ failed: 0, problems: [] })
    await stage.it.runDue()
    expect(await counts()).toMatchObject({ copied: 1, failed: 16 })
  })

  test('is counted as a video, by its name or by its bytes', async () => {
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100)])
    stage.host.on('/v', send(200, mp4))
    await bring(['/clip.mp4?x=1', '/v', '/a.jpg'])
    await stage.it.runDue()
    expect(await counts()).toMatchObject({ copied: 1, foreign: 2, failed: 0, waiting: 0 })
    expect(stage.host.asked).not.toContain('/clip.mp4?x=1')
    await hearAll(stage.it)
    const { body } = await readAs(stage.it, stage.store, 'reviews.json', { product_id: 'P-1' })
    // A page would display a broken picture.
    expect(body.result[0].pictures).toEqual([`${stage.host.url}/v`, expect.stringContaining('/pictures/')])
  })

  test('is tried again after a busy or lost server, and fails at last', async () => {
    stage.host.on('/busy.jpg', send(500))
    await bring(['/busy.jpg'], ['http://gone.example/x.jpg'])
    await stage.it.runDue()
    expect(await counts()).toMatchObject({ waiting: 2, failed: 0 })
    await later(30_000)
    expect(stage.host.asked).toHaveLength(1)
    const minutes = [2, 13, 74, 435, 1_876]
    for (const after of minutes) await later(after * minute)
    expect(await counts()).toMatchObject({ waiting: 0, failed: 2 })
    expect((await counts()).problems.sort()).toEqual(['busy', 'unreachable'])
    expect(stage.host.asked).toHaveLength(6)
  })

  test('of a host that drips is given up in time, and its host left alone', async () => {
    stage.host.on('/slow.jpg', response => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await bring(['/slow.jpg'])
    const fetching = { ...work().fetching, timeoutMs: 300 }
    expect(await copyPictures({ ...work(), fetching }, stage.store.storeId, never)).toBe(false)
    expect(await counts()).toMatchObject({ waiting: 1, problems: ['slow'] })
  })

  test('waits as long as the host asks, with all that is there', async () => {
    stage.host.on('/1.jpg', response => void response.writeHead(429, { 'retry-after': '3600' }).end())
    await bring(['/1.jpg'])
    await stage.it.runDue()
    await bring([], ['/2.jpg'])
    const first = stage.host.asked.length
    await later(30 * minute)
    expect(stage.host.asked.slice(first)).toEqual(['/2.jpg'])
    stage.host.on('/1.jpg', send(404))
    await later(61 * minute)
    expect(await counts()).toMatchObject({ copied: 1, failed: 1, waiting: 0 })
  })
})

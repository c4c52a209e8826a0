import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { copyPictures } from '../../../answers/reviews/copies/copy-pictures.ts'
import { openArchive } from '../../../exchange/archives/read-archive.ts'
import { restoreArchive, tryArchive } from '../../../exchange/archives/restore.ts'
import { writeArchive } from '../../../exchange/archives/write-archive.ts'
import { never, usePictureCopies } from '../../../test/exchange/picture-copies.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aPicture } from '../../../test/media/pictures.ts'
import { anMp4, box } from '../../../test/media/videos.ts'
import { type Clamd, marker, startClamd } from '../../../test/network/clamd.ts'
import { aStore } from '../../../test/users.ts'
import { saveLogo } from '../pictures/logos.ts'
import { openPictureStore, type PictureStore } from '../pictures/picture-store.ts'
import { receiveExportedPicture, receiveForeignPicture } from '../pictures/pictures.ts'
import { receiveExportedVideo } from '../videos/exported.ts'
import { createScan, MalwareFound } from './scan.ts'

const { stage, bring, counts, onDisk, work } = usePictureCopies()
let clamd: Clamd
let scanned: PictureStore
beforeAll(async () => {
  clamd = await startClamd()
  scanned = openPictureStore({ ...stage.settings, CLAMD_URL: clamd.url })
})
afterAll(() => clamd.close())
beforeEach(() => {
  clamd.mode = 'on'
})

/** A valid picture, after whose end the marker follows. */
const aMarkedPicture = async () =>
  Buffer.concat([Buffer.from(await (await aPicture()).arrayBuffer()), Buffer.from(marker)])

const at = new Date('2027-02-01T12:00:00Z')

describe('each of these scans what it stores', () => {
  test.each([
    ['a picture of an export', receiveExportedPicture],
    ['a picture of another service', receiveForeignPicture],
    ['a logo', saveLogo],
  ])('%s', async (_, receive) => {
    const stored = receive(stage.it.database, scanned, stage.store.storeId, await aMarkedPicture(), at)
    await expect(stored).rejects.toThrow(MalwareFound)
    expect(onDisk()).toBe(0)
  })

  test('a video of an export', async () => {
    const bytes = Buffer.concat([anMp4(), box('free', Buffer.from(marker))])
    const video = { name: `${'0'.repeat(40)}-${bytes.length}-12.mp4`, bytes, posters: new Map() }
    const stored = receiveExportedVideo(stage.it.database, scanned, stage.store.storeId, video, at)
    await expect(stored).rejects.toThrow(MalwareFound)
  })

  test('a picture that is copied', async () => {
    await bring(['/bad.jpg'])
    const bytes = await aMarkedPicture()
    stage.host.on('/bad.jpg', response => void response.writeHead(200).end(bytes))
    await copyPictures({ ...work(), pictures: scanned }, stage.store.storeId, never)
    expect(await counts()).toMatchObject({ waiting: 0, copied: 0, failed: 1, problems: ['broken'] })
    expect(onDisk()).toBe(0)
  })
})

describe('the logo of an archive', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'realword-scanned-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each(['trial', 'restore'])('is scanned by its %s', async step => {
    const { database } = stage.it
    const { storeId } = stage.store
    const red = { width: 90, height: 30, channels: 3, background: '#c00' } as const
    const png = await sharp({ create: red }).png().toBuffer()
    const logo = await saveLogo(database, stage.files, storeId, png, at)
    await changeSettings(stage.it, storeId, { logo_url: `https://old.example/pictures/${logo}` })
    await stage.files.put(logo, Buffer.concat([png, Buffer.from(marker)]))
    const path = join(folder, 'store.zip')
    await writeArchive(database, stage.files, storeId, at, createWriteStream(path))
    const into = await aStore(database)
    const archive = await openArchive(() => openPromise(path, { autoClose: false }))
    const outcome =
      step === 'trial'
        ? tryArchive(database, scanned, into.storeId, archive, at)
        : restoreArchive(database, scanned, into.storeId, archive, { at, actor: 'command' })
    await expect(outcome).rejects.toThrow(`The malware scanner found something harmful in ${logo}.`)
    archive.close()
  })
})

describe('a clamd that did not answer in time', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is left alone for 5 s, in which files are refused at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const outcomes: string[] = []
    const scan = createScan(clamd.url, outcome => outcomes.push(outcome), { silence: 50 })
    clamd.mode = 'silent'
    await expect(scan('', Buffer.from('x'))).rejects.toThrow('did not answer in time')
    clamd.mode = 'on'
    clamd.scanned.length = 0
    vi.advanceTimersByTime(4_999)
    await expect(scan('', Buffer.from('x'))).rejects.toThrow('did not answer in time')
    expect(clamd.scanned).toEqual([])
    vi.advanceTimersByTime(1)
    await scan('', Buffer.from('x'))
    expect(clamd.scanned).toEqual([Buffer.from('x')])
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'clean'])
  })
})

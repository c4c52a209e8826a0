import { describe, expect, test } from 'vitest'
import { times } from '../../../../test/factories.ts'
import { anMp4, aWebm, box, element } from '../../../../test/media/videos.ts'
import { checkVideo } from './check.ts'

async function check(video: Buffer): Promise<unknown> {
  let bytes = 0
  const read = async (start: number, length: number) => {
    bytes += length
    return video.subarray(start, start + length)
  }
  const outcome = await checkVideo(read, video.length).catch(error => error.why ?? error)
  // However a file is made, checking it is cheap.
  expect(bytes).toBeLessThan(5_100_000)
  return outcome
}

describe('the container of a video', () => {
  test.each([
    ['an MP4', anMp4(), { type: 'mp4', seconds: 12 }],
    ['an MP4 for streams, without sound', anMp4({ isFast: true, sound: '' }), { type: 'mp4', seconds: 12 }],
    ['a phone that stopped late', anMp4({ seconds: 60.4 }), { type: 'mp4', seconds: 60 }],
    ['a blink', anMp4({ seconds: 0.2 }), { type: 'mp4', seconds: 1 }],
    ['a WebM', aWebm(), { type: 'webm', seconds: 12 }],
    ['a WebM of AV1, without sound', aWebm({ codec: 'V_AV1', sound: '' }), { type: 'webm', seconds: 12 }],
    ['a minute and more', anMp4({ seconds: 61 }), 'long'],
    ['a WebM of a minute and more', aWebm({ seconds: 61 }), 'long'],
    ['HEVC', anMp4({ codec: 'hvc1' }), 'codec'],
    ['AC-3', anMp4({ sound: 'ac-3' }), 'codec'],
    ['a WebM of H.264', aWebm({ codec: 'V_MPEG4/ISO/AVC' }), 'codec'],
    ['no length', anMp4({ seconds: 0 }), 'broken'],
    ['a WebM without a length', aWebm({ seconds: Number.NaN }), 'broken'],
    ['a WebM of minus one second', aWebm({ seconds: -1 }), 'broken'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'format'],
    ['an AVI', Buffer.from('RIFF\0\0\0\0AVI LIST'), 'format'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'format'],
    ['Matroska', element(0x1a45dfa3, element(0x4282, Buffer.from('matroska'))), 'format'],
    ['nothing', Buffer.alloc(0), 'format'],
    ['a movie without media', box('ftyp', Buffer.from('isom')), 'broken'],
    ['two movies', Buffer.concat([anMp4(), anMp4()]), 'broken'],
    [
      'a movie of five megabytes',
      Buffer.concat([box('ftyp'), box('moov', Buffer.alloc(5_000_000))]),
      'broken',
    ],
    ['thousands of boxes', Buffer.concat([box('ftyp'), ...times(3000, () => box('free'))]), 'broken'],
    [
      'a box of 2^64 bytes',
      Buffer.concat([box('ftyp'), Buffer.from(`00000001${'6d646174'}${'f'.repeat(16)}`, 'hex')]),
      'broken',
    ],
    ['a box of two bytes', Buffer.concat([box('ftyp'), Buffer.from('000000026d646174', 'hex')]), 'broken'],
  ])('%s', async (_what, video, expected) => {
    expect(await check(video)).toEqual(expected)
  })

  // Each is a valid video but for one thing.
  const mp4 = anMp4({ isFast: true })
  const [moov, mdat] = ['moov', 'mdat'].map(name => mp4.indexOf(name) - 4) as [number, number]
  const inMovie = (...more: Buffer[]) =>
    Buffer.concat([
      mp4.subarray(0, moov),
      box('moov', mp4.subarray(moov + 8, mdat), ...more),
      mp4.subarray(mdat),
    ])
  const after = (...more: Buffer[]) => Buffer.concat([mp4, ...more])
  const withoutScale = Buffer.from(mp4)
  withoutScale.writeUInt32BE(0, mp4.indexOf('mvhd') + 4 + 12)
  const track = (from: Buffer) => from.subarray(from.indexOf('trak') - 4, from.indexOf('mdat') - 4)
  const many = (one: Buffer) => times(2001, () => one)

  test.each([
    ['a movie with four megabytes of nothing', inMovie(box('free', Buffer.alloc(4_000_000)))],
    ['no media', mp4.subarray(0, mdat)],
    ['thousands of boxes behind it', after(...many(box('free')))],
    ['thousands of boxes in the movie', inMovie(...many(box('free')))],
    ['a box of four bytes, and one that begins in it', after(Buffer.from('000000040000000866726565', 'hex'))],
    ['a box that ends behind the file', after(Buffer.from('0000010066726565', 'hex'))],
    ['two tracks of pictures', inMovie(track(anMp4({ isFast: true, sound: '' })))],
    ['two headers', inMovie(box('mvhd', Buffer.alloc(100, 1)))],
    ['a length in units of nothing', withoutScale],
  ])('of an MP4 with %s is broken', async (_what, video) => {
    expect(await check(video)).toBe('broken')
  })

  const webm = aWebm()
  const [segment, info, tracks, cluster] = ['18538067', '1549a966', '1654ae6b', '1f43b675'].map(id =>
    webm.indexOf(id, 0, 'hex'),
  ) as [number, number, number, number]
  const contentOf = (from: number, to: number) => webm.subarray(from + 4 + 8, to)
  const withInfo = (...more: Buffer[]) =>
    Buffer.concat([
      webm.subarray(0, info),
      element(0x1549a966, Buffer.concat([contentOf(info, tracks), ...more])),
      webm.subarray(tracks),
    ])
  const beforeMedia = (...more: Buffer[]) =>
    Buffer.concat([webm.subarray(0, cluster), ...more, webm.subarray(cluster)])
  const twice = Buffer.concat([contentOf(tracks, cluster), contentOf(tracks, cluster)])
  const empty = element(0xec, Buffer.alloc(0))

  test.each([
    [
      'a cluster for its segment',
      Buffer.concat([webm.subarray(0, segment), Buffer.from('1f43b675', 'hex'), webm.subarray(segment + 4)]),
    ],
    ['no media', webm.subarray(0, cluster)],
    ['an element of open size in its information', withInfo(element(0xec, Buffer.alloc(0), null))],
    ['a megabyte of information', withInfo(element(0xec, Buffer.alloc(1_000_000)))],
    ['thousands of elements in its information', withInfo(...many(empty))],
    ['thousands of elements before its media', beforeMedia(...many(empty))],
    [
      'media that ends behind the file',
      Buffer.concat([webm.subarray(0, cluster), element(0x1f43b675, empty, 5000)]),
    ],
    [
      'two tracks of pictures',
      Buffer.concat([webm.subarray(0, tracks), element(0x1654ae6b, twice), webm.subarray(cluster)]),
    ],
  ])('of a WebM with %s is broken', async (_what, video) => {
    expect(await check(video)).toBe('broken')
  })

  test('information that a WebM repeats is neither believed nor read again', async () => {
    const webm = aWebm({ media: 0 })
    const info = webm.subarray(webm.indexOf('1549a966', 'hex'), webm.indexOf('1654ae6b', 'hex'))
    const cluster = webm.indexOf('1f43b675', 'hex')
    const longer = Buffer.concat([element(0x1549a966, Buffer.alloc(900_000)), info])
    const video = [webm.subarray(0, cluster), ...times(20, () => longer), webm.subarray(cluster)]
    expect(await check(Buffer.concat(video))).toEqual({ type: 'webm', seconds: 12 })
  })

  test.each([
    ['MP4', anMp4({ media: 100 })],
    ['WebM', aWebm({ media: 100 })],
  ])('an %s that is cut off or changed anywhere is read or refused, and nothing else', async (_what, video) => {
    const isExpected = (outcome: unknown) =>
      ['format', 'codec', 'long', 'broken'].includes(String(outcome)) ||
      (outcome as { seconds: number }).seconds > 0
    const outcomes: unknown[] = []
    for (let at = 0; at < video.length; at++) {
      outcomes.push(await check(video.subarray(0, at)))
      for (const value of [0x00, 0x01, 0x7f, 0x80, 0xff])
        outcomes.push(
          await check(Buffer.concat([video.subarray(0, at), Buffer.from([value]), video.subarray(at + 1)])),
        )
    }
    expect(outcomes.filter(outcome => !isExpected(outcome))).toEqual([])
  })
})

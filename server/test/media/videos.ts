/** A box of an MP4: its length, its name and its content. */
export function box(name: string, ...content: Buffer[]): Buffer {
  const whole = Buffer.concat(content)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + whole.length)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, whole])
}

type Shape = {
  seconds?: number
  codec?: string
  sound?: string | undefined
  /** Bytes of media. */
  media?: number
  /** The movie before the media, as for streams. */
  isFast?: boolean
}

/** The container of an MP4, with noise for its media. */
export function anMp4({
  seconds = 12,
  codec = 'avc1',
  sound = 'mp4a',
  media = 5000,
  isFast,
}: Shape = {}): Buffer {
  const times = (version = 0) => {
    const header = Buffer.alloc(100)
    header[0] = version
    header.writeUInt32BE(600, 12)
    header.writeUInt32BE(Math.round(seconds * 600), 16)
    return header
  }
  const track = (kind: string, codec: string) =>
    box(
      'trak',
      box('tkhd', Buffer.alloc(84)),
      box(
        'mdia',
        box('mdhd', times()),
        box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13)])),
        box(
          'minf',
          box('stbl', box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec, Buffer.alloc(78)))),
        ),
      ),
    )
  const movie = box(
    'moov',
    box('mvhd', times()),
    track('vide', codec),
    ...(sound ? [track('soun', sound)] : []),
  )
  const noise = Buffer.alloc(media)
  for (let at = 0; at < media; at++) noise[at] = (at * 31) % 251
  const [first, second] = isFast ? [movie, box('mdat', noise)] : [box('mdat', noise), movie]
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isommp42')), first, second])
}

/** An element of a WebM. A `size` of its own, or null for an open one, replaces that of the content. */
export function element(id: number, content: Buffer, size: number | null = content.length): Buffer {
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex')
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | (size === null ? (1n << 56n) - 1n : BigInt(size)))
  return Buffer.concat([name, length, content])
}

/** The container of a WebM, with noise for its cluster. */
export function aWebm({ seconds = 12, codec = 'V_VP9', sound = 'A_OPUS', media = 5000 }: Shape = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(seconds * 1000)
  const track = (kind: number, codec: string) =>
    element(0xae, Buffer.concat([element(0x83, Buffer.from([kind])), element(0x86, Buffer.from(codec))]))
  const tracks = [track(1, codec), ...(sound ? [track(2, sound)] : [])]
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
    element(
      0x18538067,
      Buffer.concat([
        element(
          0x1549a966,
          Buffer.concat([element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40])), element(0x4489, duration)]),
        ),
        element(0x1654ae6b, Buffer.concat(tracks)),
        element(0x1f43b675, Buffer.alloc(media, 7), null),
      ]),
      null,
    ),
  ])
}

/** A WebVTT file with one caption. */
export const someCaptions = 'WEBVTT\n\n00:01.000 --> 00:04.000\nIt boils within two minutes.\n'

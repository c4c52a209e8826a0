import { type Contents, type Part, type ReadBytes, VideoRefused } from './bytes.ts'

// ISO/IEC 14496-12 (boxes), 14496-14 and -15 (what an MP4 of H.264 and AAC is), and Apple's QuickTime, which phones write.
const mostBoxes = 2000 // in one box: a phone writes some twenty
const largestMovie = 4_000_000 // bytes of a moov box: the index of a minute has some 100 kB

/**
 * Reads the boxes of an MP4: one track of H.264, and AAC or no sound. Throws `VideoRefused`. Only the headers of its largest
 * boxes are read, and no box may end outside of the one that contains it.
 */
export async function readMp4(read: ReadBytes, size: number): Promise<Contents> {
  let movie: Buffer | undefined
  let hasMedia = false
  for await (const box of boxesOfFile(read, size)) {
    if (box.name === 'mdat') hasMedia = true
    if (box.name !== 'moov') continue
    if (movie || box.end - box.start > largestMovie) throw new VideoRefused('broken')
    movie = await read(box.start, box.end - box.start)
  }
  if (!movie || !hasMedia) throw new VideoRefused('broken')
  return { type: 'mp4', seconds: readMovie(movie) }
}

async function* boxesOfFile(read: ReadBytes, size: number): AsyncGenerator<Part> {
  let at = 0
  for (let count = 0; at < size; count++) {
    if (count === mostBoxes) throw new VideoRefused('broken')
    const box = headerAt(await read(at, 16), at, size)
    yield box
    at = box.end
  }
}

// `header` begins where the box does, at `at` of what ends at `end`.
function headerAt(header: Buffer, at: number, end: number): Part {
  if (header.length < 8) throw new VideoRefused('broken')
  const name = header.toString('latin1', 4, 8)
  const given = header.readUInt32BE(0)
  const isLong = given === 1
  if (isLong && header.length < 16) throw new VideoRefused('broken')
  const length = isLong ? Number(header.readBigUInt64BE(8)) : given === 0 ? end - at : given
  const box = { name, start: at + (isLong ? 16 : 8), end: at + length }
  if (box.end < box.start || box.end > end) throw new VideoRefused('broken')
  return box
}

type Box = { name: string; content: Buffer }

function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < content.length; ) {
    // Apple ends some lists with four zero bytes.
    if (content.length - at < 8) break
    const { name, start, end } = headerAt(content.subarray(at, at + 16), at, content.length)
    boxes.push({ name, content: content.subarray(start, end) })
    if (boxes.length > mostBoxes) throw new VideoRefused('broken')
    at = end
  }
  return boxes
}

/** The content of the only box of a name. */
function only(boxes: Box[], name: string): Buffer {
  const [found, second] = boxes.filter(box => box.name === name)
  if (!found || second) throw new VideoRefused('broken')
  return found.content
}

function readMovie(movie: Buffer): number {
  const boxes = boxesIn(movie)
  const tracks = boxes.filter(({ name }) => name === 'trak').map(({ content }) => readTrack(content))
  const pictures = tracks.filter(({ kind }) => kind === 'vide')
  const sounds = tracks.filter(({ kind }) => kind === 'soun')
  if (pictures.length !== 1) throw new VideoRefused('broken')
  if (pictures.some(({ codec }) => codec !== 'avc1' && codec !== 'avc3')) throw new VideoRefused('codec')
  if (sounds.some(({ codec }) => codec !== 'mp4a')) throw new VideoRefused('codec')
  const seconds = [secondsOf(only(boxes, 'mvhd')), ...tracks.map(({ seconds }) => seconds)]
  return Math.max(...seconds)
}

function readTrack(track: Buffer): { kind: string; codec: string; seconds: number } {
  const media = boxesIn(only(boxesIn(track), 'mdia'))
  const kind = textAt(only(media, 'hdlr'), 8)
  const seconds = secondsOf(only(media, 'mdhd'))
  if (kind !== 'vide' && kind !== 'soun') return { kind, codec: '', seconds }
  const table = boxesIn(only(boxesIn(only(media, 'minf')), 'stbl'))
  const descriptions = only(table, 'stsd')
  const [first, ...others] = boxesIn(descriptions.subarray(8)).map(({ name }) => name)
  if (!first || others.some(name => name !== first)) throw new VideoRefused('codec')
  return { kind, codec: first, seconds }
}

function textAt(content: Buffer, at: number): string {
  if (content.length < at + 4) throw new VideoRefused('broken')
  return content.toString('latin1', at, at + 4)
}

// mvhd and mdhd begin alike: a version, which says how long times are, then two times, the scale and the duration.
function secondsOf(header: Buffer): number {
  const isLong = header[0] === 1
  const [scaleAt, length] = isLong ? [20, 32] : [12, 20]
  if (header.length < length) throw new VideoRefused('broken')
  const scale = header.readUInt32BE(scaleAt)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  if (scale === 0) throw new VideoRefused('broken')
  return duration / scale
}

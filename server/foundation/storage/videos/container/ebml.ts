import { type Contents, type ReadBytes, VideoRefused } from './bytes.ts'

// RFC 8794 (EBML), RFC 9559 (Matroska) and the WebM guidelines.
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  kind: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
}

const pictures = ['V_VP8', 'V_VP9', 'V_AV1']
const sounds = ['A_OPUS', 'A_VORBIS']
const mostElements = 2000 // in one element, before the first cluster
const largestElement = 1_000_000 // bytes of the elements that are read as a whole
const longestHeader = 12 // bytes: an id of four and a size of eight

/**
 * Reads the elements of a WebM up to its first cluster: one track of VP8, VP9 or AV1, and Opus, Vorbis or no sound. Throws
 * `VideoRefused`. No element may end outside of the one that contains it.
 */
export async function readWebm(read: ReadBytes, size: number): Promise<Contents> {
  const header = elementAt(await read(0, longestHeader), 0, size)
  const docType = elementsIn(await whole(read, header)).find(({ id }) => id === ids.docType)
  if (textOf(docType?.content) !== 'webm') throw new VideoRefused('format')
  const segment = elementAt(await read(header.end, longestHeader), header.end, size)
  if (segment.id !== ids.segment) throw new VideoRefused('broken')
  let [info, tracks]: (Buffer | undefined)[] = []
  let hasMedia = false
  let at = segment.start
  for (let count = 0; at < segment.end && !hasMedia; count++) {
    if (count === mostElements) throw new VideoRefused('broken')
    const element = elementAt(await read(at, longestHeader), at, segment.end)
    // The first ones, as in players.
    if (element.id === ids.info) info ??= await whole(read, element)
    if (element.id === ids.tracks) tracks ??= await whole(read, element)
    hasMedia = element.id === ids.cluster
    at = element.end
  }
  if (!info || !tracks || !hasMedia) throw new VideoRefused('broken')
  checkTracks(tracks)
  return { type: 'webm', seconds: secondsOf(info) }
}

type Element = { id: number; start: number; end: number }

// `bytes` begin where the element does, at `at` of what ends at `end`. Streams leave the sizes of a segment and of a cluster
// open: all bits of such a size are set, and the element ends where its parent does.
function elementAt(bytes: Buffer, at: number, end: number): Element {
  const idLength = lengthOf(bytes[0], 4)
  const sizeLength = lengthOf(bytes[idLength], 8)
  if (bytes.length < idLength + sizeLength) throw new VideoRefused('broken')
  const id = bytes.readUIntBE(0, idLength)
  let size = BigInt((bytes[idLength] as number) & (0xff >> sizeLength))
  for (let index = 1; index < sizeLength; index++)
    size = (size << 8n) | BigInt(bytes[idLength + index] as number)
  const isOpen = size === (1n << BigInt(7 * sizeLength)) - 1n
  if (isOpen && id !== ids.segment && id !== ids.cluster) throw new VideoRefused('broken')
  const start = at + idLength + sizeLength
  const element = { id, start, end: isOpen ? end : start + Number(size) }
  if (element.start > end || element.end > end) throw new VideoRefused('broken')
  return element
}

// The leading zero bits of the first byte say how many bytes follow it.
function lengthOf(first: number | undefined, most: number): number {
  const length = first === undefined ? 9 : Math.clz32(first) - 23
  if (length > most) throw new VideoRefused('broken')
  return length
}

async function whole(read: ReadBytes, { start, end }: Element): Promise<Buffer> {
  if (end - start > largestElement) throw new VideoRefused('broken')
  return await read(start, end - start)
}

function elementsIn(content: Buffer): { id: number; content: Buffer }[] {
  const elements: { id: number; content: Buffer }[] = []
  for (let at = 0; at < content.length; ) {
    const { id, start, end } = elementAt(content.subarray(at, at + longestHeader), at, content.length)
    elements.push({ id, content: content.subarray(start, end) })
    if (elements.length > mostElements) throw new VideoRefused('broken')
    at = end
  }
  return elements
}

function checkTracks(content: Buffer): void {
  const tracks = elementsIn(content)
    .filter(({ id }) => id === ids.track)
    .map(track => {
      const parts = elementsIn(track.content)
      const find = (id: number) => parts.find(part => part.id === id)?.content
      return { kind: numberOf(find(ids.kind)), codec: textOf(find(ids.codec)) }
    })
  const seen = tracks.filter(({ kind }) => kind === 1)
  if (seen.length !== 1) throw new VideoRefused('broken')
  const isPlayed = tracks.every(
    ({ kind, codec }) => (kind !== 1 || pictures.includes(codec)) && (kind !== 2 || sounds.includes(codec)),
  )
  if (!isPlayed) throw new VideoRefused('codec')
}

function secondsOf(content: Buffer): number {
  const info = elementsIn(content)
  const find = (id: number) => info.find(part => part.id === id)?.content
  const scale = numberOf(find(ids.scale)) ?? 1_000_000 // nanoseconds
  const duration = find(ids.duration)
  if (duration?.length !== 4 && duration?.length !== 8) throw new VideoRefused('broken')
  return ((duration.length === 4 ? duration.readFloatBE() : duration.readDoubleBE()) * scale) / 1e9
}

function numberOf(content: Buffer | undefined): number | undefined {
  if (content === undefined || content.length === 0 || content.length > 6) return undefined
  return content.readUIntBE(0, content.length)
}

function textOf(content: Buffer | undefined): string {
  return (content?.toString('latin1') ?? '').replace(/\0+$/, '')
}

import { longestVideo } from '../names.ts'
import { type Contents, type ReadBytes, VideoRefused } from './bytes.ts'
import { readWebm } from './ebml.ts'
import { readMp4 } from './iso-bmff.ts'

// Phones stop a little late.
const tolerance = 0.6 // seconds

/**
 * What a video is, by its container: nothing of it is decoded. Throws `VideoRefused` for another format, codecs that
 * browsers need not have, a longer video, and one that is cut off or does not say how long it is.
 */
export async function checkVideo(read: ReadBytes, size: number): Promise<Contents> {
  const start = await read(0, 12)
  const isWebm = start.length === 12 && start.readUInt32BE(0) === 0x1a45dfa3
  if (!isWebm && start.toString('latin1', 4, 8) !== 'ftyp') throw new VideoRefused('format')
  const { type, seconds } = await (isWebm ? readWebm : readMp4)(read, size)
  if (!(seconds > 0)) throw new VideoRefused('broken')
  if (seconds > longestVideo + tolerance) throw new VideoRefused('long')
  return { type, seconds: Math.min(longestVideo, Math.max(1, Math.round(seconds))) }
}

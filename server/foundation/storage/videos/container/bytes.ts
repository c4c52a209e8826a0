/** Reads bytes of a video; fewer at its end. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>

/** Why a video is refused: a sentence of the form says what to do about each. */
export type VideoFault = 'format' | 'codec' | 'long' | 'broken' | 'malware' | 'unscannable'

/** Thrown for a video that is not stored. */
export class VideoRefused extends Error {
  override readonly name = 'VideoRefused'
  readonly why: VideoFault
  constructor(why: VideoFault) {
    super(`The video is refused: ${why}.`)
    this.why = why
  }
}

/** What the container of a video says of it. */
export type Contents = { type: 'mp4' | 'webm'; seconds: number }

/** The header of a box or an element: `end` is where it ends, and `start` where its content begins. */
export type Part = { name: string; start: number; end: number }

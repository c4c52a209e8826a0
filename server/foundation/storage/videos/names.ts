/**
 * A video as reviews name it, beside their pictures. The name says all that a page needs to show it, so reads need no
 * further table: `<id>-<bytes>-<seconds>-<poster>.mp4`. `poster` is the hash of a picture of ours, if there is one.
 */
export type Video = {
  id: string
  bytes: number
  seconds: number
  poster: string | undefined
  type: 'mp4' | 'webm'
}

export const longestVideo = 60 // seconds
export const largestVideo = 60_000_000 // bytes

/** Bytes of each stored part. The last part of a video may be shorter. */
export const partSize = 256 * 1024

const pattern = /^([0-9a-f]{40})-([1-9]\d{0,7})-([1-9]\d?)(?:-([0-9a-f]{40}))?\.(mp4|webm)$/

/** Reads the name of a video; undefined for any other text. */
export function readVideoName(name: string): Video | undefined {
  const [, id, bytes, seconds, poster, type] = pattern.exec(name) ?? []
  if (!id || (type !== 'mp4' && type !== 'webm')) return undefined
  const video = { id, bytes: Number(bytes), seconds: Number(seconds), poster, type } as const
  return video.bytes <= largestVideo && video.seconds <= longestVideo ? video : undefined
}

export function nameOfVideo({ id, bytes, seconds, poster, type }: Video): string {
  return `${[id, bytes, seconds, ...(poster ? [poster] : [])].join('-')}.${type}`
}

/** The name under which an upload reserves its bytes until it is complete. */
export type Upload = { id: string; bytes: number; poster: string | undefined }

export function nameOfUpload({ id, bytes, poster }: Upload): string {
  return `${[id, bytes, ...(poster ? [poster] : [])].join('-')}.upload`
}

export function readUploadName(name: string): Upload | undefined {
  const [, id, bytes, poster] = /^([0-9a-f]{40})-([1-9]\d{0,7})(?:-([0-9a-f]{40}))?\.upload$/.exec(name) ?? []
  return id ? { id, bytes: Number(bytes), poster } : undefined
}

/** The name of the poster among the store's pictures. */
export function posterOf({ poster }: { poster?: string | undefined }): string | undefined {
  return poster && `${poster}-1600.webp`
}

/** The captions of a video, as its review names them beside it: `<hash>-<language>.vtt`. */
export function readCaptionsName(name: string): { language: string } | undefined {
  const [, language] = /^[0-9a-f]{40}-([a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\.vtt$/.exec(name) ?? []
  return language ? { language } : undefined
}

export type Media = Record<'pictures' | 'videos' | 'captions', string[]>

/** The media of a review, which keeps their names in one list: its pictures, the poster, its video, its captions. */
export function splitMedia(names: readonly string[]): Media {
  const videos = names.filter(name => readVideoName(name))
  const captions = names.filter(name => readCaptionsName(name))
  const posters = new Set(videos.map(name => posterOf(readVideoName(name) as Video)))
  const others = new Set([...posters, ...videos, ...captions])
  return { videos, captions, pictures: names.filter(name => !others.has(name)) }
}

/** The list of a review's media. A picture that is also a poster is kept once. */
export function joinMedia(
  pictures: readonly string[],
  videos: readonly string[],
  captions: readonly string[] = [],
): string[] {
  const withPosters = videos.flatMap(name => {
    const video = readVideoName(name)
    return video ? [posterOf(video) ?? [], name].flat() : []
  })
  return [...new Set([...pictures, ...withPosters, ...captions])]
}

/** A new list of a review's media, with the captions that it had before if its video is still the same. */
export function keepCaptions(names: readonly string[], before: readonly string[]): string[] {
  const [video] = splitMedia(names).videos
  const had = splitMedia(before)
  const isKept = video !== undefined && video === had.videos[0]
  return isKept ? [...new Set([...names, ...had.captions])] : [...names]
}

export function nameOfPart(id: string, index: number): string {
  return `${id}-${index}.part`
}

/**
 * The file that says that the parts of a video were checked. It contains the video's name. Its own is known before the
 * check, so that it is deleted too when a process was killed between the check and the commit.
 */
export function nameOfCheck(id: string): string {
  return `${id}.video`
}

/** The files of a video or an upload, the one of its check first, or none for any other name. */
export function filesOfVideo(name: string): string[] {
  const { id, bytes } = readVideoName(name) ?? readUploadName(name) ?? {}
  if (!id || !bytes) return []
  const parts = Array.from({ length: Math.ceil(bytes / partSize) }, (_, index) => nameOfPart(id, index))
  return [nameOfCheck(id), ...parts]
}

/** Reads the name of a file of videos: the id, and whether it is a part; undefined for any other file. */
export function readFileOfVideo(file: string): { id: string; isPart: boolean } | undefined {
  const [, id, kind] = /^([0-9a-f]{40})(?:-\d{1,3}\.(part)|\.video)$/.exec(file) ?? []
  return id ? { id, isPart: kind === 'part' } : undefined
}

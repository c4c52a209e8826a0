// The names of a review's media: see server/foundation/storage/videos/names.ts.
const video = /^[0-9a-f]{40}-\d+-\d+(?:-([0-9a-f]{40}))?\.(mp4|webm)$/
const captions = /^[0-9a-f]{40}-([A-Za-z0-9-]+)\.vtt$/

export type Captions = { url: string; language: string }

export const isVideo = (name: string): boolean => video.test(name)

/** The hash of a video's poster, a picture of ours. */
export const posterOf = (name: string): string | undefined => video.exec(name)?.[1]

/** Pictures and videos, without what the player of a video shows. */
export function displayed(names: string[]): string[] {
  const posters = names.map(name => `${posterOf(name)}-1600.webp`)
  return [...new Set(names.filter(name => !posters.includes(name) && !captions.test(name)))]
}

export function captionsIn(names: string[]): Captions[] {
  return names.flatMap(name => {
    const [, language] = captions.exec(name) ?? []
    return language ? [{ url: `/captions/${name}`, language }] : []
  })
}

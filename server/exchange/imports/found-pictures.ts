import { isAddress } from '../../answers/reviews/copies/copies.ts'
import { isVideo } from '../../foundation/storage/pictures/other-formats.ts'
import { countState, type StateCounts } from './count-states.ts'
import { type Note, note } from './reading/notes.ts'

/** The pictures that a file brings as addresses, without those of rejected and removed reviews. */
export type FoundPictures = {
  /** Without videos. */
  count: number
  videos: number
  /** How many are on each host. */
  hosts: StateCounts
}

export const noPictures = (): FoundPictures => ({ count: 0, videos: 0, hosts: {} })

/** Counts the pictures of some rows. The same one of several rows is copied once. */
export function findPictures(pictures: string[]): FoundPictures {
  const found = noPictures()
  for (const address of new Set(pictures.filter(isAddress))) {
    if (isVideo(address)) found.videos++
    else {
      found.count++
      countState(found.hosts, new URL(address).host)
    }
  }
  return found
}

export function addPictures(all: FoundPictures, { count, videos, hosts }: FoundPictures): void {
  all.count += count
  all.videos += videos
  for (const [host, ofHost] of Object.entries(hosts)) countState(all.hosts, host, ofHost)
}

const mostNamed = 3

/** The notes on the pictures of a file. */
export function notesOfPictures({ count, videos, hosts }: FoundPictures): Note[] {
  const sorted = Object.entries(hosts).sort(([, one], [, other]) => other - one)
  const named = sorted.slice(0, mostNamed).map(([host, ofHost]) => `${host} (${ofHost})`)
  const more = sorted.length > mostNamed ? [`+${sorted.length - mostNamed}`] : []
  return [
    ...(count > 0 ? [note('pictures', { count, hosts: [...named, ...more].join(', ') })] : []),
    ...(videos > 0 ? [note('videos', { count: videos })] : []),
  ]
}

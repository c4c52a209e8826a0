import { readFile } from 'node:fs/promises'
import type { Database } from '../server/foundation/database/connect.ts'
import type { PictureStore } from '../server/foundation/storage/pictures/picture-store.ts'
import { receiveExportedPicture } from '../server/foundation/storage/pictures/pictures.ts'
import { receiveExportedVideo } from '../server/foundation/storage/videos/exported.ts'
import { joinMedia, nameOfVideo } from '../server/foundation/storage/videos/names.ts'
import { type DemoReview, demoReviews } from './reviews.ts'

const seconds = 7 // of the only film: scenes/film.ts

/** Stores the buyers' pictures and film, as an archive's are. Resolves with the media of a review. */
export async function fillMedia(
  db: Database,
  files: PictureStore,
  storeId: string,
  at: Date,
): Promise<(review: DemoReview) => string[]> {
  const names = new Set(
    demoReviews.flatMap(({ pictures = [], film }) => (film ? [...pictures, film] : pictures)),
  )
  const pictures = new Map<string, string>()
  for (const name of names) {
    const bytes = await readFile(fileOf(`${name}.webp`))
    pictures.set(name, await receiveExportedPicture(db, files, storeId, bytes, at))
  }
  const films = new Map<string, string>()
  for (const { film } of demoReviews)
    if (film) films.set(film, await receiveFilm(db, files, storeId, film, pictures.get(film) as string, at))
  return review => {
    const own = (review.pictures ?? []).flatMap(name => pictures.get(name) ?? [])
    return joinMedia(own, review.film ? [films.get(review.film) ?? ''] : [])
  }
}

async function receiveFilm(
  db: Database,
  files: PictureStore,
  storeId: string,
  film: string,
  poster: string,
  at: Date,
): Promise<string> {
  const bytes = await readFile(fileOf(`${film}.mp4`))
  const shape = { id: '0'.repeat(40), bytes: bytes.length, seconds, poster: poster.slice(0, 40) }
  const name = nameOfVideo({ ...shape, type: 'mp4' })
  return await receiveExportedVideo(
    db,
    files,
    storeId,
    { name, bytes, posters: new Map([[poster, poster]]) },
    at,
  )
}

const fileOf = (name: string) => new URL(`pictures/${name}`, import.meta.url)

import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { Problem } from '../../foundation/lib/problem.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { parseJson } from './manifest.ts'
import { type Place, readParts, writeParts } from './sealed-stream.ts'

// Names become names of files.
const pictureForm = z.object({
  name: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/),
  bytes: z.number().int().min(0),
})

/** A picture of a backup, and its size in bytes. */
type Picture = z.output<typeof pictureForm>

const atOnce = 4 // pictures that are copied at the same time
const list = 'pictures' // the parts with the names of a backup's pictures
const copyForm = /^pictures\/(plain|[0-9a-f]{16})\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Whether an object is a copy of a picture, with whichever key. */
export const isPictureCopy = (name: string) => copyForm.test(name)

/**
 * Copies the pictures that the destination lacks, and stores the names of all as parts of the backup. All backups share the
 * copies: a picture never changes. Call it after the database is stored, so that the picture of each of its rows is there.
 */
export async function backUpPictures(
  place: Place,
  backupId: string,
  pictures: PictureStore,
): Promise<{ parts: number; count: number; bytes: number }> {
  const copied = await sizesOfCopies(place)
  const kept: Picture[] = []
  const found = pictures.list()[Symbol.asyncIterator]()
  const copyNext = async () => {
    for (;;) {
      const next = await found.next()
      if (next.done) return
      const picture = await copy(place, pictures, copied, next.value)
      if (picture) kept.push(picture)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, copyNext)).catch(explain)
  const names = await promisify(zstdCompress)(Buffer.from(JSON.stringify(kept)))
  const { parts } = await writeParts(place, backupId, list, [names])
  return { parts, count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Undefined if the picture was deleted meanwhile. */
async function copy(
  { destination, seal }: Place,
  pictures: PictureStore,
  copied: Map<string, number>,
  { name, bytes }: Picture,
): Promise<Picture | undefined> {
  const path = `${seal.poolOfPictures}/${name}`
  if (copied.get(path) === bytes + seal.overhead) return { name, bytes }
  const content = await pictures.get(name)
  if (!content) return undefined
  await destination.put(path, seal.seal(seal.poolOfPictures, name, content))
  return { name, bytes: content.length }
}

async function sizesOfCopies({ destination, seal }: Place): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of destination.list(`${seal.poolOfPictures}/`)) sizes.set(name, bytes)
  return sizes
}

/** The pictures of a backup. Throws Problem if their list is missing or damaged. */
export async function picturesOf(place: Place, backupId: string, parts: number): Promise<Picture[]> {
  const compressed = Buffer.concat(await Array.fromAsync(readParts(place, backupId, list, parts)))
  const names = parseJson(await promisify(zstdDecompress)(compressed))
  const pictures = z.array(pictureForm).safeParse(names)
  if (pictures.success) return pictures.data
  throw new Problem('The list of pictures is damaged.', 'Restore another backup: ./realword backup list')
}

/** Passes every picture of a backup to `keep`. Throws Problem if one is missing or damaged. */
export async function restorePictures(
  place: Place,
  backupId: string,
  parts: number,
  keep: (name: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const { destination, seal } = place
  const pictures = (await picturesOf(place, backupId, parts)).values()
  const restoreNext = async () => {
    for (;;) {
      const next = pictures.next()
      if (next.done) return
      const { name } = next.value
      const sealed = await destination.get(`${seal.poolOfPictures}/${name}`)
      if (!sealed)
        throw new Problem(
          `The picture ${name} of the backup ${backupId} is missing in ${destination.address}.`,
          'Put it back from a copy of that folder, or restore another backup: ./realword backup list. Nothing was restored.',
        )
      await keep(name, seal.open(seal.poolOfPictures, name, sealed))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, restoreNext))
}

function explain(error: Error): never {
  if (error.name !== 'PicturesUnavailable') throw error
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  throw new Problem(
    `The pictures cannot be read: ${cause}.`,
    'Check PICTURES_URL, or the folder DATA_DIR/pictures.',
  )
}

import sql from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import {
  posterOf,
  readCaptionsName,
  readFileOfVideo,
  readUploadName,
  readVideoName,
} from '../../foundation/storage/videos/names.ts'
import { type Finding, ok, warning } from './check.ts'
import { describeStores } from './stores-in-batches.ts'

/**
 * Compares the videos and captions of all stores with the files of the storage: files that are missing, posters that
 * are missing, and files that belong to no store. Lists the storage once, if there is a video or an upload at all.
 */
export async function checkVideos(db: Database, files: PictureStore): Promise<Finding> {
  const rows = await readRows(db)
  if (rows.length === 0) return ok('no store has a video')
  const stored = await readStorage(files, rows)
  // Again, because a video may have been added or deleted meanwhile.
  const now = await readRows(db)
  const before = new Set(rows.map(({ name }) => name))
  const lost = now.filter(({ name }) => before.has(name) && !isWhole(name, stored))
  const strangers = strangersIn(stored, now)
  if (lost.length + strangers.length === 0) return ok(praise(now))
  return warning([describeLost(lost), describeStrangers(strangers)].filter(Boolean).join(' '))
}

type Row = { store_id: string; name: string }

async function readRows(db: Database): Promise<Row[]> {
  return await db.query<Row>(sql`
    select store_id, name
    from pictures
    where name like '%.mp4' or name like '%.webm' or name like '%.vtt'
    union
    select store_id, name
    from waiting_pictures
    where received is not null`)
}

type Stored = {
  /** By id: the bytes of its parts. */
  videos: Map<string, { bytes: number; isChecked: boolean }>
  /** Captions, and posters of the known videos. */
  others: Set<string>
}

async function readStorage(files: PictureStore, rows: Row[]): Promise<Stored> {
  const posters = new Set(rows.map(({ name }) => posterOf(readVideoName(name) ?? {})))
  const stored: Stored = { videos: new Map(), others: new Set() }
  for await (const { name, bytes } of files.list()) {
    const file = readFileOfVideo(name)
    if (posters.has(name) || readCaptionsName(name)) stored.others.add(name)
    if (!file) continue
    const video = stored.videos.get(file.id) ?? { bytes: 0, isChecked: false }
    if (file.isPart) video.bytes += bytes
    else video.isChecked = true
    stored.videos.set(file.id, video)
  }
  return stored
}

function isWhole(name: string, { videos, others }: Stored): boolean {
  if (readCaptionsName(name)) return others.has(name)
  const video = readVideoName(name)
  if (!video) return true // an upload may have any number of parts
  const { bytes, isChecked } = videos.get(video.id) ?? {}
  const poster = posterOf(video)
  return isChecked === true && bytes === video.bytes && (!poster || others.has(poster))
}

/** The ids of videos and names of captions that no store has. */
function strangersIn({ videos, others }: Stored, rows: Row[]): string[] {
  const names = new Set(rows.map(({ name }) => name))
  const ids = new Set(rows.map(({ name }) => (readVideoName(name) ?? readUploadName(name))?.id))
  const captions = [...others].filter(name => readCaptionsName(name) && !names.has(name))
  return [...[...videos.keys()].filter(id => !ids.has(id)), ...captions]
}

function describeLost(lost: Row[]): string {
  if (lost.length === 0) return ''
  const byStore = Map.groupBy(lost, ({ store_id }) => store_id)
  const named = describeStores(byStore, some => firstOf(some.map(({ name }) => name)))
  return `files of videos, or their posters, are missing: ${named}. Restore the folder or bucket of the pictures from a backup.`
}

function describeStrangers(strangers: string[]): string {
  if (strangers.length === 0) return ''
  return `the storage has files of videos that no store has: ${firstOf(strangers)}. Delete the files that begin with these names, unless another installation uses the same place.`
}

const mostNamed = 5

function firstOf(names: string[]): string {
  const more = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function praise(rows: Row[]): string {
  const videos = rows.flatMap(({ name }) => readVideoName(name) ?? [])
  const bare = videos.filter(video => !video.poster).length
  const without = bare > 0 ? `; ${bare} without a poster, which lists do not display` : ''
  return `the files of ${videos.length} videos are there${without}`
}

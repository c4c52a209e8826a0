import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Problem } from '../../foundation/lib/problem.ts'
import type { Destination } from './destinations/destination.ts'
import type { Place } from './sealed-stream.ts'

const idForm = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/

const size = z.number().int().min(0)
const position = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)

const manifestForm = z.object({
  format: z.literal(1),
  backup_id: z.string().regex(idForm),
  /** Everything that was committed by then is in the backup. */
  created_at: z.iso.datetime(),
  realword: z.string(),
  /** The newest migration of the database. */
  migration: size,
  /** PostgreSQL's major version and the machine: its files can only be read by the same ones. */
  postgres: size,
  platform: z.string(),
  /** PostgreSQL's identifier of this database: a restored one has the same. */
  system: z.string(),
  /** `chain`: of the WAL archive, if there was one. `ended_at`: everything before `end` was committed by then. */
  wal: z.object({
    timeline: size,
    start: position,
    end: position,
    chain: z.string().optional(),
    ended_at: z.iso.datetime().optional(),
  }),
  database: z.object({ parts: size, stored: size, bytes: size }),
  pictures: z.object({ parts: size, count: size, bytes: size }),
  secret: z.string(),
  /** The one before, while it is being replaced. */
  previous_secret: z.string().optional(),
})

/**
 * What a backup contains. It is written last: a folder without a manifest is the rest of an interrupted backup. `bytes` is
 * what a restored copy needs, `stored` what the destination holds.
 */
export type Manifest = z.output<typeof manifestForm>

/** A new id: the time, which sorts, and 32 random bits. */
export function newBackupId(now: Date): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${time}-${randomBytes(4).toString('hex')}`
}

export function isBackupId(text: string): boolean {
  return idForm.test(text)
}

const file = 'manifest'

export async function writeManifest({ destination, seal }: Place, manifest: Manifest): Promise<void> {
  const id = manifest.backup_id
  const sealed = seal.seal(id, file, Buffer.from(JSON.stringify(manifest)))
  await destination.put(`${id}/${file}`, sealed)
}

/** Throws Problem if there is no such backup, or its manifest is damaged or encrypted with another key. */
export async function readManifest({ destination, seal }: Place, backupId: string): Promise<Manifest> {
  const sealed = isBackupId(backupId) ? await destination.get(`${backupId}/${file}`) : undefined
  if (!sealed)
    throw new Problem(
      `There is no backup ${backupId} in ${destination.address}.`,
      'List the backups: ./realword backup list',
    )
  const manifest = manifestForm.safeParse(parseJson(seal.open(backupId, file, sealed)))
  if (manifest.success && manifest.data.backup_id === backupId) return manifest.data
  throw new Problem(
    `The manifest of the backup ${backupId} is not one that this release knows.`,
    'Restore it with the release that made it, or a later one.',
  )
}

/** Undefined if it is no JSON: without a key, nothing proves who wrote it. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** The ids of all complete backups, oldest first. */
export async function listBackupIds(destination: Destination): Promise<string[]> {
  const ids: string[] = []
  // Every id begins with the year.
  for await (const { name } of destination.list('2')) {
    const [id = '', rest] = name.split('/')
    if (rest === file && isBackupId(id)) ids.push(id)
  }
  return ids.sort()
}

import { Readable } from 'node:stream'
import type pg from 'pg'
import { openReplication } from '../../foundation/database/replication.ts'
import { Problem } from '../../foundation/lib/problem.ts'

/** A base backup while it is read: a tar file of the server's data folder, with the WAL that it needs. */
export type BaseBackup = {
  tar: Readable
  /** Resolves after the last byte of `tar` was read. */
  done: Promise<Extent>
  /** Ends the backup and the connection. */
  close: () => Promise<void>
}

/** From where to where the WAL of a backup reaches, as PostgreSQL writes positions: `0/3000028`. */
export type Extent = { timeline: number; start: string; end: string }

/**
 * Starts a physical backup of the running server through PostgreSQL's replication protocol (BASE_BACKUP). While it runs,
 * a temporary slot makes the server keep the WAL; it ends with the connection. The server checks the checksums of all
 * pages that it sends.
 */
export async function startBaseBackup(target: pg.ClientConfig, label: string): Promise<BaseBackup> {
  const { client, wire } = await openReplication(target, 'true')
  const archives: string[] = []
  const tar = new Readable({ read: () => wire.stream.resume(), highWaterMark: 1024 * 1024 })
  wire.on('copyData', ({ chunk }) => {
    const kind = chunk[0]
    if (kind === newArchive) archives.push(chunk.subarray(1, chunk.indexOf(0, 1)).toString())
    // PostgreSQL waits while nothing is read.
    else if (kind === data && !tar.push(Buffer.from(chunk.subarray(1)))) wire.stream.pause()
  })
  const options = `LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'no'`
  const done = client
    .query('CREATE_REPLICATION_SLOT realword_backup TEMPORARY PHYSICAL (RESERVE_WAL)')
    .then(() => client.query(`BASE_BACKUP (${options})`))
    .then(
      results => {
        if (archives.length !== 1) throw severalFolders()
        tar.push(null)
        return extentOf(results)
      },
      error => {
        throw explain(error)
      },
    )
  // Its reader receives the same error.
  done.catch(error => tar.destroy(error))
  return {
    tar,
    done,
    close: async () => {
      tar.on('error', () => {})
      tar.destroy()
      wire.stream.resume()
      await client.end().catch(() => {})
    },
  }
}

// The first byte of each message: PostgreSQL's documentation, "Streaming Replication Protocol", BASE_BACKUP.
const newArchive = 0x6e // n
const data = 0x64 // d

// The first result is where it starts, the second lists tablespaces, the third is where it ends.
function extentOf(results: unknown): Extent {
  const positions = (results as pg.QueryResult[])
    .map(({ rows }) => rows[0])
    .filter(row => row?.recptr !== undefined)
  const [start, end] = [positions.at(0), positions.at(-1)]
  return { timeline: Number(end.tli), start: start.recptr, end: end.recptr }
}

function severalFolders(): Problem {
  return new Problem(
    'The database has tablespaces outside DATA_DIR, which a backup cannot restore.',
    'Move their tables back: alter table … set tablespace pg_default, then drop tablespace.',
  )
}

function explain(error: Error & { code?: string }): Error {
  if (/checksum verification failure/.test(error.message))
    return new Problem(
      'The database has damaged pages: their checksums are wrong.',
      'The disk is failing. Keep all older backups, and restore the newest one on another disk. postgres.log names the files.',
    )
  // 57P01: PostgreSQL ends a reader that is too far behind (max_slot_wal_keep_size), or stops itself.
  if (
    /requested WAL segment|has been invalidated|can no longer/.test(error.message) ||
    error.code === '57P01'
  )
    return new Problem(
      'PostgreSQL stopped, or the backup took so long that it no longer kept the WAL it needs.',
      'Back up to a faster disk or connection, or at a quieter hour.',
    )
  return error
}

import { statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const MiB = 1024 * 1024

/**
 * The embedded server's settings, sized to this machine or to the container's limit. It listens on a socket only.
 * Answered commits are on disk: fsync, full_page_writes and synchronous_commit stay at PostgreSQL's `on`.
 */
export function serverSettings(socketFolder: string, dataDir: string): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / MiB
  const cores = availableParallelism()
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // An eighth of the memory. The rest is for Node and the system's cache, which PostgreSQL uses too. For each GB,
    // PostgreSQL keeps 17 MB of records, also of buffers that it does not use (decision 99).
    shared_buffers: `${clamp(memory / 8, 64, 512)}MB`,
    // The default, a 32nd of the buffers but at most 16 MB, is filled by idle processes too.
    wal_buffers: '4MB',
    effective_cache_size: `${clamp(memory / 2, 128, 65536)}MB`,
    maintenance_work_mem: `${clamp(memory / 32, 32, 512)}MB`,
    work_mem: '8MB',
    // For `move`, which reads the changes of all tables from the WAL.
    wal_level: 'logical',
    wal_compression: 'on',
    // WAL that nobody fetches (a backup to a slow place, an archive whose bucket is down) never fills the disk: orders
    // matter more than the backup, which starts again.
    max_slot_wal_keep_size: `${clamp(freeOn(dataDir) / MiB / 4, 1024, 65536)}MB`,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    max_worker_processes: String(Math.max(8, cores)),
    max_parallel_workers: String(cores),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Errors without details, because details quote rows, and logs must not contain personal data.
    log_error_verbosity: 'terse',
  }
}

function freeOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)))
}

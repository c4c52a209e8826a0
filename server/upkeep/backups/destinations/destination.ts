import { fileURLToPath } from 'node:url'
import { openBackupBucket } from './bucket-destination.ts'
import { openBackupFolder } from './folder.ts'

/** Where backups are kept: a folder or a bucket. Names are paths such as `20261123T195131Z-9f3a2c41/manifest`. */
export type Destination = {
  /** Its address without credentials, for messages. */
  address: string
  /**
   * Writes the whole object or nothing, and checks what was stored. Replaces an object of that name. Throws Problem if
   * it cannot be stored; a broken connection is retried first.
   */
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Undefined if there is no such object. */
  get: (name: string) => Promise<Buffer | undefined>
  /** All objects whose name begins with `prefix`, in no particular order, with what killed calls of `put` left. */
  list: (prefix: string) => AsyncIterable<StoredObject>
  /** Deletes an object. A missing one is not an error. */
  remove: (name: string) => Promise<void>
}

/** `at` is when it was written. */
export type StoredObject = { name: string; bytes: number; at: Date }

/** Opens a folder (a path, or `file:`) or a bucket (`s3:`). Creates nothing before the first `put`. */
export function openDestination(address: string, patience?: number): Destination {
  if (address.startsWith('s3:')) return openBackupBucket(address, patience)
  return openBackupFolder(address.startsWith('file:') ? fileURLToPath(address) : address)
}

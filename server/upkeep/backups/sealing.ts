import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Problem } from '../../foundation/lib/problem.ts'

/**
 * Protects the objects of a backup. `scope` is the backup, or what several backups share; `name` says which object of it
 * this is, so that one object is never accepted in place of another.
 */
export type Seal = {
  isEncrypted: boolean
  /** Bytes that `seal` adds. */
  overhead: number
  /** The folder of the pictures that all backups with this key share. */
  poolOfPictures: string
  seal: (scope: string, name: string, bytes: Buffer) => Buffer
  /** Throws Problem if the bytes are not what `seal` returned for this scope and name. */
  open: (scope: string, name: string, bytes: Buffer) => Buffer
}

const keyBytes = 32
const idBytes = 8
const nonceBytes = 12
const tagBytes = 16

// The first byte of every object.
const encrypted = 0x45 // E: id of the key, nonce, AES-256-GCM, tag
const plain = 0x50 // P: SHA-256, bytes

/** A new key, as BACKUP_KEY takes it. */
export function makeBackupKey(): string {
  return randomBytes(keyBytes).toString('base64url')
}

/** With a key, objects are encrypted and authenticated. Without one, they only have a checksum. */
export function openSeal(keyText: string | undefined): Seal {
  const key = keyText === undefined ? undefined : Buffer.from(keyText, 'base64url')
  return {
    isEncrypted: key !== undefined,
    overhead: key ? 1 + idBytes + nonceBytes + tagBytes : 1 + checksumBytes,
    poolOfPictures: `pictures/${key ? idOf(key).toString('hex') : 'plain'}`,
    seal: (scope, name, bytes) => (key ? encrypt(key, scope, name, bytes) : addChecksum(scope, name, bytes)),
    open: (scope, name, bytes) => {
      if (bytes[0] === encrypted) return decrypt(key, scope, name, bytes)
      if (bytes[0] !== plain) throw damaged(name)
      // Otherwise anybody with write access to the destination could replace a backup.
      if (key)
        throw new Problem(
          `${name} is not encrypted, but BACKUP_KEY is set.`,
          'If you trust this backup, unset BACKUP_KEY and run the command again.',
        )
      return removeChecksum(scope, name, bytes)
    },
  }
}

function encrypt(key: Buffer, scope: string, name: string, bytes: Buffer): Buffer {
  const head = Buffer.concat([Buffer.of(encrypted), idOf(key)])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, scope), nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(`${scope}/${name}`)]))
  return Buffer.concat([head, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer | undefined, scope: string, name: string, sealed: Buffer): Buffer {
  const head = sealed.subarray(0, 1 + idBytes)
  const id = head.subarray(1)
  if (!key)
    throw new Problem(
      `${name} is encrypted, and BACKUP_KEY is not set.`,
      'Set BACKUP_KEY_FILE to the key file that `./realword backup key` made. Without that key, nobody can restore it.',
    )
  if (!id.equals(idOf(key)))
    throw new Problem(
      `${name} was encrypted with another key (${id.toString('hex')}) than this BACKUP_KEY (${idOf(key).toString('hex')}).`,
      'Set BACKUP_KEY_FILE to the key of that time. Without it, nobody can restore this backup.',
    )
  if (sealed.length < head.length + nonceBytes + tagBytes) throw damaged(name)
  const nonce = sealed.subarray(head.length, head.length + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, scope), nonce)
  decipher.setAAD(Buffer.concat([head, Buffer.from(`${scope}/${name}`)]))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(head.length + nonceBytes, -tagBytes)),
      decipher.final(),
    ])
  } catch {
    throw damaged(name)
  }
}

// A key for each scope, so that the number of random nonces per key stays small (NIST SP 800-38D: below 2^32).
function keyFor(key: Buffer, scope: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, scope, 'realword backup', keyBytes))
}

// Distinguishes a wrong key from a damaged object. Says nothing about the key itself.
function idOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('realword backup key id').digest().subarray(0, idBytes)
}

const checksumBytes = 32

function addChecksum(scope: string, name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(plain), checksum(scope, name, bytes), bytes])
}

function removeChecksum(scope: string, name: string, stored: Buffer): Buffer {
  const bytes = stored.subarray(1 + checksumBytes)
  if (!checksum(scope, name, bytes).equals(stored.subarray(1, 1 + checksumBytes))) throw damaged(name)
  return bytes
}

function checksum(scope: string, name: string, bytes: Buffer): Buffer {
  return createHash('sha256').update(`${scope}/${name}\0`).update(bytes).digest()
}

function damaged(name: string): Problem {
  return new Problem(
    `${name} of this backup is damaged, truncated, or was exchanged with another file.`,
    'Restore another backup: ./realword backup list. Nothing was restored.',
  )
}

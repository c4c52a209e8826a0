import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.ts'

/**
 * The sources of signatures and keys: `current` creates them, `all` (including the previous secret) recognises them.
 */
export type Secrets = { current: string; all: string[] }

export const shortestSecret = 32 // characters

/**
 * Returns the secret of the settings, or that of the data folder, which is created on first use. Two concurrent
 * starts get the same one: the file is written whole under another name, and only the first link to its final name
 * succeeds. Throws Problem if the file in the data folder is damaged.
 */
export function readSecrets(settings: {
  SECRET?: string | undefined
  SECRET_PREVIOUS?: string | undefined
  DATA_DIR: string
}): Secrets {
  const current = settings.SECRET ?? secretOfFolder(settings.DATA_DIR)
  return { current, all: [current, ...(settings.SECRET_PREVIOUS ? [settings.SECRET_PREVIOUS] : [])] }
}

/** HMAC-SHA256 of `text` (32 bytes), with a key derived for this purpose alone. */
export function sign(secret: string, purpose: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest()
}

const saltLength = 32 // bytes

/**
 * 256 bits for a token, by HKDF-SHA256 (RFC 5869). An attacker who chooses `text` cannot compute them without the
 * secret and the salt. Throws unless the salt has 32 bytes: a token must never depend on ids alone.
 */
export function deriveToken(secret: string, purpose: string, salt: Buffer, text: string): Buffer {
  if (salt?.length !== saltLength) throw new Error('a token is derived from a salt of 32 bytes')
  return Buffer.from(hkdfSync('sha256', secret, salt, `${purpose}\0${text}`, 32))
}

/** SHA-256, the only form in which a token is stored. */
export function fingerprint(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function secretOfFolder(folder: string): string {
  const file = join(folder, 'secret')
  try {
    return readSecret(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600) // regardless of the umask
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readSecret(file)
}

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= shortestSecret) return secret
  throw new Problem(
    `${file} holds less than ${shortestSecret} characters.`,
    'Put back what it held, or remove it: links in mails that were sent stay valid, retried mails get new ones.',
  )
}

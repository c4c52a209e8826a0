import { createHmac, hash, hkdfSync } from 'node:crypto'
import { readSecretFiles } from './secret-files.ts'

/**
 * The sources of signatures and keys: `current` creates them, `all` (including the previous secret) recognises them.
 * `former` are single keys of earlier secrets, which `secret rotate` kept: they recognise what lasts for years.
 */
export type Secrets = { current: string; all: string[]; former?: readonly PurposeKey[] }

/** The key of a secret for one purpose. It gives neither the secret nor the key of another purpose. */
export type PurposeKey = { purpose: string; key: Buffer }

/**
 * Returns the secrets of the settings. Without SECRET, those of the data folder, which gets one on first use. Throws
 * Problem if a file in the data folder is damaged.
 */
export function readSecrets(settings: {
  SECRET?: string | undefined
  SECRET_PREVIOUS?: string | undefined
  DATA_DIR: string
}): Secrets {
  const kept = settings.SECRET ? { current: settings.SECRET } : readSecretFiles(settings.DATA_DIR)
  const previous = settings.SECRET_PREVIOUS ?? kept.previous
  return { current: kept.current, all: [...new Set([kept.current, ...(previous ? [previous] : [])])] }
}

/** HMAC-SHA256 of `text` (32 bytes), with a key derived for this purpose alone. */
export function sign(secret: string, purpose: string, text: string): Buffer {
  return signWith(purposeKey(secret, purpose), text)
}

/** The same by all secrets and kept keys, that of the current secret first: to recognise what any of them signed. */
export function signatures({ all, former = [] }: Secrets, purpose: string, text: string): Buffer[] {
  const kept = former.filter(one => one.purpose === purpose).map(({ key }) => key)
  return [...all.map(secret => purposeKey(secret, purpose)), ...kept].map(key => signWith(key, text))
}

export function purposeKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}

function signWith(key: Buffer, text: string): Buffer {
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

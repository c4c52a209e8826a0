import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Secrets, sign } from './secret.ts'

/**
 * One value in the database that is encrypted under a key of SECRET. `under`: the current secret, the previous one, or
 * one that is not set.
 */
export type EncryptedValue = {
  under: 'current' | 'previous' | 'unknown'
  /** Encrypts it under the current secret, unless it was changed meanwhile. */
  reencrypt: () => Promise<void>
}

const idLength = 8
const nonceLength = 12
const tagLength = 16

/** Names a secret without revealing it. */
export function secretId(secret: string): Buffer {
  return sign(secret, 'id of the secret', '').subarray(0, idLength)
}

/**
 * AES-256-GCM under a key for this purpose and place alone: the id of the secret, a random nonce, the ciphertext, the
 * tag. `place` names the row, so that a value that is copied to another row does not open there.
 */
export function seal({ current }: Secrets, purpose: string, place: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', sign(current, purpose, place), nonce)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([secretId(current), nonce, sealed, cipher.getAuthTag()])
}

/** Undefined: its secret is not set. Throws if the value was altered, or comes from another place. */
export function unseal({ all }: Secrets, purpose: string, place: string, sealed: Buffer): Buffer | undefined {
  const secret = all.find(one => secretId(one).equals(sealed.subarray(0, idLength)))
  if (secret === undefined) return undefined
  const nonce = sealed.subarray(idLength, idLength + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', sign(secret, purpose, place), nonce)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([
    decipher.update(sealed.subarray(idLength + nonceLength, -tagLength)),
    decipher.final(),
  ])
}

/** Which of the secrets encrypted the value. */
export function sealedUnder({ current, all }: Secrets, sealed: Buffer): EncryptedValue['under'] {
  const isOf = (secret: string) => secretId(secret).equals(sealed.subarray(0, idLength))
  if (isOf(current)) return 'current'
  return all.some(isOf) ? 'previous' : 'unknown'
}

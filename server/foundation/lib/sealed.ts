import { type CipherGCMTypes, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Secrets, sign } from './secret.ts'

/**
 * One value in the database that is encrypted under a key of SECRET. `under`: the current secret, the previous one, or
 * one that is not set; `outdated`: the current secret, by an algorithm that writes no more.
 */
export type EncryptedValue = {
  under: 'current' | 'outdated' | 'previous' | 'unknown'
  /** Encrypts it under the current secret, by the algorithm that writes, unless it was changed meanwhile. */
  reencrypt: () => Promise<void>
}

/**
 * What opens values; `writing` makes them. The mark is part of the id and of the purpose of keys, so that a value names
 * its algorithm, and no key is used by two. The mark of AES-256-GCM is empty: values that were written before there was a
 * choice have no other. Nonces have 12 bytes and tags 16 with both.
 */
const algorithms = [
  { cipher: 'aes-256-gcm', mark: '' },
  { cipher: 'chacha20-poly1305', mark: 'chacha20-poly1305' },
] as const
const [writing] = algorithms

type Algorithm = (typeof algorithms)[number]

const idLength = 8
const nonceLength = 12
const tagLength = 16

/** Names a secret without revealing it. */
export function secretId(secret: string): Buffer {
  return idOf(secret, algorithms[0])
}

/**
 * Encrypted under a key for this purpose and place alone: the id of the secret and the algorithm, a random nonce, the
 * ciphertext, the tag. `place` names the row, so that a value that is copied to another row does not open there.
 */
export function seal({ current }: Secrets, purpose: string, place: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const key = keyOf(current, writing, purpose, place)
  const cipher = createCipheriv(nameOf(writing), key, nonce, { authTagLength: tagLength })
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([idOf(current, writing), nonce, sealed, cipher.getAuthTag()])
}

/** Undefined: its secret is not set. Throws if the value was altered, or comes from another place. */
export function unseal(secrets: Secrets, purpose: string, place: string, sealed: Buffer): Buffer | undefined {
  const by = sealedBy(secrets, sealed)
  if (by === undefined) return undefined
  const nonce = sealed.subarray(idLength, idLength + nonceLength)
  const key = keyOf(by.secret, by.algorithm, purpose, place)
  const decipher = createDecipheriv(nameOf(by.algorithm), key, nonce, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([
    decipher.update(sealed.subarray(idLength + nonceLength, -tagLength)),
    decipher.final(),
  ])
}

/** Which of the secrets encrypted the value, and whether by the algorithm that writes. */
export function sealedUnder(secrets: Secrets, sealed: Buffer): EncryptedValue['under'] {
  const by = sealedBy(secrets, sealed)
  if (by === undefined) return 'unknown'
  if (by.secret !== secrets.current) return 'previous'
  return by.algorithm === writing ? 'current' : 'outdated'
}

function sealedBy({ all }: Secrets, sealed: Buffer): { secret: string; algorithm: Algorithm } | undefined {
  const id = sealed.subarray(0, idLength)
  for (const algorithm of algorithms) {
    const secret = all.find(one => idOf(one, algorithm).equals(id))
    if (secret !== undefined) return { secret, algorithm }
  }
  return undefined
}

function idOf(secret: string, { mark }: Algorithm): Buffer {
  return sign(secret, 'id of the secret', mark).subarray(0, idLength)
}

function keyOf(secret: string, { mark }: Algorithm, purpose: string, place: string): Buffer {
  return sign(secret, mark === '' ? purpose : `${purpose} by ${mark}`, place)
}

// Both are AEAD ciphers with the same calls; the types of Node have them apart.
function nameOf({ cipher }: Algorithm): CipherGCMTypes {
  return cipher as CipherGCMTypes
}

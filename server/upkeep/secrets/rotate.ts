import type { Connection } from '../../foundation/database/connect.ts'
import type { EncryptedValue } from '../../foundation/lib/sealed.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { encrypted } from './encrypted.ts'
import { rotatedAt, saveFormerKeys } from './former-keys.ts'

/** Values of one kind, by the secret that encrypts them. */
export type Count = { what: string } & Record<EncryptedValue['under'], number>

/**
 * Encrypts everything under the current secret that the previous one or another algorithm encrypts, and keeps the keys
 * that must outlive the previous secret. Returns what it found before. It can be killed and repeated, run twice at
 * once, and run beside the service: each value is replaced only as it was read.
 */
export async function rotateSecret(db: Connection, secrets: Secrets, at: Date): Promise<Count[]> {
  await saveFormerKeys(db, secrets, at)
  return await count(db, secrets, async value => {
    if (value.under === 'previous' || value.under === 'outdated') await value.reencrypt()
  })
}

export type Rotation = {
  counts: Count[]
  /** When links, files and emails made before the rotation no longer need the previous secret. */
  previousUntil: Date | undefined
}

/** Uses of the secrets that remain. */
export async function readRotation(db: Connection, secrets: Secrets): Promise<Rotation> {
  const at = await rotatedAt(db, secrets)
  return {
    counts: await count(db, secrets),
    previousUntil: at && new Date(at.getTime() + longestUse),
  }
}

// Files of exports and uploads are kept for 7 days, emails are retried for 2, and answers of the management API are kept
// for 1. A day for those begun meanwhile.
const longestUse = 8 * 24 * 60 * 60 * 1000 // ms

async function count(
  db: Connection,
  secrets: Secrets,
  act: (value: EncryptedValue) => Promise<void> = async () => {},
): Promise<Count[]> {
  const counts: Count[] = []
  for (const { what, values } of encrypted) {
    const found = { what, current: 0, outdated: 0, previous: 0, unknown: 0 }
    for await (const value of values(db, secrets)) {
      found[value.under]++
      await act(value)
    }
    counts.push(found)
  }
  return counts
}

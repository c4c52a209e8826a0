import type { SecretConfig } from 'better-auth/crypto'
import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { EncryptedValue } from '../../../foundation/lib/sealed.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { keysOf } from '../auth.ts'

type Factor = { id: string; secret: string; backupCodes: string }

const batchSize = 500

/** The second factors of all users, with their recovery codes, a batch at a time. */
export async function* encryptedFactors(db: Connection, secrets: Secrets): AsyncGenerator<EncryptedValue> {
  const keys = keysOf(secrets)
  for (let after = ''; ; ) {
    const factors = await db.query<Factor>(sql`
      select "id", "secret", "backupCodes"
      from accounts."twoFactor"
      where "id" > ${after}
      order by "id"
      limit ${batchSize}`)
    for (const one of factors)
      yield { under: await under(keys, one), reencrypt: () => reencrypt(db, keys, one) }
    const last = factors.at(-1)
    if (!last) return
    after = last.id
  }
}

/** The same text encrypted under the current key, so that it can be read without SECRET_PREVIOUS. */
export async function underCurrentKey(keys: SecretConfig, encrypted: string): Promise<string> {
  if (await isCurrent(keys, encrypted)) return encrypted
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  return await symmetricEncrypt({ key: keys, data: await symmetricDecrypt({ key: keys, data: encrypted }) })
}

async function reencrypt(
  db: Connection,
  keys: SecretConfig,
  { id, secret, backupCodes }: Factor,
): Promise<void> {
  // Each column only as it was read: its user may sign in, or use a recovery code, at the same time.
  await db.query(sql`
    update accounts."twoFactor"
    set "secret" = ${await underCurrentKey(keys, secret)}
    where "id" = ${id} and "secret" = ${secret}`)
  await db.query(sql`
    update accounts."twoFactor"
    set "backupCodes" = ${await underCurrentKey(keys, backupCodes)}
    where "id" = ${id} and "backupCodes" = ${backupCodes}`)
}

async function under(keys: SecretConfig, { secret, backupCodes }: Factor): Promise<EncryptedValue['under']> {
  const both = [secret, backupCodes]
  const current = await Promise.all(both.map(one => isCurrent(keys, one)))
  if (current.every(Boolean)) return 'current'
  const { symmetricDecrypt } = await import('better-auth/crypto')
  const opened = await Promise.allSettled(both.map(data => symmetricDecrypt({ key: keys, data })))
  return opened.every(({ status }) => status === 'fulfilled') ? 'previous' : 'unknown'
}

async function isCurrent(keys: SecretConfig, encrypted: string): Promise<boolean> {
  const { parseEnvelope } = await import('better-auth/crypto')
  return parseEnvelope(encrypted)?.version === keys.currentVersion
}

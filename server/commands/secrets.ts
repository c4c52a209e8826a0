import { readConfig } from '../config.ts'
import type { Connection } from '../database/connect.ts'
import { readSecrets, type Secrets } from '../lib/secret.ts'
import { withFormerKeys } from '../secrets/former-keys.ts'

/** The secrets of this machine's settings, with the keys that the database keeps of earlier ones. */
export async function configuredSecrets(db: Connection): Promise<Secrets> {
  return await withFormerKeys(db, readSecrets(readConfig(process.env)))
}

import { readConfig } from '../../../foundation/config/config.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readSecrets, type Secrets } from '../../../foundation/lib/secret.ts'
import { withFormerKeys } from '../../../upkeep/secrets/former-keys.ts'

/** The secrets of this machine's settings, with the keys that the database keeps of earlier ones. */
export async function configuredSecrets(db: Connection): Promise<Secrets> {
  return await withFormerKeys(db, readSecrets(readConfig(process.env)))
}

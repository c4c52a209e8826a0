import type { Connection } from '../../foundation/database/connect.ts'
import type { EncryptedValue } from '../../foundation/lib/sealed.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { sealedChannels } from '../../links/channels/sealed-channels.ts'
import { sealedConnections } from '../../links/connections/settings.ts'
import { sealedTargets } from '../../links/notices/target-address.ts'
import { sealedWebhooks } from '../../links/webhooks/webhook-secrets.ts'
import { encryptedFactors } from '../../tenants/accounts/sign-in/encrypted-factors.ts'
import { sealedModelKeys } from '../../tenants/stores/model/model-keys.ts'
import { sealedFormerKeys } from './former-keys.ts'

/**
 * Everything in the database that is encrypted under SECRET: `secret rotate` encrypts it again, and doctor counts it. A
 * table that gets an encrypted column has a line here. Its values come in batches, and each names the secret that
 * encrypted it, so that a killed rotation continues. Statements about a store's table name one store each.
 */
export const encrypted: {
  /** In words for the operator. */
  what: string
  values: (db: Connection, secrets: Secrets) => AsyncIterable<EncryptedValue>
}[] = [
  { what: 'second factors', values: encryptedFactors },
  { what: 'connections to shops', values: sealedConnections },
  { what: 'channels', values: sealedChannels },
  { what: 'secrets of webhooks', values: sealedWebhooks },
  { what: 'addresses of notifications', values: sealedTargets },
  { what: 'keys of language models', values: sealedModelKeys },
  { what: 'keys that recognise erased people and voters', values: sealedFormerKeys },
]

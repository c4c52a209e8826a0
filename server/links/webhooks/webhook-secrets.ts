import sql from 'sql-template-tag'
import { askReachable } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { type EncryptedValue, seal, sealedUnder, unseal } from '../../foundation/lib/sealed.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'

/** The secrets of an endpoint. `previous` is the one before the last rotation. */
export type SigningSecrets = { current: string; previous?: string }

type Place = { store_id: string; webhook_id: string }

const purpose = 'webhook'

const placeOf = ({ store_id, webhook_id }: Place) => `${store_id} ${webhook_id}`

export function sealSigning(secrets: Secrets, place: Place, signing: SigningSecrets): Buffer {
  return seal(secrets, purpose, placeOf(place), Buffer.from(JSON.stringify(signing)))
}

/** Undefined: their SECRET is not set, or they were altered. */
export function openSigning(secrets: Secrets, place: Place, sealed: Buffer): SigningSecrets | undefined {
  try {
    const opened = unseal(secrets, purpose, placeOf(place), sealed)
    return opened && (JSON.parse(opened.toString()) as SigningSecrets)
  } catch {
    return undefined
  }
}

/** The secrets of the endpoints of all stores, one store after the other. */
export async function* sealedWebhooks(db: Connection, secrets: Secrets): AsyncGenerator<EncryptedValue> {
  const all = () =>
    db.query<{ store_id: string }>(sql`select distinct store_id from webhook_endpoints order by store_id`)
  const reachable = async (stores: string[]) => stores.map(store_id => ({ store_id }))
  for (const { store_id } of await askReachable(db, all, reachable)) {
    const rows = await db.query<Place & { secrets: Buffer }>(sql`
      select store_id, webhook_id, secrets
      from webhook_endpoints
      where store_id = ${store_id}
      order by webhook_id`)
    for (const row of rows)
      yield {
        under: openSigning(secrets, row, row.secrets) ? sealedUnder(secrets, row.secrets) : 'unknown',
        reencrypt: () => reencrypt(db, secrets, row),
      }
  }
}

async function reencrypt(db: Connection, secrets: Secrets, row: Place & { secrets: Buffer }): Promise<void> {
  const signing = openSigning(secrets, row, row.secrets)
  if (!signing) return
  await db.query(sql`
    update webhook_endpoints
    set secrets = ${sealSigning(secrets, row, signing)}
    where store_id = ${row.store_id} and webhook_id = ${row.webhook_id} and secrets = ${row.secrets}`)
}

import sql from 'sql-template-tag'
import { askReachable } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { type EncryptedValue, seal, sealedUnder, unseal } from '../../foundation/lib/sealed.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'

type Place = { store_id: string; channel: string; channel_id: string }

const purpose = 'channel'
const placeOf = ({ store_id, channel, channel_id }: Place) => `${store_id} ${channel} ${channel_id}`

export function sealChannel(secrets: Secrets, place: Place, values: Record<string, string>): Buffer {
  return seal(secrets, purpose, placeOf(place), Buffer.from(JSON.stringify(values)))
}

/** Undefined: their secret is not set, or they were altered. */
export function openChannel(
  secrets: Secrets,
  place: Place,
  sealed: Buffer,
): Record<string, string> | undefined {
  try {
    const opened = unseal(secrets, purpose, placeOf(place), sealed)
    return opened && (JSON.parse(opened.toString()) as Record<string, string>)
  } catch {
    return undefined
  }
}

/** The credentials of the channels of all stores, one store after the other. */
export async function* sealedChannels(db: Connection, secrets: Secrets): AsyncGenerator<EncryptedValue> {
  const all = () =>
    db.query<{ store_id: string }>(sql`select distinct store_id from channels order by store_id`)
  const reachable = async (stores: string[]) => stores.map(store_id => ({ store_id }))
  for (const { store_id } of await askReachable(db, all, reachable)) {
    const rows = await db.query<Place & { sealed: Buffer }>(sql`
      select store_id, channel, channel_id, sealed
      from channels
      where store_id = ${store_id}
      order by channel`)
    for (const row of rows) {
      const opened = openChannel(secrets, row, row.sealed)
      yield {
        under: opened ? sealedUnder(secrets, row.sealed) : 'unknown',
        reencrypt: async () => {
          if (opened)
            await db.query(sql`
              update channels
              set sealed = ${sealChannel(secrets, row, opened)}
              where store_id = ${store_id} and channel = ${row.channel} and sealed = ${row.sealed}`)
        },
      }
    }
  }
}

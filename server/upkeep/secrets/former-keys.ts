import sql from 'sql-template-tag'
import { voterPurpose } from '../../answers/reviews/votes.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { type EncryptedValue, seal, sealedUnder, secretId, unseal } from '../../foundation/lib/sealed.ts'
import { type PurposeKey, purposeKey, type Secrets } from '../../foundation/lib/secret.ts'
import { erasedPurpose } from '../../foundation/mailings/suppressions.ts'

/** The purposes whose HMACs stay in the database for years, so that their keys must outlive their secret. */
const lasting = [erasedPurpose, voterPurpose]

type Row = { secret_id: Buffer; purpose: string; sealed: Buffer }

/** The secrets, with the keys that earlier rotations kept. A key that cannot be read is left out: doctor reports it. */
export async function withFormerKeys(db: Connection, secrets: Secrets): Promise<Secrets> {
  const former: PurposeKey[] = []
  for (const row of await readRows(db)) {
    const key = open(secrets, row)
    if (key) former.push({ purpose: row.purpose, key })
  }
  return { ...secrets, former }
}

/** Saves the lasting keys of the previous secret, if they are not saved yet. */
export async function saveFormerKeys(db: Connection, secrets: Secrets, at: Date): Promise<void> {
  for (const secret of secrets.all.filter(one => one !== secrets.current))
    for (const purpose of lasting) {
      const id = secretId(secret)
      const sealed = seal(secrets, sealing, placeOf({ secret_id: id, purpose }), purposeKey(secret, purpose))
      await db.query(sql`
        insert into accounts.former_keys (secret_id, purpose, sealed, kept_at)
        values (${id}, ${purpose}, ${sealed}, ${at})
        on conflict do nothing`)
    }
}

/** When `secret rotate` kept the keys of the previous secret; undefined: not yet, or no previous secret is set. */
export async function rotatedAt(db: Connection, { current, all }: Secrets): Promise<Date | undefined> {
  const previous = all.filter(one => one !== current).map(secretId)
  const [kept] = await db.query<{ at: Date | null }>(sql`
    select max(kept_at) as at
    from accounts.former_keys
    where secret_id = any(${previous}::bytea[])`)
  return kept?.at ?? undefined
}

export async function* sealedFormerKeys(db: Connection, secrets: Secrets): AsyncGenerator<EncryptedValue> {
  for (const row of await readRows(db))
    yield {
      under: open(secrets, row) ? sealedUnder(secrets, row.sealed) : 'unknown',
      reencrypt: () => reencrypt(db, secrets, row),
    }
}

async function reencrypt(db: Connection, secrets: Secrets, row: Row): Promise<void> {
  const key = open(secrets, row)
  if (!key) return
  await db.query(sql`
    update accounts.former_keys
    set sealed = ${seal(secrets, sealing, placeOf(row), key)}
    where secret_id = ${row.secret_id} and purpose = ${row.purpose} and sealed = ${row.sealed}`)
}

const sealing = 'former key'

function placeOf({ secret_id, purpose }: Omit<Row, 'sealed'>): string {
  return `${secret_id.toString('hex')} ${purpose}`
}

/** Undefined: its secret is not set, or it was altered. */
function open(secrets: Secrets, row: Row): Buffer | undefined {
  try {
    return unseal(secrets, sealing, placeOf(row), row.sealed)
  } catch {
    return undefined
  }
}

async function readRows(db: Connection): Promise<Row[]> {
  return await db.query<Row>(sql`
    select secret_id, purpose, sealed
    from accounts.former_keys
    order by secret_id, purpose`)
}

import sql, { join, raw } from 'sql-template-tag'
import { type EncryptedValue, seal, sealedUnder, unseal } from '../lib/sealed.ts'
import type { Secrets } from '../lib/secret.ts'
import { askReachable } from './citus/citus.ts'
import type { Connection } from './connect.ts'

/** A column whose values are encrypted, each for its row. `key`: the columns that identify a row within its store. */
type Column<Key extends string> = { table: string; column: string; key: Key[]; purpose: string }

type Place<Key extends string> = Record<'store_id' | Key, string>

/** How a value becomes the text that is encrypted. */
type Coding<Value> = { write: (value: Value) => string; read: (text: string) => Value }

/** Encrypts, opens and re-encrypts the values of a column. */
export function sealedColumn<Value, Key extends string>(
  { table, column, key, purpose }: Column<Key>,
  { write, read }: Coding<Value> = { write: JSON.stringify, read: JSON.parse },
) {
  const names = ['store_id' as const, ...key]
  const placeOf = (row: Place<Key>) => names.map(name => row[name]).join(' ')

  const sealValue = (secrets: Secrets, row: Place<Key>, value: Value): Buffer =>
    seal(secrets, purpose, placeOf(row), Buffer.from(write(value)))

  /** Undefined: its SECRET is not set, or it was altered. */
  const openValue = (secrets: Secrets, row: Place<Key>, sealed: Buffer): Value | undefined => {
    try {
      const opened = unseal(secrets, purpose, placeOf(row), sealed)
      return opened && read(opened.toString())
    } catch {
      return undefined
    }
  }

  /** The values of all stores, one store after the other. */
  async function* values(db: Connection, secrets: Secrets): AsyncGenerator<EncryptedValue> {
    const [from, sealed, all] = [raw(table), raw(column), raw(names.join(', '))]
    const askAll = () =>
      db.query<{ store_id: string }>(sql`select distinct store_id from ${from} order by store_id`)
    const askOf = async (stores: string[]) => stores.map(store_id => ({ store_id }))
    for (const { store_id } of await askReachable(db, askAll, askOf)) {
      const rows = await db.query<Place<Key> & { sealed: Buffer }>(sql`
        select ${all}, ${sealed} as sealed
        from ${from}
        where store_id = ${store_id} and ${sealed} is not null
        order by ${all}`)
      for (const row of rows) {
        const value = openValue(secrets, row, row.sealed)
        const reencrypt = async () => {
          if (value === undefined) return
          const same = names.map(name => sql`${raw(name)} = ${row[name]}`)
          await db.query(sql`
            update ${from}
            set ${sealed} = ${sealValue(secrets, row, value)}
            where ${join(same, ' and ')} and ${sealed} = ${row.sealed}`)
        }
        yield { under: value === undefined ? 'unknown' : sealedUnder(secrets, row.sealed), reencrypt }
      }
    }
  }

  return { seal: sealValue, open: openValue, values }
}

import sql from 'sql-template-tag'
import { uuid } from '../foundation/lib/ids/uuid.ts'
import { type Store, updateStore } from '../tenants/stores/stores.ts'
import type { TestDatabase } from './database/database.ts'

type Instance = Pick<TestDatabase, 'database' | 'session'>

/** Waits until the instance has heard of every change that is committed now. Notifications arrive in order. */
export async function hearAll({ database, session }: Instance): Promise<void> {
  const last = `all before ${uuid()}`
  const isHeard = new Promise<void>(resolve => {
    session.onNotify(payload => {
      if (payload === last) resolve()
    })
  })
  await database.query(sql`select pg_notify('realword', ${last})`)
  await isHeard
}

/** `updateStore`, and waits until the instance, which keeps stores for a while, knows of it. */
export async function changeSettings(it: Instance, ...change: StoreChange): Promise<Store> {
  const store = await updateStore(it.database, ...change)
  await hearAll(it)
  return store
}

type StoreChange = Parameters<typeof updateStore> extends [unknown, ...infer Change] ? Change : never

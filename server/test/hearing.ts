import sql from 'sql-template-tag'
import { uuid } from '../foundation/lib/ids/uuid.ts'
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

import sql from 'sql-template-tag'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { keysOf } from '../../server/tenants/accounts/auth.ts'
import { examine } from '../examine.ts'
import { begin, cleanUp, newDataDir, run, startService, waitFor } from '../service.ts'
import { createStore, query } from '../store.ts'

afterEach(cleanUp)

const rotate = ['secret', 'rotate']
const [old, fresh] = ['the old secret, which is long enough', 'the new secret, which is long enough']

test('a rotation that is killed continues, and two at once beside the service finish it', async () => {
  const dataDir = newDataDir()
  await createStore({ dataDir, env: { SECRET: old } })
  const env = { SECRET: fresh, SECRET_PREVIOUS: old }
  const service = await startService({ dataDir, env })
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await addFactors(dataDir, 40)
    await opened.database.transaction(async tx => {
      // The command stops at this row, in the middle.
      await tx.query(sql`select from accounts."twoFactor" where "id" = 'factor-30' for update`)
      const killed = begin(rotate, { dataDir, env })
      await waitFor('the locked row', async () => {
        const rows = await query(dataDir, "select from pg_stat_activity where wait_event_type = 'Lock'")
        return rows.length > 0
      })
      killed.kill('SIGKILL')
      await killed.ended
    })
    const left = await countOld(dataDir)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(40)
    const both = await Promise.all([run(rotate, { dataDir, env }), run(rotate, { dataDir, env })])
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(await countOld(dataDir)).toBe(0)
    const without = await examine({ dataDir, env: { SECRET: fresh } })
    expect(without.of('secret')).toMatchObject({ status: 'ok' })
  } finally {
    await opened.close()
    service.kill('SIGINT')
    await service.ended
  }
})

const versionOf = (secret: string) => keysOf({ current: secret, all: [secret] }).currentVersion

/** Second factors of users, encrypted under the old secret. Their ids are factor-10, factor-11 and so on. */
async function addFactors(dataDir: string, count: number): Promise<void> {
  const { symmetricEncrypt } = await import('better-auth/crypto')
  const sealed = await symmetricEncrypt({ key: keysOf({ current: old, all: [old] }), data: 'a factor' })
  await query(
    dataDir,
    `with ids as (select generate_series(10, 9 + $1::integer)::text as id),
      users as (
        insert into accounts."user"
        select 'user-' || id, 'Ana', 'ana-' || id || '@shop.example', true, null, now(), now() from ids
      )
    insert into accounts."twoFactor" ("id", "secret", "backupCodes", "userId")
    select 'factor-' || id, $2, $2, 'user-' || id from ids`,
    [count, sealed],
  )
}

async function countOld(dataDir: string): Promise<number> {
  const rows = await query(
    dataDir,
    'select from accounts."twoFactor" where "secret" like $1 or "backupCodes" like $1',
    [`$ba$${versionOf(old)}$%`],
  )
  return rows.length
}

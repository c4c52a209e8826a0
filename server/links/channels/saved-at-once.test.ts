import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { testSecret } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { queuedBehind } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { saveChannel } from './channels.ts'

const home = openForTests(createTestDatabase)

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

test('two changes of a channel at once are both saved', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const by = { at: new Date(), actor: 'command' } as const
  const context = { secrets, address: 'https://reviews.example', now: Date.now() }
  const save = (set: Record<string, string>) => () =>
    database.transaction(tx => saveChannel(tx, storeId, { channel: 'sms', set }, by, context))
  await save({ provider: 'zenvia', key: 'a', from: 'loja', price: '0.05', monthly_money: '10' })()
  const lock = sql`select from channels where store_id = ${storeId} for update`
  await queuedBehind(database, lock, [save({ price: '0.07' }), save({ from: 'shop' })])
  const saved = await database.query(sql`
    select settings ->> 'price' as price, settings ->> 'from' as from
    from channels
    where store_id = ${storeId}`)
  expect(saved).toEqual([{ price: '0.07', from: 'shop' }])
})

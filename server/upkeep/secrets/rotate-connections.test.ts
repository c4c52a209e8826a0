import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../foundation/config/config.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { type Connected, connected } from '../../test/shops/connected.ts'
import { delivery } from '../../test/shops/woocommerce.ts'
import { aStore } from '../../test/users.ts'
import { checkSecret } from '../doctor/secret-check.ts'
import { eraseDeletedStores } from '../housekeeping/deleted-stores.ts'
import { rotateSecret } from './rotate.ts'

const second = 'the second secret, long enough for it'
const third = 'the third secret, long enough for it'
const started: TestApp[] = []
let first: TestApp
let shop: Connected
let storeId: string
beforeAll(async () => {
  first = await startTestApp()
  started.push(first)
  ;({ storeId } = await aStore(first.database))
  shop = await connected(first, storeId, { platform: 'woocommerce', secret: 'whs-secret' })
})
afterAll(async () => {
  for (const one of started.reverse()) await one.close()
})

type Settings = { SECRET: string; SECRET_PREVIOUS?: string }

/** The answer of an instance with these secrets to a webhook of the shop. */
async function answerUnder(settings: Settings): Promise<number> {
  const app = await startTestApp(settings, first.target)
  started.push(app)
  const { headers, body } = delivery('order.updated', {}, 'whs-secret')
  const { status } = await app.send('POST', `/connect/woocommerce/${shop.connectionId}`, { headers, body })
  return status
}

const secretsOf = (settings: Settings) => readSecrets({ DATA_DIR: '/nonexistent', ...settings })
const doctor = (settings: Settings) => checkSecret(first.database, readConfig(settings), Date.now)

test('the secrets of connections are encrypted anew, and the shop notices nothing', async () => {
  const rotating = { SECRET: second, SECRET_PREVIOUS: testSecret }
  expect(await answerUnder(rotating)).toBe(200)
  expect(await doctor(rotating)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('SECRET_PREVIOUS still encrypts 1 connections to shops'),
  })
  const counts = await rotateSecret(first.database, secretsOf(rotating), new Date())
  expect(JSON.stringify(counts)).toContain('connections to shops')
  expect((await doctor(rotating)).detail).not.toContain('connections to shops')
  expect(await answerUnder({ SECRET: second })).toBe(200)
})

test('under a secret that is not set, the shop should send again, and nothing is stored or changed', async () => {
  const before = (await shop.log()).length
  expect(await answerUnder({ SECRET: third })).toBe(503)
  expect(await shop.log()).toHaveLength(before)
  expect(await doctor({ SECRET: third })).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('1 connections to shops'),
  })
  await rotateSecret(first.database, secretsOf({ SECRET: third, SECRET_PREVIOUS: testSecret }), new Date())
  expect(await answerUnder({ SECRET: second })).toBe(200)
})

test('a deleted store takes its connections, their events and their secrets along', async () => {
  const at = new Date('2026-11-25T12:00:00Z')
  await first.database.query(sql`update stores set deleted_at = ${at} where store_id = ${storeId}`)
  expect(await answerUnder({ SECRET: second })).toBe(401)
  const pictures = picturesIn('/nonexistent')
  const later = new Date(at.getTime() + 2 * 60 * 60_000)
  await eraseDeletedStores(first.database, pictures, later, (_what, error) => {
    throw error
  })
  for (const table of ['connections', 'connection_events', 'connection_orders'])
    expect(await first.database.query(sql`select from ${sql([table])} where store_id = ${storeId}`)).toEqual(
      [],
    )
})

import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../foundation/config/config.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { openSettings } from '../../links/connections/settings.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { type Connected, connected } from '../../test/shops/connected.ts'
import { delivery } from '../../test/shops/woocommerce.ts'
import { aStore } from '../../test/users.ts'
import { checkSecret } from '../doctor/secret-check.ts'
import { rotateSecret } from './rotate.ts'

let app: TestApp
let shop: Connected
let storeId: string
beforeAll(async () => {
  app = await startTestApp()
  ;({ storeId } = await aStore(app.database))
  shop = await connected(app, storeId, { platform: 'woocommerce', secret: 'whs-secret' })
})
afterAll(() => app.close())

const secrets = readSecrets({ DATA_DIR: '/nonexistent', SECRET: testSecret })
const doctor = () => checkSecret(app.database, readConfig({ SECRET: testSecret }), Date.now)
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** As a release whose algorithm is ChaCha20-Poly1305 writes it. */
function byChaCha(purpose: string, place: string, bytes: Buffer): Buffer {
  const id = hmac(hmac(testSecret, 'id of the secret'), 'chacha20-poly1305').subarray(0, 8)
  const key = hmac(hmac(testSecret, `${purpose} by chacha20-poly1305`), place)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  return Buffer.concat([id, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

async function stored(): Promise<Buffer> {
  const [row] = await app.database.query<{ settings: Buffer }>(sql`
    select settings from connections where store_id = ${storeId}`)
  return row?.settings ?? Buffer.alloc(0)
}

const store = (settings: Buffer) =>
  app.database.query(sql`update connections set settings = ${settings} where store_id = ${storeId}`)

async function answer(): Promise<number> {
  const { headers, body } = delivery('order.updated', {}, 'whs-secret')
  return (await app.send('POST', `/connect/woocommerce/${shop.connectionId}`, { headers, body })).status
}

test('a value by another algorithm is read, reported, and encrypted again by the one that writes', async () => {
  const place = { store_id: storeId, connection_id: shop.connectionId }
  const [idOfAes, settings] = [(await stored()).subarray(0, 8), openSettings(secrets, place, await stored())]
  const other = byChaCha(
    'connection',
    `${storeId} ${shop.connectionId}`,
    Buffer.from(JSON.stringify(settings)),
  )
  await store(other)
  expect(await answer()).toBe(200)
  expect(await doctor()).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('by an algorithm of an earlier release: 1 connections to shops'),
  })

  const altered = Buffer.from(other)
  altered.writeUInt8(altered.readUInt8(30) ^ 1, 30)
  await store(altered)
  expect(await answer()).toBe(503)
  expect((await doctor()).status).toBe('error')

  await store(other)
  const counts = await rotateSecret(app.database, secrets, new Date())
  expect(counts.find(({ what }) => what === 'connections to shops')).toEqual({
    ...{ what: 'connections to shops', current: 0, outdated: 1, previous: 0, unknown: 0 },
  })
  expect((await stored()).subarray(0, 8)).toEqual(idOfAes)
  expect(await answer()).toBe(200)
  expect(await doctor()).toMatchObject({ status: 'ok' })
})

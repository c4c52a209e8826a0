import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { scheduleRequest } from '../../asking/requests/schedule.ts'
import { ApiError, errorBody } from '../../foundation/errors/errors.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { listStores } from './all-stores.ts'
import { createKey, findKeys, listKeys, revokeKey } from './keys.ts'
import { createStore, newStoreSettings, readStore, type StoreSettings, updateStore } from './stores.ts'
import { hashToken, isWellFormedToken } from './tokens.ts'

const home = openForTests(createTestDatabase)

const made = Date.UTC(2026, 10, 16, 12)
const clock = () => made
const nobody = '019a8f00-0000-7000-8000-000000000000'

type Refusal = [setting: Partial<StoreSettings>, line: string]

const refused: Refusal[] = [
  ...each('name', ['', ' \n', 'x'.repeat(256), 'Caf\0'], 'name: Expected 1 to 255 characters'),
  ...each('locale', ['', 'pt_BR', 'português', '-'], 'locale: Expected a language tag such as pt-BR or en'),
  ...each(
    'time_zone',
    ['', 'São Paulo', 'America/Nowhere', 'BRT', '+25:00', '+03:00', '-0300'],
    'time_zone: Expected a time zone such as America/Sao_Paulo',
  ),
  ...each(
    'country',
    ['', 'br', 'BRA', 'B1', 'BR\n'],
    'country: Expected the two capital letters of a country, such as BR',
  ),
  ...each(
    'order_limit',
    [-1, 1.5, Number.NaN, 2_147_483_648],
    'order_limit: Expected a whole number from 0 to 2147483647',
  ),
  ...each(
    'request_delay_days',
    [-1, 366, 0.5, Number.NaN],
    'request_delay_days: Expected a whole number from 0 to 365',
  ),
  ...each(
    'send_at',
    ['', '24:00', '10:60', '9:00', '10', '10:00:00', 'noon'],
    'send_at: Expected a time from 00:00 to 23:59',
  ),
]

function each<Name extends keyof StoreSettings>(
  name: Name,
  values: StoreSettings[Name][],
  line: string,
): Refusal[] {
  return values.map(value => [{ [name]: value }, line])
}

describe('createStore', () => {
  test('answers the ids and keys, and keeps the defaults', async () => {
    const answer = await createStore(home.database, clock, { name: 'Café da Serra' })
    expect(Object.keys(answer)).toEqual(['store_id', 'store_key', 'api_key'])
    expect(answer.store_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(answer.store_key).toMatch(/^rw_store_/)
    expect(answer.api_key).toMatch(/^rw_orders_/)
    expect(isWellFormedToken(answer.store_key) && isWellFormedToken(answer.api_key)).toBe(true)
    expect(await readStore(home.database, answer.store_id)).toEqual({
      ...newStoreSettings,
      name: 'Café da Serra',
      store_id: answer.store_id,
      store_key: answer.store_key,
      created_at: new Date(made),
      deleted_at: null,
    })
  })

  test('takes the least and the most of every setting', async () => {
    const least = {
      name: 'x',
      locale: 'en',
      time_zone: 'UTC',
      country: 'PT',
      active: false,
      order_limit: 0,
      request_delay_days: 0,
      send_at: '00:00',
      avoid_weekends: false,
      avoid_holidays: false,
      own_holidays: [],
    }
    const most = {
      name: 'é'.repeat(255),
      locale: 'zh-Hant-TW',
      time_zone: 'America/Argentina/ComodRivadavia',
      country: 'US',
      active: true,
      order_limit: 2_147_483_647,
      request_delay_days: 365,
      send_at: '23:59',
      avoid_weekends: true,
      avoid_holidays: true,
      own_holidays: Array.from({ length: 60 }, (_, n) =>
        `2027-01-${10 + (n % 20)}`.replace('2027', `${2027 + Math.floor(n / 20)}`),
      ),
    }
    for (const settings of [least, most]) {
      const { store_id } = await createStore(home.database, clock, settings)
      expect(await readStore(home.database, store_id)).toMatchObject(settings)
    }
  })

  test('keeps of the API key its hash alone', async () => {
    const { store_id, api_key } = await createStore(home.database, clock, { name: 'Secret keeper' })
    const tables = await home.database.query<{ name: string }>(
      sql`select format('%I', table_name) as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.map(({ name }) => name)).toContain('api_keys')
    const random = api_key.slice('rw_orders_'.length)
    for (const { name } of tables) {
      const rows = await home.database.query(
        sql`select * from ${raw(name)} as r where r::text like ${`%${random}%`}`,
      )
      expect(rows, name).toEqual([])
    }
    const [key] = await home.database.query<{ key_hash: Buffer }>(
      sql`select key_hash from api_keys where store_id = ${store_id}`,
    )
    expect(key?.key_hash).toEqual(hashToken(api_key))
    expect((await findKeys(home.database, [hashToken(api_key)]))[0]).toMatchObject({
      storeId: store_id,
      type: 'orders',
      revoked: false,
      expiresAt: null,
    })
  })

  test.each(refused)('refuses %o', async (setting, line) => {
    const before = await listStores(home.database)
    const refusal = await refusalOf(createStore(home.database, clock, { name: 'x', ...setting }))
    expect(refusal).toEqual({ name: 'settings_invalid', text: line })
    expect(await listStores(home.database)).toEqual(before)
  })

  test('tells all that is wrong at once', async () => {
    const wrong = {
      name: '',
      locale: '',
      time_zone: '',
      country: '',
      order_limit: -1,
      request_delay_days: -1,
      send_at: '',
    }
    const { text } = await refusalOf(createStore(home.database, clock, wrong))
    expect(text.split('; ')).toHaveLength(7)
  })
})

describe('updateStore', () => {
  test('changes what is given and leaves the rest', async () => {
    const { store_id } = await createStore(home.database, clock, { name: 'Before', order_limit: 5 })
    const before = await readStore(home.database, store_id)
    const change = { name: 'After', order_limit: null, send_at: '18:30', active: false }
    expect(await updateStore(home.database, store_id, change)).toEqual({ ...before, ...change })
    expect(await readStore(home.database, store_id)).toEqual({ ...before, ...change })
  })

  test('takes a color in capital letters', async () => {
    const { store_id } = await createStore(home.database, clock, { name: 'Before', color: '#ABCDEF' })
    expect(await readStore(home.database, store_id)).toMatchObject({ color: '#abcdef' })
    expect(await updateStore(home.database, store_id, { color: '#FFFFFF' })).toMatchObject({
      color: '#ffffff',
    })
  })

  test.each(refused)('refuses %o and changes nothing', async (setting, line) => {
    const { store_id } = await createStore(home.database, clock, { name: 'Before' })
    const before = await readStore(home.database, store_id)
    expect((await refusalOf(updateStore(home.database, store_id, setting))).text).toContain(line)
    expect(await readStore(home.database, store_id)).toEqual(before)
  })

  test.each(['', 'abc', nobody, `${nobody}'; drop table stores`])('knows no store %j', async id => {
    const refusal = { name: 'store_unknown', id }
    expect(await refusalOf(updateStore(home.database, id, { name: 'x' }))).toMatchObject(refusal)
    expect(await refusalOf(readStore(home.database, id))).toMatchObject(refusal)
  })
})

test("a store's keys are its own, and a revoked one stays revoked at its first time", async () => {
  const one = await createStore(home.database, clock, { name: 'One' })
  const other = await createStore(home.database, clock, { name: 'Other' })
  const expiresAt = new Date(made + 1)
  const { key_id } = await createKey(home.database, clock, one.store_id, { type: 'orders', expiresAt })
  expect(await listKeys(home.database, one.store_id)).toHaveLength(2)
  expect(await listKeys(home.database, other.store_id)).toHaveLength(1)
  const revoked = await revokeKey(home.database, clock, key_id)
  expect(revoked).toMatchObject({ store_id: one.store_id, expires_at: expiresAt, revoked_at: new Date(made) })
  expect(await revokeKey(home.database, () => made + 5_000, key_id)).toEqual(revoked)
  expect(JSON.stringify(await listKeys(home.database, one.store_id))).not.toMatch(/rw_|hash/)
  for (const unknown of [nobody, 'abc']) {
    expect(await refusalOf(revokeKey(home.database, clock, unknown))).toMatchObject({
      name: 'key_unknown',
      id: unknown,
    })
  }
})

test('requests can be scheduled in every time zone a store may have', () => {
  for (const time_zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST', 'Etc/GMT+3', 'asia/tokyo']) {
    const { state } = scheduleRequest({ deliveredAt: made }, { ...newStoreSettings, time_zone }, made)
    expect(state, time_zone).toBe('scheduled')
  }
})

/** The error of the catalogue that the promise is rejected with, its id and its English text. */
async function refusalOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error('Nothing was thrown.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  const { errorName: name, id, problems } = error
  return { name, ...(id !== undefined && { id }), text: errorBody(name, { problems }).user_message.en_us }
}

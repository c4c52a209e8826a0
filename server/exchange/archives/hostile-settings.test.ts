import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../foundation/errors/errors.ts'
import { restoreSettings } from '../../tenants/stores/restore.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aProduct } from '../../test/factories.ts'
import { openForm } from '../../test/forms.ts'
import { aStore, type Member } from '../../test/users.ts'
import { storesToRewrite } from '../../upkeep/housekeeping/search-rewriting.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-hostile-'))
let service: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  service = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
})

/** A store's row as an archive contains it. */
async function aRow(): Promise<Record<string, unknown>> {
  const [row] = await service.database.query<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(stores) as row from stores where store_id = ${store.storeId}`)
  return row?.row ?? {}
}

async function restore(change: Record<string, unknown>): Promise<unknown> {
  const row = { ...(await aRow()), ...change }
  const by = { at: new Date(), actor: 'command' } as const
  return await service.database
    .transaction(tx => restoreSettings(tx, store.storeId, row, by))
    .then(() => 'restored')
    .catch(error => error)
}

const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown

const noGifts = { name: 'No gifts', when: { tags: ['gift'] }, then: { ask: false } }

const noPicture = { type: 'picture', source: 'javascript:alert(1)', alt: 'x' }

const longFonts = Array(4)
  .fill(`"${'a'.repeat(60)}"`)
  .join(', ')

const fit = { id: 'fit', type: 'scale', label: { en: 'Fit' }, required: false, public: true }

// No column accepts these, except as listed in `accepted`.
const never = [
  { a: 1 },
  [[['x']]],
  deep,
  '\0',
  -1e9,
  1.5,
  1e300,
  'x'.repeat(5_000),
  '<script>alert(1)</script>',
  '2026-01-01T00:00:00Z\n',
]
const columns = [
  ...['name', 'locale', 'time_zone', 'country', 'request_delay_days', 'send_at', 'avoid_weekends'],
  ...[
    'avoid_holidays',
    'origins',
    'moderation',
    'open_reviews',
    'asks_about_store',
    'buyer_answers',
    'second_factor_required',
    'request_channel',
    'reminder_days',
    'link_days',
  ],
  ...[
    'form_products',
    'color',
    'logo_url',
    'site_url',
    'product_url',
    'privacy_url',
    'data_holder',
    'contact_email',
  ],
  ...[
    'mail_words',
    'mail_designs',
    'widget_design',
    'former_languages',
    'created_at',
    'retention_months',
    'order_salt',
  ],
  'own_holidays',
  'insider_domains',
  'review_period_days',
  'reply_templates',
  'ask_again_after',
  'search_made_by',
  'languages_off',
  'attributes',
  'request_rules',
  ...['model_url', 'model_name', 'model_monthly_limit', 'model_price_in', 'model_price_out'],
  ...['translate_reviews', 'summarize_reviews', 'videos'],
]
const mayBeNull = [
  ...['model_url', 'model_name'],
  ...[
    'logo_url',
    'site_url',
    'product_url',
    'privacy_url',
    'data_holder',
    'contact_email',
    'former_languages',
  ],
  ...['retention_months', 'order_salt', 'ask_again_after', 'search_made_by', 'review_period_days'],
]
const accepted: Record<string, unknown[]> = {
  model_name: ['<script>alert(1)</script>', '2026-01-01T00:00:00Z\n'],
  ...{ model_monthly_limit: [1.5], model_price_in: [1.5], model_price_out: [1.5] },
  name: ['<script>alert(1)</script>', '2026-01-01T00:00:00Z\n'],
  data_holder: ['<script>alert(1)</script>', '2026-01-01T00:00:00Z\n'],
  created_at: ['2026-01-01T00:00:00Z\n'],
}

describe('a store in an archive', () => {
  test('has no column that this file does not test', async () => {
    const ours = [
      'store_id',
      'store_key',
      'active',
      'order_limit',
      'limits',
      'requests_paused',
      'widgets_seen_at',
      'sku_read_at',
      'webhook_events',
      'search_rewritten',
      'deleted_at',
    ]
    expect(Object.keys(await aRow()).sort()).toEqual([...columns, ...ours].sort())
  })

  test.each(columns)('with a hostile %s is refused', async column => {
    const before = await aRow()
    const values = [...never, ...(mayBeNull.includes(column) ? [] : [null])]
    for (const value of values.filter(one => !accepted[column]?.includes(one))) {
      const outcome = await restore({ [column]: value })
      const result = outcome instanceof ApiError ? outcome.errorName : outcome
      expect([column, JSON.stringify(value).slice(0, 60), result]).toEqual([
        column,
        JSON.stringify(value).slice(0, 60),
        'settings_invalid',
      ])
    }
    expect(await aRow()).toEqual(before)
  })

  test.each([
    ['origins', ['https://a;script-src-elem']],
    ['origins', ['https://shop.example', 'https://*.example']],
    ['origins', [null]],
    ['languages_off', ['cy']],
    ['languages_off', ['en', '__proto__']],
    ['color', 'red'],
    ['reminder_days', [1, 2, 3]],
    ['reminder_days', ['1']],
    ['insider_domains', ['shop']],
    ['insider_domains', ['a@shop.example']],
    ['insider_domains', ['shop.example\n@x.example']],
    ['insider_domains', Array.from({ length: 21 }, (_, at) => `s${at}.example`)],
    ['insider_domains', [null]],
    ['own_holidays', ['2027-02-30']],
    ['own_holidays', ['12-25\n']],
    ['own_holidays', Array.from({ length: 61 }, () => '12-25')],
    ['own_holidays', [null]],
    ['former_languages', ['english; drop table stores']],
    ['former_languages', ['__proto__']],
    ['former_languages', Array(30).fill('english')],
    ['mail_words', { request: null }],
    ['mail_words', { request: { en: { subject: 1 } } }],
    ['mail_words', { request: { en: { subject: 'a\r\nBcc: b@example.com' } } }],
    ['mail_words', 'x'],
    ['mail_designs', { request: null }],
    ['mail_designs', { request: { en: [] } }],
    ['mail_designs', { request: { en: [{ type: 'html', text: '<p>' }] } }],
    ['mail_designs', { request: { en: [{ type: 'stars', onclick: 'alert(1)' }] } }],
    ['mail_designs', { request: { en: [{ type: 'stars' }, noPicture] } }],
    ['mail_designs', { request: { 'english please': [{ type: 'stars' }] } }],
    ['mail_designs', { review_replied: { en: [{ type: 'stars' }] } }],
    ['widget_design', { variables: { '--rw-star-color': 'url(https://a.example)' } }],
    ['widget_design', { variables: { '--rw-bg-color': '#fff}body{display:none' } }],
    ['widget_design', { attributes: { 'rw-reviews': { onclick: 'alert(1)' } } }],
    ['widget_design', { attributes: { script: { src: 'x' } } }],
    ['widget_design', { other: {} }],
    ['widget_design', { variables: { '--rw-font-family': longFonts } }],
    ['model_url', 'https://user:secret@api.example/v1'],
    ['model_url', 'https://api.example/v1?key=secret'],
    ['model_url', 'file:///etc/passwd'],
    ['model_price_in', '2'],
    ['reply_templates', [{ title: 'Thanks', text: 'Hi {buyer}' }]],
    ['reply_templates', [{ title: 'Thanks', text: '' }]],
    ['reply_templates', [{ title: 'a\u202eb', text: 'x' }]],
    ['reply_templates', [{ title: 'Thanks', text: '\ud800' }]],
    ['reply_templates', [{ title: 'Thanks', text: 'x', html: '<b>' }]],
    ['request_rules', [null]],
    ['request_rules', [{ ...noGifts, name: 'a\u202eb' }]],
    ['request_rules', [{ ...noGifts, when: { countries: ['Brazil'] } }]],
    ['request_rules', [{ ...noGifts, when: { group_ids: ['x'] } }]],
    ['request_rules', [{ ...noGifts, when: { price_from: 9, price_to: 3 } }]],
    ['request_rules', [{ ...noGifts, then: {} }]],
    ['request_rules', [{ ...noGifts, then: { ask: false, delay_days: 3 } }]],
    ['request_rules', [{ ...noGifts, then: { reminders: [9, 3] } }]],
    ['request_rules', [{ ...noGifts, then: { delay_days: 1e9 } }]],
    ['request_rules', [noGifts, noGifts]],
    ['request_rules', Array.from({ length: 21 }, (_, at) => ({ ...noGifts, name: `${at}` }))],
    ['attributes', [null]],
    ['attributes', [{ ...fit, id: '__proto__' }]],
    ['attributes', [fit, fit]],
    ['attributes', [{ ...fit, label: { en: '\ud800' } }]],
    ['attributes', [{ ...fit, label: { en: 'a\u202eb' } }]],
    ['attributes', [{ ...fit, label: { __proto__x: 'Fit' } }]],
    ['attributes', [{ ...fit, products: { groups: ['x'] } }]],
    ['attributes', Array.from({ length: 13 }, (_, at) => ({ ...fit, id: `fit_${at}` }))],
    ['created_at', 'infinity'],
    ['created_at', '0001-01-01'],
    ['created_at', '2200-01-02'],
  ])('with %s %j is refused', async (column, value) => {
    expect(await restore({ [column]: value })).toMatchObject({ errorName: 'settings_invalid' })
  })

  test('of another PostgreSQL or an earlier release is stemmed again', async () => {
    expect(await restore({ search_made_by: '15.2' })).toBe('restored')
    expect(await storesToRewrite(service.database)).toContain(store.storeId)
    await service.runDue()
    expect(await storesToRewrite(service.database)).not.toContain(store.storeId)
    expect(await restore({ search_made_by: undefined })).toBe('restored')
    expect(await storesToRewrite(service.database)).toContain(store.storeId)
  })

  test('is restored without the domains of mail providers, whatever the archive says', async () => {
    const domains = ['gmail.com', 'shop.example', ' @GMail.com', 'outlook.com']
    expect(await restore({ insider_domains: domains })).toBe('restored')
    expect(await aRow()).toMatchObject({ insider_domains: ['shop.example'] })
  })

  test('keeps a domain that a later list of mail providers names, and takes it once', async () => {
    await service.database.query(sql`
      update stores set insider_domains = '{gmail.com,shop.example}' where store_id = ${store.storeId}`)
    const change = (insider_domains: string[]) =>
      owner.send('PATCH', `/stores/${store.storeId}/settings`, { insider_domains })
    expect((await change(['gmail.com', 'outlook.com'])).status).toBe(400)
    expect((await change(['gmail.com', 'cafe.example'])).status).toBe(200)
    expect((await change(['cafe.example'])).status).toBe(200)
    expect((await change(['gmail.com'])).status).toBe(400)
  })

  test('is restored as it was exported', async () => {
    const good = { origins: ['https://shop.example'], former_languages: ['english'], color: '#112233' }
    expect(await restore({ ...good, created_at: '2024-05-06T07:08:09.123456+00:00' })).toBe('restored')
    expect(await aRow()).toMatchObject({
      ...good,
      created_at: expect.stringContaining('2024-05-06T07:08:09.123'),
    })
  })
})

describe('the list of imports', () => {
  const rowOf = async (problem: object) => {
    await service.database.query(sql`
      insert into imports (
        store_id, id, kind, state, file_name, size, file_until, problem, created_by, created_at
      )
      values (
        ${store.storeId}, gen_random_uuid(), 'archive', 'failed', 'a.zip', 9, now(), ${JSON.stringify(problem)}::jsonb,
        'command', now()
      )`)
  }

  test('shows every row, even if a problem names an unknown damage', async () => {
    const what = { what: "The store's settings are wrong.", mend: 'Nothing was changed.' }
    await rowOf({ ...what, damage: { name: 'color', values: ['red'] } })
    await rowOf({ ...what, damage: { name: 'origins' } })
    await rowOf({ ...what, damage: { name: 'zip', values: ['x'] } })
    const { status, body } = await owner.send('GET', `/stores/${store.storeId}/imports`)
    expect(status).toBe(200)
    const damages = body.result.map(({ problem }: { problem: { damage?: unknown } }) => problem.damage)
    expect(damages.filter(Boolean)).toEqual([{ name: 'zip', values: ['x'] }])
    for (const { id } of body.result)
      expect((await owner.send('GET', `/stores/${store.storeId}/imports/${id}`)).status).toBe(200)
  })
})

describe('an origin in the database', () => {
  test.each([
    ['https://a;script-src-elem *', "frame-ancestors 'self'"],
    ['https://evil.example https://worse.example', "frame-ancestors 'self'"],
    ['https://shop.example', "frame-ancestors 'self' https://shop.example"],
  ])('%s appears in a header only if it is an origin', async (origin, expected) => {
    const { storeId, storeKey, headers } = store
    const body = aProduct({ product_id: 'p' })
    expect((await service.send('POST', '/products', { headers, body })).status).toBe(201)
    await service.database.query(sql`
      update stores
      set origins = array[${origin}]::text[], logo_url = 'https://logo;script-src-elem/logo.png'
      where store_id = ${storeId}`)
    await service.database.query(sql`select pg_notify('realword', ${`store ${storeId}`})`)
    const query = new URLSearchParams({ store_id: storeId, store_key: storeKey, product_id: 'p' })
    const { status, headers: answered, html } = await openForm(`${service.url}/embed/question?${query}`)
    expect(status).toBe(200)
    const policy = answered.get('content-security-policy') ?? ''
    expect(policy.split('; ').at(-1)).toBe(expected)
    expect(policy).not.toContain('script-src-elem')
    expect(html).not.toMatch(/data-parents="[^"]*(;| )/)
    expect(await readStore(service.database, storeId)).toMatchObject({ origins: [origin] })
  })

  test.each([
    'https://a;script-src-elem',
    'https://a,https://b',
    'https://*.shop.example',
    'https://shop.example/path',
    'https://me@shop.example',
  ])('%s is not stored by the dashboard', async origin => {
    const { status, body } = await owner.send('PATCH', `/stores/${store.storeId}/settings`, {
      origins: [origin],
    })
    expect([status, JSON.stringify(body).includes('origins')]).toEqual([400, true])
  })
})

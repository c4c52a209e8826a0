import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mostPinned } from '../../answers/reviews/pins.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import type { Order } from '../../asking/orders/orders.ts'
import { createApp } from '../../service/app.ts'
import type { Role } from '../../tenants/accounts/roles.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { createKey } from '../../tenants/stores/keys.ts'
import { adminClient, aMember, aPassword } from '../../test/admin.ts'
import { expectCreated } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { sendPart } from '../../test/exchange/transfers.ts'
import { aCustomer, anOrder, aProduct, aReview } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aMailing } from '../../test/mail/mailings.ts'
import { aManageKey, type ManagementClient, whileRunning } from '../../test/management.ts'
import { anOperator, anOperatorKey } from '../../test/operators.ts'
import { inSpanish, inTwoLanguages, type Seen, see, seeRaw } from '../../test/seen-errors.ts'
import { aStore, type Member } from '../../test/users.ts'
import { readConfig } from '../config/config.ts'
import { uuid } from '../lib/ids/uuid.ts'
import { suppress } from '../mailings/suppressions.ts'
import { catalogue, type ErrorName } from './codes.ts'
import golden from './errors.golden.json' with { type: 'json' }

/** Thrown by verbs that no route calls yet. */
type NoRouteYet = 'question_unknown' | 'answer_unknown' | 'link_unknown' | 'link_expired' | 'state_wrong'

const firstOwner = {
  token: 'guessed',
  name: 'Olga',
  email: 'olga@shop.example',
  password: 'correct horse battery',
  store: { name: 'Shop', locale: 'pt-BR', time_zone: 'America/Sao_Paulo', country: 'BR' },
}

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = inSpanish(await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }))
  owner = await aStore(service.database)
})
afterAll(() => service.close())

describe('each error is answered as errors.golden.json says', () => {
  // `satisfies`: an error that is new in the catalogue has no way to provoke it yet, and does not compile.
  const provoke = {
    key_missing: () => send('/orders', anOrder(), { 'x-api-key': '' }),
    store_missing: () => send('/orders', anOrder(), { 'x-store-id': '' }),
    key_invalid: () => send('/orders', anOrder(), { 'x-api-key': 'secret' }),
    store_inactive: async () => {
      const shop = await aStore(service.database)
      await changeSettings(service, shop.storeId, { active: false })
      return await send('/orders', anOrder(), shop.headers)
    },
    key_expired: async () => {
      const expiresAt = new Date('2020-01-01')
      const made = await createKey(service.database, Date.now, owner.storeId, { type: 'orders', expiresAt })
      return await send('/orders', anOrder(), { 'x-api-key': made.api_key })
    },
    store_mismatch: () => send('/orders', anOrder(), { 'x-store-id': 'abc' }),
    order_limit: async () => {
      const shop = await aStore(service.database, { order_limit: 0 })
      return await send('/orders', anOrder(), shop.headers)
    },
    orders_often: async () => {
      const shop = await aStore(service.database, { limits: { orders_per_minute: 0 } })
      return await send('/orders', anOrder(), shop.headers)
    },
    order_unknown: async () => see(await service.send('GET', '/orders/nothing', { headers: owner.headers })),
    order_duplicate: () => sendTwice('/orders', anOrder()),
    product_duplicate: () => sendTwice('/products', aProduct()),
    body_invalid: () => send('/orders', { ...anOrder(), products: [], zzz: 1 }),
    settings_invalid: () => asMember('owner', 'PATCH', '/settings', { name: '' }),
    body_too_large: () => send('/orders', ' '.repeat(1024 * 1024 + 1)),
    request_invalid: () => seeRaw(service.url, 'this is not HTTP\r\n\r\n'),
    request_timeout: answerToSlowRequest,
    headers_too_large: () =>
      seeRaw(service.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    route_unknown: async () => see(await service.send('GET', '/nothing')),
    method_wrong: async () => see(await service.send('DELETE', '/orders')),
    review_unknown: () =>
      send(`/api/v1/reviews/unknown/reports`, { reason: 'spam' }, { 'x-api-key': owner.storeKey }),
    requests_often: async () => {
      const shop = await aStore(service.database, { limits: { api_requests_per_minute: 0 } })
      return await send('/orders', anOrder(), shop.headers)
    },
    too_many: answerBeyondRate,
    unavailable: answerWithoutConnection,
    unexpected: () => answerWithoutTable('orders'),
    session_missing: async () => see(await adminClient(service).send('GET', '/session')),
    login_wrong: async () => see(await adminClient(service).signIn('nobody@shop.example')),
    code_wrong: async () =>
      see(await adminClient(service).send('POST', '/session/second-factor', { code: '000000' })),
    setup_over: async () => see(await adminClient(service).send('POST', '/setup', firstOwner)),
    role_missing: async () => {
      const viewer = await aMember(service, owner.storeId, 'viewer')
      const path = `/stores/${owner.storeId}/members/${viewer.userId}`
      return see(await viewer.send('DELETE', path))
    },
    factor_missing: async () => {
      const shop = await aStore(service.database, { second_factor_required: true })
      return see(await (await aMember(service, shop.storeId, 'viewer')).send('GET', '/sessions'))
    },
    store_suspended: async () => {
      const shop = await aStore(service.database, { active: false })
      const moderator = await aMember(service, shop.storeId, 'moderator')
      return see(await moderator.send('POST', `/stores/${shop.storeId}/widget-checks`, { url: shop.storeId }))
    },
    page_foreign: async () =>
      see(await adminClient(service).send('POST', '/setup', firstOwner, { origin: 'https://evil.example' })),
    store_unknown: async () => {
      const person = await aMember(service, owner.storeId, 'owner')
      return see(await person.send('GET', '/stores/abc/members'))
    },
    store_deleted: async () => {
      const operator = await anOperatorKey(service)
      const shop = await aStore(service.database)
      await operator.send('DELETE', `/stores/${shop.storeId}`, { confirm: 'Café da Serra' })
      return see(await operator.send('PATCH', `/stores/${shop.storeId}`, { active: true }))
    },
    scope_missing: async () => {
      const { api_key } = await createKey(service.database, Date.now, owner.storeId, {
        type: 'manage',
        scopes: ['reviews:read'],
      })
      const headers = { authorization: `Bearer ${api_key}` }
      return see(await service.send('GET', '/manage/v1/settings', { headers }))
    },
    operator_missing: async () => {
      const person = await aMember(service, owner.storeId, 'owner')
      return see(await person.send('GET', '/operator/stores'))
    },
    request_repeated: () => createTwice('One', 'One'),
    request_differs: () => createTwice('One', 'Two'),
    request_running: async () => {
      const client = await aManageKey(service, { store: owner })
      const headers = { 'idempotency-key': 'held' }
      return see(
        await whileRunning(service, client, 'held', () => client.send('POST', '/reviews', {}, headers)),
      )
    },
    answer_gone: async () => {
      const { send } = await aManageKey(service, { store: owner })
      const exportOnce = () =>
        send('POST', '/people/export', { email: 'eva@example.com' }, { 'idempotency-key': 'once' })
      await exportOnce()
      return see(await exportOnce())
    },
    body_stale: () => manage('PATCH', '/settings', {}, { 'if-match': '"old"' }),
    review_duplicate: async () => {
      const review = { external_id: 'r-1', product_id: 'P-1', rating: 5, display_name: 'Ana' }
      await manage('POST', '/reviews', review)
      return await manage('POST', '/reviews', review)
    },
    question_duplicate: async () => {
      const question = { external_id: 'q-1', product_id: 'P-1', body: 'How?', display_name: 'Ana' }
      await manage('POST', '/questions', question)
      return await manage('POST', '/questions', question)
    },
    pins_full: async () => {
      const { product_id } = aProduct()
      const given = { product_id, rating: 3, body: 'Heats fast', display_name: 'Ana' }
      for (let pinned = 0; ; pinned++) {
        const { body } = await manage('POST', '/reviews', { ...given, external_id: `pin-${pinned}` })
        const answer = await manage('POST', `/reviews/${(body as { id: string }).id}/pin`)
        if (pinned === mostPinned) return answer
      }
    },
    insider_known: async () => {
      const { email } = await aMember(service, owner.storeId, 'viewer')
      const given = { external_id: 'ours', product_id: 'P-1', rating: 5, display_name: 'Ana', email }
      const { body } = await manage('POST', '/reviews', given)
      return await manage('POST', `/reviews/${(body as { id: string }).id}/unmark-insider`)
    },
    video_missing: async () => {
      const given = { external_id: 'silent', product_id: 'P-1', rating: 5, display_name: 'Ana' }
      const { body } = await manage('POST', '/reviews', given)
      const captions = `/reviews/${(body as { id: string }).id}/captions/en`
      return await manage('PUT', captions, { webvtt: 'WEBVTT' })
    },
    member_unknown: () => asMember('owner', 'DELETE', '/members/nobody'),
    key_unknown: () => asMember('owner', 'DELETE', '/keys/abc'),
    product_unknown: () => asMember('viewer', 'GET', '/products/detail?product_id=none'),
    product_grouped: async () => {
      const person = await aMember(service, owner.storeId, 'owner')
      const group = async () => {
        const [first, second] = [aProduct(), aProduct()]
        for (const one of [first, second]) await send('/products', one)
        const product_ids = [first.product_id, second.product_id]
        await person.send('POST', `/stores/${owner.storeId}/product-groups`, { product_ids })
        return first.product_id
      }
      const product_ids = [await group(), await group()]
      return see(await person.send('POST', `/stores/${owner.storeId}/product-groups`, { product_ids }))
    },
    group_unknown: () => asMember('owner', 'DELETE', '/product-groups/none'),
    link_over: async () => {
      const body = { token: 'guessed', password: 'correct horse battery' }
      return see(await adminClient(service).send('POST', '/password', body))
    },
    password_weak: async () => {
      const person = await aMember(service, owner.storeId, 'viewer')
      const change = { password: aPassword, new_password: 'qwertyuiop12' }
      return see(await person.send('POST', '/account/password', change))
    },
    password_wrong: async () => {
      const person = await aMember(service, owner.storeId, 'viewer')
      return see(await person.send('POST', '/account/second-factor', { password: 'wrong' }))
    },
    https_missing: async () => {
      const start = 'POST /admin/api/session HTTP/1.1\r\nHost: shop.example\r\nX-Realword-Page: 1\r\n'
      return await seeRaw(service.url, `${start}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    },
    invitation_unknown: () => asMember('owner', 'DELETE', '/invitations/abc'),
    import_unknown: () => asMember('owner', 'GET', '/imports/abc'),
    export_unknown: () => asMember('owner', 'GET', '/exports/abc/file'),
    feed_unknown: async () => see(await service.send('GET', '/feeds/none/meta-reviews.csv')),
    import_state: async () => {
      const person = await aMember(service, owner.storeId, 'owner')
      const path = `/stores/${owner.storeId}/imports`
      const made = await person.send('POST', path, { kind: 'review', file_name: 'a.csv', size: 9 })
      return see(await person.send('POST', `${path}/${made.body.id}/run`))
    },
    files_full: () => upload({ size: 1_000_001 }),
    storage_limit: async () => {
      const shop = await aStore(service.database, { limits: { stored_bytes: 8 } })
      const person = await aMember(service, shop.storeId, 'owner')
      const file = { kind: 'review', file_name: 'a.csv', size: 9 }
      return see(await person.send('POST', `/stores/${shop.storeId}/imports`, file))
    },
    logo_refused: () => asMember('owner', 'PUT', '/logo', { not: 'a picture' }),
    files_often: async () => {
      await service.database.query(sql`
        insert into imports (
          store_id, id, kind, state, file_name, size, file_until, received, created_by, created_at
        )
        values (
          ${owner.storeId}, gen_random_uuid(), 'review', 'cancelled', 'a.csv', 9, now(), 1000000, 'command', now()
        )`)
      return await upload({ size: 3 }, 'a,b')
    },
    member_already: async () => {
      const person = await aMember(service, owner.storeId, 'owner')
      const body = { email: person.email, role: 'viewer' }
      return see(await person.send('POST', `/stores/${owner.storeId}/invitations`, body))
    },
    owner_last: async () => {
      const { storeId } = await aStore(service.database)
      const person = await aMember(service, storeId, 'owner')
      return see(await person.send('DELETE', `/stores/${storeId}/members/${person.userId}`))
    },
    operator_last: async () => {
      const operator = await anOperator(service)
      return see(await operator.send('DELETE', `/operator/operators/${operator.userId}`))
    },
    request_none: () => sendNow({ customers: [aCustomer({ email: 'nobody' })] }),
    request_sent: () => sendNow({}, ({ order_id }, send) => send('/orders/send-now', { order_id })),
    request_cancelled: () => sendNow({}, ({ order_id }, send) => send('/orders/cancel', { order_id })),
    request_empty: () =>
      sendNow({}, async ({ products: [product] }) => {
        const asks = { product_id: product?.product_id, asks_for_reviews: false }
        const person = await aMember(service, owner.storeId, 'owner')
        await person.send('PATCH', `/stores/${owner.storeId}/products`, asks)
      }),
    buyer_suppressed: () =>
      sendNow({}, ({ customers: [buyer] }) =>
        suppress(service.database, owner.storeId, buyer?.email ?? '', 'unsubscribed', new Date()),
      ),
    buyer_mailed: () =>
      sendNow({}, async ({ customers }, send) => {
        const { order_id } = await anOrderSent({ customers })
        await send('/orders/send-now', { order_id })
      }),
    campaign_unknown: () => manage('GET', '/campaigns/abc'),
    campaign_open: async () => {
      const wish = { from: '2026-01-01', to: '2026-10-31' }
      await manage('POST', '/campaigns', { ...wish, buyers_may_be_asked: true })
      return await manage('POST', '/campaigns', wish)
    },
    campaign_state: async () => {
      const program = await aManageKey(service, { store: owner })
      await program.send('POST', '/campaigns', { from: '2026-01-01', to: '2026-10-31' })
      const { body } = await program.send('GET', '/campaigns')
      return see(await program.send('POST', `/campaigns/${body.data[0].id}/resume`))
    },
    mails_limit: async () => {
      const answer = await sendNow({}, () =>
        changeSettings(service, owner.storeId, { limits: { mails_per_day: 0 } }),
      )
      await changeSettings(service, owner.storeId, { limits: {} })
      return answer
    },
    requests_paused: async () => {
      const answer = await sendNow({}, () =>
        changeSettings(service, owner.storeId, { requests_paused: true }),
      )
      await changeSettings(service, owner.storeId, { requests_paused: false })
      return answer
    },
    suppression_unknown: () => asMember('moderator', 'DELETE', '/mail/suppressions/abc'),
    suppressed_already: async () => {
      const body = { email: 'eva@example.com' }
      await asMember('moderator', 'POST', '/mail/suppressions', body)
      return await asMember('moderator', 'POST', '/mail/suppressions', body)
    },
    suppression_stays: async () => {
      const email = 'rui@example.com'
      await suppress(service.database, owner.storeId, email, 'complained', new Date())
      const { body } = await asMember('moderator', 'POST', '/mail/suppressions/look', { email })
      const [{ id }] = (body as { result: [{ id: string }] }).result
      return await asMember('moderator', 'DELETE', `/mail/suppressions/${id}`)
    },
    connection_unknown: () => asMember('owner', 'DELETE', '/connections/abc'),
    // Medusa has no API that could be asked.
    connection_state: async () => asMember('owner', 'POST', `/connections/${await aConnection()}/test`),
    channel_unknown: () => asMember('owner', 'DELETE', '/channels/sms'),
    event_unknown: async () =>
      asMember('owner', 'POST', `/connections/${await aConnection()}/events/abc/retry`),
    notification_unknown: () => asMember('owner', 'DELETE', `/notifications/${uuid()}`),
    notification_disabled: async () => {
      const mail = { channel: 'email', email: 'team@shop.example' }
      const { body } = await asMember('owner', 'POST', '/notifications', mail)
      const { target_id } = body as { target_id: string }
      await asMember('owner', 'PATCH', `/notifications/${target_id}`, { state: 'disabled' })
      return await asMember('owner', 'POST', `/notifications/${target_id}/test`, {})
    },
    webhook_unknown: () => manage('DELETE', '/webhooks/abc'),
    delivery_unknown: async () =>
      manage('POST', `/webhooks/${await aWebhook()}/replay`, { delivery_id: uuid() }),
    webhook_disabled: async () => {
      const id = await aWebhook()
      await manage('PATCH', `/webhooks/${id}`, { state: 'disabled' })
      return await manage('POST', `/webhooks/${id}/test`)
    },
    mail_unknown: () => asMember('moderator', 'POST', '/mail/deliveries/abc/again'),
    mail_over: async () => {
      const id = await aMailing(service.database, owner.storeId, { state: 'sent' })
      return await asMember('moderator', 'POST', `/mail/deliveries/${id}/again`)
    },
    webhook_refused: async () => see(await service.send('POST', '/connect/woocommerce/abc', { body: '{}' })),
    translation_off: () =>
      send(`/api/v1/reviews/${uuid()}/translations`, { locale: 'de' }, { 'x-api-key': owner.storeKey }),
    translation_failed: async () => {
      const products = [{ product_id: 'product-1', sku: 'S-1', name: 'Moka pot', url: '' }]
      await addSeenProducts(service.database, owner.storeId, products, new Date())
      const review = aReview()
      const by = { at: new Date(), actor: 'command', action: 'create' } as const
      await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
      // Nothing listens there.
      const on = { model_url: 'http://127.0.0.1:9/v1', model_name: 'small', translate_reviews: true }
      await changeSettings(service, owner.storeId, on)
      const path = `/api/v1/reviews/${review.id}/translations`
      return await send(path, { locale: 'de' }, { 'x-api-key': owner.storeKey })
    },
    mail_restored: async () => {
      const id = await aMailing(service.database, owner.storeId, { state: 'failed', isRestored: true })
      return await asMember('moderator', 'POST', `/mail/deliveries/${id}/again`)
    },
  } satisfies Record<Exclude<ErrorName, NoRouteYet>, () => Promise<Seen>>

  test.each(Object.entries(provoke))('%s', async (name, act) => {
    const { body, ...rest } = await act()
    const wanted = golden.errors[name as keyof typeof golden.errors]
    expect({ body, ...rest }).toEqual({ ...rest, body: rest.inSpanish ? wanted : inTwoLanguages(wanted) })
    expect(rest.status).toBe(catalogue[name as ErrorName].status)
  })

  test('a product fails like an order', async () => {
    const { status, body } = await answerWithoutTable('products')
    expect({ status, body }).toEqual({ status: 500, body: golden.errors.unexpected })
  })

  test('who must wait learns how long', async () => {
    for (const { retryAfter } of [await answerBeyondRate(), await answerWithoutConnection()]) {
      expect(retryAfter).toMatch(/^[1-9]\d?$/)
    }
  })
})

describe('errors.golden.json', () => {
  test('knows no error and no problem that is gone', () => {
    expect(Object.keys(golden.errors).sort()).toEqual(Object.keys(catalogue).sort())
  })

  test('is a real translation throughout', () => {
    const pairs = [
      ...Object.entries(golden.errors).map(([name, { user_message }]) => [name, user_message] as const),
      ...Object.entries(golden.problems),
    ]
    const same = pairs.filter(([, texts]) => new Set(['', ...Object.values(texts)]).size < 4)
    expect(same).toEqual([])
  })
})

/** Asks the dashboard's API about the store, as a new member of this role. */
async function asMember(role: Role, method: string, path: string, body?: unknown): Promise<Seen> {
  const person = await aMember(service, owner.storeId, role)
  return see(await person.send(method, `/stores/${owner.storeId}${path}`, body))
}

async function aConnection(): Promise<string> {
  const { body } = await asMember('owner', 'POST', '/connections', { platform: 'medusa' })
  return (body as { connection: { connection_id: string } }).connection.connection_id
}

/** Asks the management API about the store. */
async function manage(...request: Parameters<ManagementClient['send']>): Promise<Seen> {
  const { send } = await aManageKey(service, { store: owner })
  return see(await send(...request))
}

async function aWebhook(): Promise<string> {
  const { body } = await manage('POST', '/webhooks', { url: 'https://hooks.example/' })
  return (body as { webhook_id: string }).webhook_id
}

type Change = Record<string, string>

async function send(path: string, body: unknown, change: Change = {}): Promise<Seen> {
  return see(await service.send('POST', path, { headers: { ...owner.headers, ...change }, body }))
}

async function sendTwice(path: string, body: unknown): Promise<Seen> {
  expect((await send(path, body)).status).toBe(201)
  return await send(path, body)
}

async function anOrderSent(change: Partial<Order> = {}): Promise<Order> {
  const order = anOrder({ delivery_date: new Date().toISOString(), ...change })
  expectCreated(await service.send('POST', '/orders', { headers: owner.headers, body: order }))
  return order
}

/** Begins an upload with a quota of one megabyte, and sends its first part. */
async function upload({ size }: { size: number }, part?: string): Promise<Seen> {
  const settings = { SIGN_IN_RATE_LIMIT: '1000', STORE_FILES_LIMIT: '1' }
  const small = inSpanish(await startTestApp(settings, service.target))
  try {
    const person = await aMember(small, owner.storeId, 'owner')
    const path = `/stores/${owner.storeId}/imports`
    const made = await person.send('POST', path, { kind: 'review', file_name: 'a.csv', size })
    if (part === undefined) return see(made)
    return see(await sendPart(small, person, owner.storeId, made.body.id, 0, Buffer.from(part)))
  } finally {
    await small.close()
  }
}

type SendAsMember = (path: string, body: object) => Promise<unknown>

/** Asks for the mail of an order at once, after what `before` did to it. */
async function sendNow(
  change: Partial<Order>,
  before: (order: Order, send: SendAsMember) => unknown = () => {},
): Promise<Seen> {
  const order = await anOrderSent(change)
  const person = await aMember(service, owner.storeId, 'moderator')
  const send = (path: string, body: object) => person.send('POST', `/stores/${owner.storeId}${path}`, body)
  await before(order, send)
  return see(await send('/orders/send-now', { order_id: order.order_id }))
}

async function answerBeyondRate(): Promise<Seen> {
  const limited = inSpanish(await startTestApp({ WRITE_RATE_LIMIT: '1' }))
  const { headers } = await aStore(limited.database)
  expectCreated(await limited.send('POST', '/orders', { headers, body: anOrder() }))
  const answer = see(await limited.send('POST', '/orders', { headers, body: anOrder() }))
  await limited.close()
  return answer
}

async function answerWithoutTable(table: string): Promise<Seen> {
  await service.database.query(raw(`alter table ${table} rename to away`))
  const answer = await send(`/${table}`, table === 'orders' ? anOrder() : aProduct())
  await service.database.query(raw(`alter table away rename to ${table}`))
  return answer
}

// A write that waits for a lock loses its connection.
async function answerWithoutConnection(): Promise<Seen> {
  const other = new pg.Client(service.target)
  await other.connect()
  await other.query('begin; lock table orders in exclusive mode')
  const answer = send('/orders', anOrder())
  await vi.waitFor(async () => {
    const ended = await service.database.query(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(ended).not.toEqual([])
  }, 120_000)
  await other.end()
  return await answer
}

// The service's own limit is a minute: Node is told to look sooner.
async function answerToSlowRequest(): Promise<Seen> {
  const { database, session } = service
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const app = await createApp({ config, database, session, clock: Date.now })
  Object.assign(app.server, { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await seeRaw(url, 'POST /orders HTTP/1.1\r\nHost: x\r\n')
  await app.close()
  return answer
}

async function createTwice(...names: [string, string]): Promise<Seen> {
  const operator = await anOperatorKey(service)
  const create = (name: string) =>
    operator.send('POST', '/stores', { name }, { 'idempotency-key': 'a-store' })
  await create(names[0])
  const { body, ...answer } = await create(names[1])
  // operators.test.ts checks the id, which differs in each run.
  return see({ ...answer, body: { ...body, more_info: null } })
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import { saveFlags } from '../../answers/moderation/flags.ts'
import { contentStates } from '../../answers/moderation/states.ts'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { insertQuestions, type Question } from '../../answers/questions/questions.ts'
import { insertReviews, type Review } from '../../answers/reviews/reviews.ts'
import { markAllDaysChanged } from '../../foundation/events/changed-days.ts'
import { makeScopedId } from '../../foundation/lib/ids/scoped-id.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { countMails } from '../../foundation/mailings/daily-limit.ts'
import { openPictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { receivePicture } from '../../foundation/storage/pictures/pictures.ts'
import { quote } from '../../links/connections/sentences.ts'
import { claimRequests } from '../../tenants/admission/request-limit.ts'
import { saveWidgetsSeen } from '../../tenants/stores/first-uses.ts'
import { updateStore } from '../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../admin.ts'
import type { TestApp } from '../app.ts'
import { uploadFile } from '../exchange/transfers.ts'
import { aCustomer, anAnswer, anOrder, anOrderProduct, aQuestion, aReview } from '../factories.ts'
import { aMailing } from '../mail/mailings.ts'
import { aPicture } from '../pictures.ts'
import { connectShop } from '../shops/shop-platform.ts'
import { aStore, type Member } from '../users.ts'
import { subscribe } from '../webhooks/subscribe.ts'

/** The current time in these tests: a Wednesday noon in the store's time zone. */
export const seedNow = Date.UTC(2026, 4, 6, 15)

export const buyer = 'zulmira@correio.example'
export const productId = 'P-1'
export const otherProductId = 'P-2'
const texts = {
  title: 'A fine pot',
  body: 'Heats fast, says zulmira@correio.example',
  reply: 'Thank you',
}

const day = 24 * 60 * 60 * 1000
const at = new Date(seedNow)
const by = { at, actor: 'command' } as const
const ago = (days: number) => new Date(seedNow - days * day)
const instant = (days: number) => ago(days).toISOString()

export type Seeded = { store: Member; emptyStoreId: string; owner: Client; moderator: Client; viewer: Client }
export type Client = AdminClient & { userId: string; email: string }

/** A store with rows in every table, in every state that a verb needs, created through the service where possible. */
export async function seedStore(it: TestApp, folder: string): Promise<Seeded> {
  it.setNow(ago(20))
  const store = await aStore(it.database, {
    ...{
      locale: 'en',
      request_delay_days: 1,
      reminder_days: [2, 4],
      open_reviews: true,
      videos: true,
      buyer_answers: true,
      order_limit: 100,
    },
    // The buyer has reviewed what they are asked about.
    ask_again_after: 1,
    mail_words: { request: { en: { subject: 'How is it?', words: 'Tell us' } } },
    mail_designs: { request: { en: [{ type: 'heading', text: 'How is it?' }, { type: 'stars' }] } },
    widget_design: { variables: { '--rw-star-color': '#c2410c' } },
  })
  const members = {
    owner: await aMember(it, store.storeId, 'owner'),
    moderator: await aMember(it, store.storeId, 'moderator'),
    viewer: await aMember(it, store.storeId, 'viewer'),
  }
  for (const id of ['asked', 'asked-too']) await seedOrder(it, store, id, 21)
  await it.runDue()
  it.setNow(seedNow)
  await seedRecords(it, store, folder)
  await seedThroughService(it, store, members.owner)
  // No job runs from here on, so that due rows stay due.
  it.setNow(ago(1))
  for (const id of ['due', 'due-too']) await seedOrder(it, store, id, 2)
  await seedOrder(it, store, 'later', -5)
  it.setNow(seedNow)
  await seedMails(it, store)
  await seedRest(it, store)
  await seedWebhook(it, store.storeId)
  await seedNotices(it, store.storeId)
  await it.database.transaction(tx => markAllDaysChanged(tx, store.storeId))
  await saveWidgetsSeen(it.database, store.storeId, ago(3))
  await it.database.transaction(tx =>
    countMails(tx, store.storeId, { day: '2026-01-05', wanted: 3, limit: 100 }),
  )
  await claimRequests(it.database, store.storeId, { minute: 7, limit: 100, wanted: 3 })
  await updateStore(it.database, store.storeId, { contact_email: 'store@shop.example' }, by)
  const { storeId: emptyStoreId } = await aStore(it.database, { name: 'Empty' })
  return { store, emptyStoreId, ...members }
}

/** `asked` and `due` are orders of `buyer`. */
async function seedOrder(
  it: TestApp,
  { headers }: Member,
  id: string,
  deliveredDaysAgo: number,
): Promise<void> {
  const email = ['asked', 'due'].includes(id) ? buyer : `${id}@correio.example`
  const body = anOrder({
    ...{ order_id: id, order_date: instant(30), delivery_date: instant(deliveredDaysAgo) },
    products: [
      anOrderProduct({ product_id: productId, sku: 'SKU-1', name: 'Moka pot' }),
      anOrderProduct({ product_id: otherProductId, sku: 'SKU-2', name: 'Kettle' }),
    ],
    customers: [aCustomer({ name: 'Zulmira Reis', email, phone: '+55 11 90000-0001' })],
  })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
}

async function seedRecords(it: TestApp, { storeId }: Member, folder: string): Promise<void> {
  const reviews = contentStates.map((state, index) =>
    aReview({
      ...texts,
      ...{
        state,
        product_id: productId,
        rating: index + 1,
        email: buyer,
        address: buyer,
        display_name: 'Zulmira',
      },
      ...{
        created_at: ago(2),
        published_at: state === 'published' ? ago(2) : null,
        reply_created_at: ago(1),
      },
      ...(['rejected', 'removed'].includes(state) && {
        moderation_reason: 'spam' as Review['moderation_reason'],
      }),
    }),
  )
  const ordered = aReview({ product_id: otherProductId, order_id: 'asked', email: buyer, address: buyer })
  const pictured = aReview({ product_id: otherProductId, pictures: [await seedPicture(it, storeId, folder)] })
  const ofStore = aReview({
    ...{ ...texts, product_id: '', order_id: 'asked', email: buyer, address: buyer },
    reply_created_at: ago(1),
  })
  const questions = contentStates.map(state =>
    aQuestion({
      ...{
        body: texts.body,
        state,
        product_id: productId,
        email: buyer,
        address: buyer,
        display_name: 'Zulmira',
      },
      ...{ created_at: ago(2), published_at: state === 'published' ? ago(2) : null },
      ...(state === 'rejected' && { moderation_reason: 'spam' as Question['moderation_reason'] }),
      ...(state !== 'published' && { reply: null, reply_created_at: null }),
    }),
  )
  const answered = questions.find(({ state }) => state === 'published')
  const answers = contentStates.map(state =>
    anAnswer({
      ...{ question_id: answered?.id ?? '', product_id: productId, body: texts.body, state },
      ...{ email: buyer, address: buyer, display_name: 'Zulmira' },
      ...{ created_at: ago(2), published_at: state === 'published' ? ago(2) : null },
      ...(state === 'rejected' && { moderation_reason: 'spam' as Question['moderation_reason'] }),
    }),
  )
  await it.database.transaction(async tx => {
    await insertReviews(tx, storeId, [...reviews, ordered, pictured, ofStore], { ...by, action: 'create' })
    await insertQuestions(tx, storeId, questions, { ...by, action: 'create' })
    await insertAnswers(tx, storeId, answers, { ...by, action: 'create' })
    const flag = { check: 'email', field: 'body', start: 0, end: 4 } as const
    for (const one of reviews) await saveFlags(tx, storeId, 'review', one.id, [flag])
    for (const one of questions) await saveFlags(tx, storeId, 'question', one.id, [flag])
    for (const one of answers) await saveFlags(tx, storeId, 'answer', one.id, [flag])
  })
  await it.database.query(sql`
    update answers
    set flagged = true, state_at = ${ago(1)}, text_hash = sha256(body::bytea)
    where store_id = ${storeId}`)
  for (const table of ['reviews', 'questions'])
    await it.database.query(sql`
      update ${raw(table)}
      set flagged = true, state_at = ${ago(1)}, text_hash = sha256(body::bytea),
        external_id = case state when 'removed' then 'known' end
      where store_id = ${storeId}`)
}

async function seedPicture(it: TestApp, storeId: string, folder: string): Promise<string> {
  const files = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: folder })
  const take = async (width: number) => {
    const path = join(folder, `seed-${width}`)
    writeFileSync(path, Buffer.from(await (await aPicture({ width })).arrayBuffer()))
    return await receivePicture(it.database, files, storeId, path, ago(3), 1e9)
  }
  // One is used by no review.
  await take(500)
  return await take(400)
}

async function seedMails(it: TestApp, { storeId }: Member): Promise<void> {
  const db = it.database
  await aMailing(db, storeId, {
    state: 'failed',
    email: 'failed@correio.example',
    at: ago(1),
    last_answer: `550 no ${buyer}`,
  })
  await aMailing(db, storeId, {
    state: 'queued',
    email: 'queued@correio.example',
    at: ago(1),
    attempts: 0,
    day: '2026-05-05',
  })
  await aMailing(db, storeId, {
    state: 'sent',
    email: buyer,
    at: ago(1),
    bounced: true,
    kind: 'request',
    day: '2026-05-05',
  })
  const records = await db.query<{ id: string; kind: string }>(sql`
    select id, 'confirm_review' as kind
    from reviews
    where store_id = ${storeId} and state = 'unconfirmed'
    union all
    select id, 'confirm_question'
    from questions
    where store_id = ${storeId} and state = 'unconfirmed'
    union all
    select id, 'confirm_answer'
    from answers
    where store_id = ${storeId} and state = 'unconfirmed'`)
  for (const { id, kind } of records) {
    const mail = await aMailing(db, storeId, { kind, email: buyer, at: ago(1), state: 'failed' })
    await db.query(sql`update mailings set record_id = ${id} where store_id = ${storeId} and id = ${mail}`)
  }
  // Sent requests wait for their reminder.
  await db.query(sql`
    update mailings
    set remind_at = ${ago(1)}
    where store_id = ${storeId} and kind = 'request' and state = 'sent' and bounced_at is null`)
}

const tables = {
  former_orders: ['order_hash', 'received_at', 'requested', 'asked', 'reviewed'],
  suppressions: ['who', 'reason', 'id', 'at', 'answer'],
  order_lines: ['order_id', 'product_id', 'part', 'refunded_at'],
  used_once: ['what', 'expires_at'],
  moderation_networks: ['network', 'times', 'last_at'],
} as const

/** A preview with a buyer who can be asked, and one who cannot. */
async function seedCampaign(it: TestApp, storeId: string): Promise<void> {
  const id = uuid()
  await it.database.query(sql`
    insert into campaigns (
      store_id, id, state, from_day, to_day, per_day, buyers_planned, skipped, created_at, planned_at
    )
    values (
      ${storeId}, ${id}, 'planned', '2026-01-01', '2026-05-05', 10, 1, '{"suppressed": 1}', ${ago(1)}, ${ago(1)}
    )`)
  await it.database.query(sql`
    insert into campaign_buyers (store_id, campaign_id, address, order_id, ordered_at, state, why)
    values (${storeId}, ${id}, ${buyer}, 'due', ${ago(30)}, 'planned', null),
      (${storeId}, ${id}, 'left@correio.example', 'due-too', ${ago(30)}, 'skipped', 'suppressed')`)
}

async function seedRest(it: TestApp, store: Member): Promise<void> {
  const { storeId, storeKey } = store
  const insert = async (table: keyof typeof tables, ...values: unknown[]) => {
    const columns = tables[table].join(', ')
    const row = values.reduce<ReturnType<typeof sql>>(
      (list, value) => sql`${list}, ${value}`,
      sql`${storeId}`,
    )
    await it.database.query(sql`insert into ${raw(table)} (store_id, ${raw(columns)}) values (${row})`)
  }
  await insert('suppressions', 'left@correio.example', 'unsubscribed', uuid(), ago(3), `550 said ${buyer}`)
  await insert('suppressions', 'blocked@correio.example', 'blocked', uuid(), ago(3), null)
  await seedCampaign(it, storeId)
  await insert('order_lines', 'later', otherProductId, 0, ago(1))
  await insert('used_once', 'a form that was sent', ago(1))
  await insert('used_once', 'a form that is open', ago(-1))
  await insert('moderation_networks', Buffer.alloc(32, 1), [ago(3)], ago(3))
  await insert('former_orders', uuid(), ago(50), true, true, false)
  await seedConnection(it, storeId)
  await seedRewards(it, storeId)
  await seedChannel(it, storeId)
  await it.database.query(sql`
    update stores
    set order_salt = ${Buffer.alloc(32, 1)}
    where store_id = ${storeId}`)
  const review = await idOf(it, 'reviews', storeId, "state = 'published' and rating = 3")
  await it.database.query(sql`insert into sent_unproven (store_id, record_id) values (${storeId}, ${review})`)
  const path = `/api/v1/reviews/${review}/`
  const key = `?store_id=${storeId}&store_key=${storeKey}`
  const headers = { 'content-type': 'application/json' }
  const report = { reason: 'spam', text: `Look, ${buyer} wrote it` }
  expect((await it.send('POST', `${path}reports${key}`, { headers, body: report })).status).toBe(204)
  const vote = { visitor_id: 'visitor-9' }
  expect((await it.send('POST', `${path}votes${key}`, { headers, body: vote })).status).toBe(204)
}

/** Codes, an open promise to the buyer of `asked`, and one that was given. Nothing is promised. */
async function seedRewards(it: TestApp, storeId: string): Promise<void> {
  await it.database.query(sql`
    insert into reward_settings (store_id, codes, code, gives) values (${storeId}, 'list', 'ALL', '{"en": "a mug"}')`)
  await it.database.query(sql`
    insert into reward_codes (store_id, code, added_at, position, taken_at)
    values (${storeId}, 'FREE-1', ${ago(9)}, 1, null), (${storeId}, 'FREE-2', ${ago(9)}, 2, null),
      (${storeId}, 'TAKEN-1', ${ago(9)}, 3, ${ago(8)}), (${storeId}, 'TAKEN-2', ${ago(9)}, 4, ${ago(8)})`)
  const mail = await idOf(
    it,
    'mailings',
    storeId,
    `kind = 'request' and state = 'sent' and address = '${buyer}'`,
  )
  const review = await idOf(it, 'reviews', storeId, "state = 'published' and rating = 3")
  await it.database.query(sql`
    insert into rewards (
      store_id, order_id, mailing_id, code, gives, promised_at, until, kept_until, given_at, review_id, reward_id
    )
    values
      (${storeId}, 'asked', ${mail}, 'TAKEN-1', 'a mug', ${ago(8)}, ${ago(-9)}, ${ago(-9)}, null, null, null),
      (${storeId}, 'later', ${mail}, 'TAKEN-2', 'a mug', ${ago(8)}, ${ago(-9)}, ${ago(-9)}, ${ago(2)}, ${review},
        ${review})`)
}

/** The phone of `buyer`, who agreed to WhatsApp; and one who is asked by a message that its provider has accepted. */
export const buyerPhone = '+5511912345678'
export const askedPhone = '+5511912345679'

async function seedChannel(it: TestApp, storeId: string): Promise<void> {
  await it.database.query(sql`
    insert into channels (store_id, channel, channel_id, settings, sealed, created_at)
    values (
      ${storeId}, 'whatsapp', ${makeScopedId(storeId)},
      ${JSON.stringify({ price: '0.02', monthly_money: '10', monthly_messages: '100', languages: 'en', template: 'ask' })}, '\\x00',
      ${ago(9)}
    )`)
  for (const phone of [buyerPhone, askedPhone])
    await it.database.query(sql`
      insert into consents (store_id, channel, phone, granted_at, source, text, user_id, changed_at)
      values (${storeId}, 'whatsapp', ${phone}, ${ago(9)}, 'checkout', 'yes', ${`BR.${phone.slice(1)}`}, ${ago(9)})`)
  for (const [state, phone] of [
    ['queued', buyerPhone],
    ['sent', askedPhone],
  ] as const) {
    const email = `${state}-by-message@correio.example`
    const mail = await aMailing(it.database, storeId, { state: 'queued', email, at: ago(2), kind: 'request' })
    await it.database.query(sql`
      update mailings
      set channel = 'whatsapp', next_attempt_at = null
      where store_id = ${storeId} and id = ${mail}`)
    await it.database.query(sql`
      insert into messages (
        store_id, id, mailing_id, channel, phone, state, day, provider_id, cost, month, next_at, falls_back_at, sent_at,
        created_at
      )
      values (
        ${storeId}, ${uuid()}, ${mail}, 'whatsapp', ${phone}, ${state}, '2026-05-04', ${`wamid.${state}`}, 20000, '2026-05-01',
        ${ago(1)}, ${ago(-1)}, ${state === 'sent' ? ago(2) : null}, ${ago(2)}
      )`)
  }
  await it.database.query(sql`
    insert into channel_usage (store_id, channel, month, messages, spent)
    values (${storeId}, 'whatsapp', '2026-05-01', 1, 20000), (${storeId}, 'whatsapp', '2020-05-01', 1, 20000)`)
}

/** A connection whose shop has deleted an order; another that failed, and one that is done. */
async function seedConnection(it: TestApp, storeId: string): Promise<void> {
  const { connectionId } = await connectShop(it, storeId)
  const body = JSON.stringify({ changes: [{ kind: 'order_deleted', orderId: 'later' }], by: buyer })
  for (const [index, state] of ['waiting', 'failed', 'done'].entries())
    await it.database.query(sql`
      insert into connection_events (
        store_id, event_id, connection_id, topic, delivery_id, subject, body, received_at, state, result
      )
      values (
        ${storeId}, ${uuid()}, ${connectionId}, 'order.deleted', ${state}, 'later',
        ${state === 'done' ? null : Buffer.from(body)}, ${ago(40 - index)}, ${state}, 
          ${JSON.stringify({ what: [quote(`About ${buyer}`)] })}
      )`)
  await it.database.query(sql`
    insert into connection_orders (store_id, order_id, connection_id, changed_at)
    values (${storeId}, 'asked', ${connectionId}, ${ago(600)})`)
  const said = { name: 'Ana', email: buyer, phone: '', language: 'es', orderedAt: 0, lines: [] }
  await it.database.query(sql`
    insert into waiting_orders (store_id, order_id, connection_id, said, said_at)
    values (${storeId}, 'placed', ${connectionId}, ${JSON.stringify(said)}::jsonb, ${ago(100)})`)
}

/** An endpoint with an event about the buyer that it received, and one that waits. */
async function seedWebhook(it: TestApp, storeId: string): Promise<void> {
  const { webhook_id } = await subscribe(it, storeId, { url: 'http://127.0.0.1:9/hooks' })
  for (const [index, state] of ['delivered', 'waiting'].entries()) {
    const event_id = uuid()
    await it.database.query(sql`
      insert into webhook_events (store_id, event_id, type, subject, at, body)
      values (
        ${storeId}, ${event_id}, 'review.created', ${`subject-${index}`}, ${ago(40 - index)},
        ${JSON.stringify({ type: 'review.created', data: { review_id: `subject-${index}`, body: buyer } })}
      )`)
    await it.database.query(sql`
      insert into webhook_deliveries (store_id, delivery_id, webhook_id, event_id, state, last_answer)
      values (${storeId}, ${uuid()}, ${webhook_id}, ${event_id}, ${state}, ${`Thank you, ${buyer}`})`)
  }
}

/** A mail target of the buyer's address and a chat, each with a message that waits; and something to gather. */
async function seedNotices(it: TestApp, storeId: string): Promise<void> {
  const tx = it.database
  await tx.query(sql`
    insert into notice_stores (store_id, kinds, next_check_at, next_daily_at)
    values (${storeId}, '{imports}', ${ago(1)}, ${ago(1)})`)
  const finished = { kind: 'review', outcome: 'imported', imported: 2, skipped: 0, refused: 0 }
  await tx.query(sql`
    insert into notice_items (store_id, item_id, kind, subject, data, at)
    values (${storeId}, ${uuid()}, 'imports', ${uuid()}, ${JSON.stringify(finished)}, ${ago(2)})`)
  for (const [channel, address] of [
    ['email', buyer],
    ['slack', null],
  ] as const) {
    const targetId = uuid()
    await tx.query(sql`
      insert into notice_targets (
        store_id, target_id, channel, email, address, sealed, shown, kinds, pace, state, created_at
      )
      values (
        ${storeId}, ${targetId}, ${channel}, ${address}, ${address}, ${address === null ? Buffer.alloc(40) : null},
        ${address === null ? 'hooks.slack.com/…' : null}, '{reviews,imports,pending}', 'at_once', 'active', ${ago(50)}
      )`)
    await tx.query(sql`
      insert into notice_messages (store_id, message_id, target_id, facts, state, due_at, created_at)
      values (
        ${storeId}, ${uuid()}, ${targetId}, ${JSON.stringify({ imports: { count: 1, first: [finished] } })}, 'waiting',
        ${ago(3)}, ${ago(3)}
      )`)
  }
}

async function seedThroughService(it: TestApp, { storeId }: Member, owner: AdminClient): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.send(method, `/stores/${storeId}${path}`, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  await send('POST', '/invitations', { email: 'invited@agency.example', role: 'viewer' })
  await send('POST', '/keys', { expires_at: null })
  await send('POST', '/feeds', { format: 'google' })
  await send('POST', '/feeds', { format: 'meta' })
  await send('POST', '/product-groups', { product_ids: [productId, otherProductId], move: false })
  const csv = 'product_id,rating,body,created_at\nP-3,4,Imported,2026-01-02\nP-3,0,Refused,2026-01-02\n'
  const done = (await uploadFile(it, owner, storeId, 'review', csv, 'done.csv')).body.id
  await send('POST', `/imports/${done}/trial`, { columns: {}, dates: null })
  await it.runDue()
  await send('POST', `/imports/${done}/run`)
  await send('POST', '/exports', { kind: 'reviews' })
  await it.runDue()
  await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Ready,2026-01-02\n`, 'ready.csv')
  const tried = (
    await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Tried,2026-01-02\n`, 'tried.csv')
  ).body.id
  await send('POST', `/imports/${tried}/trial`, { columns: {}, dates: null })
  await it.runDue()
  const running = (await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Run,2026-01-02\n`, 'run.csv'))
    .body.id
  await send('POST', `/imports/${running}/trial`, { columns: {}, dates: null })
  const failed = (await uploadFile(it, owner, storeId, 'review', csv, 'failed.csv')).body.id
  await it.database.query(sql`
    update imports
    set state = 'failed', problem = '{"what": "What", "mend": "Mend", "again": "trying"}', reading = '{"columns": {}}'
    where store_id = ${storeId} and id = ${failed}`)
  await send('POST', '/imports', { kind: 'question', file_name: 'begun.csv', size: 9 })
  await send('POST', '/exports', { kind: 'archive' })
  await send('GET', '/insights?from=2026-04-01&to=2026-05-06')
}

async function idOf(it: TestApp, table: string, storeId: string, condition: string): Promise<string> {
  const [row] = await it.database.query<{ id: string }>(sql`
    select id from ${raw(table)} where store_id = ${storeId} and ${raw(condition)} order by id limit 1`)
  if (!row) throw new Error(`no row of ${table} with ${condition}`)
  return row.id
}

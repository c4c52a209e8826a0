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
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { countMails } from '../../foundation/mailings/daily-limit.ts'
import { receivePicture } from '../../foundation/storage/pictures/pictures.ts'
import { claimRequests } from '../../tenants/admission/request-limit.ts'
import { saveWidgetsSeen } from '../../tenants/stores/first-uses.ts'
import { updateStore } from '../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../admin.ts'
import type { TestApp } from '../app.ts'
import { aCustomer, anAnswer, anOrder, anOrderProduct, aQuestion, aReview } from '../factories.ts'
import { aMailing } from '../mail/mailings.ts'
import { aPicture, picturesIn } from '../media/pictures.ts'
import { aStore, type Member } from '../users.ts'
import {
  seedCampaign,
  seedChannel,
  seedConnection,
  seedNotices,
  seedRewards,
  seedWebhook,
} from './seed-links.ts'
import { seedThroughService } from './seed-service.ts'
import { ago, buyer, idOf, otherProductId, productId, seedNow } from './seeded.ts'

const texts = {
  title: 'A fine pot',
  body: 'Heats fast, says zulmira@correio.example',
  reply: 'Thank you',
}

const at = new Date(seedNow)
const by = { at, actor: 'command' } as const
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
  const files = picturesIn(folder)
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
  const report = { reason: 'spam', text: `Look, ${buyer} wrote it`, email: buyer }
  expect((await it.send('POST', `${path}reports${key}`, { headers, body: report })).status).toBe(204)
  for (const table of ['questions', 'answers']) {
    const id = await idOf(it, table, storeId, "state = 'published'")
    const sent = await it.send('POST', `/api/v1/${table}/${id}/reports${key}`, { headers, body: report })
    expect(sent.status).toBe(204)
  }
  const vote = { visitor_id: 'visitor-9' }
  expect((await it.send('POST', `${path}votes${key}`, { headers, body: vote })).status).toBe(204)
}

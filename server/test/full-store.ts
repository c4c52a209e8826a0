import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { contentStates } from '../answers/moderation/states.ts'
import { insertAnswers } from '../answers/questions/answers/answers.ts'
import { insertQuestions } from '../answers/questions/questions.ts'
import { insertReviews } from '../answers/reviews/reviews.ts'
import { sumAllGroups } from '../answers/reviews/sums/group-sums.ts'
import { forgetOrders } from '../asking/orders/former-orders.ts'
import { importReviews } from '../exchange/imports/imports.ts'
import type { Database } from '../foundation/database/connect.ts'
import { uuid } from '../foundation/lib/ids/uuid.ts'
import { suppress } from '../foundation/mailings/suppressions.ts'
import { retentionOf } from '../foundation/personal-data/retention.ts'
import { receivePicture } from '../foundation/storage/pictures/pictures.ts'
import { receiveExportedVideo } from '../foundation/storage/videos/exported.ts'
import { joinMedia, nameOfVideo } from '../foundation/storage/videos/names.ts'
import { addSeenProducts } from '../tenants/products/products.ts'
import type { TestApp } from './app.ts'
import { attributesOfEachType } from './attributes.ts'
import { aCustomer, anAnswer, anOrderProduct, aQuestion, aReview } from './factories.ts'
import { lives } from './life/acts.ts'
import { type Model, products } from './life/life.ts'
import type { MailServer } from './mail/mail-server.ts'
import { aPicture, picturesIn } from './media/pictures.ts'
import { anMp4 } from './media/videos.ts'
import { aStore, type Member } from './users.ts'

const begin = Date.UTC(2026, 2, 4, 15)
const old = new Date('2020-01-15T12:00:00Z')

/**
 * A store with every kind of record: orders, requests, mails, content in each state, answers, votes, reports, imports,
 * erased people. `folder` holds its pictures and temporary files.
 */
export async function aFullStore(service: TestApp, mails: MailServer, folder: string): Promise<Member> {
  service.setNow(begin)
  const change = {
    request_delay_days: 1,
    reminder_days: [2],
    request_rules: [{ name: 'Gifts', when: { price_from: 5 }, then: { delay_days: 3 } }],
    insider_domains: ['shop.example'],
    review_period_days: 365,
    own_holidays: ['01-25', '2027-07-09'],
    color: '#335577',
    mail_words: aWord,
    mail_designs: { request: { en: aDesign } },
    widget_design: {
      variables: { '--rw-font-family': 'Georgia, "Times New Roman", serif' },
      attributes: { 'rw-reviews': { 'data-header-type': 'histogram' } },
    },
    reply_templates: [{ title: 'Thanks', text: 'Hi {name},\nthank you for reviewing {product}.' }],
    attributes: attributesOfEachType,
    ...{ model_url: 'https://api.example/v1', model_name: 'small', model_monthly_limit: 2.5 },
    ...{ model_price_in: 0.15, model_price_out: 0.6, translate_reviews: true },
    locale: 'en',
  }
  const store = await aStore(service.database, change)
  const catalogue = products.map(id => ({ product_id: id, sku: id, name: 'Moka "pot",\n6 cups', url: '' }))
  await addSeenProducts(service.database, store.storeId, catalogue, new Date(begin))
  const people = ['Ursulina', 'Valdomiro', 'Xenofonte'].map((name, index) => ({
    ...{ name, email: `${name.toLowerCase()}@correio.example`, phone: `+55 11 90000-000${index}` },
    ...{ isErased: false, mailsBefore: 0 },
  }))
  const model: Model = { now: begin, people, orders: [], reviews: [], questions: [], words: 0 }
  // A fixed seed: the same sequence each time.
  const [acts = []] = fc.sample(lives(160), { numRuns: 1, seed: 5 })
  const changes = acts.filter(act => !act.toString().startsWith('look('))
  for (const act of changes) if (act.check(model)) await act.run(model, { service, mails, store })
  await addTheRest(service, store, folder)
  return store
}

const aDesign = [
  { type: 'heading' as const, text: 'How is it, {name}?' },
  { type: 'picture' as const, source: null, alt: 'Tell us, \u0001 "please" 😀' },
  { type: 'products' as const, pictures: true },
]

const aWord = { request: { en: { subject: 'How is it?', words: 'Tell us, \u0001 "please" 😀' } } }

async function addTheRest({ database, send }: TestApp, { storeId, storeKey }: Member, folder: string) {
  const at = new Date(begin)
  const files = picturesIn(folder)
  const names: string[] = []
  for (const width of [400, 3_000]) {
    const path = join(folder, `picture-${width}`)
    writeFileSync(path, Buffer.from(await (await aPicture({ width })).arrayBuffer()))
    names.push(await receivePicture(database, files, storeId, path, at, 1e9))
  }
  const [name = '', other = ''] = names
  const outside = 'https://elsewhere.example/moka.jpg'
  const attributes = {
    fit: 4,
    size: 'l',
    uses: ['camping', 'home'],
    tip: { text: 'Wash "cold" 😀' },
    age: 'over_30',
  }
  const chosen = {
    pinned_at: at,
    incentivized: true,
    insider: true,
    origin: 'import',
    origin_name: 'Judge.me',
  } as const
  const pictured = aReview({ pictures: [name, outside], votes: 0, attributes, ...chosen })
  const bytes = anMp4({ seconds: 12 })
  const shape = { id: '0'.repeat(40), bytes: bytes.length, seconds: 12, poster: name.slice(0, 40) }
  const film = { name: nameOfVideo({ ...shape, type: 'mp4' }), bytes, posters: new Map([[name, name]]) }
  const video = await receiveExportedVideo(database, files, storeId, film, at)
  const filmed = aReview({ pictures: joinMedia([], [video]), body: 'A film of the coffee' })
  const ofStore = aReview({ product_id: '', recommended: null })
  const inEachState = contentStates.map((state, index) =>
    aReview({
      state,
      rating: index + 1,
      published_at: null,
      body: 'Odd: \u2028 "quotes" \\ \t 😀',
      language: 'pt-BR',
    }),
  )
  await database.transaction(tx =>
    insertReviews(tx, storeId, [pictured, filmed, ...inEachState, aReview({ pictures: [other] }), ofStore], {
      ...{ at, actor: 'import', action: 'create' },
    }),
  )
  const asked = aQuestion()
  const answers = contentStates.map(state => anAnswer({ question_id: asked.id, state }))
  await database.transaction(async tx => {
    const create = { at, actor: 'import', action: 'create' } as const
    await insertQuestions(tx, storeId, [asked], create)
    await insertAnswers(tx, storeId, answers, create)
  })
  const headers = { 'content-type': 'application/json' }
  const answered = answers.find(({ state }) => state === 'published')?.id
  for (const reported of [`reviews/${pictured.id}`, `questions/${asked.id}`, `answers/${answered}`]) {
    const path = `/api/v1/${reported}/reports?store_id=${storeId}&store_key=${storeKey}`
    expect((await send('POST', path, { headers, body: { reason: 'spam', text: 'Look' } })).status).toBe(204)
  }
  const vote = `/api/v1/reviews/${pictured.id}/votes?store_id=${storeId}&store_key=${storeKey}`
  expect((await send('POST', vote, { headers, body: { visitor_id: 'visitor-9' } })).status).toBe(204)
  await suppress(database, storeId, 'gone@correio.example', 'bounced', at)
  const csv = 'product_id,rating,body,created_at\nproduct-1,4,Good,2026-01-02\n'
  await importReviews(
    database,
    () => begin,
    storeId,
    () => oneChunk(csv),
  )
  await database.query(sql`
    insert into sent_unproven (store_id, record_id)
    values (${storeId}, ${inEachState[0]?.id})`)
  await database.query(sql`
    insert into reward_settings (store_id, is_on, codes, code, code_expires_on, gives, per_month)
    values (${storeId}, false, 'shared', 'ALL', '2099-12-31', '{"en": "a mug"}', 7)`)
  await database.query(sql`
    insert into reward_codes (store_id, code, expires_on, added_at, position, taken_at)
    values (${storeId}, 'FREE-1', '2099-12-31', ${at}, 1, null), (${storeId}, 'GIVEN-1', null, ${at}, 2, ${at})`)
  await database.query(sql`
    insert into rewards (
      store_id, order_id, mailing_id, code, gives, promised_at, until, kept_until, given_at, review_id, reward_id
    )
    values (${storeId}, 'rewarded', null, 'GIVEN-1', 'a mug', ${at}, ${at}, ${at}, ${at}, ${pictured.id}, ${uuid()})`)
  await database.query(sql`
    update products
    set group_id = ${uuid()}
    where store_id = ${storeId}`)
  await database.transaction(tx => sumAllGroups(tx, storeId))
  await addOrphans(database, storeId)
  await addFormerOrder(database, storeId)
}

// As the hourly cleanup does it for a store that keeps data for three months.
async function addFormerOrder(database: Database, storeId: string): Promise<void> {
  await database.query(sql`
    insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
    values (${storeId}, 'former', ${uuid()}, ${old}, ${old}, '[]', '[]', ${old})`)
  await database.query(sql`
    insert into order_usage (store_id, month, orders)
    values (${storeId}, '2020-01-01', 1)`)
  const period = retentionOf({ months: 24, linkDays: 90 })
  await Array.fromAsync(forgetOrders(database, storeId, period, new Date(begin)))
}

// A queued mail with its request, as in the minute before it is sent.
async function addOrphans(database: Database, storeId: string): Promise<void> {
  const id = uuid()
  await database.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_expires_at, state, day, requests_of, created_at
    )
    values (
      ${storeId}, ${id}, 'request', 'waits@correio.example', 'waits@correio.example', 'Waits', 'en',
      ${new Date(begin)}, 'queued', '2026-03-04', ${id}, ${new Date(begin)}
    )`)
  await database.query(sql`
    insert into messages (
      store_id, id, mailing_id, channel, phone, state, day, provider_id, cost, month, falls_back_at, sent_at, settled_at,
      created_at
    )
    values (
      ${storeId}, ${uuid()}, ${id}, 'sms', '+5511912345678', 'delivered', '2026-03-04', 'SM1', 50000, '2026-03-01',
      ${new Date(begin)}, ${new Date(begin)}, ${new Date(begin)}, ${new Date(begin)}
    )`)
  await database.query(sql`
    insert into consents (store_id, channel, phone, granted_at, source, text, changed_at)
    values (${storeId}, 'sms', '+5511912345678', ${new Date(begin)}, 'checkout', 'yes', ${new Date(begin)})`)
  await database.query(sql`
    insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
    values (${storeId}, 'waits', ${uuid()}, ${new Date(begin)}, ${new Date(begin)},
      ${JSON.stringify([anOrderProduct()])}::jsonb, ${JSON.stringify([aCustomer({ language: 'es-419' })])}::jsonb, ${new Date(begin)})`)
  await database.query(sql`
    update order_usage
    set orders = orders + 1
    where store_id = ${storeId} and month = '2026-03-01'`)
  await database.query(sql`
    insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, rule, created_at, mailing_id)
    values (
      ${storeId}, 'waits', 'waits@correio.example', ${uuid()}, 'waits@correio.example', 'Waits', 'scheduled',
      ${new Date(begin)}, '[{"name": "rule", "values": {"name": "Gifts"}}]', '{"name": "Gifts", "delay_days": 3}',
      ${new Date(begin)}, ${id}
    )`)
  await database.query(sql`
    insert into order_lines (store_id, order_id, product_id, part, delivered_at)
    values (${storeId}, 'waits', 'product-1', 0, ${new Date(begin)})`)
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

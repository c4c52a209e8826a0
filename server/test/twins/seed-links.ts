import sql from 'sql-template-tag'
import { makeScopedId } from '../../foundation/lib/ids/scoped-id.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { quote } from '../../links/connections/sentences.ts'
import type { TestApp } from '../app.ts'
import { aMailing } from '../mail/mailings.ts'
import { connectShop } from '../shops/shop-platform.ts'
import { subscribe } from '../webhooks/subscribe.ts'
import { ago, askedPhone, buyer, buyerPhone, idOf } from './seeded.ts'

/** A preview with a buyer who can be asked, and one who cannot. */
export async function seedCampaign(it: TestApp, storeId: string): Promise<void> {
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

/** Codes, an open promise to the buyer of `asked`, and one that was given. Nothing is promised. */
export async function seedRewards(it: TestApp, storeId: string): Promise<void> {
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

export async function seedChannel(it: TestApp, storeId: string): Promise<void> {
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
export async function seedConnection(it: TestApp, storeId: string): Promise<void> {
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
export async function seedWebhook(it: TestApp, storeId: string): Promise<void> {
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
export async function seedNotices(it: TestApp, storeId: string): Promise<void> {
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

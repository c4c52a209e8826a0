import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../server/foundation/database/connect.ts'

/** Rows of each list. Without `questions` there is one for ten reviews, and without `products` one for a hundred. */
export type StoreSize = { reviews: number; orders: number; questions?: number; products?: number }

/**
 * Fills a store with two years of data, in a few statements for each table: products, orders with their requests, mails
 * and suppressions, reviews and questions in every state with flags, reports and history. Rows of a kind are spread
 * evenly over the years, so that rare ones are rare everywhere.
 */
export async function fillStore(database: Database, storeId: string, size: StoreSize): Promise<void> {
  await database.longTransaction(async tx => {
    await addProducts(tx, storeId, size)
    for (const [from, to] of batches(size.reviews)) await addReviews(tx, storeId, size, from, to)
    await addWhatReviewsCause(tx, storeId)
    await addQuestions(tx, storeId, size)
    for (const [from, to] of batches(size.orders)) await addOrders(tx, storeId, size, from, to)
    await addMails(tx, storeId)
    await addHistory(tx, storeId, size)
    await addFiles(tx, storeId, size)
  })
}

/** Updates the planner's statistics and the visibility map. */
export async function settle(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(sql`
    select relname as name
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  await database.longStatements(async db => {
    for (const { name } of tables) await db.query(raw(`vacuum analyze ${name}`))
  })
}

// Those that are ordered and reviewed. A hundred reviews each, except every tenth product, which has none.
const productsOf = ({ reviews }: StoreSize): number => Math.max(2, Math.ceil(reviews / 1_000)) * 10

const atOnce = 200_000 // rows per statement

function batches(count: number): [number, number][] {
  const starts = Array.from({ length: Math.ceil(count / atOnce) }, (_, turn) => turn * atOnce)
  return starts.map(start => [start, Math.min(count, start + atOnce) - 1])
}

// The time of the nth of `count` rows. The last is an hour ago.
function moment(count: number): Sql {
  return sql`(now() - interval '1 hour' - (${count - 1}::integer - n) * (interval '730 days' / ${count}::integer))`
}

async function addProducts(tx: Connection, storeId: string, size: StoreSize): Promise<void> {
  const ordered = productsOf(size)
  await tx.query(sql`
    insert into products (store_id, product_id, id, sku, name, price, url, created_at, rated, group_id)
    select ${storeId}, 'P-' || n, gen_random_uuid(), 'SKU-' || n,
      (array['Moka pot', 'Água', 'Kettle', 'Filter', 'Zebra mug'])[1 + n % 5] || ', model ' || n, 149.9,
      'https://shop.example/products/' || n, now() - n * interval '1 minute', n % 10 > 0 and n < ${ordered}::integer,
      -- Every hundredth and its neighbour are variants of each other.
      case when n % 100 < 2 then ${uuidOf(sql`md5(${storeId} || n / 100)`)} end
    from generate_series(0, ${size.products ?? ordered}::integer - 1) as n`)
}

async function addReviews(
  tx: Connection,
  storeId: string,
  size: StoreSize,
  from: number,
  to: number,
): Promise<void> {
  const at = moment(size.reviews)
  await tx.query(sql`
    insert into reviews (
      store_id, id, product_id, rating, title, body, display_name, email, address, recommended,
      verified_purchase, pictures, state, moderation_reason, state_at, votes, language, order_id, created_at,
      published_at, reply, reply_created_at, search
    )
    select ${storeId}, gen_random_uuid(), 'P-' || product, 1 + n % 5, ${title}, text, 'Ana ' || chr(65 + n % 26) || '.',
      'buyer.' || n || '@example.com', 'buyer.' || n || '@example.com', n % 3 > 0, n % 2 > 0,
      case when n % 7 = 0 then '["https://shop.example/p/1.jpg"]'::jsonb else '[]' end, state,
      case when state = 'rejected' then 'spam' end, case when state in ('rejected', 'removed') then at end,
      n % 4, (array['pt-BR', 'pt-BR', 'pt-BR', 'es', 'pt-BR', 'en', 'pt-BR'])[1 + n % 7],
      case when n % 2 > 0 and n < ${size.orders}::integer then 'order-' || n end, at,
      case when state = 'published' then at end, case when n % 5 = 0 then 'Obrigado!' end,
      case when n % 5 = 0 then at + interval '9 hours' end,
      strip(to_tsvector('rw_portuguese', ${title} || ' ' || text))
    from (
      select n, ${at} as at, ${sentence(1)} || ' ' || ${sentence(5)} || ' ' || ${sentence(7)}
          || ' Lote ' || n % 1000 || ', série ' || n || '.' as text,
        (n * 7 % ${productsOf(size)}::integer) / 10 * 10 + 1 + n % 9 as product,
        case n % 50 when 0 then 'pending' when 1 then 'rejected' when 2 then 'removed'
          when 3 then case when n % 100 = 3 then 'unconfirmed' else 'published' end
          else 'published' end as state
      from generate_series(${from}::integer, ${to}::integer) as n
    ) as review`)
}

const title = 'Café como deve ser'
const sentences = [
  'Esquenta rápido, não vaza e cabe na gaveta.',
  'Uso todos os dias há três meses e continua como nova.',
  'A tampa fecha bem e o cabo não esquenta; só o manual poderia ser mais claro.',
  'Chegou antes do prazo e bem embalada.',
  'Comprei para presente e minha mãe adorou.',
  'A cor é um pouco diferente da foto, mas gostei.',
  'Achei menor do que esperava, então confira as medidas.',
  'O acabamento é caprichado e a limpeza é simples.',
  'Já é a segunda que compro nesta loja.',
  'O atendimento respondeu no mesmo dia.',
  'Pelo preço, recomendo para quem mora sozinho.',
]

// A different sentence for each review, with its own step.
function sentence(step: number): Sql {
  return sql`(${sentences}::text[])[1 + n * ${step}::bigint % ${sentences.length}::integer]`
}

async function addWhatReviewsCause(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`
    insert into rating_summaries (
      store_id, product_id, one, two, three, four, five, recommended, not_recommended
    )
    select store_id, product_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5),
      count(*) filter (where recommended), count(*) filter (where not recommended)
    from reviews
    where store_id = ${storeId} and state = 'published'
    group by store_id, product_id`)
  await tx.query(sql`
    insert into moderation_flags (store_id, record_type, record_id, flags)
    select store_id, 'review', id, '[{ "check": "link", "field": "body", "start": 3, "end": 20 }]'
    from reviews
    where store_id = ${storeId} and (state = 'pending' and random() < 0.3 or random() < 0.005)`)
  await tx.query(sql`
    insert into review_reports (store_id, review_id, id, reason, text, at)
    select store_id, id, gen_random_uuid(), 'spam', 'This is an advertisement.', created_at + interval '1 day'
    from reviews
    where store_id = ${storeId} and state = 'published' and random() < 0.002`)
  await tx.query(sql`
    insert into audit_log (store_id, id, at, actor, action, record_type, record_id, fields)
    select store_id, ${idAt(sql`created_at`)}, created_at, 'author', 'create', 'review', id, '{}'
    from reviews
    where store_id = ${storeId}`)
}

async function addQuestions(tx: Connection, storeId: string, size: StoreSize): Promise<void> {
  const count = size.questions ?? Math.ceil(size.reviews / 10)
  const at = moment(count)
  await tx.query(sql`
    insert into questions (
      store_id, id, product_id, body, display_name, email, address, state, moderation_reason, state_at, language,
      created_at, published_at, reply, reply_created_at, search
    )
    select ${storeId}, gen_random_uuid(), 'P-' || n % ${productsOf(size)}::integer, text, 'Ana',
      'asker.' || n || '@example.com', 'asker.' || n || '@example.com', state,
      case when state = 'rejected' then 'spam' end, case when state = 'rejected' then at end,
      (array['pt-BR', 'pt-BR', 'es', 'pt-BR', 'en'])[1 + n % 5], at,
      case when state = 'published' then at end, case when n % 4 > 0 then 'Sim, serve.' end,
      case when n % 4 > 0 then at + interval '3 hours' end, strip(to_tsvector('rw_portuguese', text))
    from (
      select n, ${at} as at, 'Serve no fogão de indução? Lote ' || n % 1000 || ', série ' || n || '.' as text,
        case n % 20 when 0 then 'pending' when 1 then 'rejected' else 'published' end as state
      from generate_series(0, ${count}::integer - 1) as n
    ) as question`)
  await tx.query(sql`
    insert into question_counts (store_id, product_id, published)
    select store_id, product_id, count(*)
    from questions
    where store_id = ${storeId} and state = 'published'
    group by store_id, product_id`)
  await tx.query(sql`
    insert into moderation_flags (store_id, record_type, record_id, flags)
    select store_id, 'question', id, '[{ "check": "link", "field": "body", "start": 3, "end": 20 }]'
    from questions
    where store_id = ${storeId} and (state = 'pending' and random() < 0.3 or random() < 0.005)`)
}

async function addOrders(
  tx: Connection,
  storeId: string,
  size: StoreSize,
  from: number,
  to: number,
): Promise<void> {
  const at = moment(size.orders)
  const customers = sql`jsonb_build_array(jsonb_build_object(
    'name', 'Ana Martins', 'email', 'buyer.' || n || '@example.com', 'phone', ''))`
  const products = sql`jsonb_build_array(jsonb_build_object('product_id', 'P-' || n % ${productsOf(size)}::integer,
    'sku', 'SKU', 'name', 'Moka pot', 'price', 149.9, 'url', 'https://shop.example/moka'))`
  await tx.query(sql`
    insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
    select ${storeId}, 'order-' || n, gen_random_uuid(), ${at}, ${at} + interval '3 days', ${products},
      ${customers}, ${at}
    from generate_series(${from}::integer, ${to}::integer) as n`)
  // Requests of the last ten days are still pending.
  await tx.query(sql`
    insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, created_at)
    select ${storeId}, 'order-' || n, 'buyer.' || n || '@example.com', gen_random_uuid(),
      'buyer.' || n || '@example.com', 'Ana Martins',
      case when ${at} > now() - interval '10 days' then 'scheduled'
        else (array['sent', 'sent', 'sent', 'reviewed', 'expired', 'cancelled', 'suppressed', 'failed', 'sent',
          'reviewed'])[1 + n % 10] end,
      ${at} + interval '10 days', '[{"name": "days", "values": {"days": 7}}]', ${at}
    from generate_series(${from}::integer, ${to}::integer) as n`)
}

async function addMails(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_expires_at, state, day, requests_of, attempts,
      last_answer, created_at, sent_at, next_attempt_at, bounced_at
    )
    select store_id, id, 'request', address, email, name, 'pt-BR', due_at + interval '90 days',
      case state when 'failed' then 'failed' when 'suppressed' then 'suppressed'
        when 'scheduled' then 'queued' else 'sent' end,
      due_at::date, id, 1, '250 2.0.0 queued', due_at,
      case when state in ('sent', 'reviewed') then due_at end,
      case when state = 'scheduled' then due_at end, case when state = 'failed' then due_at end
    from review_requests
    where store_id = ${storeId} and state not in ('expired', 'cancelled')`)
  await tx.query(sql`
    update review_requests
    set mailing_id = id
    where store_id = ${storeId} and state not in ('expired', 'cancelled')`)
  await tx.query(sql`
    insert into suppressions (store_id, who, id, reason, at)
    select store_id, address, gen_random_uuid(),
      (array['unsubscribed', 'bounced', 'complained', 'blocked'])[1 + floor(4 * random())::integer], due_at
    from review_requests
    where store_id = ${storeId} and random() < 0.02`)
}

// Changes by members: some each day, more in a larger store.
async function addHistory(tx: Connection, storeId: string, size: StoreSize): Promise<void> {
  const count = Math.ceil(size.reviews / 100)
  const at = moment(count)
  await tx.query(sql`
    insert into audit_log (store_id, id, at, actor, action, record_type, record_id, fields)
    select ${storeId}, ${idAt(at)}, ${at}, 'command', 'update', 'store', ${storeId}, '{send_at}'
    from generate_series(0, ${count}::integer - 1) as n`)
}

// Imports and exports, of a thousand reviews each.
async function addFiles(tx: Connection, storeId: string, size: StoreSize): Promise<void> {
  const count = Math.ceil(size.reviews / 1_000)
  const at = moment(count)
  await tx.query(sql`
    insert into imports (
      store_id, id, kind, state, file_name, size, file_until, rows_done, imported, created_by, created_at, finished_at
    )
    select ${storeId}, ${idAt(at)}, 'review', 'done', 'reviews.csv', 100000, ${at}, 1000, 1000, 'command', ${at}, ${at}
    from generate_series(0, ${count}::integer - 1) as n`)
  await tx.query(sql`
    insert into exports (store_id, id, state, size, created_by, created_at, finished_at)
    select ${storeId}, ${idAt(at)}, 'done', 100000, 'command', ${at}, ${at}
    from generate_series(0, ${count}::integer - 1) as n`)
}

// A UUID v7 of this time, because some lists are sorted by id.
function idAt(at: Sql): Sql {
  return uuidOf(sql`lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || md5(random()::text)`)
}

// From 32 hexadecimal digits or more, with the version's digits replaced.
function uuidOf(digits: Sql): Sql {
  return sql`overlay(overlay(left(${digits}, 32) placing '7' from 13) placing '8' from 17)::uuid`
}

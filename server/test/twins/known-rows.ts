import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import type { Message } from '../../asking/channels/messages.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { connect, type Database } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readProduct } from '../../tenants/products/catalogue.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { testSecret } from '../app.ts'
import { picturesIn } from '../media/pictures.ts'
import { buyer, productId, seedNow } from './seeded.ts'
import type { Worlds } from './worlds.ts'

/** Rows of the store, by their use in tests. Its twins have rows with the same ids. */
export type KnownRows = Awaited<ReturnType<typeof readKnownRows>>

export async function readKnownRows({ seeded, alone }: Worlds) {
  const db = connect(alone.target)
  try {
    return await readRows(db, seeded, alone.folder)
  } finally {
    await db.close()
  }
}

async function readRows(db: Database, seeded: Worlds['seeded'], folder: string) {
  const { storeId } = seeded.store
  const one = async <T = string>(table: string, condition: string, column = 'id'): Promise<T> => {
    const [row] = await db.query<{ value: T }>(sql`
      select ${raw(column)} as value
      from ${raw(table)}
      where store_id = ${storeId} and ${raw(condition)}
      order by 1
      limit 1`)
    if (!row) throw new Error(`The store has no row of ${table} with ${condition}.`)
    return row.value
  }
  const store = await readStore(db, storeId)
  const [dueRequest] = await db.query<{ id: string }>(sql`
    select *
    from review_requests
    where store_id = ${storeId} and order_id = 'due'`)
  return {
    store,
    secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }),
    schedule: store,
    emptyStore: seeded.emptyStoreId,
    owner: seeded.owner.userId,
    viewer: seeded.viewer.userId,
    invitationLink: await one<Buffer>('invitations', 'revoked_at is null', 'link_hash'),
    invitation: await one('invitations', 'revoked_at is null'),
    key: await one('api_keys', 'revoked_at is null and last_used_at is null', 'key_id'),
    keyHash: await one<Buffer>('api_keys', 'revoked_at is null', 'key_hash'),
    doneExport: await one('exports', "state = 'done'"),
    runningExport: await one('exports', "state = 'running'"),
    archive: await archiveOf(db, storeId, folder),
    published: await one('reviews', "state = 'published' and rating = 3"),
    otherPublished: await one('reviews', "state = 'published' and order_id is not null"),
    pending: await one('reviews', "state = 'pending'"),
    removed: await one('reviews', "state = 'removed'"),
    unconfirmed: await one('reviews', "state = 'unconfirmed'"),
    reviewText: await one<Buffer>('reviews', "state = 'pending'", 'text_hash'),
    pendingQuestion: await one('questions', "state = 'pending'"),
    publishedQuestion: await one('questions', "state = 'published'"),
    pendingAnswer: await one('answers', "state = 'pending'"),
    publishedAnswer: await one('answers', "state = 'published'"),
    unconfirmedAnswer: await one('answers', "state = 'unconfirmed'"),
    questionText: await one<Buffer>('questions', "state = 'pending'", 'text_hash'),
    doneImport: await one('imports', "file_name = 'done.csv'"),
    readyImport: await one('imports', "file_name = 'ready.csv'"),
    triedImport: await one('imports', "file_name = 'tried.csv'"),
    tryingImport: await one('imports', "file_name = 'run.csv'"),
    failedImport: await one('imports', "file_name = 'failed.csv'"),
    begunImport: await one('imports', "file_name = 'begun.csv'"),
    importedBytes: await one<number>('imports', "parts > 0 or state = 'uploading'", 'sum(size)::float8'),
    receivedBytes: await one<number>('imports', 'true', 'sum(received)::float8'),
    importedKey: await one('imported_rows', 'true', "encode(key, 'hex')"),
    sentMail: await one(
      'mailings',
      `state = 'sent' and kind = 'request' and remind_at is not null and address = '${buyer}'`,
    ),
    failedMail: await one('mailings', "state = 'failed' and kind = 'confirm_review'"),
    queuedMail: await one('mailings', "address = 'queued@correio.example'"),
    blocked: await one('suppressions', "reason = 'blocked'"),
    group: await one('products', 'group_id is not null', 'group_id'),
    product: await readProduct(db, storeId, productId),
    dueRequest: dueRequest as NonNullable<typeof dueRequest>,
    usedPicture: await one('reviews', "pictures <> '[]'", 'pictures ->> 0'),
    unusedPicture: await one(
      'pictures',
      "name not in (select pictures ->> 0 from reviews where pictures <> '[]')",
      'name',
    ),
    waitingBytes: await one<number>('waiting_pictures', 'true', 'sum(bytes)::float8'),
    pictureFile: join(folder, 'seed-400'),
    pictureBytes: readFileSync(join(folder, 'seed-400')),
    feed: await one('feeds', "format = 'google'", 'feed_id'),
    campaign: await one('campaigns', 'true'),
    connection: await one('connections', 'true', 'connection_id'),
    failedEvent: await one('connection_events', "state = 'failed'", 'event_id'),
    queuedMessage: await one<Message>('messages', "state = 'queued'", 'to_jsonb(messages)'),
    sentMessage: await one<Message>('messages', "state = 'sent'", 'to_jsonb(messages)'),
    webhook: await one('webhook_endpoints', 'true', 'webhook_id'),
    delivery: await one('webhook_deliveries', "state = 'delivered'", 'delivery_id'),
    target: await one('notice_targets', "channel = 'email'", 'target_id'),
    chat: await one('notice_targets', "channel = 'slack'", 'target_id'),
    settings: await one<Record<string, unknown>>('stores', 'true', 'to_jsonb(stores)'),
  }
}

async function archiveOf(db: Database, storeId: string, folder: string): Promise<Buffer> {
  const file = join(folder, 'store.zip')
  const files = picturesIn(folder)
  await writeArchive(db, files, storeId, new Date(seedNow), createWriteStream(file))
  return Buffer.concat(await createReadStream(file).toArray())
}

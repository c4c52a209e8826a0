import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { aFile, importQuestionText, importText } from '../../test/exchange/imports.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { aQuestion, aReview } from '../../test/factories.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { addProducts } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { writeArchive } from '../archives/write-archive.ts'

// Who wrote in another system expects no mail from this one. What leaves is read at a real SMTP server.

const folder = mkdtempSync(join(tmpdir(), 'realword-authors-'))
const files = picturesIn(folder)
let sink: MailServer
let service: TestApp
beforeAll(async () => {
  ;[service, sink] = await startMailingApp({ DATA_DIR: folder })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  sink.received.length = 0
})

const authors = ['a', 'b', 'c', 'd'].map(name => `${name}@author.example`)
const rows = authors.map((email, index) => ({
  ...{ email, body: `Words of ${email}`, display_name: 'Ana', state: 'pending', created_at: '2021-05-01' },
  product_id: `P-${index}`,
}))

type Way = (store: Member, manage: ManagementClient, notified: boolean) => Promise<unknown>

const inDashboard = async ({ storeId }: Member, kind: string, file: string | Buffer, notified: boolean) => {
  const owner = await aMember(service, storeId, 'owner')
  const { body } = await uploadFile(service, owner, storeId, kind, file)
  const reading = { columns: {}, dates: null, ...(notified && { notify_authors: true }) }
  const { done } = await importFile(service, owner, storeId, body.id, reading)
  expect(done).toMatchObject({ state: 'done', reading: { notify_authors: notified } })
}

/** Each stores four pending reviews, or questions, of these authors. */
const ofReviews: Record<string, Way> = {
  'a CSV file of the command': ({ storeId }, _manage, notifyAuthors) =>
    importText(service, storeId, aFile(...rows), { notifyAuthors }),
  'a CSV file of the dashboard': (store, _manage, notified) =>
    inDashboard(store, 'review', aFile(...rows), notified),
  'the management API': async (_store, manage, notified) => {
    for (const { email, body, product_id } of rows) {
      const review = { external_id: email, email, body, product_id, rating: 5, display_name: 'Ana' }
      const answer = await manage.send('POST', '/reviews', {
        ...review,
        ...(notified && { notify_author: true }),
      })
      expect(answer.status).toBe(201)
    }
  },
  'an archive': async (store, _manage, notified) =>
    inDashboard(store, 'archive', await readFile(await anArchive()), notified),
}

const ofQuestions: Record<string, Way> = {
  'a CSV file of the command': ({ storeId }, _manage, notifyAuthors) =>
    importQuestionText(service, storeId, aFile(...rows).replace('"rating"', '"ignored"'), { notifyAuthors }),
  'the management API': async (_store, manage, notified) => {
    for (const { email, body, product_id } of rows) {
      const question = { external_id: email, email, body, product_id, display_name: 'Ana' }
      const answer = await manage.send('POST', '/questions', {
        ...question,
        ...(notified && { notify_author: true }),
      })
      expect(answer.status).toBe(201)
    }
  },
  'an archive': ofReviews['an archive'] as Way,
}

/** A store whose reviews and questions were written here, by people who expect mails. */
async function anArchive(): Promise<string> {
  const store = await aStore(service.database)
  await writtenHere(store)
  const path = join(folder, `${store.storeId}.zip`)
  await writeArchive(service.database, files, store.storeId, new Date(), createWriteStream(path))
  return path
}

async function writtenHere(store: Member): Promise<void> {
  await addProducts(
    service,
    store,
    Object.fromEntries(rows.map(({ product_id }) => [product_id, product_id])),
  )
  const by = { at: new Date(), actor: 'author', action: 'create' } as const
  const pending = { state: 'pending', published_at: null, reply: null, reply_created_at: null } as const
  const written = rows.map(({ email, product_id }) => ({ ...pending, email, address: email, product_id }))
  await service.database.transaction(async tx => {
    await insertReviews(
      tx,
      store.storeId,
      written.map(one => aReview(one)),
      by,
    )
    await insertQuestions(
      tx,
      store.storeId,
      written.map(one => aQuestion(one)),
      by,
    )
  })
}

const act = async (manage: ManagementClient, method: string, path: string, body?: object) => {
  const answer = await manage.send(method, path, body)
  expect(`${path} ${answer.status}`).toBe(`${path} 200`)
}

async function idsByAuthor(store: Member, table: 'reviews' | 'questions'): Promise<string[]> {
  const found = await service.database.query<{ id: string }>(
    table === 'reviews'
      ? sql`select id from reviews where store_id = ${store.storeId} order by email`
      : sql`select id from questions where store_id = ${store.storeId} order by email`,
  )
  expect(found).toHaveLength(4)
  return found.map(({ id }) => id)
}

/** Every decision that a mail may follow. */
async function decideReviews(store: Member, manage: ManagementClient): Promise<void> {
  const [first, second, third, fourth] = await idsByAuthor(store, 'reviews')
  await act(manage, 'POST', `/reviews/${first}/publish`)
  await act(manage, 'PUT', `/reviews/${first}/reply`, { body: 'Thank you' })
  await act(manage, 'POST', `/reviews/${second}/reject`, { reason: 'spam' })
  await act(manage, 'POST', `/reviews/${third}/remove`, { reason: 'spam' })
  await act(manage, 'PUT', `/reviews/${fourth}/reply`, { body: 'Hello' })
  await act(manage, 'POST', `/reviews/${fourth}/publish`)
  await service.runDue()
}

async function decideQuestions(store: Member, manage: ManagementClient): Promise<void> {
  const [first, second, third, fourth] = await idsByAuthor(store, 'questions')
  await act(manage, 'PUT', `/questions/${first}/answer`, { body: 'Yes' })
  await act(manage, 'POST', `/questions/${second}/publish`)
  await act(manage, 'PUT', `/questions/${second}/answer`, { body: 'No' })
  await act(manage, 'POST', `/questions/${third}/reject`, { reason: 'spam' })
  await act(manage, 'POST', `/questions/${fourth}/remove`, { reason: 'spam' })
  await service.runDue()
}

async function aShop(): Promise<{ store: Member; manage: ManagementClient }> {
  const store = await aStore(service.database, { moderation: 'hold' })
  return { store, manage: await aManageKey(service, { store }) }
}

const receivers = () => [...new Set(sink.received.flatMap(({ to }) => to))].toSorted()

test.each(
  Object.entries(ofReviews),
)('no author of a review from %s gets a mail, unless asked for', async (_way, bring) => {
  const quiet = await aShop()
  await bring(quiet.store, quiet.manage, false)
  await decideReviews(quiet.store, quiet.manage)
  expect(receivers()).toEqual([])
  const loud = await aShop()
  await bring(loud.store, loud.manage, true)
  await decideReviews(loud.store, loud.manage)
  expect(receivers()).toEqual(authors)
})

test.each(
  Object.entries(ofQuestions),
)('no author of a question from %s gets a mail, unless asked for', async (_way, bring) => {
  const quiet = await aShop()
  await bring(quiet.store, quiet.manage, false)
  await decideQuestions(quiet.store, quiet.manage)
  expect(receivers()).toEqual([])
  const loud = await aShop()
  await bring(loud.store, loud.manage, true)
  await decideQuestions(loud.store, loud.manage)
  expect(receivers()).toEqual(authors.slice(0, 2))
})

test('authors who wrote here get their mails, also about what an earlier release stored', async () => {
  for (const isEarlier of [false, true]) {
    const { store, manage } = await aShop()
    await writtenHere(store)
    if (isEarlier) await forgetOrigin(store)
    await decideReviews(store, manage)
    expect(receivers()).toEqual(authors)
    sink.received.length = 0
  }
})

test.each([
  ['with its audit log', false],
  ['whose audit log has lost its beginning', true],
])('what an earlier release imported, in a store %s, stays quiet', async (_what, isForgotten) => {
  for (const way of ['a CSV file of the command', 'the management API']) {
    const { store, manage } = await aShop()
    await (ofReviews[way] as Way)(store, manage, false)
    await forgetOrigin(store)
    if (isForgotten)
      await service.database.query(sql`delete from audit_log where store_id = ${store.storeId}`)
    await decideReviews(store, manage)
    expect(receivers()).toEqual([])
  }
})

/** As rows are right after the migration. */
async function forgetOrigin({ storeId }: Member): Promise<void> {
  await service.database.query(
    sql`update reviews set imported = null, notify_author = null where store_id = ${storeId}`,
  )
}

test('an erased author of an import is gone, and later decisions mail nobody', async () => {
  const { store, manage } = await aShop()
  await (ofReviews['a CSV file of the command'] as Way)(store, manage, true)
  await act(manage, 'POST', '/people/erase', { email: authors[0] })
  await decideReviews(store, manage)
  expect(receivers()).toEqual(authors.slice(1))
})

import { expect, test } from 'vitest'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import type { Connection, Database, Session } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anAnswer, anOrder, aQuestion, aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { addQuestions, addReviews, by } from '../../test/reading.ts'
import { anyMapping, anySecret } from '../../test/shops/any-shop.ts'
import { connected } from '../../test/shops/connected.ts'
import { aStore } from '../../test/users.ts'
import { erasePerson } from './people.ts'

const it = openForTests(startTestApp)

const email = 'quirino@correio.example'

/** What an erasure changes or locks, in this order: any other could deadlock with a transaction that runs meanwhile. */
const order = [
  'accounts',
  // Transactions that write through a link, or record the result of a mail, lock the mailing before other rows.
  'mailings',
  'suppressions',
  'orders',
  'messages',
  'consents',
  'review_requests',
  'store_day_changes',
  // As a campaign locks them.
  'campaign_buyers',
  // Before the records, whose change is an event of its own.
  'webhook_events',
  'webhook_deliveries',
  'reviews',
  'review_translations',
  'review_digests',
  'audit_log',
  'questions',
  'answers',
  // A decision locks them after the record.
  'review_reports',
  'question_reports',
  'answer_reports',
  'connection_events',
  'connections',
  'waiting_orders',
  'notice_targets',
  'import_refusals',
  'imports',
  'exports',
  'management_requests',
]

test('erases table by table in the order in which other transactions lock them', async () => {
  const store = await aStore(it.database)
  const { storeId, headers } = store
  const body = anOrder({ customers: [aCustomer({ email })] })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
  const product_id = body.products[0]?.product_id ?? ''
  await addReviews(it, store, aReview({ product_id, email, address: email }))
  const question = aQuestion({ product_id, email, address: email })
  await addQuestions(it, store, question)
  const answer = anAnswer({ question_id: question.id, product_id, email, address: email })
  await it.database.transaction(tx => insertAnswers(tx, storeId, [answer], by))
  await connected(it, storeId, { platform: 'generic', secret: anySecret, options: anyMapping })
  const { database, changed } = recording(it.database)
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  await erasePerson(database, secrets, await readStore(it.database, storeId), email, new Date())
  expect(changed()).toEqual(order)
})

/** A database that lists the tables that transactions of sessions change or lock, each once, in their order. */
function recording(database: Database) {
  const statements: string[] = []
  const recorded = (tx: Connection): Connection => ({
    ...tx,
    query: ((statement: Parameters<Connection['query']>[0]) => {
      statements.push(statement.text)
      return tx.query(statement)
    }) as Connection['query'],
  })
  const session = (own: Session): Session => ({
    ...own,
    transaction: (...[work, ...rest]) => own.transaction(tx => work(recorded(tx)), ...rest),
  })
  const pattern =
    /(?:\bupdate|\bdelete from|\binsert into)\s+(?!set\b)([a-z_]+)|\bfrom\s+([a-z_]+)(?=[^()]*\bfor update)/g
  return {
    database: {
      ...database,
      ownSession: ((limits, act) =>
        database.ownSession(limits, own => act(session(own)))) as Database['ownSession'],
    },
    changed: () => [
      ...new Set(
        statements.flatMap(text =>
          Array.from(text.matchAll(pattern), ([, written, locked]) => written ?? locked),
        ),
      ),
    ],
  }
}

import sql from 'sql-template-tag'
import { contentOfPerson, erasePersonFromContent } from '../../answers/moderation/content/person.ts'
import { erasePersonFromReports, reportsOfPerson } from '../../answers/moderation/reports/person.ts'
import { answerContent } from '../../answers/questions/answers/answers.ts'
import { questionContent } from '../../answers/questions/questions.ts'
import { erasePersonFromReviews } from '../../answers/reviews/person.ts'
import { reviewContent } from '../../answers/reviews/reviews.ts'
import { campaignsOfPerson, erasePersonFromCampaigns } from '../../asking/campaigns/person.ts'
import { erasePersonFromMessages, mailingsTo, messagesOfPerson } from '../../asking/channels/person.ts'
import { erasePersonFromOrders, ordersOfPerson } from '../../asking/orders/person.ts'
import { erasePersonFromRequests, requestsOfPerson } from '../../asking/requests/person.ts'
import { rewardsOfPerson } from '../../asking/rewards/person.ts'
import { isInImports } from '../../exchange/imports/person.ts'
import {
  type Connection,
  type Database,
  isConflict,
  type Session,
} from '../../foundation/database/connect.ts'
import { type Actor, logChanges } from '../../foundation/events/audit/audit.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { erasePersonFromMails, mailsOfPerson } from '../../foundation/mailings/person.ts'
import { suppressErased, whySuppressed } from '../../foundation/mailings/suppressions.ts'
import { erasureLock } from '../../foundation/personal-data/erasure-lock.ts'
import { type Buyer, buyerOf } from '../../foundation/personal-data/person.ts'
import {
  erasePersonFromWaiting,
  waitingOrdersOfPerson,
} from '../../links/connections/applying/waiting-orders.ts'
import { erasePersonFromEvents } from '../../links/connections/person.ts'
import { erasePersonFromNotices, targetsOfPerson } from '../../links/notices/person.ts'
import { erasePersonFromDeliveries } from '../../links/webhooks/person.ts'
import { eraseAttempts } from '../../tenants/accounts/sign-in/sign-in-failures.ts'
import { erasePersonFromAnswers } from '../../tenants/stores/kept-answers.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { expireBegunFiles, expireFiles } from '../housekeeping/transfers.ts'
import { inTurn } from './turns.ts'

/** Everything one store has about a person. */
export type PersonInStore = {
  store_id: string
  store: string
  orders: object[]
  requests: object[]
  campaigns: object[]
  mailings: object[]
  rewards: object[]
  messages: object[]
  consents: object[]
  suppressed: string | null
  reviews: { display_name: string }[]
  questions: { display_name: string }[]
  answers: { display_name: string }[]
  /** Reports that they sent, until the store decides. */
  reports: object[]
  /** The store's own notifications to this address. */
  notifications: object[]
}

type Named = Pick<Store, 'store_id' | 'name' | 'country'>

/**
 * Everything about the person with this address (normalised by `comparableAddress`) in one store; undefined if there
 * is nothing.
 */
export async function exportPerson(
  db: Connection,
  secrets: Secrets,
  { store_id, name, country }: Named,
  address: string,
): Promise<PersonInStore | undefined> {
  const buyer = buyerOf(address)
  const orders = await ordersOfPerson(db, store_id, buyer)
  const phones = orders.flatMap(({ customers }) => customers.map(({ phone }) => phone))
  const found = {
    orders: [...orders, ...(await waitingOrdersOfPerson(db, store_id, buyer))],
    requests: await requestsOfPerson(db, store_id, buyer),
    campaigns: await campaignsOfPerson(db, store_id, buyer),
    ...(await mailsOfPerson(db, secrets, store_id, buyer)),
    rewards: await rewardsOfPerson(db, store_id, buyer),
    ...(await messagesOfPerson(db, store_id, { address, phones, country })),
    reviews: await contentOfPerson(db, store_id, reviewContent, buyer),
    questions: await contentOfPerson(db, store_id, questionContent, buyer),
    answers: await contentOfPerson(db, store_id, answerContent, buyer),
    reports: await reportsOfPerson(db, store_id, buyer),
    notifications: await targetsOfPerson(db, store_id, buyer),
  }
  const isKnown = Object.values(found).some(part => (Array.isArray(part) ? part.length > 0 : part !== null))
  return isKnown ? { store_id, store: name, ...found } : undefined
}

/** The number of a person's records in one store. */
export type Erased = {
  store_id: string
  store: string
  orders: number
  requests: number
  mailings: number
  reviews: number
  questions: number
  answers: number
}

/**
 * What erasing the person with this address would count in one store, and the names that their reviews and questions
 * display; undefined if there is nothing, also because they were erased before. Changes nothing.
 */
export async function previewErasure(
  db: Connection,
  secrets: Secrets,
  named: Named,
  address: string,
): Promise<(Erased & { names: string[] }) | undefined> {
  const found = await exportPerson(db, secrets, named, address)
  if (!found) return undefined
  const { store_id, store, suppressed, orders, requests, mailings, reviews, questions, answers } = found
  const counts = {
    orders: orders.length,
    requests: requests.length,
    mailings: mailings.length,
    reviews: reviews.length,
    questions: questions.length,
    answers: answers.length,
  }
  if (suppressed === 'erased' && Object.values(counts).every(count => count === 0)) return undefined
  const names = new Set(
    [...reviews, ...questions, ...answers].map(({ display_name }) => display_name).filter(Boolean),
  )
  return { store_id, store, ...counts, names: [...names] }
}

/**
 * Erases the person with this address (normalised by `comparableAddress`) from one store. Orders and texts stay
 * without identity, queued mails are cancelled, and an HMAC of the address prevents later mail. Undefined if there
 * was nothing. The erasure is atomic: it covers every order committed before it. A later order counts as new and is
 * kept unchanged. Waits for its turn, see `inTurn`: throws `too_many`.
 */
export async function erasePerson(
  db: Database,
  secrets: Secrets,
  store: Named,
  address: string,
  at: Date,
  actor: Actor = 'command',
): Promise<Erased | undefined> {
  return await inTurn(db, store.store_id, () => eraseInTurn(db, secrets, store, address, { at, actor }))
}

/** `signal`: the service stops. An erasure that does not end soon is rolled back, and is sent again. */
type How = { at: Date; actor: Actor; signal?: AbortSignal | undefined }

/** `erasePerson` for callers that have their turn already. Uses one connection. */
export async function eraseInTurn(
  db: Database,
  secrets: Secrets,
  store: Named,
  address: string,
  { at, actor, signal }: How,
): Promise<Erased | undefined> {
  const buyer = buyerOf(address)
  const erased = await db.ownSession({ statement: longestStatement, signal }, async session => {
    // The session takes the lock: the erasure's snapshot must start while no batch of an import is in flight.
    await session.query(sql`select pg_advisory_lock(${erasureLock(store.store_id)})`)
    return await inOneSnapshot(session, tx => eraseOnce(tx, secrets, store, buyer, { at, actor }))
  })
  // Not earlier, because an export may start during the erasure. A running export also updates its progress, which
  // would fail every attempt.
  if (erased) await expireBegunFiles(db, store.store_id, at)
  return erased
}

/** Uses one snapshot for all tables. A concurrent change of a row fails the attempt, which is then retried. */
async function inOneSnapshot<T>(session: Session, act: (tx: Connection) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.transaction(async tx => {
        await tx.query(sql`set transaction isolation level repeatable read`)
        return await act(tx)
      })
    } catch (error) {
      if (!isConflict(error) || attempt === mostAttempts) throw error
    }
  }
}

const longestStatement = 5 * 60_000 // ms: ten million orders take a minute
const mostAttempts = 50

async function eraseOnce(
  tx: Connection,
  secrets: Secrets,
  { store_id, name, country }: Named,
  buyer: Buyer,
  { at, actor }: { at: Date; actor: Actor },
): Promise<Erased | undefined> {
  await eraseAttempts(tx, secrets, buyer.address)
  // Mails first: transactions that write through a link, or record a result, lock the mailing before other rows.
  const mailingIds = await mailingsTo(tx, store_id, buyer.address)
  const inMails = await erasePersonFromMails(tx, store_id, buyer)
  const inOrders = await erasePersonFromOrders(tx, store_id, buyer, at)
  const { phones } = inOrders
  const ofPerson = { mailingIds, phones, country }
  const inMessages = await erasePersonFromMessages(tx, secrets, store_id, ofPerson, at)
  const inRequests = await erasePersonFromRequests(tx, store_id, buyer, at)
  await erasePersonFromCampaigns(tx, store_id, buyer)
  const known = {
    names: [...new Set([...inOrders.names, ...inRequests.names, ...inMails.names])],
    phones: [...new Set(phones)],
  }
  // Before the records, whose change is an event of its own.
  const written = [
    ...(await contentOfPerson(tx, store_id, reviewContent, buyer)),
    ...(await contentOfPerson(tx, store_id, questionContent, buyer)),
    ...(await contentOfPerson(tx, store_id, answerContent, buyer)),
  ]
  const inReports = await reportsOfPerson(tx, store_id, buyer)
  const recordIds = written.map(({ id }) => id)
  const inDeliveries = await erasePersonFromDeliveries(tx, store_id, buyer, recordIds)
  const counts = {
    orders: inOrders.orders,
    requests: inRequests.requests,
    mailings: inMails.mailings,
    reviews: await erasePersonFromReviews(tx, store_id, buyer, known, { at, actor }),
    questions: await erasePersonFromContent(tx, store_id, questionContent, buyer, known, { at, actor }),
    answers: await erasePersonFromContent(tx, store_id, answerContent, buyer, known, { at, actor }),
  }
  await erasePersonFromReports(tx, store_id, buyer, known)
  const { orderIds } = inOrders
  const inEvents = await erasePersonFromEvents(tx, store_id, buyer, { ...known, orderIds })
  counts.orders += await erasePersonFromWaiting(tx, store_id, buyer)
  const inNotices = await erasePersonFromNotices(tx, store_id, buyer, at)
  const reason = await whySuppressed(tx, secrets, store_id, buyer.address)
  const wasSuppressed = reason !== undefined && reason !== 'erased'
  const isKnown =
    wasSuppressed ||
    inEvents + inDeliveries + inNotices + inMessages + inReports.length > 0 ||
    Object.values(counts).some(count => count > 0)
  if (!isKnown && !(await isInImports(tx, store_id, buyer))) return undefined
  await expireFiles(tx, store_id, at)
  await erasePersonFromAnswers(tx, secrets, store_id, buyer.address)
  await suppressErased(tx, secrets, store_id, buyer.address, at)
  const erase = { at, actor, action: 'erase', record: 'person', fields: [] } as const
  await logChanges(tx, store_id, [{ ...erase, fields: [], recordId: uuid() }])
  return { store_id, store: name, ...counts }
}

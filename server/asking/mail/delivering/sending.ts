import { type Connection, type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import type { FairLimit } from '../../../foundation/lib/fair-limit.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { isPlaceholder } from '../../../foundation/lib/text/person-name.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { endSpan, inSpan, startSpan } from '../../../foundation/lib/tracing/spans.ts'
import { isAboutAccess, isToTeam } from '../../../foundation/mailings/kinds.ts'
import { type MailAnswer, type OwnAnswer, ownAnswer } from '../../../foundation/mailings/own-answers.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { remindAt } from '../../requests/reminder-time.ts'
import { isSendingHour, lateAfter, nextSendingTime } from '../../requests/schedule.ts'
import { type NoticeKinds, writeMail } from '../composing/content.ts'
import { type Outcome, shorten } from './answers.ts'
import type { Letter } from './message.ts'
import type { Post } from './post.ts'
import { type Queued, type RenewAccess, readQueued, saveLinks } from './queued.ts'
import type { Result, Results } from './results.ts'

export type SendingDependencies = {
  database: Database
  clock: Clock
  secrets: Secrets
  post: Post
  results: Results
  /**
   * Limits how many mails are in flight or not yet recorded as sent, except slow ones. At most this many, and the slow
   * ones, can be sent twice after a kill.
   */
  inFlight: FairLimit
  /** Our public base address: the beginning of every link. */
  address: () => string
  renewAccess: RenewAccess
  notices: NoticeKinds
  /** The `traceparent` of jobs, by mailing. */
  traces?: Map<string, string> | undefined
}

/**
 * Sends those of the store's mailings that are still queued, each at most once, and records each result as soon as it
 * is known. A mail that cannot be written or sent delays no other.
 */
export async function sendMailings(
  dependencies: SendingDependencies,
  storeId: string,
  ids: string[],
): Promise<void> {
  const { database, secrets, results, clock } = dependencies
  const store = await readStore(database, storeId)
  const now = clock()
  const ready = await readQueued(database, secrets, store, ids, new Date(now))
  const held = ready.flatMap(({ mailing }) => {
    const why = whyHeld(store, mailing, now)
    return why ? [{ mailing, why }] : []
  })
  const open = ready.filter(({ mailing }) => !whyHeld(store, mailing, now))
  const hindered = open.flatMap(({ mailing, hindrance }) => (hindrance ? [{ mailing, ...hindrance }] : []))
  const free = open.filter(({ hindrance }) => !hindrance)
  await saveLinks(
    database,
    storeId,
    free.map(({ mailing }) => mailing),
    dependencies.renewAccess,
  )
  await Promise.all([
    ...held.map(({ mailing, why }) =>
      results.write(storeId, {
        ...unsent(mailing, 'queued', ownAnswer(why)),
        next_attempt_at: new Date(isSilent(store, mailing) ? now + quarter : nextSendingTime(now, store)),
      }),
    ),
    ...hindered.map(({ mailing, state, why }) =>
      results.write(storeId, unsent(mailing, state, ownAnswer(why))),
    ),
    ...free.map(({ mailing }) =>
      dependencies.inFlight.run(storeId, leave => sendOne(dependencies, store, mailing, leave)),
    ),
  ])
}

const quarter = 15 * 60 * 1000 // ms

function whyHeld(store: Store, mailing: Queued, now: number): OwnAnswer | undefined {
  if (isSilent(store, mailing)) return 'held'
  // Whether a pause or the mail server delayed it: late requests are not sent at night.
  const isLate = mailing.requests_of !== null && now - mailing.created_at.getTime() > lateAfter
  return isLate && !isSendingHour(now, store) ? 'late' : undefined
}

// A pause stops requests and reminders; mails that somebody expects are sent. An inactive store sends only to its own
// users.
function isSilent(store: Store, { kind, requests_of }: Queued): boolean {
  if (isAboutAccess(kind)) return false
  return !store.active || (store.requests_paused && requests_of !== null)
}

async function sendOne(
  dependencies: SendingDependencies,
  store: Store,
  mailing: Queued,
  onSlow: () => void,
): Promise<void> {
  const span = startSpan(mailSpan(mailing, dependencies.traces?.get(mailing.id)))
  const outcome = await dependencies.results.expect(() =>
    inSpan(span, () => attempt(dependencies, store, mailing, onSlow)),
  )
  const hasFailed = outcome.as === 'failed' || outcome.as === 'later'
  endSpan(span, { hasFailed, attributes: hasFailed ? { 'error.type': outcome.as } : {} })
  await dependencies.results.write(store.store_id, resultOf(store, mailing, outcome, dependencies.clock()))
}

// Neither the address nor the subject.
function mailSpan({ kind }: Queued, traceparent: string | undefined) {
  return {
    name: `send ${kind}`,
    kind: 'producer',
    traceparent,
    attributes: {
      'messaging.system': 'smtp',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': kind,
    },
  } as const
}

async function attempt(
  { database, post, address, clock, notices }: SendingDependencies,
  store: Store,
  mailing: Queued,
  onSlow: () => void,
): Promise<Outcome> {
  let letter: Letter
  try {
    const outdated = await whyOutdated(database, notices, store, mailing)
    if (outdated) return { as: 'cancelled', answer: ownAnswer(outdated) }
    const { subject, html, text, unsubscribe } = await writeMail(
      database,
      notices,
      store,
      { ...mailing, recordId: mailing.record_id },
      address(),
    )
    letter = {
      storeId: store.store_id,
      mailingId: mailing.id,
      from: store.name,
      to: { name: isPlaceholder(mailing.name ?? '') ? '' : (mailing.name ?? ''), email: mailing.email },
      replyTo: store.contact_email,
      subject,
      html,
      text,
      unsubscribe,
      date: new Date(clock()),
    }
  } catch (error) {
    if (isUnavailable(error)) return { as: 'later', answer: ownAnswer('unreadable') }
    return {
      as: 'failed',
      answer: ownAnswer('not_written', shorten((error as Error).message)),
      isHard: false,
    }
  }
  return await post.deliver(letter, onSlow)
}

async function whyOutdated(
  db: Connection,
  notices: NoticeKinds,
  { store_id }: Store,
  { id, kind, record_id }: Queued,
): Promise<OwnAnswer | undefined> {
  if (isToTeam(kind))
    return await notices.team.outdated(db, store_id, { id, kind, recordId: record_id ?? '' })
  if (isAboutAccess(kind) || kind === 'request' || kind === 'reminder') return undefined
  return await notices[kind].outdated?.(db, store_id, record_id ?? '')
}

const minute = 60_000 // ms
const pauses = [1, 5, 15, 30, 60, 120, 240] // minutes before the next attempt; the last value repeats
// Longer than a slow mail takes: until then, the batch of both is running, and no job could be created for this one.
const postponement = 5 * minute
const giveUpAfter = 2 * 24 * 60 * minute

function resultOf(store: Store, mailing: Queued, outcome: Outcome, now: number): Result {
  const { answer } = outcome
  if (outcome.as === 'cancelled') return unsent(mailing, 'cancelled', answer)
  if (outcome.as === 'postponed')
    return { ...unsent(mailing, 'queued', answer), next_attempt_at: new Date(now + postponement) }
  const done = { ...unsent(mailing, 'failed', answer), isAttempt: true }
  if (outcome.as === 'sent' || outcome.as === 'kept') {
    const sentAt = new Date(now)
    const remind_at = mailing.kind === 'request' ? remindAt(store, mailing.reminderDays, sentAt, 0) : null
    return { ...done, state: outcome.as, sent_at: sentAt, remind_at }
  }
  if (outcome.as === 'failed') return { ...done, bounced: outcome.isHard ? mailing.address : null }
  if (now - mailing.created_at.getTime() >= giveUpAfter) return done
  const wait = pauses[Math.min(mailing.attempts, pauses.length - 1)] ?? 0
  return { ...done, state: 'queued', next_attempt_at: new Date(now + wait * minute) }
}

/** The result of a mail that was not attempted. */
export function unsent(
  mailing: Pick<Queued, 'id' | 'kind' | 'requests_of'>,
  state: Result['state'],
  answer: MailAnswer,
): Result {
  return {
    id: mailing.id,
    state,
    ...answer,
    isAttempt: false,
    next_attempt_at: null,
    sent_at: null,
    remind_at: null,
    firstMailingId: mailing.kind === 'request' ? mailing.requests_of : null,
    bounced: null,
  }
}

import { Readable, Writable } from 'node:stream'
import sql, { raw, type Sql } from 'sql-template-tag'
import { fromBufferPromise } from 'yauzl'
import { renewAccessLink } from '../../accounts/access-links.ts'
import { openArchive } from '../../archives/read-archive.ts'
import { kinds } from '../../imports/uploads/inspect.ts'
import { uuid } from '../../lib/uuid.ts'
import { wholeLine } from '../../orders/order-lines.ts'
import { personOf } from '../../personal-data/person.ts'
import { retentionOf } from '../../personal-data/retention.ts'
import { questionContent } from '../../questions/questions.ts'
import { moveGroupSums } from '../../reviews/group-sums.ts'
import { picturesInUse, reviewContent } from '../../reviews/reviews.ts'
import { aCustomer, anOrder, anOrderProduct } from '../factories.ts'
import type { KnownRows } from './known-rows.ts'
import { buyer, otherProductId, productId, seedNow } from './seed.ts'

/** How to call a verb: its arguments after the store's id, and more. */
export type Given = {
  args: unknown[]
  /** Another store than the one with twins. */
  storeId?: string
  /** A statement to run before, over every store. */
  first?: Sql
  /** Why the call returns nothing and changes nothing. */
  idle?: string
}

type Shorthand = (known: KnownRows) => unknown[]

/** Several calls of one verb. */
type Each = { each: Shorthand[] }

/** How a verb is called, or the reviewed reason why it is not. */
export type Call = { with: (known: KnownRows) => Given | Promise<Given> } | { exempt: string }

const day = 24 * 60 * 60 * 1000
const at = new Date(seedNow)
const later = new Date(seedNow + 400 * day)
const by = { at, actor: 'command' } as const
const person = personOf(buyer)
const reported = { type: 'review.created', subject: 'new', data: { rating: 5 } }
const worker = '018f0000-0000-7000-8000-000000000001'
const anotherWorker = '018f0000-0000-7000-8000-000000000002'
const claimed = sql`update webhook_endpoints set claimed_by = ${worker}, claimed_until = ${at}`
const names = { names: ['Zulmira Reis'], phones: ['+55 11 90000-0001'] }
const span = { begins: new Date(seedNow - 60 * day), ends: later }
const page = { limit: 50 }
const since = new Date(seedNow - 60 * day)
const anonymous = { recommended: null, verified_purchase: false, pictures: [], votes: 0, language: 'en' }
const written = {
  ...{ product_id: productId, body: 'A new text', display_name: 'Zulmira', email: buyer, address: buyer },
  ...{ state: 'published', moderation_reason: null, language: 'en', created_at: at, published_at: at },
  ...{ reply: null, reply_created_at: null },
}
const aNewReview = (id: string) => ({
  ...{ ...written, ...anonymous, id, rating: 2, title: 'New', order_id: 'due', purchased_at: null },
})
const batched = anOrder({
  order_id: 'batched',
  products: [anOrderProduct({ product_id: productId, sku: 'batched' })],
  customers: [aCustomer({ email: buyer })],
})
const csv = () =>
  Readable.from([Buffer.from('product_id,rating,body,created_at\nP-1,4,In a file,2026-01-02\n')])
const questionCsv = () =>
  Readable.from([Buffer.from('product_id,body,created_at\nP-1,In a file,2026-01-02\n')])
const orderCsv = () =>
  Readable.from([
    Buffer.from(
      'order_id,order_date,delivery_date,product_id,customer_email\nin-a-file,2026-01-02,2026-01-05,P-1,new@correio.example\n',
    ),
  ])
const never = () => new AbortController().signal
const newId = '01990000-0000-7000-8000-00000000aaaa'
const until = { takenDown: later, unconfirmed: later }
const bought = {
  product_id: 'P-9',
  name: 'New',
  price: 1,
  sku: 'SKU-9',
  gtin: '',
  mpn: '',
  url: '',
  pictures: [],
}

/** Discards its input. */
const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const inStatements = { exempt: 'A part of statements, which other verbs run.' }
const closure = { exempt: 'Returns a function that importRows runs.' }
const pure = { exempt: 'Computes without the database.' }

const sevenEach = {
  ...{ one: 7, two: 7, three: 7, four: 7, five: 7 },
  ...{ recommended: 7, not_recommended: 7 },
}
const wrongCounts = sql`update question_counts set published = published + 7`
const wrongSummaries = sql`update rating_summaries set one = one + 7`
const plans = sql`update stores set limits = '{"stored_bytes": 1000000000}'`
const manyImports = sql`
  insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
  select store_id, ('00000000-0000-7000-8000-00000000000' || number)::uuid, 'review', 'uploading', 'x.csv', 9, ${later},
    'command', ${at}
  from stores, generate_series(1, 6) as number`

const retention = retentionOf({ months: 3, linkDays: 1 })
const nobodyIsAsked = sql`
  with cancelled as (update review_requests set state = 'cancelled')
  update stores set retention_months = 3, link_days = 1`

function after(first: Sql, ...args: unknown[]): Call {
  return { with: () => ({ args, first }) }
}

const connecting = ({ secrets }: KnownRows) => ({ secrets, address: 'https://reviews.example', now: seedNow })

/** A verb that takes the kind of content: called for a review and for a question, each pending. */
function ofBoth(rest: (pending: { id: string }) => unknown[]): Each {
  return {
    each: [
      ({ pending }) => [reviewContent, ...rest({ id: pending })],
      ({ pendingQuestion }) => [questionContent, ...rest({ id: pendingQuestion })],
    ],
  }
}

/** By file and name. A verb that is missing here fails the test. */
export const calls: Record<string, Record<string, Call | Shorthand | Each>> = {
  'accounts/access-links.ts': {
    renewAccessLink: ({ invitationLink }) => [invitationLink, Buffer.alloc(32, 7)],
  },
  'accounts/team/invitations.ts': {
    listInvitations: () => [at],
    invite: () => [{ email: 'invited@agency.example', role: 'owner', language: 'en' }, by],
    inviteWithin: () => [{ email: 'invited@agency.example', role: 'owner', language: 'en' }, by],
    dismissEverybody: () => [],
    revokeInvitation: ({ invitation }) => [invitation, by],
  },
  'accounts/members.ts': {
    readRole: ({ viewer }) => [viewer],
    hasDismissedSteps: {
      with: ({ viewer }) => ({
        args: [viewer],
        first: sql`update memberships set steps_dismissed_at = ${at}`,
      }),
    },
    dismissSteps: ({ viewer }) => [viewer, at],
    listMembers: () => [],
    addMember: () => [{ userId: 'somebody', role: 'viewer', at }],
    changeMember: ({ viewer, owner }) => [viewer, 'moderator', { at, userId: owner }],
  },
  'archives/exports.ts': {
    startExport: () => ['questions', by],
    readExport: ({ doneExport }) => [doneExport],
    listExports: () => [page],
    dropExport: ({ doneExport }) => [doneExport, by],
    takeExport: ({ doneExport }) => [doneExport, by],
    keptBytes: () => [],
    dropOldExportFiles: () => [later],
    expireExportFiles: () => [],
    remakeExports: () => [at],
  },
  'archives/run-export.ts': {
    continueExport: ({ runningExport }) => [runningExport, never()],
  },
  'archives/restore.ts': {
    restoreArchive: {
      with: async ({ archive, emptyStore }) => ({
        args: [await opened(archive), { ...by, at: later }],
        storeId: emptyStore,
      }),
    },
    tryArchive: {
      with: async ({ archive, emptyStore }) => ({
        args: [await opened(archive), later],
        storeId: emptyStore,
      }),
    },
  },
  'archives/tables.ts': { isArchived: inStatements },
  'archives/write-archive.ts': { writeArchive: () => [at, sink()] },
  'archives/write-table.ts': {
    writeTable: () => [{ table: 'reviews', publicUrl: 'http://127.0.0.1' }, sink()],
  },
  'audit/audit.ts': {
    logChanges: ({ published }) => [
      [{ ...by, action: 'reply', record: 'review', recordId: published, fields: [] }],
    ],
    listChanges: ({ published }) => ['review', published],
    listStoreChanges: () => [page],
  },
  'audit/old-changes.ts': {
    countOldChanges: () => [sql`'2090-01-01'::timestamptz`, 10],
    forgetChanges: () => [sql`'2090-01-01'::timestamptz`, 10],
  },
  'connections/authorize-connection.ts': {
    // The connection of the seed is to Medusa, which has no codes.
    authorizeConnection: {
      exempt: 'Contacts Nuvemshop; connections.test.ts sends it the id of another store.',
    },
  },
  'connections/backfill.ts': {
    continueBackfill: ({ connection }) => [connection, never()],
    startBackfill: ({ connection, secrets }) => [connection, { from: at, now: seedNow, secrets }],
  },
  'connections/old-events.ts': { forgetOldEvents: () => [later] },
  'connections/person.ts': { erasePersonFromEvents: () => [person] },
  'connections/backfill-times.ts': { nextBackfill: pure },
  'connections/check-connection.ts': {
    checkConnection: known => [known.connection, 'test', { ...connecting(known), allowedNetworks: [] }],
  },
  'connections/connection-id.ts': { makeConnectionId: pure },
  'connections/connection-list.ts': {
    listConnections: known => [connecting(known)],
    readConnection: known => [known.connection, connecting(known)],
  },
  'feeds/feed-version.ts': { readFeedVersion: () => [] },
  'feeds/feeds.ts': {
    createFeed: () => ['google', by],
    listFeeds: () => [],
    deleteFeed: ({ feed }) => [feed, by],
    breakFeed: ({ feed, published }) => [feed, { part: 1, until: null, last: published }],
    noteFeedRead: ({ feed }) => [feed, later],
  },
  'feeds/publish-feed.ts': { publishFeed: () => ['google', 'https://reviews.example', by] },
  'connections/connections.ts': {
    addConnection: known => [{ platform: 'medusa', name: 'New' }, connecting(known)],
    changeConnection: known => [known.connection, { name: 'Another name' }, connecting(known)],
    logConnection: ({ connection }) => [connection, { action: 'repair connection', ...by }],
    openConnection: ({ connection }) => [connection],
    pauseConnection: ({ connection }) => [connection, 'Not now.', by],
    removeConnection: ({ connection }) => [connection, by],
    renewSecret: known => [known.connection, connecting(known)],
    resumeConnection: {
      with: known => ({
        args: [known.connection, connecting(known)],
        first: sql`update connections set state = 'paused'`,
      }),
    },
  },
  'connections/events.ts': {
    listEvents: ({ connection }) => [connection],
    retryEvent: ({ connection, failedEvent }) => [connection, failedEvent],
    retryFailedEvents: ({ connection }) => [connection],
  },
  'connections/take-events.ts': { takeEvents: () => [] },
  'database/citus/own-store.ts': { ownStore: inStatements },
  'events/event-body.ts': { eventBody: pure },
  'events/record.ts': {
    recordEvents: () => [[reported], at],
    writeEvents: ({ webhook }) => [[reported], [{ webhook_id: webhook, events: [] }], at],
  },
  'housekeeping/old-data.ts': { forgetOldData: after(nobodyIsAsked, later) },
  'housekeeping/transfers.ts': {
    dropOldFiles: () => [later],
    expireFiles: () => [at],
    expireBegunFiles: () => [at],
  },
  'visitors/challenge.ts': { spendProof: () => [{ nonce: 'new', expiresAt: later }, at] },
  'forms/payment.ts': { createPayment: { exempt: 'Calls spendProof, which is tested here.' } },
  'visitors/once.ts': {
    isFirstTime: () => ['a form that was sent', later, at],
    allowAgain: () => ['a form that is open'],
    forgetUsed: () => [at],
  },
  'imports/uploads/import-files.ts': {
    dropOldest: after(manyImports, at),
    dropFile: ({ doneImport }) => [{ id: doneImport, parts: 1 }],
    dropOldImportFiles: () => [later],
    expireImportFiles: () => [at],
    expireRunningImports: () => [at],
  },
  'imports/uploads/import-quota.ts': {
    requireRoom: {
      with: ({ importedBytes }) => ({
        args: [1, importedBytes + 1],
        idle: 'Returns nothing unless the quota is full.',
      }),
    },
    makeRoom: ({ importedBytes }) => [0, importedBytes - 1],
    countReceived: ({ begunImport, receivedBytes }) => [{ id: begunImport, bytes: 9, at }, receivedBytes + 9],
  },
  'imports/import-rows.ts': { importRows: () => [csv(), kinds.review, {}] },
  'imports/imported-rows.ts': {
    claimRows: ({ importedKey }) => [
      'review',
      [importedKey, 'ab'.repeat(32)].map((key, index) => ({
        key,
        recordId: `${newId.slice(0, -1)}${index}`,
      })),
    ],
    knownRows: ({ importedKey }) => ['review', [importedKey]],
    forgetRows: ({ importedKey }) => ['review', [Buffer.from(importedKey as string, 'hex')]],
  },
  'imports/imports.ts': {
    importReviews: () => [csv()],
    importQuestions: () => [questionCsv()],
    importOrders: () => [orderCsv],
  },
  'imports/orders/import-orders.ts': { importWholeOrders: () => [orderCsv] },
  'imports/erased.ts': { readErased: closure },
  'imports/person.ts': {
    isInImports: after(sql`update imports set file_name = ${buyer} where file_name = 'begun.csv'`, person),
  },
  'imports/products-of-rows.ts': {
    findOrAddProducts: () => [
      [
        { productId: '', sku: 'SKU-1', name: '' },
        { productId: 'P-9', sku: 'SKU-9', name: 'New' },
      ],
      new Set(),
      at,
    ],
  },
  'imports/uploads/undo.ts': {
    keepBatch: ({ doneImport }) => [
      doneImport,
      { lastRow: 9, written: [{ key: '07'.repeat(32), recordId: newId }], at },
    ],
    readUndo: ({ doneImport }) => [doneImport],
    undoImport: ({ doneImport }) => [doneImport, by],
    continueUndo: {
      with: ({ doneImport }) => ({
        args: [{ id: doneImport, kind: 'review', created_by: 'command' }, () => at, never()],
        first: sql`update imports set state = 'undoing' where state = 'done'`,
      }),
    },
    dropOldBatches: () => [later],
  },
  'imports/reading/report.ts': { listRefusals: ({ doneImport }) => [doneImport, 10] },
  'imports/uploads/run-import.ts': { continueImport: ({ tryingImport }) => [tryingImport, never()] },
  'imports/uploads/uploads.ts': {
    startImport: () => [{ kind: 'review', file_name: 'x.csv', size: 9 }, by],
    readImport: ({ doneImport }) => [doneImport],
    listImports: () => [page],
    takePart: ({ begunImport }) => [begunImport, 0, Buffer.from('body\nHow?')],
    failImport: ({ tryingImport }) => [tryingImport, { name: 'empty', values: [] }, at],
    tryImport: ({ readyImport }) => [readyImport, { columns: {}, dates: null }],
    runImport: ({ triedImport }) => [triedImport, 'command'],
    tryAgain: ({ failedImport }) => [failedImport, 'command'],
    cancelImport: ({ readyImport }) => [readyImport, by],
  },
  'imports/write-rows.ts': { createWriter: closure, createDryRun: closure },
  'days/changed-days.ts': { markDaysChanged: () => [[at]], markAllDaysChanged: () => [] },
  'insights/first-steps.ts': { readFirstSteps: () => [seedNow] },
  'jobs/jobs.ts': { enqueue: () => [['a key']], dropJobs: () => [] },
  'lib/scoped-id.ts': { makeScopedId: pure },
  'lib/store-token.ts': { writeStoreToken: pure },
  'mailings/asking.ts': {
    addressesAskedOn: () => [
      [buyer, 'queued@correio.example'],
      { date: '2026-05-05', begins: new Date(seedNow - day) },
    ],
    queueRequestMails: known => [
      ['queued@correio.example', 'new@correio.example'].map((address, index) => ({
        ...{ id: `${newId.slice(0, -1)}${index}`, kind: 'request', address, email: address, name: '' },
        ...{ language: 'en', requestsOf: `${newId.slice(0, -1)}${index}` },
      })),
      { secrets: known.secrets, now: at, day: '2026-05-05', linkDays: 9 },
    ],
  },
  'mail/deliveries/deliveries.ts': {
    listDeliveries: () => [undefined, page],
    deliveriesTo: () => [buyer],
  },
  'mail/deliveries/failed-mails.ts': { countFailedMails: () => [since, 100] },
  'mail/deliveries/mail-health.ts': { readMailHealth: () => [seedNow] },
  'mailings/mail-log.ts': { mailsThatAsked: ({ sentMail }) => [[sentMail]] },
  'mailings/mail-states.ts': { mailStates: ({ sentMail }) => [[sentMail]] },
  'mailings/mailings.ts': {
    queueNotice: ({ published }) => [
      { kind: 'review_published', recordId: published, to: { email: buyer, name: null, language: 'en' }, at },
    ],
    queueAccess: ({ invitation }) => [
      {
        ...{ kind: 'invitation', recordId: invitation, email: 'invited@agency.example', name: null },
        ...{ language: 'en', at, expiresAt: later },
      },
    ],
    forgetConfirmations: ({ unconfirmed }) => [[unconfirmed]],
    lockPerson: ({ sentMail }) => [sentMail],
  },
  'mail/moved.ts': { settleMovedMails: () => [], countMailsToRemindOf: () => [] },
  'mail/deliveries/outbox.ts': { showKept: ({ sentMail }) => [sentMail] },
  'mailings/old-mails.ts': {
    countOldMails: () => [retention, later, 100],
    forgetMails: () => [retention, later, 100],
    isMailed: inStatements,
  },
  'mailings/person.ts': { mailsOfPerson: () => [person], erasePersonFromMails: () => [person] },
  'mail/delivering/queued.ts': {
    keepLinks: ({ queuedMail }) => [
      [
        {
          id: queuedMail,
          kind: 'request',
          link_hash: null,
          unsubscribe_hash: null,
          tokens: { link: 'one', unsubscribe: 'other' },
        },
      ],
      renewAccessLink,
    ],
  },
  'mailings/reminders.ts': {
    lockDueReminders: () => [at, 10],
    setReminders: ({ sentMail }) => [[{ id: sentMail, remind_at: later, reminders: 2 }]],
    stopReminders: ({ sentMail }) => [[sentMail]],
  },
  'mail/deliveries/send-again.ts': { sendAgain: ({ failedMail }) => [failedMail, by] },
  'mail/delivering/sending.ts': { sendMailings: ({ queuedMail }) => [[queuedMail]] },
  'mail/bounces/suppression-list.ts': {
    listSuppressions: () => [undefined, page],
    findSuppression: () => ['left@correio.example'],
    blockAddress: () => [buyer, by],
    liftSuppression: ({ blocked }) => [blocked, by],
  },
  'mailings/suppressions.ts': {
    whySuppressed: () => ['left@correio.example'],
    suppressedAmong: () => [['left@correio.example', buyer]],
    suppress: () => ['left@correio.example', 'complained', later, 'no'],
    unsuppress: () => ['left@correio.example'],
    suppressErased: () => ['left@correio.example', at],
    erasedSince: after(sql`update suppressions set reason = 'erased'`, new Date(0)),
    erasedKeys: pure,
  },
  'mailings/waiting.ts': {
    enqueueDueMails: () => [later, 10],
    enqueueMails: () => [[{ id: uuid(), kind: 'invitation' }]],
  },
  'moderation/content/lookups.ts': {
    readContent: ofBoth(({ id }) => [id]),
    everyContent: ofBoth(() => []),
    countContent: ofBoth(() => []),
    countPendingContent: ofBoth(() => [10]),
    countUnconfirmedContent: ofBoth(() => [buyer, since]),
    existingContent: ofBoth(({ id }) => [[id]]),
  },
  'moderation/content-changes.ts': {
    notifyContentChanged: { exempt: 'Only notifies, with the store in the message.' },
  },
  'moderation/content/list.ts': {
    listContent: ofBoth(() => [{}, page, { conditions: [] }]),
    listChangedContent: ofBoth(() => [{}, { since, limit: 50 }, { conditions: [] }]),
    countByState: ofBoth(() => [{}, []]),
  },
  'moderation/content/external.ts': {
    isNewId: ofBoth(() => ['ours-1']),
    nameContent: ofBoth(({ id }) => [{ id, externalId: 'ours-1' }]),
  },
  'moderation/content/delete.ts': { deleteContent: ofBoth(({ id }) => [[id], by]) },
  'moderation/content/person.ts': {
    contentOfPerson: ofBoth(() => [person]),
    erasePersonFromContent: ofBoth(() => [person, names, by]),
  },
  'moderation/content/purge.ts': { purgeContent: ofBoth(() => [until, at]) },
  'moderation/content/writing.ts': {
    insertContent: {
      each: [
        () => [reviewContent, [aNewReview(newId)], { ...by, action: 'create' }],
        () => [questionContent, [{ ...written, id: newId }], { ...by, action: 'create' }],
      ],
    },
    changeContent: ofBoth(({ id }) => [
      id,
      () => ({ state: 'published', published_at: at, product_id: productId }),
      { ...by, action: 'publish' },
    ]),
  },
  'moderation/flags.ts': {
    readFlags: ({ pending }) => ['review', pending],
    flagsOf: inStatements,
    keepFlags: ({ pending }) => ['review', pending, [{ check: 'link', field: 'body', start: 0, end: 1 }]],
    forgetFlags: ({ pending }) => ['review', [pending]],
    markFlagged: ({ pending }) => ['review', pending, false],
  },
  'moderation/same-text.ts': { hasSameText: ({ reviewText }) => [reviewText, newId] },
  'moderation/moderation.ts': { forgetNetworks: () => [at] },
  'visitors/network.ts': { networkHash: pure },
  'orders/buyer-language.ts': {
    setBuyerLanguage: () => ['due', { email: buyer, language: 'es' }],
    languagesOfBuyers: after(
      sql`update orders set customers = jsonb_set(customers, '{0,language}', '"es"')`,
      ['due', 'asked'],
    ),
  },
  'orders/order-batches.ts': { createOrderBatch: ({ schedule }) => [schedule, [batched], seedNow] },
  'orders/list-orders.ts': { listOrders: () => [undefined, page] },
  'orders/known-orders.ts': { knownOrders: () => [['due', 'asked']] },
  'orders/order-changes.ts': {
    lockOrder: () => ['due'],
    logOrder: () => ['due', by, 'cancel', ['requests']],
    cancelOrder: () => ['due', by],
    moveOrder: ({ schedule }) => [
      'later',
      schedule,
      { request_review_at: new Date(seedNow + 9 * day).toISOString() },
      by,
    ],
  },
  'orders/former-orders.ts': {
    countOldOrders: after(nobodyIsAsked, retention, later, 100),
    forgetOrders: after(nobodyIsAsked, retention, later),
  },
  'orders/order-days.ts': { countOrderDays: () => [[span]] },
  'orders/orders.ts': {
    readOrder: () => ['due'],
    readOrders: () => [['due', 'asked']],
    readProductsOfOrders: () => [['due', 'asked']],
    readProductsOfParts: () => [[{ order_id: 'due', part: 0 }]],
    hasOrders: () => [],
    hasShopOrders: () => [],
  },
  'orders/changed-orders.ts': {
    listWholeOrders: () => [page],
    listChangedOrders: () => [{ since, limit: 50 }],
  },
  'orders/locked-lines.ts': { lockLines: () => ['due'] },
  'orders/order-lines.ts': {
    readLines: () => [['due', 'later']],
    writeLines: () => ['later', [{ ...wholeLine('product-1'), part: 1, refunded_at: at }]],
    forgetLines: () => [['later']],
  },
  'orders/restored.ts': {
    countRestoredOrders: after(sql`update order_usage set orders = 0`, 'America/Sao_Paulo'),
    findRequestWithoutOrder: after(sql`delete from orders where order_id = 'due'`),
  },
  'orders/person.ts': { ordersOfPerson: () => [person], erasePersonFromOrders: () => [person, at] },
  'personal-data/erasure-lock.ts': { erasureLock: inStatements },
  'operators/operated-stores.ts': {
    changeOperatedStore: () => [{ active: false, limits: { mails_per_day: 3 } }, by],
    deleteOperatedStore: ({ store }) => [store.name, by],
  },
  'operators/store-list.ts': { findOperatedStore: () => [seedNow] },
  'operators/usage.ts': {
    readOperatedStore: () => [seedNow],
    readStoreUsage: () => [{ from: '2026-04-01', to: '2026-05-06' }, seedNow],
  },
  'pictures/pictures.ts': {
    takePicture: ({ pictureFile }) => [pictureFile, at, 1e9],
    takeExportedPicture: ({ pictureBytes }) => [pictureBytes, at],
    lockPictures: ({ unusedPicture }) => [[unusedPicture]],
    dropPictures: () => [],
    sweepPictures: () => [{ before: later }, picturesInUse],
  },
  'pictures/logos.ts': {
    keepLogo: ({ pictureBytes }) => [pictureBytes, at],
    savedLogo: after(sql`
      with made as (
        insert into store_logos (store_id, name, made_at)
        select store_id, ${`${'a'.repeat(40)}-logo.png`}, ${at}
        from stores
        returning store_id, name
      )
      update stores
      set logo_url = 'https://reviews.example/pictures/' || made.name
      from made
      where stores.store_id = made.store_id`),
    dropLogos: { exempt: 'operators.test.ts deletes the logos of one store of several.' },
  },
  'pictures/measured.ts': { measurePictures: after(sql`update pictures set bytes = null`) },
  'pictures/stored-bytes.ts': {
    lockFiles: { exempt: 'Only locks, with a key made of the store.' },
    roomLeft: after(plans),
    requireStorage: {
      with: () => ({ args: [1], first: plans, idle: 'Returns nothing unless the limit is reached.' }),
    },
    storedBytes: () => [],
  },
  'pictures/waiting-pictures.ts': {
    reserveRoom: ({ unusedPicture }) => [{ name: unusedPicture, bytes: 9, at: later }, 1e9],
    requireRoom: {
      with: ({ waitingBytes }) => ({
        args: [waitingBytes + 1],
        idle: 'Returns nothing unless the quota is full.',
      }),
    },
    releaseRoom: ({ unusedPicture }) => [[unusedPicture]],
    forgetWaiting: () => [later],
  },
  'products/catalogue.ts': {
    addProduct: () => [bought, by],
    putProduct: () => [{ ...bought, product_id: productId }, by],
    hideProduct: () => [productId, by],
    changeProduct: () => [productId, { name: 'Another name' }, by],
    readProduct: () => [productId],
    readProducts: () => [[productId]],
  },
  'products/list-products.ts': { listProducts: () => [page] },
  'dashboard/content-filters.ts': { boundsOfDates: () => [{ from: '2026-03-01', to: '2026-03-02' }] },
  'dashboard/products/figures.ts': {
    withFigures: ({ product }) => [[product]],
    readGroup: ({ group }) => [group],
  },
  'dashboard/products/list-products.ts': {
    listProductIds: () => [{ part: 'all', sort: 'most_reviews', text: 'pot', limit: 10 }],
  },
  'products/product-groups.ts': {
    groupProducts: () => [{ productIds: [productId, 'P-3'], move: true }, moveGroupSums, by],
    changeGroup: ({ group }) => [
      group,
      { productIds: [otherProductId, 'P-3'], move: true },
      moveGroupSums,
      by,
    ],
    endGroup: ({ group }) => [group, moveGroupSums, by],
  },
  'products/products.ts': {
    findProduct: () => [{ sku: 'SKU-1' }],
    sampleProducts: () => [5],
    findListing: () => [productId],
    addSeenProducts: () => [[{ product_id: 'P-9', sku: '', name: 'New', url: '' }], at],
    findProducts: () => [{ by: 'product_id', values: [productId] }],
    nameProducts: after(sql`update products set name = product_id`, [{ product_id: productId, name: 'New' }]),
    findProductsBySku: () => [['SKU-1']],
    readShownProduct: () => [productId],
    productNames: () => [[productId]],
    someProductUrls: () => [],
  },
  'products/sharing.ts': {
    sharingRows: inStatements,
    productsSharing: () => [[productId]],
    shareGroupLock: { exempt: 'Only locks, with a key made of the store.' },
    lockGroups: { exempt: 'Only locks, with a key made of the store.' },
    markRated: () => [[{ product_id: productId, rated: false }]],
    lockProducts: { exempt: 'Only locks.' },
  },
  'questions/list-questions.ts': {
    listQuestions: () => [{}, page],
    listChangedQuestions: () => [{}, { since, limit: 50 }],
    readListedQuestion: ({ pendingQuestion }) => [pendingQuestion],
    countQuestionsByState: () => [{}],
  },
  'questions/moderate.ts': {
    publishQuestion: ({ pendingQuestion }) => [pendingQuestion, by],
    rejectQuestion: ({ pendingQuestion }) => [pendingQuestion, 'spam', by],
    removeQuestion: ({ pendingQuestion }) => [pendingQuestion, 'spam', by],
    restoreQuestion: {
      with: ({ pendingQuestion }) => ({
        args: [pendingQuestion, by],
        first: sql`update questions set state = 'removed', moderation_reason = 'spam' where id = ${pendingQuestion}`,
      }),
    },
    answerQuestion: ({ pendingQuestion }) => [pendingQuestion, 'An answer', by],
  },
  'questions/question-counts.ts': {
    countQuestionsOf: () => [[productId]],
    changeCounts: () => [[{ before: null, after: { product_id: productId, state: 'published' } }]],
  },
  'questions/question-days.ts': { countQuestionDays: () => [[span]] },
  'questions/questions.ts': {
    insertQuestions: () => [[{ ...written, id: newId }], { ...by, action: 'create' }],
    changeQuestion: ({ pendingQuestion }) => [
      pendingQuestion,
      () => ({ state: 'published', published_at: at, product_id: productId }),
      { ...by, action: 'publish' },
    ],
    readQuestion: ({ pendingQuestion }) => [pendingQuestion],
  },
  'questions/recount.ts': {
    rebuildCounts: after(wrongCounts, [productId]),
  },
  'questions/similar.ts': { findSimilarQuestions: () => [productId, 'heats fast', 'en'] },
  'dispatch/due.ts': { gatherMailings: () => [] },
  'dispatch/gather.ts': {
    settleDue: ({ dueRequest }) => [
      [{ request: dueRequest, mailing: undefined, verdict: { as: 'expired', why: ', late' } }],
      at,
    ],
  },
  'requests/request-events.ts': {
    reportRequests: () => [
      [{ id: newId, order_id: 'due', part: 0, state: 'sent', due_at: at, reason: 'later' }],
      at,
    ],
    reportUnsubscribed: ({ sentMail }) => [sentMail, at],
  },
  'requests/list-requests.ts': {
    ordersByDue: () => [{ state: 'scheduled' }, page],
    ordersOfAddress: () => [buyer, page],
    requestsInDetail: () => ['due'],
    partsInMail: ({ dueRequest }) => [dueRequest.id, 'due', span],
  },
  'requests/moved.ts': {
    countOrdersToAsk: () => [],
    reopenUnsentRequests: {
      with: ({ queuedMail }) => ({
        args: [sql`select ${queuedMail}::uuid`],
        first: sql`update review_requests set mailing_id = ${queuedMail} where order_id = 'due'`,
      }),
    },
  },
  'requests/person.ts': { requestsOfPerson: () => [person], erasePersonFromRequests: () => [person, at] },
  'requests/requests.ts': {
    requestOutcome: inStatements,
    isAsking: inStatements,
    forgetRequests: () => [['due', 'asked']],
    lockRequests: () => [['due', 'asked']],
    ordersOfRequests: inStatements,
    listRequests: () => ['due'],
    requestsOfOrders: () => [['due', 'asked']],
    cancelRequests: () => ['due', at],
    moveRequests: () => ['due', { state: 'scheduled', dueAt: later.getTime(), reason: 'moved' }, at],
    requestsOfMailing: ({ sentMail }) => [sentMail],
    partsOfMailings: ({ sentMail }) => [[sentMail], 'sent'],
    unreviewedAmong: ({ sentMail }) => [[sentMail]],
    settleRequests: ({ sentMail }) => [[sentMail], 'failed', at, 'sent'],
    reopenRequests: ({ sentMail }) => [sentMail],
    moveToMailing: ({ sentMail }) => [sentMail, newId],
    markReviewed: ({ sentMail }) => [sentMail, [{ order_id: 'asked', part: 0 }]],
    markDaysOf: () => [[{ created_at: at }]],
  },
  'requests/parts.ts': {
    lockParts: () => ['due'],
    addPart: () => [
      { orderId: 'due', part: 1, receivedAt: at },
      [{ id: newId, address: buyer, email: buyer, name: 'Ana' }],
      { state: 'scheduled', dueAt: later.getTime(), reason: 'later' },
      at,
    ],
    movePart: () => ['due', 0, { state: 'scheduled', dueAt: later.getTime(), reason: 'later' }, at],
    dropParts: () => ['due', [0], at],
    cancelParts: () => ['due', [0], at],
  },
  'requests/pending.ts': { lockPending: () => ['due'] },
  'products/changes.ts': {
    notifyProductsChanged: { exempt: 'Only notifies, with the store in the message.' },
  },
  'reviews/list-reviews.ts': {
    listReviews: () => [{}, page],
    listChangedReviews: () => [{}, { since, limit: 50 }],
    readListedReview: ({ pending }) => [pending],
    countReviewsByState: () => [{}],
  },
  'reviews/moderate.ts': {
    publishReview: ({ pending }) => [pending, by],
    rejectReview: ({ pending }) => [pending, 'spam', by],
    removeReview: ({ published }) => [published, 'spam', by],
    restoreReview: ({ removed }) => [removed, by],
    withdrawReview: ({ published }) => [published, at],
    replyToReview: ({ published }) => [published, 'Another answer', by],
  },
  'reviews/person.ts': {
    erasePersonFromReviews: () => [person, names, by],
  },
  'reviews/storefront/ratings.ts': {
    readRatings: () => [
      { by: 'product_id', values: [productId] },
      { limit: 10, offset: 0 },
    ],
    countReviews: () => [[productId], [3]],
    countStars: () => [undefined],
    starsOf: () => [[productId]],
  },
  'reviews/recount.ts': {
    rebuildSummaries: after(wrongSummaries, [productId]),
  },
  'products/invalidation.ts': { tagsOf: pure },
  'reviews/reports.ts': {
    reportReview: ({ otherPublished }) => [otherPublished, { reason: 'spam', text: 'Look', at }],
    countReportedReviews: () => [since, 100],
    reportsOf: inStatements,
  },
  'reviews/review-days.ts': { countReviewDays: () => [[span]] },
  'reviews/reviews.ts': {
    insertReviews: () => [[aNewReview(newId)], { ...by, action: 'create' }],
    changeReview: ({ pending }) => [
      pending,
      () => ({ state: 'published', published_at: at, rating: 1 }),
      { ...by, action: 'publish' },
    ],
    readReview: ({ pending }) => [pending],
    reviewsOfOrders: () => [['asked'], buyer],
    reviewsOfOrder: () => ['asked'],
    reviewsWithoutOrder: ({ pending }) => [{ product_id: productId, address: buyer, id: pending }],
    picturesInUse: ({ usedPicture }) => [[usedPicture]],
    hasBuyersReviews: () => [],
  },
  'reviews/group-sums.ts': {
    changeGroupSums: () => [[{ product_id: productId, ...sevenEach }]],
    lockGroupSums: after(sql`delete from group_summaries`, [productId]),
    rebuildGroupSums: after(wrongSummaries, [productId]),
    moveGroupSums: {
      with: ({ group }) => ({ args: [[group]], first: wrongSummaries }),
    },
    sumAllGroups: after(wrongSummaries),
  },
  'reviews/summaries.ts': {
    changeSummaries: () => [
      [
        {
          before: null,
          after: { product_id: productId, rating: 5, recommended: true, state: 'published' },
        },
      ],
    ],
    lockSummaries: { exempt: 'Only locks.' },
  },
  'reviews/unproven.ts': {
    noteUnproven: ({ pending }) => [pending],
    takeUnproven: ({ published }) => [published],
    forgetUnproven: ({ published }) => [[published]],
  },
  'reviews/votes.ts': {
    vote: ({ published }) => [{ reviewId: published, visitorId: 'visitor-1', at }],
    takeBackVote: ({ published }) => [{ reviewId: published, visitorId: 'visitor-9', at }],
  },
  'stores/keys.ts': {
    createKey: () => [{ type: 'orders' }],
    listKeys: () => [],
    findKeyOf: ({ keyHash }) => [keyHash],
    revokeKeyOf: ({ key }) => [key],
    renameKey: ({ key }) => [key, { name: 'Server', actor: 'command' }],
    keepKeyUse: ({ key }) => [key, later],
  },
  'stores/tokens.ts': { makeToken: { exempt: 'Writes the id of the store into a token, and reads no row.' } },
  'stores/kept-answers.ts': {
    erasePersonFromAnswers: {
      exempt: 'Its table is empty here; idempotency.test.ts erases a person of one store of two.',
    },
    forgetAnswers: { exempt: 'The same.' },
  },
  'database/changed-since.ts': {
    changedSince: () => [
      { table: raw('orders'), id: raw('order_id'), written: raw('received_at') },
      { since, limit: 50, conditions: [sql`true`] },
    ],
  },
  'stores/mail-words.ts': {
    changeMailContent: () => [{ color: '#123456' }, by],
    setMailWords: () => ['request', 'en', undefined, by],
  },
  'stores/widget-design.ts': {
    changeWidgetDesign: () => [{ variables: { '--rw-star-color': '#123456' } }, by],
  },
  'mailings/daily-limit.ts': {
    takeMails: () => [{ day: '2026-01-05', wanted: 3, limit: 100 }],
    mailsOfDay: () => ['2026-01-05'],
  },
  'stores/request-limit.ts': {
    takeRequests: () => [{ minute: 7, limit: 100, wanted: 3 }],
    requestsOfMinute: () => [7 * 60_000],
  },
  'products/addresses.ts': { countWithoutAddress: () => [{ product_url: null }] },
  'reviews/published.ts': { readPublished: () => [{ after: null, until: null, limit: 10 }] },
  'stores/retention.ts': {
    readRetention: () => [],
    lockRetention: after(sql`update stores set order_salt = null`),
  },
  'stores/restore.ts': { restoreSettings: ({ settings }) => [settings, by] },
  'stores/searching.ts': { searchLanguageOf: () => [] },
  'stores/stores.ts': {
    updateStore: () => [{ name: 'Another name' }, by],
    changeStore: () => [{ name: 'Another name' }, by],
    readStore: () => [],
    findStore: () => [],
    markDeleted: () => [at],
    findStoreWithKey: ({ store }) => [store.store_key],
    keepWidgetsSeen: after(sql`update stores set widgets_seen_at = null`, at),
    hasWidgets: () => [],
    keepSkuRead: after(sql`update stores set sku_read_at = null`, at),
    isReadBySku: after(sql`update stores set sku_read_at = ${at}`),
  },
  'webhooks/claims.ts': {
    claimEndpoints: () => [worker, later.getTime()],
    otherClaimEnd: after(claimed, anotherWorker, at.getTime() - 1),
    renewClaims: after(claimed, worker, later.getTime()),
    releaseClaim: {
      with: ({ webhook }) => ({ args: [webhook, worker], first: claimed }),
    },
  },
  'webhooks/deliveries.ts': {
    listDeliveries: ({ webhook }) => [webhook],
    readDelivery: ({ webhook, delivery }) => [webhook, delivery],
    replayDeliveries: {
      each: [
        ({ webhook, delivery }) => [webhook, { deliveryId: delivery }],
        ({ webhook }) => [webhook, { from: span.begins, to: span.ends }],
      ],
    },
    testWebhook: ({ webhook }) => [webhook, at],
  },
  'webhooks/disabled-mail.ts': {
    notifyOwners: { exempt: 'Its secrets come first; sending.test.ts calls it.' },
  },
  'webhooks/event-samples.ts': { sampleEvents: { exempt: 'Made-up data: it reads no store.' } },
  'webhooks/newest-deliveries.ts': { listNewestDeliveries: () => [] },
  'webhooks/old-events.ts': { forgetDeliveries: () => [later] },
  'webhooks/person.ts': { erasePersonFromDeliveries: ({ published }) => [person, [published]] },
  'webhooks/webhooks.ts': {
    createWebhook: known => [{ url: 'https://hooks.example/' }, sending(known)],
    listWebhooks: () => [],
    readWebhook: ({ webhook }) => [webhook],
    changeWebhook: known => [known.webhook, { events: ['review.created'], active: false }, sending(known)],
    deleteWebhook: ({ webhook }) => [webhook, by],
    rotateWebhook: known => [known.webhook, sending(known)],
    disableWebhook: ({ webhook }) => [webhook, 'gone', at],
  },
  'widgets/check-page.ts': {
    checkPage: { exempt: 'Fetches a page of the shop; routes.test.ts sends it one.' },
    checkHtml: { exempt: 'Reads what checkPage reads, of HTML that is given.' },
  },
}

const opened = (archive: Buffer) => openArchive(() => fromBufferPromise(archive, { autoClose: false }))

const sending = ({ secrets }: KnownRows) => ({ secrets, egress: { allow: [], ownPort: 0 }, by })

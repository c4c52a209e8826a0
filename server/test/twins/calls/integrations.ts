import sql from 'sql-template-tag'
import type { ShopOrder } from '../../../links/connections/platform.ts'
import type { KnownRows } from '../known-rows.ts'
import { seedNow } from '../seeded.ts'
import {
  after,
  at,
  by,
  type Calls,
  inStatements,
  later,
  never,
  newId,
  person,
  pure,
  since,
  span,
} from './call.ts'

const reported = { type: 'review.created', subject: 'new', data: { rating: 5 } }
const worker = '018f0000-0000-7000-8000-000000000001'
const claimed = sql`update webhook_endpoints set claimed_by = ${worker}, claimed_until = ${at}`
const connecting = ({ secrets }: KnownRows) => ({ secrets, address: 'https://reviews.example', now: seedNow })

const thin: ShopOrder = {
  ...{ orderId: 'placed', changedAt: undefined, orderedAt: seedNow, language: undefined, isCancelled: false },
  customer: { name: '', email: undefined, phone: '' },
  lines: [],
}

const ofSomebody = (...args: unknown[]) =>
  after(sql`update notice_targets set user_id = 'somebody' where channel = 'email'`, ...args)

/** What a store exchanges with other systems: connections, webhooks and feeds. */
export const integrations: Calls = {
  'links/connections/applying/nobody-asked.ts': {
    whyNobody: {
      with: () => ({
        args: ['asked'],
        first: sql`update review_requests set reasons = '[{"name": "old_order"}]' where order_id = 'asked'`,
      }),
    },
  },
  'links/connections/applying/waiting-orders.ts': {
    recallOrder: () => [thin],
    forgetOrder: () => ['placed'],
    erasePersonFromWaiting: () => [person],
    waitingOrdersOfPerson: () => [person],
  },
  'links/connections/authorize-connection.ts': {
    // The connection of the seed is to Medusa, which has no codes.
    authorizeConnection: {
      exempt: 'Contacts Nuvemshop; connections.test.ts sends it the id of another store.',
    },
  },
  'links/connections/backfill/backfill.ts': {
    continueBackfill: ({ connection }) => [connection, never()],
    startBackfill: ({ connection, secrets }) => [connection, { from: at, now: seedNow, secrets }],
  },
  'links/connections/events/old-events.ts': { forgetOldEvents: () => [later] },
  'links/connections/person.ts': { erasePersonFromEvents: () => [person] },
  'links/connections/generic/cpu-budget.ts': {
    requireProcessorTime: {
      with: () => ({ args: [later], idle: 'Returns nothing unless the time is used up.' }),
    },
    countProcessorTime: () => [100, later],
  },
  'upkeep/people/turns.ts': { inTurn: { exempt: 'Reads no row: it runs what it is given.' } },
  'links/connections/backfill/backfill-times.ts': { nextBackfill: pure },
  'links/connections/check-connection.ts': {
    checkConnection: known => [known.connection, 'test', { ...connecting(known), allowedNetworks: [] }],
  },
  'links/connections/connection-id.ts': { makeConnectionId: pure },
  'links/connections/connection-list.ts': {
    listConnections: known => [connecting(known)],
    hasConnections: () => [],
    readConnection: known => [known.connection, connecting(known)],
  },
  'exchange/feeds/feed-version.ts': { readFeedVersion: () => [] },
  'exchange/feeds/feeds.ts': {
    createFeed: () => ['google', by],
    listFeeds: { each: [() => [], () => [since]] },
    deleteFeed: ({ feed }) => [feed, by],
    breakFeed: ({ feed, published }) => [feed, { part: 1, until: null, last: published }],
    noteFeedRead: ({ feed }) => [feed, later],
  },
  'exchange/feeds/publish-feed.ts': { publishFeed: () => ['google', 'https://reviews.example', by] },
  'links/connections/connections.ts': {
    addConnection: {
      with: known => ({
        args: [{ platform: 'medusa', name: 'New' }, connecting(known)],
        // Those of all stores are more than a store may have.
        first: sql`
          insert into connections (store_id, connection_id, platform, state, settings, created_at)
          select store_id, 'many ' || number, 'medusa', 'paused', ''::bytea, ${at}
          from stores, generate_series(1, 9) as number
          where name <> 'Empty'`,
      }),
    },
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
  'links/connections/events/events.ts': {
    listEvents: ({ connection }) => [connection],
    retryEvent: ({ connection, failedEvent }) => [connection, failedEvent],
    retryFailedEvents: ({ connection }) => [connection],
  },
  'links/connections/events/take-events.ts': { processEvents: () => [] },
  'foundation/events/event-addresses.ts': { addressesOfEvent: pure },
  'foundation/events/event-body.ts': { eventBody: pure },
  'foundation/events/record.ts': {
    recordEvents: () => [[reported], at],
    writeEvents: ({ webhook }) => [[reported], [{ webhook_id: webhook, events: [] }], at],
    hasNoEndpointSql: inStatements,
  },
  'links/webhooks/sending/claims.ts': {
    readDueEndpoints: () => [later.getTime()],
    claimEndpoint: ({ webhook }) => [webhook, worker, later.getTime()],
    renewClaims: {
      with: ({ webhook }) => ({ args: [[webhook], worker, later.getTime()], first: claimed }),
    },
    releaseClaim: {
      with: ({ webhook }) => ({ args: [webhook, worker], first: claimed }),
    },
  },
  'foundation/events/team-items.ts': {
    noteForTeam: () => [
      [{ type: 'import.finished', subject: newId, data: { kind: 'review', outcome: 'imported' } }],
      at,
    ],
  },
  'tenants/notices/subscriptions.ts': {
    refreshKinds: () => [at],
    readChoice: ofSomebody('somebody'),
    saveChoice: () => ['somebody', { kinds: ['reviews'], pace: 'daily', language: 'en', at }],
    forgetNoticesOfMember: ofSomebody('somebody', at),
    unsubscribeTarget: ({ target }) => [target, true, at],
    recipientOf: ({ target }) => [target],
    dropWaiting: ({ target }) => [{ targetId: target }],
  },
  'links/notices/due.ts': { runNotices: () => [never()] },
  'links/notices/gather.ts': {
    gatherNotices: () => [seedNow],
  },
  'links/notices/old-messages.ts': { forgetMessages: () => [later] },
  'links/notices/person.ts': {
    targetsOfPerson: () => [person],
    erasePersonFromNotices: () => [person, at],
  },
  'links/notices/send.ts': { sendNotices: () => [never()] },
  'links/notices/targets.ts': {
    addTarget: known => [{ channel: 'email', email: 'new@shop.example' }, sending(known)],
    listTargets: () => [],
    readTarget: ({ target }) => [target],
    changeTarget: ({ target }) => [target, { pace: 'daily' }, by],
    removeTarget: ({ target }) => [target, by],
    disableTarget: ({ chat }) => [chat, 'gone', at],
  },
  'links/notices/test-target.ts': { testTarget: ({ target }) => [target] },
  'links/webhooks/deliveries.ts': {
    listDeliveries: ({ webhook }) => [webhook],
    listChangedDeliveries: ({ webhook }) => [webhook, { since, limit: 2 }],
    readDelivery: ({ webhook, delivery }) => [webhook, delivery],
    replayDeliveries: {
      each: [
        ({ webhook, delivery }) => [webhook, { deliveryId: delivery }, later],
        ({ webhook }) => [webhook, { from: span.begins, to: span.ends }, later],
      ],
    },
    testWebhook: ({ webhook }) => [webhook, at],
  },
  'links/webhooks/sending/disabled-mail.ts': {
    notifyOwners: { exempt: 'Its secrets come first; sending.test.ts calls it.' },
  },
  'links/webhooks/event-samples.ts': { sampleEvents: { exempt: 'Made-up data: it reads no store.' } },
  'links/webhooks/newest-deliveries.ts': { listNewestDeliveries: () => [] },
  'links/webhooks/old-events.ts': { forgetDeliveries: () => [later] },
  'links/webhooks/person.ts': {
    erasePersonFromDeliveries: ({ published }) => [person, [published]],
    findAddressesOfEvents: () => [],
  },
  'links/webhooks/webhooks.ts': {
    createWebhook: {
      with: known => ({
        args: [{ url: 'https://hooks.example/' }, sending(known)],
        first: sql`
          insert into webhook_endpoints (store_id, webhook_id, url, events, secrets, state, created_at, updated_at)
          select store_id, 'many ' || number, '', '{}', ''::bytea, 'disabled', ${at}, ${at}
          from stores, generate_series(1, 9) as number
          where name <> 'Empty'`,
      }),
    },
    listWebhooks: { each: [() => [], () => [since]] },
    readWebhook: ({ webhook }) => [webhook],
    changeWebhook: known => [
      known.webhook,
      { events: ['review.created'], state: 'disabled' },
      sending(known),
    ],
    deleteWebhook: ({ webhook }) => [webhook, by],
    rotateWebhook: known => [known.webhook, sending(known)],
    disableWebhook: ({ webhook }) => [webhook, 'gone', at],
  },
}

const sending = ({ secrets }: KnownRows) => ({ secrets, egress: { allow: [] }, by })

import type { onRequestAsyncHookHandler } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { allowAnyOrigin, allowOriginsOfStore } from '../foundation/http/cors.ts'
import { limitPerPerson, limitPrograms, limitWrites } from '../foundation/http/limits/rate-limit.ts'
import { limitPerNetwork, limitSources, limitVisitors } from '../foundation/http/limits/visitor-limits.ts'
import { requireBearer, requireLocalOrToken } from '../foundation/http/local-or-token.ts'
import { requireOutboxToken } from '../foundation/http/outbox-token.ts'
import { longestWebhook } from '../links/connections/limits.ts'
import { requireFactor } from '../tenants/accounts/factors/required-factor.ts'
import {
  requireActive,
  requireHttps,
  requireOwnPage,
  requireRole,
  requireUser,
} from '../tenants/accounts/guards.ts'
import type { Role } from '../tenants/accounts/roles.ts'
import { limitKeyRequests, requireKey, requireStoreKey } from '../tenants/admission/credentials.ts'
import type { Scope } from '../tenants/stores/scopes.ts'
import { requireManageKey, requireScope } from './management/guards.ts'
import { requireOperatorKey, requireOperatorRole } from './operators/guards.ts'

/**
 * The access policy of each route group: the guards it runs, in order, before a request's body is read.
 */
export function accessPolicies({
  config,
  clock,
  counts,
  keys,
  stores,
  database,
  auth,
  countApiRequest,
}: Dependencies) {
  const ordersKey = [requireKey('orders', keys, clock), limitKeyRequests(countApiRequest)]
  const storeKey = [allowAnyOrigin, requireStoreKey(stores, clock), allowOriginsOfStore]
  const keyOnly = requireStoreKey(stores, clock, { keySuffices: true })
  const local = { publicUrl: config.PUBLIC_URL }
  // A change of the dashboard must come from its own page.
  const ownPage = requireOwnPage(config)
  const signingIn = [ownPage, requireUser(auth)]
  const user = [...signingIn, requireFactor(database, config)]
  // Outsiders learn nothing about a store, not even whether it exists.
  const member = (role: Role, ...more: onRequestAsyncHookHandler[]) => ({
    ...signedIn,
    role,
    guards: [...user, requireRole(database, role), ...more],
  })
  // What reaches others: a suspended store sends nothing.
  const reaching = (role: Role, ...more: onRequestAsyncHookHandler[]) =>
    member(role, requireActive(database), ...more)
  const countVisits = (what: string, times = 1) =>
    limitVisitors(counts, what, {
      perAddress: config.VISITOR_RATE_LIMIT * times,
      perStore: config.STORE_RATE_LIMIT * times,
    })
  const manageKey = requireManageKey(counts, keys, clock)
  const manage = (scope: Scope) => ({
    scope,
    guards: [manageKey, requireScope(scope), limitKeyRequests(countApiRequest)],
  })
  return {
    none: { guards: [] },
    ordersKey: { guards: ordersKey },
    ordersKeyToWrite: { guards: [...ordersKey, ...limitWrites(counts, config.WRITE_RATE_LIMIT)] },
    storeKey: { guards: storeKey },
    storeKeyAlone: { guards: [allowAnyOrigin, keyOnly, allowOriginsOfStore] },
    storeKeyToWrite: { bodyLimit: small, guards: [...storeKey, ...countVisits('votes')] },
    storeKeyTranslating: { bodyLimit: small, guards: [...storeKey, ...countVisits('translations')] },
    outbox: { opensInBrowser: true, guards: [requireOutboxToken(config.OUTBOX_TOKEN)] },
    operator: { guards: [requireLocalOrToken({ ...local, token: config.METRICS_TOKEN })] },
    mailServer: { guards: [requireBearer(config.BOUNCE_TOKEN)] },
    // The handler checks the signature over the body.
    shop: { bodyLimit: longestWebhook, guards: [] },
    // The handler looks the token up.
    feed: { guards: [limitPerNetwork(counts, 'feeds', config.READ_RATE_LIMIT)] },
    page: { pages: true, guards: [] },
    mailLink: { pages: true, guards: [] },
    visitor: { pages: true, guards: countVisits('visits') },
    visitorFilling: { pages: true, guards: countVisits('form requests', 5) },
    ownPage: { guards: [ownPage] },
    password: {
      bodyLimit: small,
      guards: [ownPage, requireHttps, limitSources(counts, 'passwords', config.SIGN_IN_RATE_LIMIT)],
    },
    accessLink: {
      bodyLimit: small,
      guards: [ownPage, requireHttps, limitPerNetwork(counts, 'access', config.SIGN_IN_RATE_LIMIT * 5)],
    },
    manage,
    manageTestingWebhooks: (scope: Scope) => ({
      scope,
      guards: [...manage(scope).guards, limitPrograms(counts, 'webhook tests', testsOfWebhooks)],
    }),
    manageReplaying: (scope: Scope) => ({
      scope,
      guards: [...manage(scope).guards, limitPrograms(counts, 'replays', 10)],
    }),
    operatorKey: { bodyLimit: small, guards: [requireOperatorKey(counts, database, clock)] },
    operatorRole: { ...signedIn, bodyLimit: small, guards: [...user, requireOperatorRole(database)] },
    withoutFactor: { ...signedIn, bodyLimit: small, guards: signingIn },
    user: { ...signedIn, bodyLimit: small, guards: user },
    viewer: member('viewer'),
    moderator: member('moderator'),
    moderatorReaching: reaching('moderator'),
    moderatorFetching: reaching('moderator', limitPerPerson(counts, 'widget checks', 10)),
    moderatorTesting: reaching('moderator', limitPerPerson(counts, 'test orders', 5)),
    moderatorTestingShops: reaching('moderator', limitPerPerson(counts, 'shop tests', 10)),
    moderatorRepairing: reaching('moderator', limitPerPerson(counts, 'shop repairs', 10)),
    moderatorTestingWebhooks: reaching('moderator', limitPerPerson(counts, 'webhook tests', testsOfWebhooks)),
    moderatorReplaying: reaching('moderator', limitPerPerson(counts, 'replays', 10)),
    owner: member('owner'),
    ownerReaching: reaching('owner'),
    // Each reads all of a store's orders.
    ownerExportingPeople: member('owner', limitPerPerson(counts, 'people exported', 10)),
    ownerErasing: member('owner', limitPerPerson(counts, 'people erased', 10)),
    ownerAuthorizing: reaching('owner', limitPerPerson(counts, 'authorizations', 10)),
    ownerFetchingOrders: reaching('owner', limitPerPerson(counts, 'back-fills', 10)),
    ownerTryingMappings: reaching('owner', limitPerPerson(counts, 'mappings', 10)),
    ownerUploading: member('owner', limitPerPerson(counts, 'logos', 10)),
    ownerAskingModel: reaching('owner', limitPerPerson(counts, 'model tests', 10)),
    ownerTesting: reaching('owner', limitPerPerson(counts, 'test mails', 5)),
    ownerTestingChannels: reaching('owner', limitPerPerson(counts, 'test messages', 5)),
    ownerTestingNotifications: reaching('owner', limitPerPerson(counts, 'test notifications', 10)),
  } satisfies Record<string, AccessPolicy | ((scope: Scope) => AccessPolicy)>
}

export type AccessPolicies = ReturnType<typeof accessPolicies>

export type AccessPolicy = {
  guards: onRequestAsyncHookHandler[]
  /** Whether it needs a session. */
  signedIn?: true
  /** The lowest role that may call it, in the store named by the address. */
  role?: Role
  /** What the key of the management API must be allowed. */
  scope?: Scope
  /** Reads HTML forms and answers with pages, errors included, in the visitor's language. */
  pages?: true
  /** A browser, which asks for HTML, gets its errors as pages; programs get JSON. */
  opensInBrowser?: true
  /** The largest body in bytes. Default: 1 MiB. */
  bodyLimit?: number
}

const testsOfWebhooks = 10 // a minute

const signedIn = { signedIn: true } as const

// Enough for a few short fields. Parsing 1 MiB of nested JSON takes 30 ms, before any password is checked.
const small = 16 * 1024 // bytes

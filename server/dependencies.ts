import type { FastifyRequest } from 'fastify'
import type { ShopKeys } from '../demo/layout.ts'
import type { ContentChanges } from './answers/moderation/content-changes.ts'
import type { NoticeKinds } from './asking/mail/composing/content.ts'
import type { Orders } from './asking/orders/orders.ts'
import type { Config } from './foundation/config/config.ts'
import type { Database } from './foundation/database/connect.ts'
import type { CostlyReads } from './foundation/database/costly-reads.ts'
import type { Session } from './foundation/database/session.ts'
import type { CountBytes } from './foundation/http/limits/byte-budget.ts'
import type { Counts } from './foundation/http/limits/counts.ts'
import type { BuiltFiles } from './foundation/http/pages/built-files.ts'
import type { ResponseCache } from './foundation/http/response-cache/response.ts'
import type { Draining } from './foundation/http/sockets/draining.ts'
import type { Metrics } from './foundation/http/telemetry/metrics.ts'
import type { Secrets } from './foundation/lib/secret.ts'
import type { Clock } from './foundation/lib/time/clock.ts'
import type { KeptFiles } from './foundation/storage/files/kept-files.ts'
import type { PictureStore } from './foundation/storage/pictures/picture-store.ts'
import type { Challenges } from './foundation/visitors/challenge.ts'
import type { Auth } from './tenants/accounts/auth.ts'
import type { KeyCache, StoreCache } from './tenants/admission/key-cache.ts'
import type { ReadLimits } from './tenants/admission/read-limits.ts'
import type { CountApiRequest } from './tenants/admission/request-limit.ts'
import type { Products } from './tenants/products/products.ts'

/** Dependencies of the routes, built once in `app.ts`. */
export type Dependencies = {
  config: Config
  clock: Clock
  database: Database
  session: Session
  draining: Draining
  metrics: Metrics
  secrets: Secrets
  auth: Auth
  keys: KeyCache
  stores: StoreCache
  responseCache: ResponseCache
  contentChanges: ContentChanges
  orders: Orders
  notices: NoticeKinds
  products: Products
  pictures: PictureStore
  kept: KeptFiles
  widgets: BuiltFiles
  dashboardFiles: BuiltFiles
  challenges: Challenges
  /** Counts a read that is not in the response cache. Throws `too_many` beyond READ_RATE_LIMIT. */
  countRead: ReadLimits
  /** Counts a request towards the limit of its store. Throws `requests_often` beyond it. */
  countApiRequest: CountApiRequest
  costlyReads: CostlyReads
  /** Counts what the limits allow. */
  counts: Counts
  /** Counts a form sent without proof of work; throws `too_many` beyond what a network may send so. */
  countUnproven: (request: FastifyRequest) => Promise<void>
  /** Counts the bytes of pictures that a network sends. */
  countPictureBytes: (request: FastifyRequest) => CountBytes
  /** The bytes at which a feed continues in another part. */
  largestFeedPart: number
  /** Counts a part of a store's feeds. Throws `too_many` beyond what they may send an hour. */
  countFeedPart: (storeId: string) => Promise<void>
  /** Counts an accepted webhook of a connection. Throws `too_many` beyond what one may send a minute. */
  countWebhook: (connectionId: string) => Promise<void>
  /** Counts the bytes of a connection's webhooks. */
  countWebhookBytes: (connectionId: string, bytes: number) => Promise<boolean>
  /** Counts a refused webhook of a network. Throws `too_many`. */
  countRefusedWebhook: (ip: string) => Promise<void>
  /** Where the world reaches us; known once we listen. */
  publicUrl: () => string
  /** Private networks in which the pages of stores may lie. */
  allowedNetworks: readonly string[]
  /** The store of the demo's shop; absent: there is no demo. */
  demo?: ShopKeys | undefined
}

/** What the HTTP processes of one service have in common, so that each limit holds for all of them together. */
export type Shared = Pick<Dependencies, 'metrics' | 'costlyReads' | 'counts'> & { processes: number }

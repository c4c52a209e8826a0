import type { NoProductKind } from '../../tenants/products/no-products.ts'
import { type Sentence, wordSentences } from './sentences.ts'

/** The systems of shops that can be connected; part of the public address `/connect/<platform>/<connection_id>`. */
export const platformNames = [
  'woocommerce',
  'shopify',
  'nuvemshop',
  'vtex',
  'medusa',
  'vendure',
  'generic',
] as const
export type PlatformName = (typeof platformNames)[number]

/** What `connect add` received. `secret` signs the shop's webhooks; `key` and `token` are for the shop's API. */
export type ConnectionSettings = {
  url?: string
  key?: string
  secret: string
  token?: string
  /** `--set NAME=VALUE`, with the names that the platform knows. */
  options: Record<string, string>
}

/** An order as its shop describes it now, in our words. Times are in ms. */
export type ShopOrder = {
  /** The platform's id. It becomes our `order_id`. */
  orderId: string
  /**
   * Of two versions the later counts, whichever arrives first. `received`: the shop does not date the version, so that
   * the arrival of its webhook counts. Undefined: just fetched, counts as now.
   */
  changedAt: number | 'received' | undefined
  /** The event says that the order came back. It counts after a deletion, which no shop dates. */
  isRestored?: boolean
  orderedAt: number
  /** ISO 4217, as the shop names it. Undefined: the shop does not name the currency of its prices. */
  currency?: string | undefined
  /** `email` is undefined if there is none, or only a placeholder. */
  customer: { name: string; email: string | undefined; phone: string }
  /** BCP 47, as the shop says it. */
  language: string | undefined
  /** Where the order goes: an ISO 3166 code, as the shop says it. */
  country?: string | undefined
  /** Without the parts of bundles, if the bundle itself is a line. */
  lines: ShopLine[]
  isCancelled: boolean
  /** The shop asks the buyer for reviews itself, so Realword does not. */
  isAskedByShop?: boolean
}

export type ShopLine = {
  /** The id of the product page: a parent's, not a variation's. */
  productId: string
  variantId?: string
  sku: string
  name: string
  price: number
  gtin?: string
  url?: string
  picture?: string
  /** In ms. A shop without deliveries that says "completed" says shipped. */
  shippedAt?: number
  deliveredAt?: number
  /** The ids of the same product in other languages. */
  translations?: string[]
  /** The whole quantity was returned, refunded or removed. */
  isReturned: boolean
  /** What the shop itself calls it, if that is no product to review. */
  noProduct?: NoProductKind
}

export type ShopProduct = {
  productId: string
  sku: string
  name: string
  price: number
  /** As in `ShopOrder`. */
  currency?: string | undefined
  url: string
  pictures: string[]
  gtin?: string
  /** As in `ShopLine`. */
  translations?: string[]
  noProduct?: NoProductKind
}

/** What one event of a shop asks for. */
export type ShopChange =
  | { kind: 'order'; order: ShopOrder }
  | { kind: 'order_deleted'; orderId: string }
  | { kind: 'product'; product: ShopProduct }
  /** A privacy webhook: erases these people. */
  | { kind: 'erase'; emails: string[] }
  /** A privacy webhook: the log says how to export this person. */
  | { kind: 'person_export'; email: string }
  /** The app was uninstalled: the connection pauses and says why. */
  | { kind: 'disconnected'; why: Sentence }
  | { kind: 'nothing'; why: Sentence[] }

/** What the shop sent asks for nothing, and why. */
export const nothing = (...why: Sentence[]): ShopChange => ({ kind: 'nothing', why })

/** A webhook as it arrived. Header names are in lower case. */
export type Delivery = { headers: Record<string, string | undefined>; body: Buffer }

export type Authenticated =
  /** Answered with 401. Nothing is stored. */
  | { kind: 'refused'; why: string }
  /** Answered with 200. Nothing is stored. */
  | { kind: 'ping' }
  /** `subject`: the id of the order or product, for the log. */
  | { kind: 'event'; topic: string; deliveryId?: string; subject?: string }

/**
 * Sends a request to the shop's API, on the public web only, and reads JSON. Retries 429 and 5xx up to three times, and
 * obeys Retry-After. Throws ShopProblem.
 */
export type ShopFetch = (request: {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string | URL
  headers?: Record<string, string>
  body?: unknown
}) => Promise<{ status: number; headers: Record<string, string>; json: unknown }>

type ProblemOptions = {
  isTemporary?: boolean
  cause?: unknown
  /** The order that cannot be read, where only its body names it. */
  subject?: string | undefined
  /** What the webhook itself says, where a temporary problem hides the rest: applied if the shop stays unreachable. */
  meanwhile?: ShopChange[]
}

/** What is wrong, for the merchant, and what to do. An event whose problem is temporary is retried. */
export class ShopProblem extends Error {
  readonly what: Sentence
  readonly mend: Sentence
  readonly isTemporary: boolean
  readonly subject: string | undefined
  readonly meanwhile: ShopChange[]

  constructor(what: Sentence, mend: Sentence, options: ProblemOptions = {}) {
    const { isTemporary = false, cause, subject, meanwhile = [] } = options
    super(undefined, { cause })
    this.name = 'ShopProblem'
    this.what = what
    this.mend = mend
    this.isTemporary = isTemporary
    this.subject = subject
    this.meanwhile = meanwhile
  }

  /** In English. */
  override get message(): string {
    return wordSentences([this.what])
  }
}

/** The shop as a platform's functions see it. `now` is in ms. */
export type Shop = {
  settings: ConnectionSettings
  fetch: ShopFetch
  now: number
  /** Evaluates expressions for a store, within its processor time. Absent: outside of a store, as in tests. */
  expressions?: { owner: string; count: (ms: number) => void }
}

/**
 * Whether the shop sends review mails of its own: `absent`: its system, or this version of it, has none. `unseen`: the key
 * may not see it.
 */
export const shopMailStates = ['on', 'off', 'absent', 'unseen'] as const
export type ShopMails = (typeof shopMailStates)[number]

/** A line of `connect test`, and of the screen. `shopMails`: it is about the review mails of the shop, not its webhooks. */
export type Finding = { ok: boolean; what: Sentence; mend?: Sentence; shopMails?: ShopMails }

/** The finding as commands print it. */
export const wordFinding = ({ ok, what, mend }: Finding) => ({
  ok,
  what: wordSentences([what]),
  ...(mend && { mend: wordSentences([mend]) }),
})

/** How one system of shops signs, describes its orders, and is asked for them. */
export type Platform = {
  name: PlatformName
  /** The settings without which a connection is `incomplete`: `url`, `key`, `secret`, `token`, or names of options. */
  needs: readonly string[]
  /** The options that `--set` accepts, each with a check that returns the problem. */
  options: Record<string, (value: string) => Sentence | undefined>
  /** The problem of a secret. Absent: every text is one. */
  wrongSecret?(secret: string): Sentence | undefined
  /** Checks the signature over the raw body in constant time. Pure. `now` is in ms, for signatures that expire. */
  authenticate(delivery: Delivery, settings: ConnectionSettings, now?: number): Authenticated
  /** Reads a raw body. Fetches thin orders from the shop where it has the means. Throws ShopProblem. */
  read(event: { topic: string; body: Buffer; receivedAt: number }, shop: Shop): Promise<ShopChange[]>
  /**
   * The orders changed since the cursor, oldest first, in pages. A cursor is opaque to others, and the first is
   * `since=<ISO 8601>`. Each page names the cursor that continues after it. Absent: the platform has no API for it.
   */
  backfill?(shop: Shop, cursor: string): AsyncGenerator<{ changes: ShopChange[]; cursor: string }>
  /**
   * Those of these orders that the shop deleted for ever, by its own word: an error of a firewall, or a missing page, is none.
   * Throws ShopProblem.
   */
  findDeleted?(shop: Shop, orderIds: string[]): Promise<string[]>
  /** Those of these orders whose buyers the shop asks for reviews itself. Throws ShopProblem. */
  findAskedByShop?(shop: Shop, orderIds: string[]): Promise<string[]>
  /** For how many orders a night `findDeleted` is called. Absent: 300. */
  mostAsked?: number
  /** For how many days after it was placed the shop shows an order. Absent: for ever. */
  showsOrdersFor?: number
  /** Whether the shop has one of these products. Throws ShopProblem. */
  hasProduct?(shop: Shop, productIds: string[]): Promise<boolean>
  /** Exchanges the code of an installed app for what the connection stores. Throws ShopProblem. */
  authorize?(shop: Shop, code: string): Promise<{ token: string; options: Record<string, string> }>
  /** Checks the shop's API and its webhooks, and changes nothing. */
  test?(shop: Shop, webhookUrl: string): Promise<Finding[]>
  /** Creates or activates the shop's webhooks. */
  repair?(shop: Shop, webhookUrl: string): Promise<Finding[]>
}

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { readRatings } from '../../answers/reviews/storefront/ratings.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { BuiltFiles } from '../../foundation/http/pages/built-files.ts'
import {
  type Fetched,
  FetchFailure,
  guardedFetch,
  type Obstacle,
} from '../../foundation/lib/network/guarded-fetch.ts'
import { isPublic } from '../../foundation/lib/network/networks.ts'
import { findProductsBySku, productNames, someProductUrls } from '../../tenants/products/products.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { examinePage } from './examine-page.ts'
import { type KnownProducts, namedProducts } from './examine-products.ts'
import { find } from './findings.ts'
import { readPage } from './page-parts.ts'
import { type Finding, type FindingName, unreadFindings, type WidgetCheck } from './widget-check-schemas.ts'

export type CheckParts = {
  database: Database
  widgets: BuiltFiles
  publicUrl: () => string
  /** Private networks that a checked page may be in. Empty in production. */
  allowedNetworks: readonly string[]
}

/**
 * Fetches a page of the store and checks the widgets on it. Returns only findings, never other content of the page.
 * Throws `body_invalid` if the address is not a page of the store.
 */
export async function checkPage(parts: CheckParts, storeId: string, address: string): Promise<WidgetCheck> {
  const store = await readStore(parts.database, storeId)
  const url = readAddress(address)
  const otherHosts = await hostsUnlike(parts, store, url)
  if (otherHosts.length > 0) {
    // A page on the member's own machine is not on the store's site yet: nothing is wrong with it.
    if (isLocal(url)) return concludeFrom(url, [find('page_private', { host: url.host })])
    throw new ApiError('body_invalid', {
      problems: [{ path: 'url', problem: 'page_of_store', values: [otherHosts.slice(0, 5).join(', ')] }],
    })
  }
  const fetched = await fetchPage(parts, url)
  if (!('body' in fetched)) return concludeFrom(url, [fetched])
  const obstacle = obstacleIn(fetched)
  if (obstacle) return concludeFrom(url, [obstacle])
  const findings = await findingsOf(parts, store, url, decode(fetched), fetched.headers)
  return concludeFrom(url, [find('page_read', { url: url.href }), ...findings])
}

/**
 * The same for a page whose HTML is given, such as one on the member's own machine, which we cannot reach. The headers
 * of the page are unknown. Throws `body_invalid` if the address is none.
 */
export async function checkHtml(
  parts: CheckParts,
  storeId: string,
  address: string,
  html: string,
): Promise<WidgetCheck> {
  const store = await readStore(parts.database, storeId)
  const url = readAddress(address)
  return concludeFrom(url, [find('page_pasted'), ...(await findingsOf(parts, store, url, html, {}))])
}

async function findingsOf(
  { database, publicUrl, widgets }: CheckParts,
  store: Store,
  url: URL,
  html: string,
  headers: Record<string, string>,
): Promise<Finding[]> {
  const page = readPage(html, url, headers)
  const { ids, skus } = namedProducts(page)
  return examinePage(page, url, {
    store,
    service: new URL(publicUrl()),
    integrity: integrityOf(widgets),
    products: await knownProducts(database, store.store_id, ids, skus),
  })
}

const rank = { error: 0, warning: 1, note: 2, good: 3 }

function concludeFrom(url: URL, findings: Finding[]): WidgetCheck {
  const sorted = [...findings].sort((a, b) => rank[a.level] - rank[b.level])
  const worst = sorted[0]?.level
  const isUnread = findings.some(({ name }) => unreadFindings.includes(name))
  const verdict = worst === 'error' ? 'wrong' : worst === 'warning' ? 'remarks' : 'right'
  return { url: url.href, verdict: isUnread ? 'unread' : verdict, findings: sorted }
}

/**
 * The hosts of the store's origins, its site and its products, if the address is at none of them, so that nobody can
 * make us fetch other pages. Empty for an address of the store, and for a store that has configured none of these: it
 * may name any page.
 */
async function hostsUnlike({ database, publicUrl }: CheckParts, store: Store, url: URL): Promise<string[]> {
  const products = await someProductUrls(database, store.store_id)
  const known = [...store.origins, store.site_url ?? '', ...products].flatMap(hostOf)
  const host = bare(url.hostname)
  const isOwn = [...known, ...hostOf(publicUrl())].some(one => host === one || host.endsWith(`.${one}`))
  return isOwn ? [] : [...new Set(known)]
}

// Names and addresses of private networks, without asking a name server.
function isLocal({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) ? !isPublic(name) : /(^|\.)(localhost|local|test|internal)$/i.test(name)
}

// People often omit the scheme. Text before a port is not a scheme.
function readAddress(address: string): URL {
  const text = address.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ApiError('body_invalid', { problems: [{ path: 'url', problem: 'web_address' }] })
  url.hash = ''
  return url
}

const bare = (host: string) => host.replace(/^www\./, '')

const hostOf = (address: string) => {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? [bare(url.hostname)] : []
}

async function fetchPage({ allowedNetworks, publicUrl }: CheckParts, url: URL): Promise<Fetched | Finding> {
  try {
    return await guardedFetch(url, {
      allow: allowedNetworks,
      reachesOurs: true,
      userAgent: `Realword widget check (+${publicUrl()})`,
      accept: 'text/html,application/xhtml+xml',
    })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return find(failures[error.obstacle], { host: url.host, detail: error.detail })
  }
}

const failures: Record<Obstacle, FindingName> = {
  address: 'page_unreadable',
  port: 'page_port',
  name_unknown: 'page_name',
  private: 'page_private',
  unreachable: 'page_unreachable',
  certificate: 'page_certificate',
  slow: 'page_slow',
  large: 'page_large',
  unreadable: 'page_unreadable',
}

// Why a page was fetched but cannot be checked.
function obstacleIn({ status, headers, location }: Fetched): Finding | undefined {
  const lock = location && URL.parse(location)?.pathname
  // Shopify redirects to /password, WordPress to its login page.
  if (status === 401 || status === 403 || /^\/(password|wp-login\.php)\/?$/.test(lock ?? ''))
    return find('page_password', { status: String(status) })
  if (location) return find('page_redirect', { to: location.slice(0, 2048) })
  if (status !== 200) return find('page_status', { status: String(status) })
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!['text/html', 'application/xhtml+xml', ''].includes(type))
    return find('page_type', { type: type.slice(0, 100) })
}

function decode({ body, headers }: Fetched): string {
  const charset = /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

function integrityOf(widgets: BuiltFiles): string | undefined {
  const bytes = widgets.find('widgets.js')?.forms.get('identity')
  return bytes && `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

async function knownProducts(
  db: Database,
  storeId: string,
  ids: string[],
  skus: string[],
): Promise<KnownProducts> {
  // A SKU may be in the id's attribute, and the reverse, so search for each as both.
  const named = [...new Set([...ids, ...skus])].filter(isStorable)
  const [byId, bySku, { summaries }] = await Promise.all([
    productNames(db, storeId, named),
    findProductsBySku(db, storeId, named),
    readRatings(
      db.pipeline,
      storeId,
      { by: 'product_id', values: named },
      { limit: named.length, offset: 0 },
    ),
  ])
  return {
    ids: new Set(byId.keys()),
    skus: new Set(bySku.keys()),
    reviewedIds: new Set(summaries.map(({ product_id }) => product_id)),
  }
}

const isStorable = (text: string) => [...text].length <= 255 && !text.includes('\0') && text.isWellFormed()

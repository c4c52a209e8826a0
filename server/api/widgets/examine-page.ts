import {
  badgeProperties,
  carouselProperties,
  galleryProperties,
  storeProperties,
} from '../../../widgets/elements/more-properties.ts'
import {
  questionsProperties,
  ratingProperties,
  reviewsProperties,
} from '../../../widgets/elements/properties.ts'
import { isLoopback } from '../../foundation/http/loopback.ts'
import { refusedBy, refusesTrustedType } from '../../foundation/lib/content-policy.ts'
import { examineProducts, type KnownProducts } from './examine-products.ts'
import { find } from './findings.ts'
import type { PageParts, WidgetName } from './page-parts.ts'
import type { Finding, FindingName } from './widget-check-schemas.ts'

/** The correct values for a page of the store. */
export type Expected = {
  store: { store_id: string; store_key: string; origins: string[] }
  /** Our public address. */
  service: URL
  /** The hash for an `integrity` attribute of the script; undefined if the widgets were not built. */
  integrity: string | undefined
  products: KnownProducts
}

/** All findings about our code on a page, in the order in which to fix them. */
export function examinePage(page: PageParts, address: URL, expected: Expected): Finding[] {
  return [
    ...examineScripts(page, address, expected),
    ...examineStore(page, expected),
    ...examineOrigin(address, expected),
    ...examineWidgets(page),
    ...examineProducts(page, expected.products),
    ...examinePolicies(page, address, expected),
    ...examineStructured(page),
    ...(page.language || page.widgets.some(({ attributes }) => attributes.get('lang'))
      ? []
      : [find('language_missing')]),
    // Tag managers and client-side shops add the code later than the HTML that we read.
    ...(page.scripts.length === 0 || page.widgets.length === 0 ? [find('seen_later')] : []),
  ]
}

function examineScripts({ scripts }: PageParts, address: URL, { service, integrity }: Expected): Finding[] {
  const src = new URL('/widgets/v1/widgets.js', service)
  const own = scripts.filter(({ url }) => url.host === service.host)
  const [script] = own
  if (!script) {
    const [other] = scripts
    return other
      ? [find('script_elsewhere', { found: other.url.href, expected: src.href })]
      : [find('script_missing', { expected: src.href })]
  }
  const wrong = [
    ...(own.some(({ isModule }) => isModule) ? [] : [find('script_classic')]),
    ...(isMixed(address, script.url) ? [find('script_insecure', { expected: src.href })] : []),
    ...(isOutdated(script.integrity, integrity)
      ? [find('script_integrity', { expected: integrity ?? '' })]
      : []),
    ...(scripts.length > 1 ? [find('script_twice', { count: String(scripts.length) })] : []),
  ]
  const works = wrong.every(({ level }) => level !== 'error')
  return works ? [find('script_found', { found: script.url.href }), ...wrong] : wrong
}

// A page over https loads nothing over http, except from this machine.
const isMixed = (page: URL, script: URL) =>
  page.protocol === 'https:' && script.protocol === 'http:' && !isLoopback(script.hostname)

const isOutdated = (found: string | undefined, expected: string | undefined) =>
  Boolean(found && expected) && !found?.split(/\s+/).includes(expected ?? '')

function examineStore(page: PageParts, { store }: Expected): Finding[] {
  const ids = valuesOf(page, 'data-store-id', page.shared.storeId)
  const keys = valuesOf(page, 'data-store-key', page.shared.storeKey)
  const otherId = ids.said.find(id => id.toLowerCase() !== store.store_id)
  const otherKey = keys.said.find(key => key !== store.store_key)
  const [secret] = page.secrets
  const wrong = [
    ...(secret ? [find('key_secret', { found: `${secret.slice(0, 14)}…` })] : []),
    ...(otherId ? [find('store_other', { found: otherId, expected: store.store_id })] : []),
    ...(otherKey ? [find('key_other', { found: otherKey, expected: store.store_key })] : []),
  ]
  const isEmpty = page.widgets.length + ids.said.length + keys.said.length === 0
  if (isEmpty) return wrong
  if (ids.isMissing) wrong.push(find('store_missing', { expected: store.store_id }))
  if (keys.isMissing) wrong.push(find('key_missing', { expected: store.store_key }))
  return wrong.length > 0 ? wrong : [find('store_right')]
}

// Each widget needs one: its own, or a value for the whole page.
function valuesOf(
  { widgets }: PageParts,
  name: 'data-store-id' | 'data-store-key',
  shared: string | undefined,
) {
  const own = widgets.map(({ attributes }) => attributes.get(name) || shared)
  const said = [...own, shared].filter(value => value !== undefined)
  return { said, isMissing: said.length === 0 || own.includes(undefined) }
}

function examineOrigin({ origin }: URL, { store, service }: Expected): Finding[] {
  if (store.origins.length === 0) return [find('origin_any')]
  const isListed = store.origins.includes(origin) || origin === service.origin
  return [find(isListed ? 'origin_listed' : 'origin_refused', { origin })]
}

function examineWidgets({ widgets, shared }: PageParts): Finding[] {
  if (widgets.length === 0 && !shared.selector) return [find('widgets_missing')]
  const counts = new Map<string, number>()
  for (const { name } of widgets) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name))
  if (shared.selector) names.push(`rw-rating (${shared.selector})`)
  return [
    find('widgets_found', { widgets: names.join(', ') }),
    ...widgets.flatMap(examineAttributes).slice(0, 10),
  ]
}

const known = {
  'rw-rating': Object.values(ratingProperties),
  'rw-reviews': Object.values(reviewsProperties),
  'rw-questions': Object.values(questionsProperties),
  'rw-gallery': Object.values(galleryProperties),
  'rw-carousel': Object.values(carouselProperties),
  'rw-badge': Object.values(badgeProperties),
  'rw-store': Object.values(storeProperties),
}

const values: Record<string, RegExp> = {
  'data-theme': /^(compact)?$/,
  'data-header-type': /^(default|histogram|compact|minimal|centered)$/,
  'data-list-type': /^(grid|list)$/,
  'data-items-per-page': /^([1-9]\d?|100)$/,
  'data-rows': /^[1-6]$/,
  'data-source': /^(newest|pictured|pinned)$/,
}

// Report only attributes similar to ours: shops and frameworks add their own to every element.
function examineAttributes({ name, attributes }: PageParts['widgets'][number]): Finding[] {
  const names = known[name as WidgetName].flatMap(property =>
    'attribute' in property ? property.attribute : [],
  )
  return [...attributes].flatMap(([attribute, value]) => {
    if (!names.some(one => one === attribute))
      return /^(data-)?(store|product|star|theme|header|list|items|enable|disable|api|rows|source|url)/.test(
        attribute,
      )
        ? [find('attribute_unknown', { widget: name, attribute, expected: names.join(', ') })]
        : []
    const isWrong = attribute in values && !values[attribute]?.test(value)
    return isWrong ? [find('attribute_value', { widget: name, attribute, found: value.slice(0, 100) })] : []
  })
}

const pictured: WidgetName[] = ['rw-reviews', 'rw-gallery', 'rw-carousel', 'rw-store']

function examinePolicies(page: PageParts, address: URL, { service }: Expected): Finding[] {
  const { policies, widgets, scripts } = page
  const has = (name: WidgetName) => widgets.some(widget => widget.name === name)
  const script = scripts.find(({ url }) => url.host === service.host)
  const at = (path: string) => ({ url: new URL(path, service), page: address })
  const asks = widgets.some(
    ({ name, attributes }) =>
      name === 'rw-questions' && attributes.get('data-enable-new-questions') !== 'false',
  )
  const blocked = (name: FindingName, chain: string[], load: Parameters<typeof refusedBy>[2]) => {
    const directive = refusedBy(policies, chain, load)
    return directive ? [find(name, { directive, expected: service.origin })] : []
  }
  return [
    ...(script
      ? blocked('script_blocked', ['script-src-elem', 'script-src', 'default-src'], {
          ...script,
          page: address,
        })
      : []),
    ...blocked('reads_blocked', ['connect-src', 'default-src'], at('/api/v1/ratings.json')),
    ...(widgets.some(({ name }) => name !== 'rw-rating') && refusesTrustedType(policies, 'lit-html')
      ? [find('types_blocked')]
      : []),
    ...(pictured.some(has)
      ? blocked('pictures_blocked', ['img-src', 'default-src'], at('/pictures/1.webp'))
      : []),
    ...(asks
      ? blocked('frame_blocked', ['frame-src', 'child-src', 'default-src'], at('/embed/question'))
      : []),
  ]
}

function examineStructured({ structured, widgets }: PageParts): Finding[] {
  const { ratings, broken } = structured
  const isProductPage = widgets.some(({ name }) => name === 'rw-reviews')
  return [
    ...(broken > 0 ? [find('structured_broken', { count: String(broken) })] : []),
    ...(ratings > 1 && isProductPage ? [find('structured_twice', { count: String(ratings) })] : []),
    ...(ratings === 1 ? [find('structured_found')] : []),
    ...(ratings === 0 && isProductPage ? [find('structured_missing')] : []),
  ]
}

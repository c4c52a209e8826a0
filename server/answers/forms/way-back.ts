import type { Store } from '../../tenants/stores/stores.ts'
import { webAddress } from './pages/page.ts'

const longest = 2048 // characters

/**
 * The shop's page to return to from a form: the page that the visitor came from, else the product's, else the store's
 * site. A page that the visitor names must be on the store's site, on one of its origins, or on the product's host.
 * Otherwise anybody could send links to our pages that lead elsewhere.
 */
export function wayBack(
  { site_url, origins }: Pick<Store, 'site_url' | 'origins'>,
  productUrl: string | undefined,
  asked?: string,
): string | undefined {
  const own = [productUrl, site_url].map(webAddress)
  const hosts = new Set([...own, ...origins.map(webAddress)].map(hostOf))
  const page = asked !== undefined && asked.length <= longest ? webAddress(asked) : undefined
  return page && isPlain(page) && hosts.has(hostOf(page)) ? page : own.find(Boolean)
}

// A shop at www.shop.example is also at shop.example.
function hostOf(address: string | undefined): string | undefined {
  return address && new URL(address).host.replace(/^www\./, '')
}

// A name in front of the host only pretends to be another host.
function isPlain(address: string): boolean {
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

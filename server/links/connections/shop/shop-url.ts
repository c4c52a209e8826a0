import { type ConnectionSettings, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { isLoopbackUrl } from './loopback-url.ts'

/** The shop's address without a slash at the end. */
export function shopUrl({ url }: ConnectionSettings): string | undefined {
  return url?.replace(/\/+$/, '')
}

/** Throws ShopProblem for an address to which credentials may not be sent: others could read them on the way. */
export function requireHttps(url: string): void {
  if (URL.parse(url)?.protocol === 'https:' || isLoopbackUrl(url)) return
  throw new ShopProblem(sentence('noHttps'), sentence('noHttpsMend'))
}

import { type Field, fieldsOf, type Platform, toAddress } from './platforms.ts'
import type { Values } from './query.ts'

/** What the merchant typed, by the names of fields. */
export type Entered = Record<string, string>

/** The values to send. Addresses are accepted as people copy them: from the admin's own address bar, or without https. */
export function valuesOf(platform: Platform, entered: Entered): Values {
  const fields = fieldsOf[platform].filter(({ name }) => entered[name]?.trim())
  const entries = (some: Field[]) =>
    Object.fromEntries(some.map(({ name }) => [name, tidy(platform, name, entered[name] ?? '')]))
  const options = entries(fields.filter(({ isOption }) => isOption))
  return {
    ...entries(fields.filter(({ isOption }) => !isOption)),
    ...(Object.keys(options).length > 0 && { options }),
  }
}

function tidy(platform: Platform, name: string, text: string): string {
  if (name === 'url') return platform === 'shopify' ? shopifyAddress(text) : shopAddress(text)
  if (name === 'account')
    return /^(?:https?:\/\/)?([a-z0-9-]+)\.myvtex\.com/i.exec(text.trim())?.[1] ?? text.trim()
  return text.trim()
}

/** Without the part that leads into WordPress. */
const shopAddress = (text: string) => toAddress(text).replace(/\/wp-(admin|login)\b.*$/s, '')

/** `gres`, `gres.myshopify.com/admin` and `admin.shopify.com/store/gres` are the same shop. */
function shopifyAddress(text: string): string {
  const trimmed = text.trim()
  const name =
    /admin\.shopify\.com\/store\/([a-z0-9-]+)/i.exec(trimmed)?.[1] ??
    /^(?:https?:\/\/)?([a-z0-9-]+)\.myshopify\.com/i.exec(trimmed)?.[1] ??
    /^[a-z0-9-]+$/i.exec(trimmed)?.[0]
  return name ? `https://${name}.myshopify.com` : toAddress(trimmed)
}

/** The code in the address of the page that a shop opened; undefined if there is none. */
export function codeIn(text: string): string | undefined {
  const trimmed = text.trim()
  return URL.parse(trimmed)?.searchParams.get('code') ?? /[?&]code=([^&#\s]+)/.exec(trimmed)?.[1]
}

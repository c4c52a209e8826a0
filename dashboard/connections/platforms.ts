import type { Texts } from '../words/catalogues.ts'
import type { Connection } from './query.ts'

export const platforms = [
  'woocommerce',
  'shopify',
  'nuvemshop',
  'vtex',
  'medusa',
  'vendure',
  'generic',
] as const

export type Platform = Connection['platform']

const names = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  nuvemshop: 'Nuvemshop / Tiendanube',
  vtex: 'VTEX',
  medusa: 'Medusa',
  vendure: 'Vendure',
} as const

export function nameOf(platform: Platform, texts: Texts<'connections'>): string {
  return platform === 'generic' ? texts.other : names[platform]
}

/** The name that a member gave, else the platform's. */
export function titleOf({ name, platform }: Connection, texts: Texts<'connections'>): string {
  return name || nameOf(platform, texts)
}

/** A field of the set-up: where its value goes, and whether it is a password. */
export type Field = { name: string; isOption?: true; isSecret?: true; isOptional?: true; type?: 'url' }

/** The fields that the merchant copies from the shop, in the order of its screens. */
export const fieldsOf: Record<Platform, readonly Field[]> = {
  woocommerce: [
    { name: 'url', type: 'url' },
    { name: 'key', isSecret: true },
    { name: 'token', isSecret: true },
  ],
  shopify: [
    { name: 'url', type: 'url' },
    { name: 'key' },
    { name: 'secret', isSecret: true },
    { name: 'token', isSecret: true, isOptional: true },
  ],
  nuvemshop: [
    { name: 'app_id', isOption: true },
    { name: 'secret', isSecret: true },
  ],
  vtex: [
    { name: 'url', type: 'url' },
    { name: 'account', isOption: true },
    { name: 'key' },
    { name: 'token', isSecret: true },
  ],
  medusa: [],
  vendure: [],
  generic: [],
}

export type State = keyof Texts<'connections'>['states']

/** What a member has to know first: a problem counts more than being active. */
export function stateOf({ state, last_error, failed_events, last_event_at }: Connection): State {
  if (state !== 'active') return state
  if (last_error || failed_events > 0) return 'problem'
  return last_event_at ? 'active' : 'waiting'
}

/** Whether the merchant enters the secret of the connection into the shop: Realword cannot. */
export function isEnteredByHand({ platform, has }: Pick<Connection, 'platform' | 'has'>): boolean {
  if (platform === 'woocommerce') return !has.key || !has.token
  return ['medusa', 'vendure', 'generic'].includes(platform)
}

/** The shop signs with a secret of its own, which the merchant entered. */
export const hasOwnSecret = (platform: Platform) => platform === 'shopify' || platform === 'nuvemshop'

/** `example.com` becomes an address; people leave the beginning out. */
export function toAddress(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

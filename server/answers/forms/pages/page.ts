import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FastifyReply } from 'fastify'
import { directionOf } from '../../../../texts/direction.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { isOrigin } from '../../../foundation/lib/network/origin.ts'
import { type Html, html } from '../../../foundation/lib/text/html.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { accentsOf } from './accents.ts'
import { assetUrl } from './assets.ts'
import { sayIn } from './say.ts'

/** The store, language and frame of a page. */
export type PageContext = {
  language: Language
  /** Absent on error pages while the store is unknown. */
  store?: Store
  /** The page is displayed in a frame on the store's page; null if framing is not allowed. */
  frame: { theme: Theme; font?: string | undefined; isDialog?: boolean } | null
  /** The shop's page to return to (way-back.ts). Default: the store's site. */
  back?: string | undefined
}

export type Theme = 'light' | 'dark' | 'auto'

/** A page: a template of pages/ and its values. `title` is plain text. */
export type Page = {
  template:
    | 'question'
    | 'answer'
    | 'message'
    | 'confirm'
    | 'unsubscribe'
    | 'review'
    | 'thanks'
    | 'transparency'
    | 'write'
  title: string
  data: Record<string, unknown>
  /** Scripts from pages/assets that the page loads. */
  scripts?: string[]
  /** Addresses of external images on the page. */
  images?: (string | null | undefined)[]
}

/** The name of a form's draft in the browser. A hash, because the address may contain a token, which browsers must not store. */
export const draftName = (address: string): string => hash('sha256', address, 'hex').slice(0, 32)

/** Renders and sends a page. All values are escaped. */
export function sendPage(reply: FastifyReply, context: PageContext, page: Page, status = 200): FastifyReply {
  const style = themeStyle(context)
  const body = eta.render(`./${page.template}`, {
    ...page.data,
    context,
    direction: directionOf(context.language),
    say: sayIn(context.language),
    title: page.title,
    headline: unbroken(page.title).html,
    parents: (context.store?.origins ?? []).filter(isOrigin).join(' '),
    style,
    stylesheet: assetUrl('forms.css'),
    scripts: [...(context.frame ? ['frame.js'] : []), ...(page.scripts ?? [])].map(assetUrl),
    logo: webAddress(context.store?.logo_url),
    back: context.back ?? webAddress(context.store?.site_url),
    isByBuyers: context.store?.open_reviews === false,
    privacy: webAddress(context.store?.privacy_url),
  })
  const images = [context.store?.logo_url, ...(page.images ?? [])]
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-language', context.language)
    .headers(secure(context, style, images))
    .send(body)
}

/** Renders and sends a fragment, which a script inserts into a page. */
export function sendPart(
  reply: FastifyReply,
  context: PageContext,
  part: 'similar',
  data: Record<string, unknown>,
): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(eta.render(`./parts/${part}`, { ...data, context, say: sayIn(context.language) }))
}

const eta = new Eta({ views: fileURLToPath(new URL('../../../../pages/', import.meta.url)), cache: true })

// Browsers break lines after a hyphen, but "e-" alone at the end of a headline cannot be read.
function unbroken(title: string): Html {
  const parts = title.split(/(\be-mails?\b)/i)
  return html`${parts.map((part, index) => (index % 2 ? html`<span class="whole">${part}</span>` : html`${part}`))}`
}

// The only inline style. The policy names its hash, so no other style applies.
function themeStyle({ store, frame }: PageContext): string {
  const { light, dark } = accentsOf(store?.color ?? '#1f6f54')
  const scheme = { light: 'light', dark: 'dark', auto: 'light dark' }[frame?.theme ?? 'auto']
  const font = frame?.font ? `;--font:${frame.font}` : ''
  return `:root{color-scheme:${scheme};--accent-light:${light};--accent-dark:${dark}${font}}`
}

function secure(
  context: PageContext,
  style: string,
  images: (string | null | undefined)[],
): Record<string, string> {
  // Stored addresses are not trusted: only origins may enter the header.
  const origins = new Set(images.map(webAddress).map(url => (url ? new URL(url).origin : '')))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    'media-src blob:',
    `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`,
    `img-src 'self' blob: ${[...origins].filter(isOrigin).join(' ')}`.trim(),
    "form-action 'self'",
    "base-uri 'none'",
    ...frameAncestors(context),
  ].join('; ')
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'permissions-policy': 'geolocation=(), microphone=(), camera=()',
    ...(!context.frame && { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }),
  }
}

// A store without listed origins allows any page to frame its forms, so the directive is omitted. Our own pages always
// may: the dashboard previews widgets.
function frameAncestors({ frame, store }: PageContext): string[] {
  if (!frame) return ["frame-ancestors 'none'"]
  const origins = store?.origins ?? []
  return origins.length > 0 ? [`frame-ancestors 'self' ${origins.filter(isOrigin).join(' ')}`.trim()] : []
}

/** Returns a web address that is safe to put into a page; undefined for any other text. */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

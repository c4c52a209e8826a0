import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../server/foundation/errors/errors.ts'
import { acceptedLanguages } from '../server/foundation/http/language.ts'
import { languageFinder } from '../texts/match.ts'
import { catalogue } from './catalogue.ts'
import { configurePage } from './configure-page.ts'
import { draw } from './drawings.ts'
import type { ShopKeys, View } from './layout.ts'
import { listPage, productPage, reviewsPage } from './pages.ts'
import { type Language, languages } from './words.ts'

/** GET /demo: all products with their stars. */
export function list(keys: ShopKeys) {
  return pageRoute(request => listPage(keys, viewOf(request)))
}

/** GET /demo/reviews: all reviews. */
export function reviews(keys: ShopKeys) {
  return pageRoute(request => reviewsPage(keys, viewOf(request)))
}

/** GET /demo/p/:sku: one product with its widgets. */
export function product(keys: ShopKeys) {
  return pageRoute(request => productPage(keys, viewOf(request), productOf(request)))
}

/** GET /demo/configure: every option of every widget. */
export function configure(keys: ShopKeys) {
  return pageRoute(request => configurePage(keys, viewOf(request)))
}

/** GET /demo/pictures/:sku.svg */
export function picture() {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { kind, tint } = productOf(request)
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "default-src 'none'")
        .send(draw(kind, tint))
    },
  }
}

/** GET /demo/scenes/:name.webp: a picture of the shop itself. */
export function scene() {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { name } = request.params as { name: string }
      if (name !== 'breakfast') throw new ApiError('route_unknown')
      const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
      return reply.type('image/webp').header('cache-control', 'public, max-age=3600').send(bytes)
    },
  }
}

/** GET of a file that the shop's pages load. */
export function file(name: 'storefront.css' | 'configure.js' | '../widgets/markup.js') {
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(new URL(name, import.meta.url))),
  }
}

/** GET / on a demo. */
export function entrance() {
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/demo'),
  }
}

// A policy as strict as a careful shop's: it allows only what the widgets need.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

function pageRoute(show: (request: FastifyRequest) => string) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-language')
        .send(show(request)),
  }
}

const findLanguage = languageFinder([...languages])
const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

// The browser's language and colour scheme, unless the visitor chose others.
function viewOf({ query, headers }: FastifyRequest): View {
  const { lang, theme } = query as Record<string, unknown>
  const chosen: View['chosen'] = {
    ...(isLanguage(lang) ? { language: lang } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
  }
  const accepted = acceptedLanguages(headers['accept-language']).map(findLanguage).find(Boolean)
  return { language: chosen.language ?? accepted ?? 'en', chosen }
}

function productOf({ params }: FastifyRequest) {
  const { sku } = params as { sku: string }
  const found = catalogue.find(product => product.sku === sku)
  if (!found) throw new ApiError('route_unknown')
  return found
}

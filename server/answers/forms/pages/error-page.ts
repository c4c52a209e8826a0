import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorName } from '../../../foundation/errors/codes.ts'
import { answerError, toApiError } from '../../../foundation/errors/error-answers.ts'
import { unavailableCause } from '../../../foundation/errors/unavailable-cause.ts'
import { acceptedLanguages, chooseLanguage } from '../../../foundation/http/language.ts'
import { isFramedPage } from '../visitor-query.ts'
import { type PageContext, sendPage } from './page.ts'
import { sayIn, type Texts } from './say.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page context, once its store is known, so that an error page matches it. */
    context?: PageContext
  }
}

/**
 * The error handler of pages: answers with a page that says what happened and what to do. Never sends JSON or a stack
 * trace.
 */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toApiError(error)
  if (known.status === 503) request.unavailableCause = unavailableCause(error)
  if (known.status === 500) request.log.error({ err: error }, 'unexpected error')
  else if (known.status === 503) request.log.warn({ err: known.cause ?? error }, 'unavailable')
  const context = request.context ?? unknownLook(request)
  const say = sayIn(context.language)
  const wording = wordingOf(known.errorName, request)
  const title = say(`${wording}_title` as keyof Texts)
  const text = say(`${wording}_text` as keyof Texts)
  reply.headers(known.headers)
  sendPage(reply, context, { template: 'message', title, data: { text, tone: 'problem' } }, known.status)
}

/** The error handler of unknown addresses: sends a page to browsers, which ask for HTML, and JSON to programs. */
export function answerPageOrJson(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isBrowser = request.headers.accept?.includes('text/html')
  if (isBrowser) answerErrorPage(error, request, reply)
  else answerError(error, request, reply)
}

type Wording =
  | 'link_unknown'
  | 'link_expired'
  | 'product_unknown'
  | 'form_unknown'
  | 'page_unknown'
  | 'outbox_unknown'
  | 'too_many'
  | 'too_large'
  | 'too_slow'
  | 'unreadable'
  | 'unavailable'
  | 'unexpected'

// Other errors concern keys or stores, which mean nothing to a buyer.
const wordings: Partial<Record<ErrorName, Wording>> = {
  link_unknown: 'link_unknown',
  link_expired: 'link_expired',
  product_unknown: 'product_unknown',
  route_unknown: 'page_unknown',
  method_wrong: 'page_unknown',
  too_many: 'too_many',
  body_too_large: 'too_large',
  request_timeout: 'too_slow',
  body_invalid: 'unreadable',
  request_invalid: 'unreadable',
  unavailable: 'unavailable',
  unexpected: 'unexpected',
}

function wordingOf(name: ErrorName, { url }: FastifyRequest): Wording {
  // Its reader is the operator, who has no store to return to.
  if (name === 'route_unknown' && /^\/outbox\b/.test(url)) return 'outbox_unknown'
  return wordings[name] ?? 'form_unknown'
}

function unknownLook(request: FastifyRequest): PageContext {
  const { locale } = (request.query ?? {}) as { locale?: unknown }
  const accepted = acceptedLanguages(request.headers['accept-language'])
  return {
    language: chooseLanguage(typeof locale === 'string' ? locale : undefined, ...accepted),
    frame: isFramedPage(request) ? { theme: 'light' } : null,
  }
}

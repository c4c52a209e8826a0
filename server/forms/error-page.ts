import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorName } from '../errors/codes.ts'
import { answerError, toApiError } from '../errors/error-answers.ts'
import { acceptedLanguages, chooseLanguage } from '../http/language.ts'
import { type Look, sendPage } from './page.ts'
import type { Texts } from './texts/en.ts'
import { sayIn } from './texts/texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose page is asked for, once that is known: an error then looks like the rest. */
    look?: Look
  }
}

/** The error handler of pages: what happened and what to do, as a page. Never JSON, never a stack. */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toApiError(error)
  if (known.status === 500) request.log.error({ err: error }, 'unexpected error')
  else if (known.status === 503) request.log.warn({ err: known.cause ?? error }, 'unavailable')
  // As in answerError: closing at once would overtake the answer.
  if (known.errorName === 'body_too_large') reply.removeHeader('connection')
  const look = request.look ?? unknownLook(request)
  const say = sayIn(look.language)
  const told = wordings[known.errorName] ?? 'form_unknown'
  const title = say(`${told}_title` as keyof Texts)
  const text = say(`${told}_text` as keyof Texts)
  reply.headers(known.headers)
  sendPage(reply, look, { template: 'message', title, data: { text, tone: 'problem' } }, known.status)
}

/** At an address that is neither a program's nor a person's, the one who asks decides: browsers ask for HTML. */
export function answerWhoAsks(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isBrowser = request.headers.accept?.includes('text/html')
  if (isBrowser) answerErrorPage(error, request, reply)
  else answerError(error, request, reply)
}

type Told =
  | 'link_unknown'
  | 'link_expired'
  | 'product_unknown'
  | 'form_unknown'
  | 'page_unknown'
  | 'too_many'
  | 'too_large'
  | 'unreadable'
  | 'unavailable'
  | 'unexpected'

// Whatever else an error says (about keys, about stores) means to a person: not here.
const wordings: Partial<Record<ErrorName, Told>> = {
  link_unknown: 'link_unknown',
  link_expired: 'link_expired',
  product_unknown: 'product_unknown',
  route_unknown: 'page_unknown',
  method_wrong: 'page_unknown',
  too_many: 'too_many',
  body_too_large: 'too_large',
  body_invalid: 'unreadable',
  request_invalid: 'unreadable',
  unavailable: 'unavailable',
  unexpected: 'unexpected',
}

function unknownLook(request: FastifyRequest): Look {
  const { locale } = (request.query ?? {}) as { locale?: unknown }
  const accepted = acceptedLanguages(request.headers['accept-language'])
  const isEmbedded = request.url.startsWith('/embed/')
  return {
    language: chooseLanguage(typeof locale === 'string' ? locale : undefined, ...accepted),
    frame: isEmbedded ? { theme: 'light' } : null,
  }
}

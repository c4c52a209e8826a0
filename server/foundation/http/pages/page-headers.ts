import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** For a year, browsers connect only over https. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/**
 * The policy of every response that is not a page of ours: opened or framed by itself, it loads and runs nothing.
 * Browsers ignore it where a page loads the response as data, a picture or a script.
 */
export const closedPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Security headers of every response. Pages that need other headers set them in their routes. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    protect(request, reply)
    if (isPrivate(request.url)) reply.headers(ofPrivateApi)
    else if (
      isReference(request.url) &&
      typeof payload === 'string' &&
      isPage(reply.getHeader('content-type'))
    ) {
      reply.headers(ofReference(payload))
    }
    done()
  })
}

/** The security headers of a response that no hook sees. */
export function protect(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closedPolicy)
  if (request.browserSide === 'https') reply.header(...strictTransport)
  // A shared cache may keep an answer that does not forbid it, even a 404, and only an Authorization header prevents that
  // (RFC 9111, 3.5 and 4.2.2). So only what a route gives a lifetime may be kept, and never an error.
  if (reply.statusCode >= 400 || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

// Responses contain private data, so no cache may keep them, errors included.
const ofPrivateApi = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

// The dashboard's, the management and the operator API.
function isPrivate(url: string): boolean {
  return /^\/(admin\/api|manage\/v1|operator\/v1)\//.test(url)
}

function isReference(url: string): boolean {
  return /^(\/(admin|manage|operator))?\/docs(\/|\?|$)/.test(url)
}

function isPage(type: unknown): boolean {
  return String(type).startsWith('text/html')
}

// The reference shares the dashboard's origin. Its inline scripts are allowed by hash; it generates styles at run time.
function ofReference(page: string): Record<string, string> {
  const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, code = '']) => code)
    .filter(code => code !== '')
    .map(code => `'sha256-${hash('sha256', code, 'base64')}'`)
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${scripts.join(' ')}`.trim(),
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}

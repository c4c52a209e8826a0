import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { publicUrlOf } from '../../../foundation/http/public-url.ts'
import { senderOf } from '../delivering/post.ts'
import { listKept, type ShownMail, showKept } from './outbox.ts'
import { wordsFor } from './outbox-words.ts'

const eta = new Eta({ views: fileURLToPath(new URL('../../../../pages/', import.meta.url)), cache: true })

const readScript = (name: string) =>
  readFileSync(new URL(`../../../../pages/${name}`, import.meta.url), 'utf8')
const script = readScript('outbox.js')
const frameScript = readScript('outbox-frame.js')
const onlyScript = (text: string) => `script-src 'sha256-${hash('sha256', text, 'base64')}'`

// The mail is in a frame without an origin, isolated as in a mail app. Each policy names its only script.
const pagePolicy = `default-src 'none'; ${onlyScript(script)}; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const mailPolicy = `default-src 'none'; ${onlyScript(frameScript)}; style-src 'unsafe-inline'; img-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`

/** GET /outbox: the kept mails, newest first. */
export function list({ database }: Dependencies) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const mails = await listKept(database)
      return page(reply, pagePolicy, eta.render('./outbox', { mails, words: wordsFor(request), script }))
    },
  }
}

const mailPath = z.object({ store_id: z.string(), mailing_id: z.string() })

/** GET /outbox/:store_id/:mailing_id: one mail as the recipient would see it. */
export function mail(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: mailPath },
    handler: async (request, reply) => {
      const mail = await show(dependencies, request)
      const frame = `${pathOf(request)}/html`
      const storeId = request.params.store_id
      const words = wordsFor(request)
      return page(reply, pagePolicy, eta.render('./outbox-mail', { mail, words, frame, storeId, script }))
    },
  })
}

/** GET /outbox/:store_id/:mailing_id/html: the contents of its frame. */
export function html(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: mailPath },
    handler: async (request, reply) => {
      const { html } = await show(dependencies, request)
      return page(
        reply,
        mailPolicy,
        html.replace(
          /<head[^>]*>/i,
          head => `${head}<base target="_blank"><script type="module">${frameScript}</script>`,
        ),
      )
    },
  })
}

async function show(
  { config, database, secrets, notices }: Dependencies,
  request: FastifyRequest<{ Params: z.infer<typeof mailPath> }>,
): Promise<ShownMail> {
  const { store_id, mailing_id } = request.params
  const address = publicUrlOf(request.server, config.PUBLIC_URL)()
  return await showKept(
    database,
    { secrets, sender: senderOf(config), address, notices },
    store_id,
    mailing_id,
  )
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

function page(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(html)
}

import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { checkDesigns } from '../../../asking/mail/composing/designs/check-designs.ts'
import { colorsOf, mailContentOf, previewMail } from '../../../asking/mail/composing/preview.ts'
import { sendTestMail } from '../../../asking/mail/delivering/test-mail.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { type StorePath, storePath } from '../../../foundation/http/input/paths.ts'
import { publicUrlOf } from '../../../foundation/http/public-url.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { changeMailContent, withMailContent } from '../../../tenants/stores/mail-words.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { mailContent, mailContentChange, mailDraft, previewedMail, testedMail } from './content-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/content: texts and appearance of every email. */
export function storeMailContent({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getMailContent',
      summary: 'Words and look of every mail',
      params: storePath,
      response: { 200: mailContent },
    },
    handler: async ({ params }) => mailContentOf(await readStore(database, params.storeId)),
  })
}

/** PATCH /admin/api/stores/{store_id}/mail/content: changes the given fields, or none if one of them is invalid. */
export function changeContent({ config, database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateMailContent',
      summary: 'Change words, designs and look; what is null becomes the standard one',
      params: storePath,
      body: mailContentChange,
      response: { 200: mailContent },
    },
    handler: async ({ server, params, body, user }) => {
      const change = { ...body, words: body.words.map(toOwn) }
      await checkDesigns(database, params.storeId, change, publicUrlOf(server, config.PUBLIC_URL)())
      const by = byOf(user, clock)
      return mailContentOf(await changeMailContent(database, params.storeId, change, by))
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/preview: an email with unsaved texts and colours. */
export function previewContent(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'previewMail',
      summary: 'A mail with words and colours that are not saved',
      params: storePath,
      body: mailDraft,
      response: { 200: previewedMail },
    },
    handler: async request => {
      const { store, mail } = await drawDraft(dependencies, request)
      const bytes = Buffer.byteLength(mail.html)
      return { ...mail, bytes, from: store.name, colors: colorsOf(store) }
    },
  })
}

/** POST /admin/api/stores/{store_id}/mail/test: the same, sent only to the requesting user. */
export function testContent(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'sendTestMail',
      summary: 'Send such a mail to your own address',
      params: storePath,
      body: mailDraft,
      response: { 200: testedMail },
    },
    handler: async request => {
      const { store, mail } = await drawDraft(dependencies, request)
      const { name, email } = request.user
      const at = new Date(dependencies.clock())
      return { to: email, ...(await sendTestMail(dependencies.config, store, mail, { name, email }, at)) }
    },
  })
}

async function drawDraft(
  { config, database }: Dependencies,
  request: FastifyRequest<{ Params: StorePath; Body: z.infer<typeof mailDraft> }>,
) {
  const saved = await readStore(database, request.params.storeId)
  const { mail, design, ...look } = request.body
  const { kind, language } = mail
  const designs = design === undefined ? [] : [{ kind, language, blocks: design }]
  const store = withMailContent(saved, { ...look, words: [toOwn(mail)], designs })
  const address = publicUrlOf(request.server, config.PUBLIC_URL)()
  return {
    store,
    mail: { ...(await previewMail(database, store, mail, address)), language: mail.language },
  }
}

type SentWords = z.infer<typeof mailDraft>['mail']

function toOwn({ kind, language, subject, words }: SentWords) {
  const own = { ...(subject !== undefined && { subject }), ...(words !== undefined && { words }) }
  return { kind, language, own }
}

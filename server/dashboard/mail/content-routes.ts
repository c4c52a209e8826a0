import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { byOf } from '../../accounts/actors.ts'
import type { StorePath } from '../../accounts/guards.ts'
import type { Dependencies } from '../../dependencies.ts'
import { publicUrlOf } from '../../http/public-url.ts'
import { colorsOf, mailContentOf, previewMail } from '../../mail/composing/preview.ts'
import { sendTestMail } from '../../mail/delivering/test-mail.ts'
import { changeMailContent, withMailContent } from '../../stores/mail-words.ts'
import { readStore } from '../../stores/stores.ts'
import { mailContent, mailContentChange, mailDraft, previewedMail, testedMail } from './content-schemas.ts'

/** GET /admin/api/stores/{store_id}/mail/content: words and look of every mail. */
export function storeMailContent({ database }: Dependencies) {
  return {
    schema: { summary: 'Words and look of every mail', response: { 200: mailContent } },
    handler: async ({ params }: FastifyRequest) =>
      mailContentOf(await readStore(database, (params as StorePath).storeId)),
  }
}

/** PATCH /admin/api/stores/{store_id}/mail/content: what is given is changed, or nothing where any of it is wrong. */
export function changeContent({ database, clock }: Dependencies) {
  return {
    schema: {
      summary: 'Change words and look; a text that is null becomes the standard one',
      body: mailContentChange,
      response: { 200: mailContent },
    },
    handler: async ({ params, body, person }: FastifyRequest) => {
      const { words, ...look } = body as z.infer<typeof mailContentChange>
      const by = byOf(person, clock)
      const change = { ...look, words: words.map(toOwn) }
      return mailContentOf(await changeMailContent(database, (params as StorePath).storeId, change, by))
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/preview: a mail with words and colours that are not saved. */
export function previewContent(dependencies: Dependencies) {
  return {
    schema: {
      summary: 'A mail with words and colours that are not saved',
      body: mailDraft,
      response: { 200: previewedMail },
    },
    handler: async (request: FastifyRequest) => {
      const { store, mail } = await drawDraft(dependencies, request)
      return { ...mail, from: store.name, colors: colorsOf(store) }
    },
  }
}

/** POST /admin/api/stores/{store_id}/mail/test: the same, sent to whoever asks and to nobody else. */
export function testContent(dependencies: Dependencies) {
  return {
    schema: {
      summary: 'Send such a mail to your own address',
      body: mailDraft,
      response: { 200: testedMail },
    },
    handler: async (request: FastifyRequest) => {
      const { store, mail } = await drawDraft(dependencies, request)
      const { name, email } = request.person
      const at = new Date(dependencies.clock())
      return { to: email, ...(await sendTestMail(dependencies.config, store, mail, { name, email }, at)) }
    },
  }
}

async function drawDraft({ config, database }: Dependencies, request: FastifyRequest) {
  const saved = await readStore(database, (request.params as StorePath).storeId)
  const { mail, ...look } = request.body as z.infer<typeof mailDraft>
  const store = withMailContent(saved, { ...look, words: [toOwn(mail)] })
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../../answers/forms/pages/page.ts'
import { sayIn } from '../../answers/forms/pages/say.ts'
import type { Dependencies } from '../../dependencies.ts'
import { acceptedLanguages, chooseLanguage } from '../../foundation/http/language.ts'
import { hasUsers } from '../../tenants/accounts/users.ts'

/**
 * GET /: leads members to the dashboard, and shows everybody else what this service is. Names no store, because a
 * service may have several.
 */
export function entrance({ database }: Dependencies) {
  let hasOwner = false // never false again, so that strangers cost no query
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      hasOwner ||= await hasUsers(database)
      if (!hasOwner || hasSession(request)) return reply.redirect('/admin')
      const language = chooseLanguage(...acceptedLanguages(request.headers['accept-language']))
      const say = sayIn(language)
      return sendPage(
        reply.header('vary', 'accept-language, cookie'),
        { language, frame: null },
        {
          template: 'message',
          title: say('entrance_title'),
          data: {
            text: say('entrance_text'),
            tone: 'mail',
            next: { url: '/admin', label: say('entrance_sign_in') },
          },
        },
      )
    },
  }
}

// Whether the session is still valid, the dashboard finds out.
const hasSession = ({ headers }: FastifyRequest) => /realword\.session_token=/.test(headers.cookie ?? '')

import { findUnsubscribing, type Mailing } from '../../../asking/mail/opened-links.ts'
import { reportUnsubscribed } from '../../../asking/requests/request-events.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { readField } from '../../../foundation/http/input/form-body.ts'
import { type LinkRequest, linkPath } from '../../../foundation/http/input/paths.ts'
import { isToTeam } from '../../../foundation/mailings/kinds.ts'
import { lockPerson } from '../../../foundation/mailings/mailings.ts'
import { suppress, unsuppress } from '../../../foundation/mailings/suppressions.ts'
import { unsubscribeTarget } from '../../../tenants/notices/subscriptions.ts'
import { sendPage } from '../pages/page.ts'
import { sayIn } from '../pages/say.ts'
import { openLink } from './mail-link.ts'

/** GET /u/:token: a page with a button. Mail scanners open links, so opening changes nothing. */
export function show({ database }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const { token, context, store } = await readLink(database, request)
      const say = sayIn(context.language)
      return sendPage(reply, context, {
        template: 'unsubscribe',
        title: say('unsubscribe_title'),
        data: {
          action: `/u/${token}`,
          text: say('unsubscribe_text', { store: store.name }),
          button: say('unsubscribe_button'),
          undo: false,
        },
      })
    },
  })
}

/**
 * POST /u/:token: unsubscribes, from the page or from a mail app (RFC 8058). Mail apps send
 * `List-Unsubscribe=One-Click` in either encoding of HTML forms. `undo` subscribes the person again.
 */
export function unsubscribe({ database, clock }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const { token, context, store, mailing } = await readLink(database, request)
      const say = sayIn(context.language)
      if (request.isMultipart())
        for await (const part of request.parts()) if (part.type === 'file') part.file.resume()
      const isUndo = readField(request.body, 'undo') === 'yes'
      await changeSubscription(database, mailing, !isUndo, new Date(clock()))
      if (isUndo) {
        const data = { tone: 'done', text: say('subscribed_text', { store: store.name }) }
        return sendPage(reply, context, { template: 'message', title: say('subscribed_title'), data })
      }
      return sendPage(reply, context, {
        template: 'unsubscribe',
        title: say('unsubscribed_title'),
        data: {
          action: `/u/${token}`,
          text: say('unsubscribed_text', { store: store.name }),
          button: say('undo_button'),
          undo: true,
        },
      })
    },
  })
}

async function changeSubscription(
  database: Database,
  { storeId, id, kind, recordId, address, firstMailingId }: Mailing,
  isOver: boolean,
  at: Date,
): Promise<void> {
  if (address === null) return // the person was erased and gets no mail
  await database.transaction(async tx => {
    if (!(await lockPerson(tx, storeId, id))) return
    // Of mails to the people of the store alone: the same person may be a buyer too.
    if (isToTeam(kind)) return await unsubscribeTarget(tx, storeId, recordId ?? '', isOver, at)
    const isNew = isOver && (await suppress(tx, storeId, address, 'unsubscribed', at))
    if (!isOver) await unsuppress(tx, storeId, address)
    const action = isOver ? 'unsubscribe' : 'subscribe'
    const change = { at, actor: 'author', action, record: 'suppression', recordId: id } as const
    await logChanges(tx, storeId, [{ ...change, fields: [] }])
    if (isNew && firstMailingId) await reportUnsubscribed(tx, storeId, firstMailingId, at)
  })
}

const readLink = (database: Database, request: LinkRequest) =>
  openLink(database, request, token => findUnsubscribing(database, token))

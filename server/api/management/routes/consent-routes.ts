import { z } from 'zod'
import {
  allowedAmong,
  type Grant,
  grantConsents,
  listConsents,
  withdrawConsent,
} from '../../../asking/channels/consents.ts'
import { channelNames, readContact } from '../../../asking/channels/phones.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { instant, text } from '../../../foundation/http/input/fields.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { post } from '../post.ts'

const phone = text(200, 1).meta({
  description:
    'E.164, or as people of the store’s country write it; for WhatsApp also the business-scoped id of a user without a number',
})
const channel = z.enum(channelNames)

const newConsent = z
  .strictObject({
    phone,
    channel,
    granted_at: instant.meta({
      description: 'When the person agreed; not in the future. An older grant never lifts a later withdrawal',
    }),
    source: text(200, 1).meta({ description: 'Where they agreed, such as checkout' }),
    text: text(2000, 1).meta({ description: 'The words that they agreed to' }),
    marketing: z
      .boolean()
      .optional()
      .meta({ description: 'Whether they also agreed to messages with a reward' }),
  })
  .meta({
    title: 'NewConsent',
    examples: [
      {
        phone: '+5511912345678',
        channel: 'whatsapp',
        granted_at: '2026-11-16T14:03:00.000Z',
        source: 'checkout',
        text: 'Loja Exemplo may send me messages about my order by WhatsApp.',
      },
    ],
  })

const nullableDate = z.date().nullable()

const consent = z
  .object({
    ...{ phone: z.string(), channel, granted_at: nullableDate },
    ...{ source: z.string().nullable(), text: z.string().nullable(), marketing: z.boolean() },
    ...{ withdrawn_at: nullableDate, withdrawn_by: z.string().nullable() },
  })
  .meta({ title: 'Consent' })

/** POST /manage/v1/consents */
export function grantManagedConsent(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'grantConsent',
      summary: 'Record that a person agreed to messages',
      description:
        'Without it, nothing is sent to a phone. A person who answers STOP withdraws it, and only agreeing again, at a later time, lifts that.',
      body: newConsent,
    },
    status: 200,
    answer: consent.extend({ counts: z.boolean().meta({ description: 'Whether messages may be sent now' }) }),
    errors: ['settings_invalid'],
    isSecret: true,
    handler: async (tx, { apiKey, body }) => {
      const store = await readStore(tx, apiKey.storeId)
      const { at } = byProgram(deps.clock)
      const grant = grantOf(store, body, at)
      await grantConsents(tx, store.store_id, [grant], at)
      const [found] = (await listConsents(tx, store.store_id, { phone: grant.phone })).filter(
        one => one.channel === body.channel,
      )
      if (!found) throw new Error('The consent was not stored.')
      const allowed = await allowedAmong(tx, deps.secrets, store.store_id, grant.channel, [grant.phone])
      return { ...found, counts: allowed.has(grant.phone) }
    },
  })
}

function grantOf(store: Store, body: z.infer<typeof newConsent>, at: Date): Grant {
  const grantedAt = new Date(readInstant(body.granted_at) as number)
  if (grantedAt > at)
    throw new ApiError('settings_invalid', { problems: [{ path: 'granted_at', problem: 'future' }] })
  const { channel, source, text, marketing = false } = body
  return { channel, phone: phoneIn(store, body), grantedAt, source, text, marketing }
}

function phoneIn(store: Store, { phone, channel }: { phone: string; channel: Grant['channel'] }): string {
  const contact = readContact(phone, store.country)
  if (contact && !(contact.isUserId && channel === 'sms')) return contact.phone
  throw new ApiError('settings_invalid', {
    problems: [{ path: 'phone', problem: 'like', values: ['+5511912345678'] }],
  })
}

/** POST /manage/v1/consents/withdraw */
export function withdrawManagedConsent(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'withdrawConsent',
      summary: 'Record that a person wants no more messages',
      body: z
        .strictObject({ phone, channel })
        .meta({ examples: [{ phone: '+5511912345678', channel: 'whatsapp' }] }),
    },
    status: 200,
    answer: z.object({ withdrawn: z.literal(true) }),
    errors: ['settings_invalid'],
    handler: async (tx, { apiKey, body }) => {
      const store = await readStore(tx, apiKey.storeId)
      const withdrawn = { channel: body.channel, phone: phoneIn(store, body), by: 'api' }
      await withdrawConsent(tx, store.store_id, withdrawn, byProgram(deps.clock).at)
      return { withdrawn: true as const }
    },
  })
}

/** GET /manage/v1/consents */
export function managedConsents({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listConsents',
      summary: 'List what people agreed to, the last change first',
      querystring: z.looseObject({
        phone: text(200).optional().meta({ description: 'Only this phone' }),
      }),
      response: { 200: z.object({ consents: z.array(consent) }).meta({ title: 'Consents' }) },
    },
    handler: async ({ apiKey, query }) => {
      const store = await readStore(database, apiKey.storeId)
      const phone =
        query.phone === undefined ? undefined : (readContact(query.phone, store.country)?.phone ?? '')
      return { consents: await listConsents(database, store.store_id, { phone }) }
    },
  })
}

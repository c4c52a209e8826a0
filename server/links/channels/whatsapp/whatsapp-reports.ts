import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { isSignature } from '../../connections/shop/webhook-signature.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import { type Incoming, jsonOf, objectIn, objectsIn, type Report, textOf } from '../receiving/reports.ts'
import { type MetaError, refusalOf } from './whatsapp.ts'

/** Whether Meta signed the raw body with the secret of the channel's app. */
export function isSignedByMeta({ secrets }: ChannelSettings, { headers, body }: Incoming): boolean {
  const [, signature] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-hub-signature-256'] ?? '') ?? []
  return isSignature(signature, { body, key: secrets.app_secret ?? '', encoding: 'hex' })
}

/** What a webhook reports about the channel's number. An app may serve other numbers, also of other stores: they are left out. */
export function whatsappReports({ options }: ChannelSettings, { body }: Incoming): Report[] {
  const changes = objectsIn(jsonOf(body).entry).flatMap(({ changes }) => objectsIn(changes))
  return changes.flatMap(({ field, value: found }) => {
    const value = objectIn(found)
    if (field === 'template_category_update') return templateReports(value)
    if (textOf(objectIn(value.metadata).phone_number_id) !== options.phone_number_id) return []
    return [
      ...objectsIn(value.statuses).flatMap(statusReports),
      ...objectsIn(value.messages).flatMap(messageReports),
      ...objectsIn(value.user_preferences).flatMap(preferenceReports),
    ]
  })
}

function statusReports(status: Record<string, unknown>): Report[] {
  const state = textOf(status.status)
  if (state !== 'sent' && state !== 'delivered' && state !== 'read' && state !== 'failed') return []
  const own = textOf(status.biz_opaque_callback_data)
  const by = isUuid(own) ? { id: own } : { providerId: textOf(status.id) }
  const [error] = objectsIn(status.errors)
  const { as: _, ...refusal } = refusalOf(error as MetaError | undefined)
  const pricing = objectIn(status.pricing)
  const category = textOf(pricing.category)
  return [
    {
      kind: 'status',
      by,
      state,
      ...(state === 'failed' && { refusal }),
      userId: textOf(status.recipient_user_id) || undefined,
      ...(category !== '' && {
        price: {
          isFree: textOf(pricing.type).startsWith('free'),
          isMarketing: category.startsWith('marketing'),
        },
      }),
    },
  ]
}

// A quick reply of a template counts like a typed word.
function messageReports(message: Record<string, unknown>): Report[] {
  const { system } = message
  if (system !== undefined) {
    const { type, previous_user_id, user_id } = objectIn(system)
    const [before, after] = [textOf(previous_user_id), textOf(user_id) || textOf(message.from_user_id)]
    return textOf(type).startsWith('user_changed') && before && after
      ? [{ kind: 'user_changed', before, after }]
      : []
  }
  const interactive = objectIn(objectIn(message.interactive).button_reply)
  const texts = [objectIn(message.text).body, objectIn(message.button).text, interactive.title]
  const text = texts.map(textOf).find(Boolean)
  const from = textOf(message.from)
  const userId = textOf(message.from_user_id)
  const sender = from ? `+${from.replace(/^\+/, '')}` : userId
  return text && sender ? [{ kind: 'message', sender, text, ...(userId && { userId }) }] : []
}

function preferenceReports(preference: Record<string, unknown>): Report[] {
  const number = textOf(preference.wa_id)
  const userId = textOf(preference.user_id)
  const sender = number ? `+${number.replace(/^\+/, '')}` : userId
  return textOf(preference.value) === 'stop' && sender
    ? [{ kind: 'opt_out', sender, onlyMarketing: true, ...(userId && { userId }) }]
    : []
}

// The impending notice has `correct_category`; only the completed one has `new_category`.
function templateReports(value: Record<string, unknown>): Report[] {
  const template = textOf(value.message_template_name)
  const category = textOf(value.new_category)
  return template && category && value.correct_category === undefined
    ? [{ kind: 'template', template, isMarketing: category === 'MARKETING' }]
    : []
}

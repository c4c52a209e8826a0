import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import { type Incoming, jsonOf, objectIn, objectsIn, type Report, textOf } from '../receiving/reports.ts'
import { smsRefusal } from './provider-presets.ts'

/** What a provider of SMS reports, in its own form. */
export function smsReports({ options }: ChannelSettings, incoming: Incoming): Report[] {
  const json = jsonOf(incoming.body)
  if (options.provider === 'twilio') return twilioReports(incoming)
  if (options.provider === 'vonage') return vonageReports(json)
  if (options.provider === 'zenvia') return zenviaReports(json)
  return ownReports(json)
}

const withPlus = (phone: string) => (phone ? `+${phone.replace(/^\+/, '')}` : '')

function twilioReports({ body, url, headers }: Incoming): Report[] {
  const isJson = (headers['content-type'] ?? '').includes('json')
  const fields = isJson ? jsonOf(body) : Object.fromEntries(new URLSearchParams(body.toString()))
  const state = stateOf(textOf(fields.MessageStatus), { failed: ['failed', 'undelivered', 'canceled'] })
  if (state) {
    const own = new URL(url).searchParams.get('message') ?? ''
    const by = isUuid(own) ? { id: own } : { providerId: textOf(fields.MessageSid) }
    return [status(by, state, fields.ErrorCode)]
  }
  const isOptOut = fields.OptOutType === 'STOP'
  return inbound(textOf(fields.From), textOf(fields.Body), isOptOut)
}

function vonageReports(json: Record<string, unknown>): Report[] {
  const state = stateOf(textOf(json.status), { sent: ['submitted'], failed: ['rejected', 'undeliverable'] })
  if (!state) return inbound(withPlus(textOf(json.from)), textOf(json.text))
  const own = textOf(json.client_ref)
  const by = isUuid(own) ? { id: own } : { providerId: textOf(json.message_uuid) }
  const error = objectIn(json.error)
  // 1190, or 9 in the older API: the number opted out.
  const isStopped = /^(9|1190)$/.test(textOf(error.title) || textOf(error.code))
  return [status(by, state, isStopped ? 21610 : error.title)]
}

function zenviaReports(json: Record<string, unknown>): Report[] {
  if (json.type === 'MESSAGE_STATUS') {
    const code = textOf(objectIn(json.messageStatus).code)
    const state = stateOf(code.toLowerCase(), { failed: ['rejected', 'not_delivered'] })
    return state ? [status({ providerId: textOf(json.messageId) }, state, undefined)] : []
  }
  const message = objectIn(json.message)
  if (json.type !== 'MESSAGE' || message.direction === 'OUT') return []
  const text =
    objectsIn(message.contents)
      .map(one => textOf(one.text))
      .find(Boolean) ?? ''
  return inbound(withPlus(textOf(message.from)), text)
}

/** The form that any other sender is asked to use: `{ id | message, state, code? }`, or `{ from, text }`. */
function ownReports(json: Record<string, unknown>): Report[] {
  const state = stateOf(textOf(json.state), {})
  if (!state) return inbound(withPlus(textOf(json.from)), textOf(json.text))
  const own = textOf(json.message)
  return [status(isUuid(own) ? { id: own } : { providerId: textOf(json.id) }, state, json.code)]
}

type State = Extract<Report, { kind: 'status' }>['state']

function stateOf(said: string, words: Partial<Record<State, string[]>>): State | undefined {
  const states: State[] = ['sent', 'delivered', 'read', 'failed']
  return states.find(state => state === said || words[state]?.includes(said))
}

function status(by: { id: string } | { providerId: string }, state: State, code: unknown): Report {
  const { as: _, ...refusal } = smsRefusal(code)
  const isUnknown = refusal.problem === 'refused'
  return {
    kind: 'status',
    by,
    state,
    ...(state === 'failed' && {
      refusal: {
        ...refusal,
        problem: isUnknown ? 'not_delivered' : refusal.problem,
        answer: code ? String(code) : undefined,
      },
    }),
  }
}

function inbound(sender: string, text: string, isOptOut = false): Report[] {
  return sender && (text || isOptOut) ? [{ kind: 'message', sender, text, isOptOut }] : []
}

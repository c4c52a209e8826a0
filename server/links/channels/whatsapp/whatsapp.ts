import type { MessageProblem } from '../../../asking/channels/channel-rows.ts'
import type { Outcome } from '../../../asking/channels/outcomes.ts'
import type { Contact } from '../../../asking/channels/phones.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import type { Content } from '../content.ts'
import type { ProviderAnswer, ProviderRequest } from '../sending/provider.ts'

/** The request that sends a template by Meta's Cloud API. A person without a number is the `recipient`, never `to`. */
export function whatsappRequest(
  { options, secrets }: ChannelSettings,
  {
    id,
    contact,
    content,
    isMarketing,
  }: {
    id: string
    contact: Pick<Contact, 'phone' | 'isUserId'>
    content: Extract<Content, { template: string }>
    isMarketing: boolean
  },
): ProviderRequest {
  const base = options.url ?? 'https://graph.facebook.com'
  const path = isMarketing ? 'marketing_messages' : 'messages'
  const components = [
    ...(content.parameters.length > 0 ? [{ type: 'body', parameters: content.parameters.map(asText) }] : []),
    { type: 'button', sub_type: 'url', index: '0', parameters: [asText(content.link)] },
  ]
  return {
    url: `${base}/${options.version ?? newestVersion}/${options.phone_number_id}/${path}`,
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.token ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(contact.isUserId ? { recipient: contact.phone } : { to: contact.phone.replace('+', '') }),
      type: 'template',
      template: { name: content.template, language: { code: content.language }, components },
      // Reports repeat it, also of a message whose answer was lost.
      biz_opaque_callback_data: id,
    }),
  }
}

const newestVersion = 'v26.0'

const asText = (text: string) => ({ type: 'text', text })

/** What Meta's answer means. */
export function whatsappOutcome({ status, json }: ProviderAnswer): Outcome {
  const { messages, contacts, error } = (json ?? {}) as {
    messages?: { id?: unknown }[]
    contacts?: { user_id?: unknown }[]
    error?: MetaError
  }
  if (status >= 200 && status < 300) {
    const id = messages?.[0]?.id
    if (typeof id !== 'string') return { as: 'unclear', answer: 'no id in the answer' }
    const userId = contacts?.[0]?.user_id
    return { as: 'accepted', providerId: id, ...(typeof userId === 'string' && { userId }) }
  }
  const answer = wordsOf(error)
  if (status === 429 || busy.has(Number(error?.code))) return { as: 'later', problem: 'provider', answer }
  if (status >= 500) return { as: 'unclear', answer }
  if (status === 401 || status === 403 || error?.code === 190)
    return { as: 'refused', problem: 'key', answer, also: 'channel_broken' }
  return refusalOf(error)
}

export type MetaError = {
  code?: unknown
  message?: unknown
  title?: unknown
  error_data?: { details?: unknown }
}

const busy = new Set([4, 80007, 130429, 131048, 131056])

const known: Record<number, [MessageProblem, Extract<Outcome, { as: 'refused' }>['also']]> = {
  131026: ['number', 'out_of_reach'],
  131049: ['not_reachable', undefined], // held back by Meta; the person did not object
  130472: ['not_reachable', undefined],
  131050: ['stopped', 'marketing_stopped'],
  132001: ['no_template', undefined],
  132000: ['template', 'channel_broken'],
  132005: ['template', 'channel_broken'],
  132007: ['template', 'channel_broken'],
  132012: ['template', 'channel_broken'],
  132015: ['template', 'channel_broken'],
  132016: ['template', 'channel_broken'],
  132018: ['template', 'channel_broken'],
  131047: ['template', 'channel_broken'],
  131031: ['key', 'channel_broken'],
  131042: ['provider', 'channel_broken'],
}

/** What an error says, in an answer or a report: by its code, because its words change. */
export function refusalOf(error: MetaError | undefined): Extract<Outcome, { as: 'refused' }> {
  const [problem, also] = known[Number(error?.code)] ?? (['refused', undefined] as const)
  return { as: 'refused', problem, answer: wordsOf(error), also }
}

function wordsOf(error: MetaError | undefined): string | undefined {
  if (!error) return undefined
  const details = error.error_data?.details ?? error.message ?? error.title ?? ''
  return `${Number(error.code) || ''} ${String(details)}`.trim()
}

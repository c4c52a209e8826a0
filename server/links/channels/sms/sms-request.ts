import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Contact } from '../../../asking/channels/phones.ts'
import { evaluate } from '../../connections/generic/sandbox/pool.ts'
import type { ChannelSettings, Provider } from '../channel-settings.ts'
import type { ProviderRequest } from '../sending/provider.ts'
import { presets, vonageToken } from './provider-presets.ts'

const header = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const line = z.union([z.string().max(4000), z.number(), z.boolean()]).transform(String)

const mapped = z.strictObject({
  url: z.string().max(2000),
  method: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  headers: z
    .record(
      z.string().regex(header),
      line.refine(text => !/[\r\n\0]/.test(text)),
    )
    .default({}),
  json: z.unknown().optional(),
  form: z.record(z.string().max(100), line).optional(),
})

/**
 * The request that sends an SMS, by the mapping of the channel or of its provider. The mapping is evaluated in a sandbox
 * without a network. Undefined: it gives no request.
 */
export async function smsRequest(
  storeId: string,
  settings: ChannelSettings,
  {
    id,
    contact,
    text,
    callback,
    now,
  }: {
    id: string
    contact: Pick<Contact, 'phone'>
    text: string
    callback: string
    now: number
  },
): Promise<ProviderRequest | undefined> {
  const { options, secrets } = settings
  const provider = options.provider as Provider
  const preset = provider === 'custom' ? undefined : presets[provider]
  const mapping = options.mapping ?? preset?.mapping ?? ''
  const given = {
    ...{ to: contact.phone, text, id, callback, url: options.url ?? preset?.url ?? '' },
    ...{ from: options.from ?? '', account: options.account ?? '', key: secrets.key ?? '' },
    ...(provider === 'vonage' && { bearer: vonageToken(settings, now) }),
  }
  const verdict = await evaluate(hash('sha256', storeId), {
    expressions: { request: mapping },
    body: JSON.stringify(given),
  })
  if ('refusal' in verdict) return undefined
  const { data, success } = mapped.safeParse(verdict.found[0]?.order.request)
  if (!success) return undefined
  const lower = Object.entries(data.headers).map(([name, value]) => [name.toLowerCase(), value])
  const headers: Record<string, string> = Object.fromEntries(lower)
  const { url, method } = data
  if (data.form)
    return {
      ...{ url, method },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(data.form).toString(),
    }
  if (data.json === undefined) return { url, method, headers }
  return {
    url,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(data.json),
  }
}

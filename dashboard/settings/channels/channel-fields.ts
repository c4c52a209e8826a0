/** The channels that have settings. */
export type Name = 'whatsapp' | 'sms'

/** Fields whose values are never read again. */
export const secretFields = new Set([
  'token',
  'app_secret',
  'verify_token',
  'key',
  'signing_key',
  'private_key',
  'secret',
])

const limits = ['price', 'currency', 'monthly_messages', 'monthly_money', 'countries', 'hours']

const ofProvider: Record<string, string[]> = {
  twilio: ['account', 'key', 'from', 'signing_key'],
  vonage: ['application_id', 'from', 'private_key', 'signing_key'],
  zenvia: ['key', 'from'],
  custom: ['url', 'key', 'from', 'mapping'],
}

/** The fields of a channel's form, in order. */
export function fieldsOf(name: Name, provider: string | undefined): string[] {
  if (name === 'whatsapp')
    return ['phone_number_id', 'token', 'app_secret', 'template', 'languages', 'parameters', ...limits]
  const own = ofProvider[provider ?? '']
  return own ? ['provider', ...own, ...limits, 'text'] : ['provider']
}

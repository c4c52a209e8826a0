import { isSupportedCountry } from 'libphonenumber-js/max'
import type { ChannelName } from '../../asking/channels/phones.ts'
import { awake } from '../../asking/channels/quiet-hours.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import { isStorable } from '../../foundation/lib/text/storable.ts'

/** Settings of a channel by name, as `--set` gives them. `secrets` are never returned. */
export type ChannelSettings = { options: Record<string, string>; secrets: Record<string, string> }

type Check = (value: string) => Omit<FieldProblem, 'path'> | undefined
type Setting = { isSecret?: true; check: Check }

const text =
  (most: number): Check =>
  value =>
    value.length <= most && isStorable(value) ? undefined : { problem: 'length', values: [1, most] }
const oneOf =
  (names: readonly string[]): Check =>
  value =>
    names.includes(value) ? undefined : { problem: 'one_of', values: [names.join(', ')] }
const like =
  (form: RegExp, example: string): Check =>
  value =>
    form.test(value) ? undefined : { problem: 'like', values: [example] }

const amount = like(/^\d{1,9}(\.\d{1,6})?$/, '0.05')
const whole = like(/^\d{1,9}$/, '1000')
const secret = (most = 1000): Setting => ({ isSecret: true, check: text(most) })

// It receives credentials, so nothing but an address of a server, and https: unless it is on a private network.
const server: Check = value => {
  const url = URL.parse(value)
  const isServer =
    url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search
  return isServer && value.length <= 500 ? undefined : { problem: 'web_address' }
}

const countries: Check = value => {
  const codes = value.split(',')
  return codes.length <= 250 && codes.every(code => isSupportedCountry(code))
    ? undefined
    : { problem: 'like', values: ['BR,PT'] }
}

const hours: Check = value => {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? []
  const isRight = Number(from) >= awake.from && Number(to) <= awake.to && Number(from) < Number(to)
  return isRight ? undefined : { problem: 'like', values: ['9-20'] }
}

/** What both channels have. */
const common: Record<string, Setting> = {
  url: { check: server },
  price: { check: amount },
  currency: { check: like(/^[A-Z]{3}$/, 'BRL') },
  monthly_messages: { check: whole },
  monthly_money: { check: amount },
  countries: { check: countries },
  hours: { check: hours },
}

const templateName = like(/^[a-z0-9_]{1,512}$/, 'review_request')

export const providers = ['twilio', 'vonage', 'zenvia', 'custom'] as const
export type Provider = (typeof providers)[number]

const settings: Record<ChannelName, Record<string, Setting>> = {
  whatsapp: {
    ...common,
    phone_number_id: { check: like(/^\d{5,30}$/, '106540352242922') },
    token: secret(),
    app_secret: secret(200),
    verify_token: secret(200),
    version: { check: like(/^v\d{2}\.\d$/, 'v26.0') },
    template: { check: templateName },
    marketing_template: { check: templateName },
    marketing_price: { check: amount },
    languages: { check: like(/^[a-z]{2,3}(_[A-Z]{2})?(,[a-z]{2,3}(_[A-Z]{2})?){0,99}$/, 'pt_BR,es,en_US') },
    parameters: {
      check: like(/^(name|store|order|product)(,(name|store|order|product)){0,9}$|^none$/, 'order,product'),
    },
  },
  sms: {
    ...common,
    provider: { check: oneOf(providers) },
    from: { check: like(/^[+A-Za-z0-9 ._-]{1,40}$/, '+15005550006') },
    account: { check: text(200) },
    key: secret(),
    signing_key: secret(),
    application_id: { check: text(200) },
    private_key: secret(5000),
    secret: secret(200),
    mapping: { check: text(4000) },
    text: {
      check: value =>
        value.includes('{link}') ? text(600)(value) : { problem: 'like', values: ['{store}: {link}'] },
    },
  },
}

const needed: Record<ChannelName, readonly string[]> = {
  whatsapp: ['phone_number_id', 'token', 'app_secret', 'template', 'languages', 'price', 'monthly_money'],
  sms: ['provider', 'price', 'monthly_money'],
}

const neededBy: Record<Provider, readonly string[]> = {
  twilio: ['account', 'key', 'from'],
  vonage: ['application_id', 'private_key', 'signing_key', 'from'],
  zenvia: ['key', 'from'],
  custom: ['mapping'],
}

/**
 * The settings with a change; an empty value removes one. Throws `settings_invalid` with every wrong name and value, and with
 * what is missing. Credentials do not follow a changed address, mapping, provider or account, which decide where they are sent: they
 * have to be given again.
 */
export function changeChannelSettings(
  channel: ChannelName,
  before: ChannelSettings,
  change: Record<string, string>,
): ChannelSettings {
  const known = settings[channel]
  const problems = Object.entries(change).flatMap(([path, value]): FieldProblem[] => {
    const setting = Object.hasOwn(known, path) ? known[path] : undefined
    if (!setting) return [{ path, problem: 'one_of', values: [Object.keys(known).join(', ')] }]
    const problem = value === '' ? undefined : setting.check(value)
    return problem ? [{ path, ...problem }] : []
  })
  const { secret, verify_token, ...credentials } = before.secrets
  const kept = isMoved(before, change) ? { secret, verify_token } : before.secrets
  const all = withoutEmpty({ ...before.options, ...kept, ...change })
  const split = (isSecret: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => Boolean(known[name]?.isSecret) === isSecret))
  const changed = { options: { ...split(false) }, secrets: { ...split(true) } }
  const lost = Object.keys(credentials).filter(name => !(name in kept) && change[name] === undefined)
  const isOther = change.provider !== undefined && change.provider !== before.options.provider
  const needed = new Set([...missingIn(channel, changed), ...(isOther ? [] : lost)])
  const missing = [...needed].map((path): FieldProblem => ({ path, problem: 'required' }))
  const wrong = [...problems, ...missing.filter(({ path }) => !problems.some(one => one.path === path))]
  if (wrong.length > 0) throw new ApiError('settings_invalid', { problems: wrong })
  return changed
}

/** What the channel needs and its settings lack. */
function missingIn(channel: ChannelName, { options, secrets }: ChannelSettings): string[] {
  const ofProvider = channel === 'sms' ? neededBy[options.provider as Provider] : undefined
  return [...needed[channel], ...(ofProvider ?? [])].filter(name => !options[name] && !secrets[name])
}

// A mapping receives the key and the account, and names the address that the key is sent to.
function isMoved(
  { options }: ChannelSettings,
  { url, mapping, provider, account }: Record<string, string>,
): boolean {
  const isChanged = (before: string | undefined, after: string | undefined) =>
    after !== undefined && after !== (before ?? '')
  return (
    (url !== undefined && originOf(url) !== originOf(options.url)) ||
    isChanged(options.mapping, mapping) ||
    isChanged(options.provider, provider) ||
    isChanged(options.account, account)
  )
}

const originOf = (url: string | undefined) => URL.parse(url ?? '')?.origin ?? ''

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

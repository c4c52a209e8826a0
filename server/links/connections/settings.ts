import { sealedColumn } from '../../foundation/database/sealed-column.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import { storable } from '../../foundation/lib/text/storable.ts'
import type { ConnectionSettings, Platform } from './platform.ts'
import { inEveryLanguage, type Sentence, sentence } from './sentences.ts'

/** The settings as they are sealed. `isOurSecret`: nobody gave one, so it was made here. */
export type StoredSettings = ConnectionSettings & { isOurSecret?: true }

/** Fields to change. An empty text removes a field. */
export type SettingsChange = {
  url?: string | undefined
  key?: string | undefined
  secret?: string | undefined
  token?: string | undefined
  options?: Record<string, string> | undefined
}

const longest = { url: 2048, key: 1024, secret: 1024, token: 4096, option: 8192 }

/**
 * The settings with a change. Throws `settings_invalid` with a sentence for each wrong field, and for keys that a new
 * address would receive although they were entered for another one.
 */
export function changeSettings(
  platform: Platform,
  before: StoredSettings,
  change: SettingsChange,
): StoredSettings {
  const problems = [...problemsOf(platform, change), ...keysOfElsewhere(before, change)]
  if (problems.length > 0) throw new ApiError('settings_invalid', { problems })
  const { isOurSecret, ...rest } = before
  const options = withoutEmpty({ ...before.options, ...change.options })
  const fields = withoutEmpty({ url: rest.url, key: rest.key, token: rest.token, ...texts(change) })
  const secret = change.secret || rest.secret
  return { ...fields, secret, options, ...(isOurSecret && secret === rest.secret && { isOurSecret }) }
}

/** Otherwise anybody who may change the address could have the stored keys sent to a server of their own. */
function keysOfElsewhere(before: StoredSettings, { url, key, token }: SettingsChange): FieldProblem[] {
  const host = (address: string | undefined) => URL.parse(address?.trim() ?? '')?.host
  if (!url || !before.url || host(url) === host(before.url)) return []
  return Object.entries({ key, token })
    .filter(([name, given]) => before[name as 'key' | 'token'] && given === undefined)
    .map(([path]) => ({ path, problem: 'refused', values: [inEveryLanguage(sentence('takesAgain'))] }))
}

/** The names of the fields and options that differ. */
export function changedFields(before: StoredSettings, after: StoredSettings): string[] {
  const fields = (['url', 'key', 'secret', 'token'] as const).filter(name => before[name] !== after[name])
  const names = new Set([...Object.keys(before.options), ...Object.keys(after.options)])
  const options = [...names].filter(name => before.options[name] !== after.options[name])
  return [...fields, ...options.map(name => `options.${name}`)]
}

function texts({ url, key, token }: SettingsChange): Record<string, string> {
  const given = Object.entries({ url, key, token })
  return Object.fromEntries(
    given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text.trim()]])),
  )
}

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string> {
  const kept = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(kept)
}

function problemsOf(platform: Platform, change: SettingsChange): FieldProblem[] {
  const checks = optionsOf(platform)
  const wrong = [
    ...(['url', 'key', 'secret', 'token'] as const).map(
      name => [name, change[name] && wrongField(platform, name, change[name])] as const,
    ),
    ...Object.entries(change.options ?? {}).map(
      ([name, value]) => [`options.${name}`, wrongOption(checks, name, value)] as const,
    ),
  ]
  return wrong.flatMap(([path, what]) =>
    what ? [{ path, problem: 'refused', values: [inEveryLanguage(what)] }] : [],
  )
}

function wrongField(
  platform: Platform,
  name: 'url' | 'key' | 'secret' | 'token',
  text: string,
): Sentence | undefined {
  if (name === 'url' && !isShopAddress(text)) return sentence('takesAddress')
  return wrongText(text, longest[name]) ?? (name === 'secret' ? platform.wrongSecret?.(text) : undefined)
}

function wrongOption(checks: Platform['options'], name: string, value: string): Sentence | undefined {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  if (!check) return sentence('takesOptions', { names: Object.keys(checks).join(', ') })
  return value === '' ? undefined : (wrongText(value, longest.option) ?? check(value))
}

function wrongText(text: string, most: number): Sentence | undefined {
  if (text.length > most) return sentence('takesAtMost', { count: most })
  return text === storable(text) ? undefined : sentence('takesStorable')
}

function isShopAddress(text: string): boolean {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** Every option of a connection of this platform, with its check. */
function optionsOf(platform: Platform): Platform['options'] {
  return { ...commonOptions, ...platform.options }
}

const commonOptions: Platform['options'] = {
  transit_days: value => (/^\d{1,2}$/.test(value) && Number(value) <= 60 ? undefined : sentence('takesDays')),
  product_id: value => (['product', 'variant'].includes(value) ? undefined : sentence('takesProduct')),
}

/** What the platform needs and the settings lack: `url`, `key`, `secret`, `token`, or names of options. */
export function missingIn(platform: Platform, settings: StoredSettings): string[] {
  return platform.needs.filter(name => {
    if (name === 'secret') return Boolean(settings.isOurSecret)
    if (name === 'url' || name === 'key' || name === 'token') return !settings[name]
    return !settings.options[name]
  })
}

export const {
  seal: sealSettings,
  open: openSettings,
  values: sealedConnections,
} = sealedColumn<StoredSettings, 'connection_id'>({
  table: 'connections',
  column: 'settings',
  key: ['connection_id'],
  purpose: 'connection',
})

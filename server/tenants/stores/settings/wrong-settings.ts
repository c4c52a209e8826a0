import { ApiError } from '../../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { type Language, languages } from '../../../foundation/http/language.ts'
import { isOrigin } from '../../../foundation/lib/network/origin.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { longestRetention, shortestRetention } from '../../../foundation/personal-data/retention.ts'
import { largestLimit, wrongLimits } from '../limits.ts'
import type { StoreSettings } from '../stores.ts'
import { wrongAttributes } from './attribute-rules.ts'
import { wrongWidgetDesign } from './design-rules.ts'
import { wrongInsiderDomains } from './insider-domains.ts'
import { wrongMailDesigns } from './mail-design.ts'
import { wrongModel } from './model-settings.ts'
import { wrongOwnHolidays } from './own-holidays.ts'
import { wrongMailWords } from './own-words.ts'
import { wrongReplyTemplates } from './reply-templates.ts'
import { isReminders, isWhole, longestDelay, wrongRequestRules } from './request-rules.ts'

/**
 * Throws `settings_invalid` with every invalid setting. A domain of the team that the store has already may be one that a later
 * list of mail providers names.
 */
export function checkSettings(store: StoreSettings, knownDomains = store.insider_domains): void {
  const problems = [
    ...wrongRequests(store),
    ...wrongPresentation(store),
    ...wrongInsiderDomains(store.insider_domains, knownDomains),
    ...wrongSendAt(store),
  ]
  if (problems.length > 0) throw new ApiError('settings_invalid', { problems })
}

function wrongRequests(store: StoreSettings): FieldProblem[] {
  const { name, locale, languages_off, time_zone, country, order_limit, request_delay_days } = store
  return [
    ...wrongUnless(isShortText(name), 'name', 'length', [1, 255]),
    ...wrongUnless(
      isCanonical(() => Intl.getCanonicalLocales(locale)),
      'locale',
      'language_tag',
      [],
      locale,
    ),
    ...languages_off.flatMap(tag =>
      wrongUnless(languages.includes(tag as Language), 'languages_off', 'one_of', [languages.join(', ')]),
    ),
    ...wrongUnless(isTimeZone(time_zone), 'time_zone', 'time_zone', [], time_zone),
    ...wrongUnless(/^[A-Z]{2}$/.test(country), 'country', 'country', [], country),
    ...wrongUnless(
      order_limit === null || isWhole(order_limit, 0, 2_147_483_647),
      'order_limit',
      'whole',
      [0, 2_147_483_647],
    ),
    ...wrongLimits(store.limits).map(
      (name): FieldProblem => ({
        path: `limits.${name}`,
        problem: 'whole',
        values: [0, largestLimit(name)],
      }),
    ),
    ...wrongUnless(isWhole(request_delay_days, 0, 365), 'request_delay_days', 'whole', [0, 365]),
  ]
}

function wrongPresentation(store: StoreSettings): FieldProblem[] {
  const { origins, moderation, reminder_days, link_days, form_products, ask_again_after, color } = store
  const moderations = ['publish', 'hold', 'check']
  const channels = ['email', 'whatsapp', 'sms']
  return [
    ...origins.flatMap(origin => wrongUnless(isOrigin(origin), 'origins', 'origin', [origin])),
    ...wrongUnless(moderations.includes(moderation), 'moderation', 'one_of', [moderations.join(', ')]),
    ...wrongUnless(channels.includes(store.request_channel), 'request_channel', 'one_of', [
      channels.join(', '),
    ]),
    ...wrongOwnHolidays(store.own_holidays),
    ...wrongUnless(isReminders(reminder_days), 'reminder_days', 'reminders'),
    ...wrongUnless(isWhole(link_days, 1, 365), 'link_days', 'whole', [1, 365]),
    ...wrongPeriod(store),
    ...wrongUnless(isWhole(form_products, 1, 50), 'form_products', 'whole', [1, 50]),
    ...wrongUnless(
      ask_again_after === null || isWhole(ask_again_after, 1, 3650),
      'ask_again_after',
      'whole',
      [1, 3650],
    ),
    ...wrongUnless(/^#[0-9a-f]{6}$/.test(color), 'color', 'color', [], color),
    ...wrongAddresses(store),
    ...wrongRetention(store),
    ...wrongMailWords(store.mail_words),
    ...wrongMailDesigns(store.mail_designs),
    ...wrongWidgetDesign(store.widget_design),
    ...wrongReplyTemplates(store.reply_templates),
    ...wrongAttributes(store.attributes),
    ...wrongRequestRules(store.request_rules),
    ...wrongModel(store),
  ]
}

function wrongAddresses(store: StoreSettings): FieldProblem[] {
  const { contact_email, data_holder, product_url } = store
  return [
    ...(['logo_url', 'site_url', 'privacy_url'] as const).flatMap(name => {
      const value = store[name]
      return wrongUnless(value === null || isWebAddress(value), name, 'web_address', [], value)
    }),
    ...wrongUnless(
      product_url === null || (product_url.includes('{product_id}') && isWebAddress(product_url)),
      'product_url',
      'product_pattern',
      [],
      product_url,
    ),
    ...wrongUnless(
      contact_email === null || comparableAddress(contact_email) !== undefined,
      'contact_email',
      'email',
      [],
      contact_email,
    ),
    ...wrongUnless(data_holder === null || isShortText(data_holder), 'data_holder', 'length', [1, 255]),
  ]
}

// Nobody is asked for a review that the form would not take.
function wrongPeriod({ review_period_days: days, ...settings }: StoreSettings): FieldProblem[] {
  if (days === null) return []
  if (!isWhole(days, 1, 365)) return [{ path: 'review_period_days', problem: 'whole', values: [1, 365] }]
  const delay = longestDelay(settings)
  return delay > days ? [{ path: 'review_period_days', problem: 'period', values: [delay] }] : []
}

function wrongRetention({ retention_months }: StoreSettings): FieldProblem[] {
  const range = [shortestRetention, longestRetention] as const
  return wrongUnless(
    retention_months === null || isWhole(retention_months, ...range),
    'retention_months',
    'whole',
    [...range],
  )
}

function wrongSendAt({ send_at }: StoreSettings): FieldProblem[] {
  const isRight = /^([01]\d|2[0-3]):[0-5]\d$/.test(send_at)
  return wrongUnless(isRight, 'send_at', 'time_of_day', [], send_at)
}

function wrongUnless(
  isRight: boolean,
  path: keyof StoreSettings,
  problem: FieldProblem['problem'],
  values: (string | number)[] = [],
  given?: string | null,
): FieldProblem[] {
  return isRight ? [] : [{ path, problem, values, ...(given && { given }) }]
}

// Counts code points, as everywhere.
function isShortText(text: string): boolean {
  return text.trim() !== '' && [...text].length <= 255 && isStorable(text)
}

// `URL` encodes what PostgreSQL cannot store, but the text is stored as it was sent.
function isWebAddress(text: string): boolean {
  const isShort = text.length <= 2048 && isStorable(text)
  return isShort && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

// No offsets such as +03:00, because PostgreSQL reads their sign the other way.
function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isCanonical(() => Intl.DateTimeFormat('en', { timeZone: name }))
}

function isCanonical(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

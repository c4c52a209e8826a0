import type { FieldProblem } from '../errors/field-problems.ts'
import { isOrigin } from '../lib/origin.ts'
import { Problem } from '../lib/problem.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { wrongMailWords } from './own-words.ts'
import type { StoreSettings } from './stores.ts'

/** A setting that is wrong: a line for the operator, and the problem of its field for the dashboard. */
type Wrong = FieldProblem & { line: string; path: keyof StoreSettings }

/** Throws Problem that tells everything that is wrong with the settings. */
export function checkSettings(store: StoreSettings): void {
  const wrong = [...wrongRequests(store), ...wrongPresentation(store), ...wrongSendAt(store)]
  if (wrong.length === 0) return
  const lines = wrong.map(({ line }) => `\n  ${line}`).join('')
  throw new Problem(`The store's settings are wrong:${lines}`, 'Nothing was changed.', 2, wrong)
}

function wrongRequests(store: StoreSettings): Wrong[] {
  const { name, locale, time_zone, country, order_limit, request_delay_days } = store
  return [
    ...wrongUnless(isShortText(name), {
      ...of('name', 'length', 1, 255),
      line: 'name: takes 1 to 255 characters',
    }),
    ...wrongUnless(
      isCanonical(() => Intl.getCanonicalLocales(locale)),
      {
        ...of('locale', 'language_tag'),
        line: `locale ${locale}: takes a language tag such as pt-BR or en`,
      },
    ),
    ...wrongUnless(isTimeZone(time_zone), {
      ...of('time_zone', 'time_zone'),
      line: `time zone ${time_zone}: takes an IANA name such as America/Sao_Paulo`,
    }),
    ...wrongUnless(/^[A-Z]{2}$/.test(country), {
      ...of('country', 'country'),
      line: `country ${country}: takes two capital letters of ISO 3166 such as BR`,
    }),
    ...wrongUnless(order_limit === null || isWhole(order_limit, 0, 2_147_483_647), {
      ...of('order_limit', 'whole', 0, 2_147_483_647),
      line: 'order limit: takes a whole number from 0, or none',
    }),
    ...wrongUnless(isWhole(request_delay_days, 0, 365), {
      ...of('request_delay_days', 'whole', 0, 365),
      line: 'request delay: takes a whole number of days from 0 to 365',
    }),
  ]
}

function wrongPresentation(store: StoreSettings): Wrong[] {
  const { origins, moderation, reminder_days, link_days, form_products, color } = store
  return [
    ...origins.flatMap(origin =>
      wrongUnless(isOrigin(origin), {
        ...of('origins', 'origin', origin),
        line: `origin ${origin}: takes the beginning of an address such as https://shop.example`,
      }),
    ),
    ...wrongUnless(['publish', 'hold', 'check'].includes(moderation), {
      ...of('moderation', 'one_of', 'publish, hold, check'),
      line: 'moderation: takes publish, hold or check',
    }),
    ...wrongUnless(isReminders(reminder_days), {
      ...of('reminder_days', 'reminders'),
      line: 'reminders: take at most two numbers of days from 1 to 60, ascending',
    }),
    ...wrongUnless(isWhole(link_days, 1, 365), {
      ...of('link_days', 'whole', 1, 365),
      line: 'link days: takes a whole number of days from 1 to 365',
    }),
    ...wrongUnless(isWhole(form_products, 1, 50), {
      ...of('form_products', 'whole', 1, 50),
      line: 'form products: takes a whole number from 1 to 50',
    }),
    ...wrongUnless(/^#[0-9a-f]{6}$/.test(color), {
      ...of('color', 'color'),
      line: `color ${color}: takes #rrggbb in small letters such as #1f6f54`,
    }),
    ...wrongAddresses(store),
    ...wrongMailWords(store.mail_words).map(line => ({ ...of('mail_words', 'refused', line), line })),
  ]
}

function wrongAddresses(store: StoreSettings): Wrong[] {
  const { contact_email, data_holder } = store
  const addresses = { logo_url: 'logo', site_url: 'site', privacy_url: 'privacy page' } as const
  return [
    ...Object.entries(addresses).flatMap(([name, called]) => {
      const value = store[name as keyof typeof addresses]
      return wrongUnless(value === null || isWebAddress(value), {
        ...of(name as keyof typeof addresses, 'web_address'),
        line: `${called} ${value}: takes an address of http: or https:`,
      })
    }),
    ...wrongUnless(contact_email === null || comparableAddress(contact_email) !== undefined, {
      ...of('contact_email', 'email'),
      line: `contact e-mail ${contact_email}: takes one address`,
    }),
    ...wrongUnless(data_holder === null || isShortText(data_holder), {
      ...of('data_holder', 'length', 1, 255),
      line: 'data holder: takes 1 to 255 characters',
    }),
  ]
}

function wrongSendAt({ send_at }: StoreSettings): Wrong[] {
  return wrongUnless(/^([01]\d|2[0-3]):[0-5]\d$/.test(send_at), {
    ...of('send_at', 'time_of_day'),
    line: `sending time ${send_at}: takes HH:MM from 00:00 to 23:59`,
  })
}

const wrongUnless = (isRight: boolean, wrong: Wrong): Wrong[] => (isRight ? [] : [wrong])

function of(path: keyof StoreSettings, problem: FieldProblem['problem'], ...values: (string | number)[]) {
  return { path, problem, values }
}

// Counts code points, as everywhere. PostgreSQL cannot store NUL.
function isShortText(text: string): boolean {
  return text.trim() !== '' && [...text].length <= 255 && !text.includes('\0')
}

function isWebAddress(text: string): boolean {
  return text.length <= 2048 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isReminders(days: number[]): boolean {
  const [first, second] = days
  return (
    days.length <= 2 &&
    days.every(day => isWhole(day, 1, 60)) &&
    !(first !== undefined && second !== undefined && first >= second)
  )
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

// No offsets such as +03:00: PostgreSQL reads their sign the other way.
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

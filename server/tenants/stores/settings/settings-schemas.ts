import { z } from 'zod'
import { longestRetention, shortestRetention } from '../../../foundation/personal-data/retention.ts'
import { limitNames } from '../limits.ts'
import { mostInsiderDomains } from './insider-domains.ts'
import { mostMoney } from './model-settings.ts'
import { mostOwnHolidays } from './own-holidays.ts'
import { mostTemplates } from './reply-templates.ts'
import { requestRules, whole } from './request-rules.ts'

/** A web address that wrong-settings.ts checks. */
export const webAddress = z.string().meta({ maxLength: 2048, pattern: '^[hH][tT]{2}[pP][sS]?:' })

/** An amount of money that wrong-settings.ts checks. */
const amount = z.number().meta({ minimum: 0, maximum: mostMoney })

const shortText = z.string().meta({ minLength: 1, maxLength: 255, pattern: '\\S' })

/** What an owner may change; wrong-settings.ts checks the values, and the schemas describe its rules. */
const own = z.strictObject({
  name: shortText,
  locale: z.string().meta({ description: 'A language tag' }),
  languages_off: z
    .array(z.string())
    .max(100)
    .meta({ description: 'Languages that shoppers are not addressed in, such as `fr`: they get `locale`' }),
  time_zone: z.string().meta({ description: 'A name of the IANA database, such as America/Sao_Paulo' }),
  country: z.string().meta({ pattern: '^[A-Z]{2}$' }),
  request_delay_days: whole(0, 365),
  request_rules: requestRules,
  send_at: z.string().meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  avoid_weekends: z.boolean(),
  avoid_holidays: z.boolean(),
  own_holidays: z
    .array(z.string().meta({ pattern: '^(\\d{4}-)?\\d\\d-\\d\\d$' }))
    .max(mostOwnHolidays)
    .meta({ description: 'Days without requests, such as 2027-07-09, or 07-09 for every year' }),
  origins: z.array(z.string()).max(100),
  moderation: z.enum(['publish', 'hold', 'check']),
  open_reviews: z.boolean(),
  insider_domains: z
    .array(z.string().meta({ maxLength: 253 }))
    .max(mostInsiderDomains)
    .meta({
      description:
        'Domains whose addresses only the team has, such as shop.example: reviews by them say that the author works for the store',
    }),
  videos: z.boolean(),
  buyer_answers: z.boolean().meta({ description: 'Whether shoppers may answer published questions' }),
  asks_about_store: z
    .boolean()
    .meta({ description: 'Whether the form of an order also asks about the store itself' }),
  second_factor_required: z.boolean().meta({
    description: 'Whether each member needs a second step to sign in, and can do nothing else without it',
  }),
  requests_paused: z.boolean(),
  request_channel: z.enum(['email', 'whatsapp', 'sms']).meta({
    description: 'How buyers are asked first; those who cannot be asked so get an email',
  }),
  reminder_days: z
    .array(whole(1, 60))
    .meta({ maxItems: 2, description: 'The second is later than the first' }),
  link_days: whole(1, 365),
  review_period_days: whole(1, 365).nullable().meta({
    description: 'Days after the delivery in which the form of an order takes new reviews; null: always',
  }),
  form_products: whole(1, 50),
  ask_again_after: whole(1, 3650)
    .nullable()
    .meta({ description: 'Days until a buyer is asked again about a product they reviewed; null: never' }),
  color: z.string().meta({ pattern: '^#[0-9a-fA-F]{6}$' }),
  logo_url: webAddress.nullable(),
  site_url: webAddress.nullable(),
  product_url: webAddress.nullable().meta({ description: 'With `{product_id}` in it' }),
  privacy_url: webAddress.nullable(),
  data_holder: shortText.nullable(),
  contact_email: z.string().meta({ format: 'email' }).nullable(),
  retention_months: whole(shortestRetention, longestRetention).nullable(),
  /** Texts to reply with, in the order of the menu. */
  reply_templates: z.array(z.strictObject({ title: z.string(), text: z.string() })).max(mostTemplates),
  model_url: webAddress
    .nullable()
    .meta({ description: 'The base address of a server that speaks OpenAI’s chat completions' }),
  model_name: shortText.nullable(),
  model_monthly_limit: amount.meta({
    description: 'The most that it may cost in a calendar month, in its currency',
  }),
  model_price_in: amount.meta({ description: 'Of a million tokens that it reads; 0: it costs nothing' }),
  model_price_out: amount.meta({ description: 'Of a million tokens that it writes' }),
  translate_reviews: z.boolean(),
  summarize_reviews: z.boolean(),
})

export const settingsChange = own.partial()

/** What a key of the management API may change: how members sign in is for people to decide. */
export const settingsChangeByProgram = own.omit({ second_factor_required: true }).partial()

/** What a schedule can be tried with before it is saved. */
export const scheduleChange = own
  .pick({
    ...{ request_rules: true, request_delay_days: true, send_at: true },
    ...{ avoid_weekends: true, avoid_holidays: true, own_holidays: true },
  })
  .partial()
  .meta({ title: 'ScheduleChange' })

export const shownSettings = z
  .object({
    ...own.shape,
    store_id: z.uuid(),
    store_key: z.string(),
    created_at: z.date(),
    active: z.boolean(),
    order_limit: z.number().nullable(),
    /** Whether the national holidays of its country are known. */
    knows_holidays: z.boolean(),
  })
  .meta({ title: 'Settings' })

/** The request date for a delivery on each day of a month, by the store's settings and those of the query. */
export const previewQuery = z.object({
  month: z.string().regex(/^(19[7-9]\d|2[01]\d\d)-(0[1-9]|1[0-2])$/),
  delay: z.coerce.number().int().min(0).max(365).optional(),
  send_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  weekends: z.enum(['true', 'false']).optional(),
  holidays: z.enum(['true', 'false']).optional(),
  /** Separated by commas; others than dates are left out. */
  own_holidays: z.string().max(1000).optional(),
})

export const planUse = z
  .object({
    /** The first day of the month. */
    month: z.string(),
    orders: z.number(),
    /** Null: none. */
    limit: z.number().nullable(),
    /** The limits that are set. */
    use: z.array(
      z.object({
        name: z.enum(['orders_per_month', ...limitNames]),
        limit: z.number(),
        /** Null for a limit of each single import. */
        used: z.number().nullable(),
        /** Null: it has no period. */
        resets_at: z.date().nullable(),
      }),
    ),
  })
  .meta({ title: 'PlanUsage' })

/** A period in months, as `retention_months` takes it. */
export const oldDataQuery = z.object({
  months: z.coerce.number().int().min(shortestRetention).max(longestRetention),
})

/** `more`: there are more than `count`. */
const counted = z.object({ count: z.number(), more: z.boolean() })

export const oldData = z
  .object({
    orders: counted,
    mailings: counted,
    /** Of the audit log. */
    changes: counted,
  })
  .meta({ title: 'OldData' })

export type SettingsChange = z.infer<typeof settingsChange>
export type ShownSettings = z.infer<typeof shownSettings>
export type OldData = z.infer<typeof oldData>
export type PlanUse = z.infer<typeof planUse>

/** The fields that a change gives: a key with the value undefined counts as missing. */
export function givenOf(change: SettingsChange) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

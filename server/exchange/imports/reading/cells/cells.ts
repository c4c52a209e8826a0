import type { ContentState } from '../../../../answers/moderation/states.ts'
import { inRange } from '../../../../foundation/lib/time/instant.ts'
import { longestPicture, mostPictures } from '../../../../foundation/storage/pictures/limits.ts'
import type { Field, Texts } from '../../formats/format.ts'
import { quoted, Refused } from '../refusals/refused.ts'
import { type DateOrder, readDate, readSpreadsheetDay } from './dates.ts'
import type { Scale } from './scales.ts'

/** How the cells of a file are read, as the file and its store decide. */
export type Rules = {
  dates: DateOrder | undefined
  /** Whether the merchant has chosen it. */
  isOrderChosen: boolean
  /** Fields whose cells are days as spreadsheets count them. */
  spreadsheetDays: ReadonlySet<Field>
  /** The most that a rating can be. */
  scale: Scale
  /** In lower case. */
  states: Record<string, ContentState>
  betweenPictures: RegExp
  /** The store's time zone, for dates without a zone. */
  timeZone: string
  /** The store's currency, if its country has one. */
  currency: string | undefined
  /** Whether the file is an export of Realword. */
  isOwn: boolean
  /** The service that wrote the file, if it is another one. */
  service: string | undefined
  /** The store's language, stored with each record. */
  language: string
  now: number
  /** The instant of rows without a date. */
  undatedAt: number
}

/**
 * The maximum length of each field, in characters: the limits of the API, which leave room for any handwritten text.
 */
const longest: Record<Field, number> = {
  review_id: 255,
  question_id: 255,
  product_id: 255,
  product_sku: 255,
  product_name: 2048,
  rating: 255,
  title: 2048,
  body: 50_000,
  display_name: 2048,
  email: 2048,
  created_at: 255,
  recommended: 255,
  verified_purchase: 255,
  state: 255,
  reply: 50_000,
  reply_created_at: 255,
  pictures: 200_000,
  incentivized: 255,
  insider: 255,
  subject: 255,
  origin: 255,
  origin_name: 255,
  purchased_at: 255,
  order_id: 255,
  order_date: 255,
  delivery_date: 255,
  product_url: 2048,
  product_picture: 200_000,
  product_price: 255,
  order_currency: 255,
  customer_name: 2048,
  customer_email: 2048,
  customer_phone: 2048,
  customer_language: 255,
  whatsapp_consent: 255,
  sms_consent: 255,
  order_status: 255,
  payment_status: 255,
  fulfillment_status: 255,
  line_status: 255,
  cancelled_at: 255,
  refunded_amount: 255,
  order_total: 255,
  test_order: 255,
}

/** Throws Refused for a text that cannot be stored, or is too long for its field. */
export function checkText(field: Field, text: string): void {
  if (text.includes('\0')) throw new Refused(field, 'nul')
  const most = longest[field]
  if (text.length <= most) return
  const { length } = [...text]
  if (length <= most) return
  throw new Refused(field, 'longText', { count: length, most })
}

/**
 * "4,0" reads as 4. Of a scale to 10 or 100, the share of five stars counts, rounded to whole stars and at least 1: 7 of 10
 * are 4, and 2 of 10 are 1. Throws Refused.
 */
export function readRating({ rating }: Texts, { scale }: Rules): number {
  if (rating === '') throw new Refused('rating', 'noRating')
  if (scale === 5) {
    const [, stars] = /^([1-5])([.,]0+)?$/.exec(rating) ?? []
    if (stars) return Number(stars)
    throw new Refused('rating', 'badRating', { value: quoted(rating) })
  }
  const given = /^\d{1,3}(?:[.,]\d+)?$/.test(rating) ? Number(rating.replace(',', '.')) : 0
  if (given > 0 && given <= scale) return Math.max(1, Math.round((given * 5) / scale))
  throw new Refused('rating', 'badScaledRating', { value: quoted(rating), most: scale })
}

const yes = /^(yes|sim|s(í|i\u0301|i)|1|true)$/i
const no = /^(no|n(ã|a\u0303|a)o|0|false)$/i

/** Returns null for an empty cell. Throws Refused. */
export function readBoolean(texts: Texts, field: Field): boolean | null {
  const text = texts[field]
  if (text === '') return null
  if (yes.test(text)) return true
  if (no.test(text)) return false
  throw new Refused(field, 'badYesNo', { value: quoted(text) })
}

/** A moment in the past. Returns null for an empty cell. Throws Refused. */
export function readMoment(texts: Texts, field: Field, rules: Rules): Date | null {
  const read = readAnyMoment(texts, field, rules)
  if (read && read.getTime() > rules.now)
    throw new Refused(field, 'futureDate', { value: quoted(texts[field]) })
  return read
}

/** A moment from 1970 to 2199. Returns null for an empty cell. Throws Refused. */
export function readAnyMoment(
  texts: Texts,
  field: Field,
  { dates, isOrderChosen, spreadsheetDays, timeZone }: Rules,
): Date | null {
  const text = texts[field]
  if (text === '') return null
  const read = spreadsheetDays.has(field)
    ? readSpreadsheetDay(text, timeZone)
    : readDate(text, timeZone, { order: dates, isChosen: isOrderChosen })
  if (typeof read === 'string') throw new Refused(field, wrongDates[read], { value: quoted(text) })
  if (!inRange(read)) throw new Refused(field, 'lateDate', { value: quoted(text) })
  return new Date(read)
}

const wrongDates = {
  form: 'unreadableDate',
  ambiguous: 'ambiguousDate',
  calendar: 'impossibleDate',
  range: 'earlyDate',
} as const

export const ownStates: Record<string, ContentState> = {
  published: 'published',
  pending: 'pending',
  rejected: 'rejected',
  removed: 'removed',
  unconfirmed: 'unconfirmed',
}

/** An empty cell means published. Throws Refused. */
export function readState({ state }: Texts, { states }: Rules): ContentState {
  if (state === '') return 'published'
  const found = Object.hasOwn(states, state.toLowerCase()) ? states[state.toLowerCase()] : undefined
  if (found) return found
  throw new Refused('state', 'unknownState', {
    value: quoted(state),
    states: Object.keys(states).join(', '),
  })
}

/** The reply and its date. Without a date of its own it gets the record's. Throws Refused. */
export function readReply(
  texts: Texts,
  createdAt: Date,
  rules: Rules,
): { reply: string | null; reply_created_at: Date | null } {
  const at = readMoment(texts, 'reply_created_at', rules)
  if (texts.reply === '') return { reply: null, reply_created_at: null }
  return { reply: texts.reply, reply_created_at: at ?? createdAt }
}

/** The http and https addresses of the cell; anything else is dropped. Throws Refused. */
export function readPictures(texts: Texts, field: Field, { betweenPictures }: Rules): string[] {
  if (texts[field] === '') return []
  const addresses = texts[field]
    .split(betweenPictures)
    .map(one => one.trim())
    .filter(isWebAddress)
  if (addresses.length > mostPictures) throw new Refused(field, 'manyPictures', { count: addresses.length })
  if (addresses.some(one => one.length > longestPicture)) throw new Refused(field, 'longPicture')
  return addresses
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { text } from '../../foundation/http/input/fields.ts'
import { nameOfSentence, sentenceOf } from '../../foundation/lib/text/named-sentences.ts'

/** Why a request is due when it is, or what became of it: the texts of its reasons by their names, in English. */
export const reasonTexts = {
  rule: 'rule "{name}"',
  rule_unasked: 'not asked by the rule "{name}"',
  given: 'given with the order',
  chosen: 'date chosen later',
  days: '{days} days after delivery',
  same_day: 'on the day of delivery',
  first_time: 'at the first sending time after delivery',
  weekend: 'moved from {day}',
  holiday: 'moved from the holiday {name}',
  own_holiday: "moved from the store's holiday {date}",
  past_once: 'already past: due at once',
  past_next: 'already past: next sending time',
  expired: 'more than 30 days past',
  old_order: 'ordered {date}: too old to ask',
  changed: 'changed later',
  late: 'late: moved to the next sending time',
  one_a_day: 'moved: one mail a day',
  mail_limit: 'moved: daily email limit reached',
  at_once: 'sent at once',
  cancelled: 'cancelled',
  deleted_in_shop: 'deleted in the shop',
  shop_asks: 'the shop asks itself',
  estimated: 'estimated',
  went_back: 'all products went back',
  reviewed: 'already reviewed',
  unasked: 'only products that are not asked about',
  period_over: 'no reviews later than {days} days after delivery',
  corrected: 'address corrected',
  no_buyer: 'no address of a buyer any more',
  buyer_again: 'a buyer again',
  restored: 'restored',
  campaign: 'asked with earlier buyers',
  campaign_held: 'campaign paused or stopped',
  not_sent: 'not sent: {why}',
  not_sent_earlier: 'not sent: the earlier one {why}',
  other: '{text}',
} as const

export type ReasonName = keyof typeof reasonTexts

const names = Object.keys(reasonTexts) as [ReasonName, ...ReasonName[]]

const value = z.union([text(500), z.number()])

/** One reason, with the values of its text. An archive cannot add others to its row. */
export const reason = z.strictObject({
  name: z.enum(names),
  values: z
    .strictObject({
      days: value,
      day: z.enum(['Saturday', 'Sunday']),
      name: value,
      date: value,
      why: value,
      text: value,
    })
    .partial()
    .optional(),
})

export type Reason = z.infer<typeof reason>

/** How many reasons a request has at most. Those after them are not stored. */
export const mostReasons = 20

/** The reasons in English: "7 days after delivery, moved from Saturday". */
export function wordReasons(reasons: Reason[]): string {
  return knownReasons(reasons).map(wordReason).join(', ')
}

/**
 * The reasons of a row, for reading. A reason that this release does not know, because a newer one beside it wrote it,
 * becomes a text: its name.
 */
export function knownReasons(reasons: Reason[]): Reason[] {
  return reasons.map(one =>
    Object.hasOwn(reasonTexts, one.name) ? one : { name: 'other', values: { text: one.name } },
  )
}

function wordReason(one: Reason): string {
  if (one.name === 'days' && Number(one.values?.days) === 1) return '1 day after delivery'
  return sentenceOf(one, reasonTexts)
}

/** SQL on `review_requests`: the reasons of the row, and one more. `more` is jsonb. */
export const andReason = (more: Sql): Sql => sql`
  case when jsonb_array_length(review_requests.reasons) < ${mostReasons}
    then review_requests.reasons || ${more} else review_requests.reasons end`

/** The same for a reason without values. */
export const andNamed = (name: ReasonName): Sql => andReason(sql`${JSON.stringify({ name })}::jsonb`)

/** The reasons of an English text, as archives of earlier releases have it. */
export function reasonsOfText(text: string): Reason[] {
  const reasons = text
    .split(separator)
    .filter(Boolean)
    .map((part): Reason => {
      const { data } = reason.safeParse(nameOfSentence(part.replace(/^1 day /, '1 days '), reasonTexts))
      return data ?? { name: 'other', values: { text: part } }
    })
  return reasons.slice(0, mostReasons)
}

// A comma is one between reasons if the beginning of a text follows.
const beginnings = Object.values(reasonTexts).flatMap(text => text.split('{')[0] || [])
const separator = new RegExp(`, (?=${beginnings.map(RegExp.escape).join('|')})`)

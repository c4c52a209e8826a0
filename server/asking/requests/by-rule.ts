import sql from 'sql-template-tag'
import type { AppliedRule } from '../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type Schedule, type ScheduleSettings, scheduleRequest } from './schedule.ts'

// What a rule of the store says about a request is kept in its row, as `rule`: a later change of the rules leaves requests
// as they are.
// Here is all that follows from it.

/** Computes a schedule like `scheduleRequest`, by the rule that decided about the request, if one did. */
export function scheduleByRule(
  order: Parameters<typeof scheduleRequest>[0],
  settings: ScheduleSettings,
  rule: AppliedRule | null | undefined,
  now: number,
): Schedule {
  if (!rule) return scheduleRequest(order, settings, now)
  const { ask, delay_days = settings.request_delay_days } = rule
  const name = nameOf(rule)
  const schedule = scheduleRequest(order, { ...settings, request_delay_days: delay_days }, now)
  if (ask === false)
    return { ...schedule, state: 'cancelled', reasons: [{ name: 'rule_unasked', values: { name } }], rule }
  return { ...schedule, reasons: [{ name: 'rule', values: { name } }, ...schedule.reasons], rule }
}

/** The rule's name, of a test with its half: Coffee machines (B). */
const nameOf = ({ name, variant }: AppliedRule) => (variant ? `${name} (${variant.toUpperCase()})` : name)

/** Whether a rule says that nobody is asked, so that nothing but other rules schedules the request. */
export const isSilenced = ({ rule }: { rule?: AppliedRule | null }): boolean => rule?.ask === false

/** SQL: the same of a row without a mail. */
export const isSilencedSql = sql`(
  state = 'cancelled' and mailing_id is null and rule @> '{"ask": false}'
)`

type Ruled = { rule?: AppliedRule | null }[]

/** The days of a mail's reminders. Of several rules whose requests share it, the one with the fewest reminders counts. */
export function remindersOf({ reminder_days }: Pick<Store, 'reminder_days'>, requests: Ruled): number[] {
  const lists = requests.map(({ rule }) => rule?.reminders ?? reminder_days)
  const sizes = lists.map(({ length }) => length)
  const least = lists.filter(({ length }) => length === Math.min(...sizes))
  return least.toSorted((a, b) => (b[0] ?? 0) - (a[0] ?? 0))[0] ?? reminder_days
}

/** The subjects that a test gives to a mail, by language: if all its requests are of that half. */
export function subjectsOf(requests: Ruled): Record<string, string> | undefined {
  const [first] = requests
  const subjects = first?.rule?.subjects
  return requests.every(({ rule }) => rule?.test === first?.rule?.test && rule?.subjects)
    ? subjects
    : undefined
}

export type FormPart = keyof NonNullable<AppliedRule['form']>

/** Whether the form of a mail has this part, as far as rules say. One rule is enough to leave it out. */
export function hasFormPart(part: FormPart, requests: Ruled): boolean {
  return requests.every(({ rule }) => rule?.form?.[part] !== false)
}

/** SQL: the channel that a rule chose for a request; null: that of the store. */
export const channelOfRule = sql`rule ->> 'channel' as channel`

import { describe, expect, test } from 'vitest'
import type { AppliedRule } from '../../tenants/stores/settings/request-rules.ts'
import { hasFormPart, isSilenced, remindersOf, scheduleByRule } from './by-rule.ts'
import type { ScheduleSettings } from './schedule.ts'

const settings: ScheduleSettings = {
  time_zone: 'America/Sao_Paulo',
  country: 'BR',
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: false,
  avoid_holidays: false,
  own_holidays: [],
}
const deliveredAt = Date.parse('2026-03-05T18:30:00.000Z')
const schedule = (rule?: AppliedRule | null) => scheduleByRule({ deliveredAt }, settings, rule, deliveredAt)

const [usual, later] = [Date.parse('2026-03-12T13:00:00.000Z'), Date.parse('2026-04-04T13:00:00.000Z')]
const days = (number: number) => ({ name: 'days', values: { days: number } })

describe('the schedule of a request', () => {
  test('without a rule is that of the store', () => {
    for (const none of [undefined, null])
      expect(schedule(none)).toEqual({ state: 'scheduled', dueAt: usual, reasons: [days(7)] })
  })

  test('has the days of its rule, and names it first', () => {
    const rule = { name: 'Pots', delay_days: 30 }
    expect(schedule(rule)).toEqual({
      ...{ state: 'scheduled', dueAt: later, rule },
      reasons: [{ name: 'rule', values: { name: 'Pots' } }, days(30)],
    })
  })

  test('has the days of the store if the rule names none', () => {
    const rule = { name: 'Pots', ask: true }
    expect(schedule(rule)).toEqual({
      ...{ state: 'scheduled', dueAt: usual, rule },
      reasons: [{ name: 'rule', values: { name: 'Pots' } }, days(7)],
    })
  })

  test('is cancelled by a rule that asks nobody, for this reason alone', () => {
    const rule = { name: 'Gifts', ask: false }
    expect(schedule(rule)).toEqual({
      ...{ state: 'cancelled', dueAt: usual, rule },
      reasons: [{ name: 'rule_unasked', values: { name: 'Gifts' } }],
    })
  })
})

test('only a rule that asks nobody silences a request', () => {
  expect(isSilenced({ rule: { name: 'Gifts', ask: false } })).toBe(true)
  for (const rule of [{ name: 'Pots', ask: true }, { name: 'Pots', delay_days: 3 }, null])
    expect(isSilenced({ rule })).toBe(false)
  expect(isSilenced({})).toBe(false)
})

describe('the reminders of a mail', () => {
  const reminders = (...lists: (number[] | undefined)[]) =>
    remindersOf(
      { reminder_days: [3, 10] },
      lists.map(list => ({ rule: { name: 'Pots', ...(list && { reminders: list }) } })),
    )

  test('are those of the store without a rule that names some', () => {
    expect(reminders()).toEqual([3, 10])
    expect(reminders(undefined)).toEqual([3, 10])
    expect(remindersOf({ reminder_days: [3, 10] }, [{ rule: null }, {}])).toEqual([3, 10])
  })

  test('are those of the rule, also none', () => {
    expect(reminders([5])).toEqual([5])
    expect(reminders([])).toEqual([])
  })

  test('are the fewest of several rules, and of equally many the latest', () => {
    expect(reminders([5], [1, 2])).toEqual([5])
    expect(reminders([1, 2], [5])).toEqual([5])
    expect(reminders([1, 2], undefined)).toEqual([3, 10])
    expect(reminders(undefined, [4, 5])).toEqual([4, 5])
    expect(reminders([5], [6], [4])).toEqual([6])
    expect(reminders([5], [])).toEqual([])
  })
})

test('one rule is enough to leave a part out of the form', () => {
  const without = { rule: { name: 'Pots', form: { pictures: false } } }
  const others = [
    { rule: { name: 'Lids', form: { pictures: true } } },
    { rule: { name: 'Pans' } },
    {},
    { rule: null },
  ]
  expect(hasFormPart('pictures', [...others, without])).toBe(false)
  expect(hasFormPart('own_questions', [...others, without])).toBe(true)
  expect(hasFormPart('pictures', others)).toBe(true)
  expect(hasFormPart('pictures', [])).toBe(true)
})

import { expect, test } from 'vitest'
import { mostReasons, reason, reasonsOfText, wordReasons } from './reasons.ts'

test('a day is singular, and only of a delay', () => {
  expect(wordReasons([{ name: 'days', values: { days: 1 } }])).toBe('1 day after delivery')
  expect(wordReasons([{ name: 'days', values: { days: '1' } }])).toBe('1 day after delivery')
  expect(wordReasons([{ name: 'days', values: { days: 2 } }])).toBe('2 days after delivery')
  expect(wordReasons([{ name: 'same_day', values: { days: 1 } }])).toBe('on the day of delivery')
  // A row of an archive may lack the value.
  expect(wordReasons([{ name: 'days' }])).toBe(' days after delivery')
})

// Archives of earlier releases have these texts.
test.each([
  ['', []],
  ['1 day after delivery', [{ name: 'days', values: { days: '1' } }]],
  [
    '7 days after delivery, moved from Saturday',
    [
      { name: 'days', values: { days: '7' } },
      { name: 'weekend', values: { day: 'Saturday' } },
    ],
  ],
  [
    'rule "Pots, pans", already past: next sending time',
    [
      { name: 'rule', values: { name: 'Pots, pans' } },
      { name: 'past_next', values: {} },
    ],
  ],
  ['rule "Pots, mugs, cups"', [{ name: 'rule', values: { name: 'Pots, mugs, cups' } }]],
  ['moved from Monday', [{ name: 'other', values: { text: 'moved from Monday' } }]],
  ['no such words', [{ name: 'other', values: { text: 'no such words' } }]],
])('the reasons of %j are read', (text, reasons) => {
  expect(reasonsOfText(text)).toEqual(reasons)
})

test('of a long text, twenty reasons are read', () => {
  expect(mostReasons).toBe(20)
  expect(reasonsOfText(Array(21).fill('cancelled').join(', '))).toHaveLength(20)
})

test('an archive cannot add a name or a value', () => {
  const accepts = (one: unknown) => reason.safeParse(one).success
  expect(accepts({ name: 'weekend', values: { day: 'Sunday' } })).toBe(true)
  expect(accepts({ name: 'weekend', values: { day: 'Monday' } })).toBe(false)
  expect(accepts({ name: 'days', values: { days: 7 } })).toBe(true)
  expect(accepts({ name: 'days', values: { days: 7, weeks: 1 } })).toBe(false)
  expect(accepts({ name: 'moon' })).toBe(false)
  expect(accepts({ name: 'cancelled', by: 'Ana' })).toBe(false)
  expect(accepts({ name: 'other', values: { text: 'x'.repeat(500) } })).toBe(true)
  expect(accepts({ name: 'other', values: { text: 'x'.repeat(501) } })).toBe(false)
})

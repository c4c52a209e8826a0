import { describe, expect, test } from 'vitest'
import { newCodes, noReward, type RewardSettings, rewardChange, wrongReward } from './reward-rules.ts'

const settings: RewardSettings = { ...noReward, on: true, gives: { en: '10 % off your next order' } }
const wrongWith = (change: Partial<RewardSettings>) => wrongReward({ ...settings, ...change })

test('a store gives nothing at first', () => {
  expect(noReward).toEqual({
    ...{
      on: false,
      codes: 'list',
      code: null,
      code_expires_on: null,
      gives: {},
      per_month: null,
      total: null,
    },
  })
  expect(wrongReward(noReward)).toEqual([])
})

test('a reward that is promised has words, and a shared code if all get the same', () => {
  expect(wrongWith({})).toEqual([])
  expect(wrongWith({ gives: {} })).toEqual([{ path: 'gives', problem: 'required' }])
  expect(wrongWith({ codes: 'shared' })).toEqual([{ path: 'code', problem: 'required' }])
  expect(wrongWith({ codes: 'shared', code: 'THANKS' })).toEqual([])
  expect(wrongWith({ codes: 'shared', gives: {} })).toEqual([
    { path: 'gives', problem: 'required' },
    { path: 'code', problem: 'required' },
  ])
  expect(wrongWith({ on: false, codes: 'shared', gives: {} })).toEqual([])
})

test('a code is checked even if nothing is promised', () => {
  expect(wrongWith({ on: false, code: '=A1' })).toEqual([{ path: 'code', problem: 'format' }])
  expect(wrongWith({ code: 'x'.repeat(101) })).toEqual([
    { path: 'code', problem: 'string_max', values: [100] },
  ])
})

describe('words', () => {
  test('are in languages of the forms', () => {
    const [problem] = wrongWith({ gives: { en: 'a mug', xx: 'a mug' } })
    expect(problem).toMatchObject({ path: 'gives.xx', problem: 'one_of' })
    expect(problem?.values?.[0]).toMatch(/^\S+, .*pt-BR/)
  })

  test.each([
    [' ', { problem: 'length', values: [1, 200] }],
    ['a mug\nor two', { problem: 'one_line' }],
    ['a mug\u202e', { problem: 'one_line' }],
    // Nothing is given for stars.
    ['a mug for 5 stars', { problem: 'reward_stars' }],
    ['a mug for five stars', { problem: 'reward_stars' }],
  ])('%j are refused', (words, problem) => {
    expect(wrongWith({ gives: { en: words, 'pt-BR': 'uma caneca' } })).toEqual([
      { path: 'gives.en', ...problem },
    ])
  })

  test('about a star are allowed without a number', () => {
    expect(wrongWith({ gives: { en: 'a mug with stars' } })).toEqual([])
  })
})

test('the shape of a change', () => {
  const accepts = (change: object) => rewardChange.safeParse(change).success
  for (const change of [
    ...[{}, { on: true }, { codes: 'list' }, { codes: 'shared' }, { code: null }, { code: 'A' }],
    ...[{ code_expires_on: null }, { code_expires_on: '2026-12-31' }, { per_month: null }, { per_month: 1 }],
    ...[{ total: 1_000_000 }, { gives: {} }, { gives: { en: 'x'.repeat(200) } }],
  ])
    expect(accepts(change), JSON.stringify(change)).toBe(true)
  for (const change of [
    ...[
      { on: 1 },
      { codes: 'none' },
      { code: '' },
      { code: 'x'.repeat(101) },
      { code_expires_on: '2026-02-29' },
    ],
    ...[
      { per_month: 0 },
      { per_month: 1.5 },
      { total: 1_000_001 },
      { gives: { en: '' } },
      { gives: { '': 'x' } },
    ],
    ...[{ gives: { en: 'x'.repeat(201) } }, { stars: 5 }],
  ])
    expect(accepts(change), JSON.stringify(change)).toBe(false)
})

test('a file of codes is added unless it is a trial', () => {
  expect(newCodes.parse({ csv: 'A-1' })).toEqual({ csv: 'A-1', trial: false })
  expect(newCodes.parse({ csv: 'A-1', trial: true })).toEqual({ csv: 'A-1', trial: true })
  expect(newCodes.safeParse({ csv: '' }).success).toBe(false)
  expect(newCodes.safeParse({ csv: 'x'.repeat(1_000_001) }).success).toBe(false)
  expect(newCodes.safeParse({ csv: 'A-1', by: 'Ana' }).success).toBe(false)
})

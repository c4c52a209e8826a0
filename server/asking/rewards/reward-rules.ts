import { z } from 'zod'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import { text } from '../../foundation/http/input/fields.ts'
import { languages } from '../../foundation/http/language.ts'
import { isDate } from '../../foundation/lib/time/days.ts'
import { codeProblem, longestCode } from './read-codes.ts'
import { namesStars } from './star-words.ts'

/** What a store gives for reviews: docs/decisions/0116-rewards-for-any-review.md. */

const longestGift = 200 // characters
const mostGifts = 1_000_000

const cap = z.int().min(1).max(mostGifts).nullable()

/** Texts by language: `{ en: '10 % off your next order' }`. */
const gives = z.record(text(35, 1), text(longestGift, 1)).meta({
  description:
    'What is given, by language: the end of a sentence such as “You get …”. Another language gets that of the store, then English, then the first',
})

const date = z.string().refine(isDate, 'date').meta({ format: 'date' }).nullable()

const shape = {
  on: z.boolean().meta({ description: 'Whether emails that ask for a review promise it' }),
  codes: z
    .enum(['list', 'shared'])
    .meta({ description: 'list: each code of the list is given once; shared: everybody gets the same code' }),
  code_expires_on: date.meta({ description: 'The last day of the shared code; null: it has none' }),
  gives,
  per_month: cap.meta({ description: 'Most rewards in a calendar month of the store; null: no limit' }),
  total: cap.meta({ description: 'Most rewards ever; null: no limit' }),
}

/** A change of what a store gives. Fields that are absent stay. */
export const rewardChange = z
  .strictObject({
    ...shape,
    code: text(longestCode, 1).nullable().meta({ description: 'The shared code. It is never answered' }),
  })
  .partial()
  .meta({
    title: 'RewardChange',
    examples: [{ on: true, codes: 'list', gives: { en: '10 % off your next order' }, per_month: 200 }],
  })

export type RewardChange = z.output<typeof rewardChange>

const count = z.int()

export const shownReward = z
  .object({
    ...shape,
    has_code: z.boolean().meta({ description: 'Whether a shared code is set' }),
    left: count.nullable().meta({ description: 'Codes that can be promised; null: one for all' }),
    expiring: count.meta({ description: 'Codes that expire too soon to be promised' }),
    promised: count.meta({ description: 'Promises in emails that are open' }),
    given: count,
    given_this_month: count,
  })
  .meta({ title: 'Reward' })

export type ShownReward = z.output<typeof shownReward>

/** A CSV file of codes. With `trial`, it is only checked. */
export const newCodes = z
  .strictObject({
    csv: text(1_000_000, 1).meta({
      description:
        'One code a line; or columns `code` and, optionally, `expires_on` (YYYY-MM-DD), with a header',
    }),
    trial: z.boolean().default(false).meta({ description: 'Check the file, and add nothing' }),
  })
  .meta({ title: 'NewRewardCodes', examples: [{ csv: 'code,expires_on\nTHANKS-7K2P,2027-12-31\n' }] })

export const addedCodes = z
  .object({
    codes: count.meta({ description: 'Codes in the file' }),
    added: count,
    left: count.nullable(),
  })
  .meta({ title: 'AddedRewardCodes' })

export const removedCodes = z.object({ removed: count }).meta({ title: 'RemovedRewardCodes' })

/** What a store gives, as it is stored. */
export type RewardSettings = {
  on: boolean
  codes: 'list' | 'shared'
  code: string | null
  code_expires_on: string | null
  gives: Record<string, string>
  per_month: number | null
  total: number | null
}

export const noReward: RewardSettings = {
  on: false,
  codes: 'list',
  code: null,
  code_expires_on: null,
  gives: {},
  per_month: null,
  total: null,
}

/** What is wrong with the settings, by field. */
export function wrongReward({ on, codes, code, gives: given }: RewardSettings): FieldProblem[] {
  const hasWords = Object.keys(given).length > 0
  const wrongCode = code === null ? undefined : codeProblem(code)
  return [
    ...(on && !hasWords ? [{ path: 'gives', problem: 'required' as const }] : []),
    ...(on && codes === 'shared' && code === null ? [{ path: 'code', problem: 'required' as const }] : []),
    ...(wrongCode ? [{ path: 'code', ...wrongCode }] : []),
    ...Object.entries(given).flatMap(([tag, words]) => wrongGift(`gives.${tag}`, tag, words)),
  ]
}

function wrongGift(path: string, tag: string, words: string): FieldProblem[] {
  if (!(languages as readonly string[]).includes(tag))
    return [{ path, problem: 'one_of', values: [languages.join(', ')] }]
  if (words.trim() === '') return [{ path, problem: 'length', values: [1, longestGift] }]
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(words)) return [{ path, problem: 'one_line' }]
  return namesStars(words) ? [{ path, problem: 'reward_stars' }] : []
}

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Answers } from '../server/answers/reviews/attributes/answers.ts'
import { answersOf } from './own-questions.ts'

/**
 * A review in the demo's shop; without `sku`, of the store itself. `ago` is in days before the demo was filled.
 * `recommended` is absent if the buyer did not answer.
 */
export type DemoReview = {
  sku?: string
  rating: number
  ago: number
  name: string
  title: string
  body: string
  language: 'pt-BR' | 'en' | 'es' | 'de' | 'fr' | 'it' | 'ja' | 'ar'
  recommended?: boolean
  verified: boolean
  votes?: number
  /** Names of demo/pictures/NAME.webp. */
  pictures?: string[]
  /** The name of demo/pictures/NAME.mp4. */
  film?: string
  /** To the store's own questions. */
  answers: Answers | null
  marks?: ('pinned' | 'rewarded')[]
  reply?: string
  /** Pending moderation. */
  waits?: boolean
}

// Fields of other types than text. An empty field is absent.
const types: Record<string, (text: string) => unknown> = {
  rating: Number,
  ago: Number,
  votes: Number,
  recommended: text => text === 'true',
  verified: text => text === 'true',
  waits: text => text === 'true',
  pictures: text => text.split(' '),
  marks: text => text.split(' '),
}

export const demoReviews = ['reviews.csv', 'store-reviews.csv'].flatMap(readReviews)

function readReviews(file: string): DemoReview[] {
  const content = readFileSync(new URL(`content/${file}`, import.meta.url))
  return parse<Record<string, string>>(content, { columns: true }).map(
    ({ answers = '', tip = '', ...row }) => {
      const fields = Object.entries(row).filter(([, text]) => text !== '')
      const review = Object.fromEntries(fields.map(([name, text]) => [name, types[name]?.(text) ?? text]))
      return { ...review, answers: answersOf(answers, tip) } as DemoReview
    },
  )
}

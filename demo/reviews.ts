import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/**
 * A review in the demo's shop. `ago` is in days before the demo was filled. `recommended` is absent if the buyer did
 * not answer.
 */
export type DemoReview = {
  sku: string
  rating: number
  ago: number
  name: string
  title: string
  body: string
  language: 'pt-BR' | 'en'
  recommended?: boolean
  verified: boolean
  votes?: number
  /** Files of demo/pictures/. */
  pictures?: ('moka' | 'mug' | 'dripper' | 'press')[]
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
}

const rows = parse<Record<string, string>>(readFileSync(new URL('content/reviews.csv', import.meta.url)), {
  columns: true,
})

export const demoReviews = rows.map(row => {
  const fields = Object.entries(row).filter(([, text]) => text !== '')
  return Object.fromEntries(fields.map(([name, text]) => [name, types[name]?.(text) ?? text])) as DemoReview
})

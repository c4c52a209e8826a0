import type { useTexts } from '../words/words.tsx'
import type { ShopProduct } from './query.ts'

type Samples = ReturnType<typeof useTexts<'widget-samples'>>

const day = 24 * 60 * 60 * 1000
const ratings = [5, 5, 4, 3, 5]

/** A product that exists only in the preview. */
export const sampleProduct = ({ product }: Samples): ShopProduct => ({
  ...{ product_id: 'sample', sku: '', name: product, url: '', pictures: [], total: ratings.length },
  group: null,
})

/** What the preview shows instead of a store's own reviews: an answer for each read. Nothing of it is ever sent. */
export function sampleAnswer(path: string, samples: Samples, storeName: string, isPictured = false): object {
  const date = (index: number) => new Date(Date.now() - (2 + index * 9) * day).toISOString()
  const meta = { limit: 10, offset: 0, query: {}, store_name: storeName }
  if (path.endsWith('/questions.json')) {
    const result = Object.values(samples.questions).map(({ name, question, answer }, index) => ({
      ...{ id: `question-${index}`, display_name: name, body: question, created_at: date(index + 1) },
      reply: { body: answer, created_at: date(index) },
    }))
    return { result, count: result.length, meta: { ...meta, count: result.length } }
  }
  const total = ratings.length
  if (path.endsWith('/store-rating.json')) return { average: 4.4, total, meta: {} }
  if (path.endsWith('/ratings.json')) {
    const rate = { one: 0, two: 0, three: 1, four: 1, five: 3 }
    const metrics = { recommended: 4, not_recommended: 0, recommended_percentage: 100, rate }
    return { result: [{ sku: '', product_id: 'sample', average: 4.4, total, ...metrics }], count: 1 }
  }
  const result = Object.values(samples.reviews).map(({ name, title, body }, index) => ({
    ...{
      id: `review-${index}`,
      display_name: name,
      title,
      body,
      rating: ratings[index],
      created_at: date(index),
    },
    ...{
      verified_purchase: true,
      is_recommended: index !== 3,
      pictures: isPictured ? [picture(index)] : [],
      votes: [3, 0, 1, 2, 0][index],
    },
    reply: index === 3 ? { body: samples.reply, created_at: date(2) } : null,
  }))
  const rate = { one: 0, two: 0, three: 1, four: 1, five: 3 }
  const totals = { average: 4.4, total, rate }
  return { result, count: total, meta: { ...meta, ratings: { products: totals, store: totals } } }
}

// A drawing stands for a buyer's picture.
function picture(index: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="hsl(${30 + index * 40} 40% 72%)" d="M0 0h8v8H0z"/><circle cx="4" cy="4" r="2" fill="hsl(${30 + index * 40} 35% 52%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

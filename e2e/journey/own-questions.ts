import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Problem } from '../../server/foundation/lib/problem.ts'
import { createKey } from '../../server/tenants/stores/keys.ts'
import { type Attribute, newAttributes } from '../../server/tenants/stores/settings/attribute-rules.ts'
import type { WrittenReview } from './forms.ts'
import type { PurchaseClock } from './send.ts'
import type { Service } from './service.ts'

/** Gives the store the questions of a file, as PUT /manage/v1/attributes takes them. Throws Problem for a wrong file. */
export async function askOwnQuestions(
  { url, database, storeId }: Service,
  { clock }: PurchaseClock,
  file: string,
): Promise<Attribute[]> {
  const content = await readFile(file, 'utf8').catch(error => {
    throw new Problem(`${file} cannot be read: ${error.message}`, 'It takes the JSON of the questions.')
  })
  const key = { type: 'manage', scopes: ['settings:write'], actor: 'command' } as const
  const { api_key: token } = await createKey(database, clock, storeId, key)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/manage/v1/attributes`, { method: 'PUT', headers, body: content })
  if (!response.ok) throw new Problem(`${file}: ${await response.text()}`, 'Correct the questions.')
  return newAttributes.parse(JSON.parse(content)).attributes
}

/** How many answers were read back, and which sums and filters differ from what was written. */
export type ReadAnswers = {
  questions: number
  answers: number
  sums: number
  filters: number
  different: string[]
}

const sum = z.object({
  id: z.string(),
  count: z.number(),
  distribution: z
    .array(z.object({ value: z.union([z.string(), z.number()]), count: z.number() }))
    .default([]),
})
const ratings = z.object({ result: z.array(z.object({ attributes: z.array(sum) })) })
const page = z.object({
  count: z.number(),
  result: z.array(z.object({ rating: z.number(), title: z.string() })),
})

/** Compares the sums of each product, and the filters by each answer, with the reviews that were written. */
export async function readOwnAnswers(
  service: Service,
  questions: Attribute[],
  reviews: WrittenReview[],
): Promise<ReadAnswers> {
  const read: ReadAnswers = { questions: questions.length, answers: 0, sums: 0, filters: 0, different: [] }
  read.answers = reviews.flatMap(({ answers }) => Object.keys(answers)).length
  const byProduct = Map.groupBy(reviews, ({ productId }) => productId)
  for (const [productId, some] of byProduct) {
    await compareSums(service, questions, productId, some, read)
    await compareFilters(service, questions, { product_id: productId }, some, read)
  }
  await compareFilters(service, questions, {}, reviews, read)
  return read
}

async function compareSums(
  service: Service,
  questions: Attribute[],
  productId: string,
  reviews: WrittenReview[],
  read: ReadAnswers,
): Promise<void> {
  const query = { product_id: productId, expand: 'metrics,attributes' }
  const [rating] = ratings.parse(await get(service, 'ratings.json', query)).result
  for (const question of questions) {
    const found = rating?.attributes.find(({ id }) => id === question.id)
    const answered = reviews.filter(({ answers }) => answers[question.id])
    const expected = question.public ? answered.length : undefined
    read.sums++
    if (found?.count !== expected && !(expected === 0 && !found))
      read.different.push(`${productId} ${question.id}: ${found?.count} answers, not ${expected}`)
    for (const { value, count } of found?.distribution ?? []) {
      read.sums++
      const chosen = answered.filter(({ answers }) => answers[question.id]?.includes(String(value))).length
      if (count !== chosen)
        read.different.push(`${productId} ${question.id}=${value}: ${count}, not ${chosen}`)
    }
  }
}

async function compareFilters(
  service: Service,
  questions: Attribute[],
  where: Record<string, string>,
  reviews: WrittenReview[],
  read: ReadAnswers,
): Promise<void> {
  for (const { id, value } of questions.filter(one => one.public).flatMap(valuesOf)) {
    const query = { ...where, [`attribute.${id}`]: value, limit: '100' }
    const { count, result } = page.parse(await get(service, 'reviews.json', query))
    const expected = reviews.filter(({ answers }) => answers[id]?.includes(value))
    read.filters++
    const seen = (some: { rating: number; title: string }[]) =>
      some
        .map(({ rating, title }) => `${rating} ${title}`)
        .toSorted()
        .join()
    if (count !== expected.length || seen(result) !== seen(expected))
      read.different.push(`${JSON.stringify(query)}: ${count} reviews, not ${expected.length}`)
  }
}

function valuesOf({ id, type, options = [] }: Attribute): { id: string; value: string }[] {
  const numbers = type === 'scale' || type === 'rating' ? ['1', '2', '3', '4', '5'] : []
  return [...numbers, ...options.map(option => option.id)].map(value => ({ id, value }))
}

async function get({ url, storeId, storeKey }: Service, path: string, query: Record<string, string>) {
  const keys = { store_id: storeId, store_key: storeKey }
  const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams({ ...keys, ...query })}`)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as unknown
}

import { Problem } from '../../../foundation/lib/problem.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { Csv, CsvRow } from '../reading/bytes/csv.ts'
import { type AskJudgeMe, createAskJudgeMe, type JudgeMeOptions, type JudgeMeShop } from './api.ts'

/** The reviews of a shop, as a table in the form of Judge.me's export. */
export type JudgeMeReviews = Csv & {
  /** Judge.me's id of the review in a row, for reports. */
  idOf: (row: number) => string
  /** Why the rows ended before the list did. */
  failure: () => Problem | undefined
}

const perPage = 100
const mostRepeated = 5 // pages
const mostUncounted = 1_000_000 // reviews

/**
 * Opens the reviews of a shop: reads the first page and their number. Reading the rows requests the other pages. A review
 * that moves to the next page meanwhile arrives once. After a failure, or in a list without an end, the rows end, so that
 * those before it are imported, and `failure` says why. Throws Problem for the first page.
 */
export async function openJudgeMe(
  shop: JudgeMeShop,
  clock: Clock,
  options?: JudgeMeOptions,
): Promise<JudgeMeReviews> {
  const ask = createAskJudgeMe(shop, clock, options)
  const first = await readPage(ask, 1)
  const expected = first.length > 0 ? await countReviews(ask) : 0
  const ids: string[] = []
  let failure: Problem | undefined
  const rows = async function* rows() {
    try {
      yield* readRows(ask, first, ids, expected)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      failure = error
    }
  }
  const header = Object.keys(columns)
  return { header, rows: rows(), expected, idOf: row => ids[row - 1] ?? '', failure: () => failure }
}

// Only limits and the progress need it, so an import does without.
async function countReviews(ask: AskJudgeMe): Promise<number | undefined> {
  const answer = await ask('reviews/count').catch(error => {
    if (!(error instanceof Problem)) throw error
  })
  const count = isObject(answer) ? answer.count : undefined
  return Number.isSafeInteger(count) ? (count as number) : undefined
}

async function* readRows(
  ask: AskJudgeMe,
  first: Review[],
  ids: string[],
  expected: number | undefined,
): AsyncGenerator<CsvRow> {
  // Reviews may be written meanwhile, and the number may leave out those that are hidden.
  const most = expected === undefined ? mostUncounted : 2 * expected + 1000
  const seen = new Set<string>()
  let repeated = 0
  let reviews = first
  for (let page = 2; reviews.length > 0; page++) {
    const before = ids.length
    for (const review of reviews) {
      const id = text(review.id)
      if (id !== '' && seen.has(id)) continue
      seen.add(id)
      if (ids.push(id) > most) throw endless(`more than ${most}`, expected)
      yield { number: ids.length, cells: Object.values(columns).map(read => read(review)) }
    }
    repeated = ids.length === before ? repeated + 1 : 0
    if (repeated === mostRepeated) throw endless('the same again and again', expected)
    reviews = await readPage(ask, page)
  }
}

function endless(what: string, expected: number | undefined): Problem {
  const counted = expected === undefined ? 'no number of reviews' : `${expected} reviews`
  return new Problem(
    `Judge.me's list does not end: it reports ${counted}, and sends ${what}.`,
    'Those before it were imported. Export the reviews as a CSV file in Judge.me, and compare their number.',
  )
}

type Review = Record<string, unknown>

async function readPage(ask: AskJudgeMe, page: number): Promise<Review[]> {
  const answer = (await ask('reviews', { page: String(page), per_page: String(perPage) })) as Review | null
  const reviews = answer?.reviews
  if (Array.isArray(reviews)) return reviews.map(review => (isObject(review) ? review : {}))
  throw new Problem('Judge.me sent no list of reviews.', 'Run the command again later.')
}

/** The columns of Judge.me's export that the API has, and those that only the API has. */
const columns: Record<string, (review: Review) => string> = {
  review_id: ({ id }) => text(id),
  title: ({ title }) => text(title),
  body: ({ body }) => text(body),
  rating: ({ rating }) => text(rating),
  review_date: ({ created_at }) => text(created_at),
  curated: stateOf,
  reviewer_name: ({ reviewer }) => text(isObject(reviewer) && reviewer.name),
  reviewer_email: ({ reviewer }) => text(isObject(reviewer) && reviewer.email),
  product_id: ({ product_external_id }) => text(product_external_id),
  product_handle: ({ product_handle }) => text(product_handle),
  product_name: ({ product_title }) => text(product_title),
  picture_urls: ({ pictures }) => (Array.isArray(pictures) ? pictures.flatMap(addressOf).join(',') : ''),
  verified_purchase: ({ verified }) => (verified === 'buyer' ? 'yes' : 'no'),
}

// A review that the shop has hidden must not be published, however the API writes that.
function stateOf({ curated, hidden, published, spam, deleted, deleted_at, archived }: Review): string {
  const state = text(curated).trim().toLowerCase()
  if (state === 'spam' || isSet(spam)) return 'spam'
  if ([hidden, deleted, deleted_at, archived].some(isSet)) return 'rejected'
  const isPublished = published === undefined || published === null ? undefined : isSet(published)
  const isAccepted = state === 'ok' ? isPublished !== false : state === '' && isPublished === true
  return isAccepted ? 'ok' : 'not-yet'
}

function isSet(value: unknown): boolean {
  return Boolean(value) && !/^(false|no|0|null)$/i.test(String(value).trim())
}

function addressOf(picture: unknown): string[] {
  if (!isObject(picture) || isSet(picture.hidden) || !isObject(picture.urls)) return []
  const { original, huge, compact, small } = picture.urls
  const address = [original, huge, compact, small].map(text).find(Boolean)
  return address ? [address] : []
}

function isObject(value: unknown): value is Review {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

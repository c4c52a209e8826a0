import { bold, say, sayTable } from '../../server/service/commands/output.ts'
import type { Asked } from './mails.ts'
import type { ReadAnswers } from './own-questions.ts'
import { formProducts } from './purchases.ts'
import type { Service } from './service.ts'

/** The results from the mails on. */
export type Reviewed = {
  /** Reviews in the file: one per buyer and product, without those beyond the products of a form. */
  expected: number
  beyond: number
  mails: number
  forms: number
  refused: string[]
  reviews: number
  /** Those held by the store's rule and then published. */
  held: number
  products: number
  /** Products whose rating differs from the file. */
  different: string[]
  /** With questions of the store's own. */
  answers?: ReadAnswers
  mostReviewed: string
  /** The first request that was mailed. */
  first: Asked | undefined
  seconds: { mailing: number; writing: number; reading: number }
}

export function printReviewed(seen: Reviewed): void {
  const { mailing, writing, reading } = seen.seconds
  say()
  say(bold('From the mail to the rating'))
  sayTable(
    ['step', 'count', 'seconds', 'a second'],
    [
      ['mails over SMTP', seen.mails, mailing.toFixed(2), Math.round(seen.mails / mailing)],
      ['forms over HTTP', seen.forms, writing.toFixed(2), Math.round(seen.forms / writing)],
      ['reviews', seen.reviews, '', ''],
      ['of these held, then published', seen.held, '', ''],
      ['ratings read back', seen.products, reading.toFixed(2), ''],
    ],
  )
  if (seen.answers) printAnswers(seen.answers)
  if (seen.beyond > 0) {
    say()
    say(
      `${seen.beyond} more products were not asked about: their buyers’ forms have ${formProducts} already.`,
    )
  }
}

function printAnswers({ questions, answers, sums, filters }: ReadAnswers): void {
  say()
  say(
    `${answers} answers to ${questions} questions; compared with the file: ${sums} sums and ${filters} filters.`,
  )
}

/** Broken promises, in sentences; empty if all are kept. */
export function brokenReviewPromises({ expected, refused, reviews, different, answers }: Reviewed): string[] {
  return [
    refused.length > 0 && `${refused.length} forms were refused: ${refused.slice(0, 3).join('; ')}`,
    reviews !== expected && `The file has ${expected} reviews, and ${reviews} were written.`,
    different.length > 0 &&
      `${different.length} products are rated differently: ${different.slice(0, 3).join(', ')}`,
    answers &&
      answers.different.length > 0 &&
      `${answers.different.length} sums and filters differ from the file: ${answers.different.slice(0, 3).join('; ')}`,
  ].filter(line => typeof line === 'string')
}

/** Prints the address of the results, which works while the service runs. */
export function printAddress({ url, storeId, storeKey }: Service, productId: string, stays: boolean): void {
  const query = new URLSearchParams({ store_id: storeId, store_key: storeKey, product_id: productId })
  say(
    stays
      ? `Look at it, until Ctrl-C: ${url}/api/v1/reviews.html?${query}`
      : 'To look at the reviews of its products, run it with --stay.',
  )
}

import type { SentFile, SentForm } from '../http/input/uploads.ts'
import { isPictureName } from '../pictures/pictures.ts'
import { PictureRefused } from '../pictures/sizes.ts'
import type { Review } from '../reviews/reviews.ts'
import type { Written } from '../reviews/writing.ts'
import type { Texts } from './texts/en.ts'
import type { Say } from './texts/texts.ts'

/** What is typed into the fields about one product. `rating` 0: no stars. */
export type CardValues = {
  rating: number
  recommended: '' | 'yes' | 'no'
  heading: string
  body: string
  pictures: string[]
}

/** The fields about one product, as a form shows them. `index` tells its fields from those of the others. */
export type Card = {
  index: number
  product: { product_id: string; name: string; picture: string | undefined }
  values: CardValues
  problems: Partial<Record<keyof CardValues, string>>
}

/** Takes a file that was sent into the pictures, and gives its name; undefined when it could not be kept. */
export type TakePicture = (file: SentFile) => Promise<string | undefined>

export const noValues: CardValues = { rating: 0, recommended: '', heading: '', body: '', pictures: [] }

export const longestHeading = 150 // characters
export const longestBody = 5_000
const mostPictures = 5

export const pictureLimits = { fileSize: 10_000_000, perField: mostPictures }

/** What was written before, as the form shows it. */
export function valuesOf({ rating, recommended, title, body, pictures }: Review): CardValues {
  const answer = recommended === null ? '' : recommended ? 'yes' : 'no'
  return { rating, recommended: answer, heading: title, body, pictures }
}

/** Reads a card's fields, takes its pictures in, and says what is wrong. Pictures that are fine are kept all the same. */
export async function readCard(
  form: SentForm,
  { index, product }: Pick<Card, 'index' | 'product'>,
  say: Say,
  take: TakePicture,
): Promise<Card> {
  const field = (name: string) => `${name}-${index}`
  const dropped = form.list(field('drop'))
  const kept = form.list(field('kept')).filter(name => isPictureName(name) && !dropped.includes(name))
  const added = await takePictures(form.files(field('pictures')), say, take)
  const pictures = [...new Set([...kept, ...added.names])]
  const rating = Number(form.text(field('rating')))
  const recommended = form.text(field('recommended'))
  const values: CardValues = {
    rating: [1, 2, 3, 4, 5].includes(rating) ? rating : 0,
    recommended: recommended === 'yes' || recommended === 'no' ? recommended : '',
    heading: form.text(field('heading')).replace(/\s+/g, ' '),
    body: form.text(field('body')),
    pictures: pictures.slice(0, mostPictures),
  }
  const tooMany = pictures.length > mostPictures || form.files(field('pictures')).length > mostPictures
  const pictureProblem = added.problem ?? (tooMany ? say('pictures_many') : undefined)
  return { index, product, values, problems: findProblems(values, product.name, pictureProblem, say) }
}

/** Whether anything was typed or chosen. */
export function isTouched({ values }: Card): boolean {
  return JSON.stringify(values) !== JSON.stringify(noValues)
}

export function toWritten({ product, values }: Card): Written {
  const { rating, recommended, heading, body, pictures } = values
  return {
    productId: product.product_id,
    rating,
    recommended: recommended === '' ? null : recommended === 'yes',
    title: heading,
    body,
    pictures,
  }
}

/** The cards' problems by the ids of their fields, for the summary on top. */
export function problemsOf(cards: Card[]): Record<string, string> {
  return Object.fromEntries(
    cards.flatMap(({ index, problems }) =>
      Object.entries(problems).map(([name, problem]) => [`${name}-${index}`, problem]),
    ),
  )
}

/** Throws `PictureRefused` for an incomplete file. */
export function refuseUnread({ isOverBudget, isTooLarge }: SentFile): void {
  if (isOverBudget) throw new PictureRefused('budget')
  if (isTooLarge) throw new PictureRefused('large')
}

/** What is wrong with a picture, in words; throws again what is not the picture's fault. */
export function sayRefused(error: unknown, filename: string, say: Say): string {
  if (!(error instanceof PictureRefused)) throw error
  return say(`picture_${error.why}` as keyof Texts, { file: filename.slice(0, 100) })
}

async function takePictures(files: SentFile[], say: Say, take: TakePicture) {
  const names: string[] = []
  let problem: string | undefined
  for (const file of files.slice(0, mostPictures)) {
    try {
      const name = await take(file)
      if (name !== undefined) names.push(name)
    } catch (error) {
      problem ??= sayRefused(error, file.filename, say)
    }
  }
  return { names, problem }
}

// What was typed is never left out in silence: without stars it is asked for.
function findProblems(
  values: CardValues,
  product: string,
  pictures: string | undefined,
  say: Say,
): Card['problems'] {
  const isRated = values.rating > 0
  const isTyped = JSON.stringify({ ...values, rating: 0 }) !== JSON.stringify(noValues)
  return {
    ...(!isRated && isTyped && { rating: say('rating_missing', { product }) }),
    ...([...values.heading].length > longestHeading && { heading: say('heading_long') }),
    ...([...values.body].length > longestBody && { body: say('body_long') }),
    ...(pictures !== undefined && { pictures }),
  }
}

import type { SentFile, SentForm } from '../../foundation/http/input/uploads.ts'
import { isPictureName } from '../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../foundation/storage/pictures/sizes.ts'
import { joinMedia, readVideoName, splitMedia } from '../../foundation/storage/videos/names.ts'
import type { Attribute } from '../../tenants/stores/settings/attribute-rules.ts'
import type { Review } from '../reviews/reviews.ts'
import type { SentReview } from '../reviews/writing.ts'
import {
  type AnswerValues,
  answersIn,
  readAnswerFields,
  type Speaking,
  valuesOfAnswers,
  wrongAnswerFields,
} from './answer-fields.ts'
import { type Say, sayIn, type Texts } from './pages/say.ts'

/** The field values of one product. `rating` 0 means no stars. */
export type CardValues = {
  rating: number
  recommended: '' | 'yes' | 'no'
  heading: string
  body: string
  pictures: string[]
  /** The name of a video of ours; empty without one. */
  video: string
  answers: AnswerValues
}

/** One product's part of a form. `index` is part of its field names. A problem of several pictures has a line for each. */
export type Card = {
  index: number
  product: { product_id: string; name: string; picture: string | undefined; url?: string | undefined }
  /** Whether it asks about the store itself: about stars and texts alone. */
  isOfStore?: boolean
  /** What the store asks about the product. */
  questions: Attribute[]
  values: CardValues
  /** By the name of the field without its number. */
  problems: Partial<Record<string, string>>
}

/** Stores an uploaded picture and returns its name; undefined if it could not be stored. */
export type ReceivePicture = (file: SentFile) => Promise<string | undefined>

/** What a form may have beside texts. A name of a video is public: only its author may put it into a review. */
type TakenMedia = { take: ReceivePicture; isOwnVideo: (name: string) => boolean }

export const noValues: CardValues = {
  rating: 0,
  recommended: '',
  heading: '',
  body: '',
  pictures: [],
  video: '',
  answers: {},
}

export const longestHeading = 150 // characters
export const longestBody = 5_000
const mostPictures = 5

export const pictureLimits = { fileSize: 10_000_000, perField: mostPictures }

/** Field values of an existing review, with its answers to the questions of its card. */
export function valuesOf(
  { rating, recommended, title, body, pictures, attributes }: Review,
  questions: Attribute[],
): CardValues {
  const media = splitMedia(pictures)
  return {
    rating,
    recommended: recommended === null ? '' : recommended ? 'yes' : 'no',
    heading: title,
    body,
    pictures: media.pictures,
    video: media.videos[0] ?? '',
    answers: valuesOfAnswers(questions, attributes),
  }
}

/**
 * Reads the fields of a card, stores its pictures, and collects problems. Valid pictures are stored even if there are
 * problems.
 */
export async function readCard(
  form: SentForm,
  card: Card,
  speaking: Speaking,
  { take, isOwnVideo }: TakenMedia,
): Promise<Card> {
  const { index, product, questions } = card
  const say = sayIn(speaking.language)
  const field = (name: string) => `${name}-${index}`
  const dropped = form.list(field('drop'))
  const kept = form.list(field('kept')).filter(name => isPictureName(name) && !dropped.includes(name))
  const added = await receivePictures(form.files(field('pictures')), say, take)
  const pictures = [...new Set([...kept, ...added.names])]
  const rating = Number(form.text(field('rating')))
  const recommended = form.text(field('recommended'))
  const values: CardValues = {
    rating: [1, 2, 3, 4, 5].includes(rating) ? rating : 0,
    recommended: recommended === 'yes' || recommended === 'no' ? recommended : '',
    heading: form.text(field('heading')).replace(/\s+/g, ' '),
    body: form.text(field('body')),
    pictures: pictures.slice(0, mostPictures),
    video: readKeptVideo(form, field('video'), name => isOwnVideo(name) && !dropped.includes(name)),
    answers: readAnswerFields(form, questions, index),
  }
  const isTooMany = pictures.length > mostPictures || form.files(field('pictures')).length > mostPictures
  if (isTooMany) added.problems.add(say('pictures_many'))
  const own = findProblems(values, product.name, [...added.problems], say)
  // A card without anything is not a review, and need not answer.
  const ofAnswers = isTouched({ values }) ? wrongAnswerFields(questions, values.answers, speaking) : {}
  return { ...card, values, problems: { ...own, ...ofAnswers } }
}

// It was uploaded before: only its name is in the form.
function readKeptVideo(form: SentForm, field: string, isKept: (name: string) => boolean): string {
  const name = form.text(field)
  return readVideoName(name) && isKept(name) ? name : ''
}

/** Whether the buyer typed or chose anything. */
export function isTouched({ values }: Pick<Card, 'values'>): boolean {
  return JSON.stringify(values) !== JSON.stringify(noValues)
}

/** The card without pictures and video: one of them was deleted. */
export function withoutMedia(card: Card): Card {
  return { ...card, values: { ...card.values, pictures: [], video: '' } }
}

export function toSentReview({ product, questions, values, isOfStore }: Card): SentReview {
  const { rating, heading, body } = values
  const { recommended, pictures, video } = isOfStore ? noValues : values
  return {
    productId: product.product_id,
    rating,
    recommended: recommended === '' ? null : recommended === 'yes',
    title: heading,
    body,
    pictures: joinMedia(pictures, video ? [video] : []),
    attributes: {
      asked: questions.map(({ id }) => id),
      answers: answersIn(questions, values.answers),
    },
  }
}

/** The problems of all cards by field id, for the summary at the top. */
export function problemsOf(cards: Card[]): Record<string, string> {
  return Object.fromEntries(
    cards.flatMap(({ index, problems }) =>
      Object.entries(problems).map(([name, problem = '']) => [`${name}-${index}`, problem]),
    ),
  )
}

/** Throws `PictureRefused` for an incomplete file. */
export function refuseUnread({ isOverBudget, isTooLarge }: SentFile): void {
  if (isOverBudget) throw new PictureRefused('budget')
  if (isTooLarge) throw new PictureRefused('large')
}

/** Describes what is wrong with a picture. Rethrows errors that the picture did not cause. */
export function sayRefused(error: unknown, filename: string, say: Say): string {
  if (!(error instanceof PictureRefused)) throw error
  const file = filename.slice(0, 100)
  if (error.format === 'HEIC') return say('picture_heic', { file })
  if (error.format !== undefined) return say('picture_format', { file, format: error.format })
  return say(`picture_${error.why}` as keyof Texts, { file })
}

async function receivePictures(files: SentFile[], say: Say, take: ReceivePicture) {
  const names: string[] = []
  const problems = new Set<string>()
  for (const file of files.slice(0, mostPictures)) {
    try {
      const name = await take(file)
      if (name !== undefined) names.push(name)
    } catch (error) {
      problems.add(sayRefused(error, file.filename, say))
    }
  }
  return { names, problems }
}

// Typed text is never dropped silently: if stars are missing, the form asks for them.
function findProblems(values: CardValues, product: string, pictures: string[], say: Say): Card['problems'] {
  const isRated = values.rating > 0
  const isTyped = JSON.stringify({ ...values, rating: 0 }) !== JSON.stringify(noValues)
  return {
    ...(!isRated && isTyped && { rating: say('rating_missing', { product }) }),
    ...([...values.heading].length > longestHeading && { heading: say('heading_long') }),
    ...([...values.body].length > longestBody && { body: say('body_long') }),
    ...(pictures.length > 0 && { pictures: pictures.join('\n') }),
  }
}

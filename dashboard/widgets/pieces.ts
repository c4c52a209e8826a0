import type { Attributes, MarkupValue } from '../../widgets/markup.js'
import { type Choices, elementsOf } from './choices.ts'

/** What of the code goes to one place. `step` names the sentence that says where. */
export type Step = { step: StepName; file?: string; code: string }
export type StepName =
  | 'head'
  | 'styles'
  | 'setup'
  | 'component'
  | 'stars'
  | 'below'
  | 'list'
  | 'register'
  | 'use'

/** The store's part of the code. */
export type Credentials = { script: string; storeId: string; storeKey: string }

/** What a platform's steps are made from. */
export type Pieces = {
  choices: Choices
  credentials: Credentials
  /** The stars of a product; undefined when they were not chosen. */
  stars: (product: MarkupValue) => string | undefined
  /** Reviews and questions together. */
  below: (product: MarkupValue) => string | undefined
  head: string
  css: string
}

/** Which store and which product, as attributes. */
export function storeAttributes(
  { storeId, storeKey }: Credentials,
  { by }: Choices,
  product: MarkupValue,
): Attributes {
  return { 'data-store-id': storeId, 'data-store-key': storeKey, [`data-product-${by}`]: product }
}

/** Where the stars go and where the rest: on a page of a product, or on a list. */
export function places(
  { stars, below, choices }: Pick<Pieces, 'stars' | 'below' | 'choices'>,
  product: MarkupValue,
  files: { stars?: string; below?: string; list?: string },
): Step[] {
  const step = (name: 'stars' | 'below' | 'list', code: string | undefined): Step[] =>
    code ? [{ step: name, ...(files[name] && { file: files[name] }), code }] : []
  if (choices.place === 'list') return step('list', stars(product))
  return [...step('stars', stars(product)), ...step('below', below(product))]
}

/** The components of a framework: stars and the rest stand in different places of a page. */
export function componentsOf(choices: Choices): { name: string; elements: ReturnType<typeof elementsOf> }[] {
  const elements = elementsOf(choices)
  return [
    { name: 'ProductStars', elements: elements.filter(({ name }) => name === 'rw-rating') },
    { name: 'ProductReviews', elements: elements.filter(({ name }) => name !== 'rw-rating') },
  ].filter(one => one.elements.length > 0)
}

/** Every line that many spaces further right. */
export const indent = (text: string, spaces: number) => text.replace(/^(?=.)/gm, ' '.repeat(spaces))

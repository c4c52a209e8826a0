import type { Attributes, MarkupValue } from '../../widgets/markup.js'
import { type Choices, elementsOf } from './choices.ts'

/** Code to paste in one place. `step` is the key of the instruction that says where. */
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

/** The values in the code that belong to the store. */
export type Credentials = { script: string; storeId: string; storeKey: string }

/** The pieces of code from which each platform's steps are built. */
export type CodeParts = {
  choices: Choices
  credentials: Credentials
  /** The markup of a product's stars; undefined if they are not chosen. */
  stars: (product: MarkupValue) => string | undefined
  /** The markup of reviews and questions; undefined if neither is chosen. */
  below: (product: MarkupValue) => string | undefined
  head: string
  css: string
}

/** The attributes that identify the store and the product. */
export function storeAttributes(
  { storeId, storeKey }: Credentials,
  { by }: Choices,
  product: MarkupValue,
): Attributes {
  return { 'data-store-id': storeId, 'data-store-key': storeKey, [`data-product-${by}`]: product }
}

/** The steps that place the stars and the other widgets on a product page, or the stars on a list. */
export function placementSteps(
  { stars, below, choices }: Pick<CodeParts, 'stars' | 'below' | 'choices'>,
  product: MarkupValue,
  files: { stars?: string; below?: string; list?: string },
): Step[] {
  const step = (name: 'stars' | 'below' | 'list', code: string | undefined): Step[] =>
    code ? [{ step: name, ...(files[name] && { file: files[name] }), code }] : []
  if (choices.place === 'list') return step('list', stars(product))
  return [...step('stars', stars(product)), ...step('below', below(product))]
}

/** The components for a framework. Stars and the other widgets go in different places, so each has its own. */
export function componentsOf(choices: Choices): { name: string; elements: ReturnType<typeof elementsOf> }[] {
  const elements = elementsOf(choices)
  return [
    { name: 'ProductStars', elements: elements.filter(({ name }) => name === 'rw-rating') },
    { name: 'ProductReviews', elements: elements.filter(({ name }) => name !== 'rw-rating') },
  ].filter(component => component.elements.length > 0)
}

/** Indents every non-empty line. */
export const indent = (text: string, spaces: number) => text.replace(/^(?=.)/gm, ' '.repeat(spaces))

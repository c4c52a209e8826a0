import type { Attributes, MarkupValue } from '../../widgets/markup.js'
import { elementsOf, ownAttributes, type View } from './choices.ts'

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
  | 'store'
  | 'register'
  | 'use'
  | 'structured'

/** The values in the code that belong to the store. */
export type Credentials = { script: string; storeId: string; storeKey: string }

/** The pieces of code from which each platform's steps are built. */
export type CodeParts = {
  choices: View
  credentials: Credentials
  /** The markup of a product's stars; undefined if they are not chosen. */
  stars: (product: MarkupValue) => string | undefined
  /** The markup of reviews and questions; undefined if neither is chosen. */
  below: (product: MarkupValue) => string | undefined
  /** The script element. */
  head: string
}

/** The attributes that identify the store, and the product if the page has one. */
export function storeAttributes(
  { storeId, storeKey }: Credentials,
  { by, place }: View,
  product: MarkupValue,
): Attributes {
  const ofStore = { 'data-store-id': storeId, 'data-store-key': storeKey }
  return place === 'store' ? ofStore : { ...ofStore, [`data-product-${by}`]: product }
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
export function componentsOf(choices: View): { name: string; elements: CodeElement[] }[] {
  const elements = codeElements(choices)
  return [
    { name: 'ProductStars', elements: elements.filter(({ name }) => name === 'rw-rating') },
    { name: 'ProductReviews', elements: elements.filter(({ name }) => name !== 'rw-rating') },
  ].filter(component => component.elements.length > 0)
}

export type CodeElement = { name: string; attributes: Record<string, string> }

/** The elements of a page. Their look is saved in the service, so the code has none of it. */
export function codeElements(choices: View): CodeElement[] {
  const { lang } = choices
  return elementsOf(choices).map(name => ({
    name,
    attributes: { ...ownAttributes(name, choices), ...(lang && { lang }) },
  }))
}

/** The address of a product's JSON-LD, without the value of its last parameter. */
export function structuredDataUrl({
  credentials,
  choices,
}: Pick<CodeParts, 'credentials' | 'choices'>): string {
  const { script, storeId, storeKey } = credentials
  const url = new URL('../../api/v1/structured-data.json', script).href
  return `${url}?store_id=${storeId}&store_key=${storeKey}&product_${choices.by}=`
}

/** Indents every non-empty line. */
export const indent = (text: string, spaces: number) => text.replace(/^(?=.)/gm, ' '.repeat(spaces))

import { declarationsOf } from '../../../../widgets/declarations.ts'
import { attributeOf } from '../../../../widgets/elements/properties.ts'
import { escaped } from '../../../../widgets/markup.js'
import { attributesMarkup, markupOf } from './markup.ts'
import type { AnyProductOptions, DesignAnswer, Rendered, SourceProps, StoreOptions } from './options.ts'

/** The properties that every element has. */
export function sourceProps({
  apiUrl,
  storeId,
  storeKey,
  productId,
  productSku,
  lang,
}: AnyProductOptions & StoreOptions): SourceProps {
  return { storeId, storeKey, apiUrl, ...(productId ? { productId } : { productSku }), lang }
}

/** An element with its content, by the properties that React would give it. */
export function elementMarkup(tag: string, { template = '', lang, ...props }: SourceProps): string {
  const attributes = Object.fromEntries(
    Object.entries(props).map(([name, value]) => [attributeOf(name), value]),
  )
  return `<${tag}${attributesMarkup({ ...attributes, lang })}>${template}</${tag}>`
}

/** Writes an element with the content and the styles that `write` resolves to, or without content if that fails. */
export async function render<Props extends SourceProps>(
  tag: string,
  { nonce }: StoreOptions,
  props: Props,
  write: () => Promise<[shown: unknown, rules: string[]]>,
): Promise<Rendered<Props>> {
  try {
    const [shown, rules] = await write()
    const whole = { ...props, template: templateOf(markupOf(shown), rules.join(''), nonce) }
    return { html: elementMarkup(tag, whole), props: whole }
  } catch (error) {
    return { html: elementMarkup(tag, props), props, error }
  }
}

/** A shadow tree as a template. Browsers attach it while they read the page, before any script runs. */
export function templateOf(content: string, styles: string, nonce: string | undefined): string {
  const permission = nonce === undefined ? '' : ` nonce="${escaped(nonce)}"`
  return `<template shadowrootmode="open"><style${permission}>${styles}</style>${content}</template>`
}

/** The rule that sets the variables of a saved design, as the element does. */
export function designRule(design: DesignAnswer | undefined): string {
  const declarations = declarationsOf(design?.variables ?? {})
  return declarations.length === 0 ? '' : `:host{${declarations.map(one => one.join(':')).join(';')}}`
}

/** An attribute of the saved design, if it is one of the values. */
export function saved<Value extends string>(
  design: DesignAnswer | undefined,
  tag: string,
  attribute: string,
  values: readonly Value[],
): Value | undefined {
  return values.find(value => value === design?.attributes?.[tag]?.[attribute])
}

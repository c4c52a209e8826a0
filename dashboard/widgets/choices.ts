import { widgets as languages } from 'texts:languages'
import type { Look } from './look.ts'

/** The choices made on the widgets screen: the design, which is saved, and a view of it, which is in the URL. */

/** The widgets of a product page, and those chosen at first. */
export const widgetNames = ['rating', 'reviews', 'questions', 'gallery'] as const
const firstWidgets = ['rating', 'reviews', 'questions']
/** The widgets of other pages, which need no product. */
export const storeWidgetNames = ['badge', 'gallery', 'carousel', 'store'] as const
export type WidgetName = (typeof widgetNames | typeof storeWidgetNames)[number]

/** The possible values of each choice of the view; the first is the default. */
export const options = {
  place: ['product', 'list', 'store'],
  by: ['id', 'sku'],
  lang: ['', ...languages],
  ground: ['light', 'dark'],
  width: ['desktop', 'phone'],
  rows: ['2', '1', '3', '4'],
  source: ['newest', 'pictured', 'pinned'],
  badge: ['frame', 'compact'],
} as const
type OptionName = keyof typeof options

export type View = { [Name in OptionName]: (typeof options)[Name][number] } & {
  widgets: (typeof widgetNames)[number][]
  storeWidgets: (typeof storeWidgetNames)[number][]
  /** The address that the badge leads to; empty for none. */
  url: string
  /** The id of the product in the preview; empty for the one with most reviews. */
  product: string
}

export type Choices = View & Look

/** Reads the view from URL parameters. Missing and invalid values become the defaults. */
export function readView(params: URLSearchParams, defaults: Partial<View> = {}): View {
  const widgets = params.get('show')?.split(',') ?? firstWidgets
  const ofStore: readonly string[] = params.get('pages')?.split(',') ?? storeWidgetNames
  const chosen = Object.entries(options).map(([name, values]) => [
    name,
    values.find(value => value === params.get(name)) ?? defaults[name as OptionName] ?? values[0],
  ])
  return {
    ...(Object.fromEntries(chosen) as Pick<View, OptionName>),
    widgets: widgetNames.filter(name => widgets.includes(name)),
    storeWidgets: storeWidgetNames.filter(name => ofStore.includes(name)),
    product: params.get('product') ?? '',
    url: params.get('url') ?? '',
  }
}

/** The URL parameters after a change. Defaults are left out. */
export function withView(
  params: URLSearchParams,
  change: Partial<View>,
  defaults: Partial<View> = {},
): URLSearchParams {
  const { widgets, storeWidgets, ...rest } = change
  const next = new URLSearchParams(params)
  const setOrDelete = (name: string, value: string, initial: string) => {
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  for (const [name, value] of Object.entries(rest)) {
    const initial = name in options ? (defaults[name as OptionName] ?? options[name as OptionName][0]) : ''
    setOrDelete(name, String(value), initial)
  }
  if (widgets) setOrDelete('show', widgets.join(','), firstWidgets.join(','))
  if (storeWidgets) setOrDelete('pages', storeWidgets.join(','), storeWidgetNames.join(','))
  return next
}

/** The names of the elements of a page. */
export function elementsOf(view: View): `rw-${WidgetName}`[] {
  return namesOf(view).map(name => `rw-${name}` as const)
}

function namesOf({ place, widgets, storeWidgets }: View): readonly WidgetName[] {
  if (place === 'list') return ['rating']
  return place === 'store' ? storeWidgets : widgets
}

/** The attributes of an element that its code has, because they decide the space that it takes, or what it shows. */
export function ownAttributes(name: string, { rows, source, badge, url }: View): Record<string, string> {
  if (name === 'rw-gallery' && rows !== '2') return { 'data-rows': rows }
  if (name === 'rw-carousel' && source !== 'newest') return { 'data-source': source }
  if (name !== 'rw-badge') return {}
  return { ...(badge === 'compact' && { 'data-theme': 'compact' }), ...(url && { 'data-url': url }) }
}

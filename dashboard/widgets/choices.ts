import { widgets as languages } from 'texts:languages'
import type { Look } from './look.ts'

/** The choices made on the widgets screen: the design, which is saved, and a view of it, which is in the URL. */

export const widgetNames = ['rating', 'reviews', 'questions'] as const
export type WidgetName = (typeof widgetNames)[number]

/** The possible values of each choice of the view; the first is the default. */
export const options = {
  place: ['product', 'list'],
  by: ['id', 'sku'],
  lang: ['', ...languages],
  ground: ['light', 'dark'],
  width: ['desktop', 'phone'],
} as const
type OptionName = keyof typeof options

export type View = { [Name in OptionName]: (typeof options)[Name][number] } & {
  widgets: WidgetName[]
  /** The id of the product in the preview; empty for the one with most reviews. */
  product: string
}

export type Choices = View & Look

/** Reads the view from URL parameters. Missing and invalid values become the defaults. */
export function readView(params: URLSearchParams, defaults: Partial<View> = {}): View {
  const widgets = params.get('show')?.split(',') ?? widgetNames
  const chosen = Object.entries(options).map(([name, values]) => [
    name,
    values.find(value => value === params.get(name)) ?? defaults[name as OptionName] ?? values[0],
  ])
  return {
    ...(Object.fromEntries(chosen) as Pick<View, OptionName>),
    widgets: widgetNames.filter(name => widgets.includes(name)),
    product: params.get('product') ?? '',
  }
}

/** The URL parameters after a change. Defaults are left out. */
export function withView(
  params: URLSearchParams,
  change: Partial<View>,
  defaults: Partial<View> = {},
): URLSearchParams {
  const { widgets, ...rest } = change
  const next = new URLSearchParams(params)
  const setOrDelete = (name: string, value: string, initial: string) => {
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  for (const [name, value] of Object.entries(rest)) {
    const initial = name in options ? (defaults[name as OptionName] ?? options[name as OptionName][0]) : ''
    setOrDelete(name, String(value), initial)
  }
  if (widgets) setOrDelete('show', widgets.join(','), widgetNames.join(','))
  return next
}

/** The names of the elements of a page. */
export function elementsOf({ place, widgets }: Pick<View, 'place' | 'widgets'>): `rw-${WidgetName}`[] {
  const names = place === 'list' ? (['rating'] as const) : widgets
  return names.map(name => `rw-${name}` as const)
}

import type { DesignChange } from '../../server/tenants/stores/widget-design.ts'

/** The saved design, as the service returns it. */
export type SavedDesign = {
  variables?: Record<string, string> | undefined
  attributes?: Record<string, Record<string, string>> | undefined
}

/** The colours, with their CSS variables. An empty one is the page's. */
export const colors = {
  star: '--rw-star-color',
  primary: '--rw-primary-color',
  text: '--rw-text-color',
  background: '--rw-bg-color',
  secondary: '--rw-text-secondary',
  cards: '--rw-bg-secondary',
  border: '--rw-border-color',
  emptyStar: '--rw-star-empty',
  bar: '--rw-progress-bar-color',
} as const
export type ColorName = keyof typeof colors
export const colorNames = Object.keys(colors) as ColorName[]

export const fonts = {
  page: '',
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  round: '"Trebuchet MS", Verdana, sans-serif',
} as const

/** The possible values of each choice; the first is the default. */
export const lookOptions = {
  stars: ['five', 'compact'],
  header: ['default', 'histogram', 'compact', 'minimal', 'centered'],
  list: ['grid', 'list'],
  font: Object.keys(fonts) as (keyof typeof fonts)[],
} as const

/** What the widgets look like: the fields of the design's form. */
export type Look = Record<ColorName, string> & {
  [Name in keyof typeof lookOptions]: (typeof lookOptions)[Name][number]
} & {
  perPage: number
  asks: boolean
  /** Whether the reviews add JSON-LD to the page. */
  structured: boolean
  /** Whether buttons for what the reviews often mention are displayed. */
  topics: boolean
  /** In pixels, as is `size`. */
  radius: number
  size: number
}

export const defaultLook: Look = {
  ...(Object.fromEntries(colorNames.map(name => [name, ''])) as Record<ColorName, string>),
  ...{ star: '#ffc107', stars: 'five', header: 'default', list: 'grid', font: 'page' },
  ...{ perPage: 10, asks: true, structured: false, topics: false, radius: 12, size: 16 },
}

/** The fields of a saved design. What the form does not offer, such as a size in `em`, reads as its default. */
export function lookOf({ variables = {}, attributes = {} }: SavedDesign): Look {
  const { 'rw-rating': rating = {}, 'rw-reviews': reviews = {}, 'rw-questions': questions = {} } = attributes
  const chosen = <Value extends string>(values: readonly Value[], initial: Value, text: string | undefined) =>
    values.find(value => value === text) ?? initial
  const font = Object.entries(fonts).find(([, family]) => family && family === variables['--rw-font-family'])
  return {
    ...(Object.fromEntries(
      colorNames.map(name => [name, variables[colors[name]] ?? defaultLook[name]]),
    ) as Record<ColorName, string>),
    stars: chosen(lookOptions.stars, 'five', rating['data-theme']),
    header: chosen(lookOptions.header, 'default', reviews['data-header-type']),
    list: chosen(lookOptions.list, 'grid', reviews['data-list-type']),
    font: chosen(lookOptions.font, 'page', font?.[0]),
    perPage: Number(reviews['data-items-per-page'] ?? defaultLook.perPage),
    asks: questions['data-enable-new-questions'] !== 'false',
    structured: reviews['data-structured-data'] === 'true',
    topics: reviews['data-topics'] === 'true',
    radius: pixels(variables['--rw-border-radius']) ?? defaultLook.radius,
    size: pixels(variables['--rw-font-size-base']) ?? defaultLook.size,
  }
}

function pixels(length: string | undefined): number | undefined {
  const [, number] = /^(\d+)(px)?$/.exec(length ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** The request that saves these fields. Defaults are removed from the design. */
export function designChange(fields: Partial<Look>): Required<DesignChange> {
  const full = { ...defaultLook, ...fields }
  const isSent = (name: keyof Look) => name in fields
  const sent = <Value>(entries: [field: keyof Look, name: string, value: Value | undefined][]) =>
    Object.fromEntries(
      entries.flatMap(([field, name, value]) => (isSent(field) ? [[name, value ?? null]] : [])),
    )
  const variables = variablesOf(full)
  return {
    variables: sent(variableFields.map(([field, name]) => [field, name, variables[name]])),
    attributes: Object.fromEntries(
      attributeFields.flatMap(([element, fieldsOf]) => {
        const values = attributesOf(element, full)
        const own = sent(fieldsOf.map(([field, name]) => [field, name, values[name]]))
        return Object.keys(own).length > 0 ? [[element, own]] : []
      }),
    ),
  }
}

const variableFields: [keyof Look, string][] = [
  ...colorNames.map((name): [keyof Look, string] => [name, colors[name]]),
  ['radius', '--rw-border-radius'],
  ['size', '--rw-font-size-base'],
  ['font', '--rw-font-family'],
]

/** The elements whose attributes a saved design has. */
type Element = 'rw-rating' | 'rw-reviews' | 'rw-questions'

const attributeFields: [Element, [keyof Look, string][]][] = [
  ['rw-rating', [['stars', 'data-theme']]],
  [
    'rw-reviews',
    [
      ['header', 'data-header-type'],
      ['list', 'data-list-type'],
      ['perPage', 'data-items-per-page'],
      ['structured', 'data-structured-data'],
      ['topics', 'data-topics'],
    ],
  ],
  ['rw-questions', [['asks', 'data-enable-new-questions']]],
]

/** The names of all variables that the form sets. */
export const variableNames = variableFields.map(([, name]) => name)

/** The CSS variables that differ from their defaults. */
export function variablesOf(look: Look): Record<string, string> {
  const named = colorNames.flatMap(name =>
    look[name] && look[name] !== defaultLook[name] ? [[colors[name], look[name]]] : [],
  )
  return {
    ...Object.fromEntries(named),
    ...(look.radius !== defaultLook.radius && { '--rw-border-radius': `${look.radius}px` }),
    ...(look.size !== defaultLook.size && { '--rw-font-size-base': `${look.size}px` }),
    ...(look.font !== 'page' && { '--rw-font-family': fonts[look.font] }),
  }
}

/** The attributes of an element that differ from their defaults. */
export function attributesOf(
  element: string,
  { stars, header, list, perPage, structured, topics, asks }: Look,
): Record<string, string> {
  if (element === 'rw-rating') return stars === 'compact' ? { 'data-theme': 'compact' } : {}
  if (element === 'rw-questions') return asks ? {} : { 'data-enable-new-questions': 'false' }
  if (element !== 'rw-reviews') return {}
  return {
    ...(header !== 'default' && { 'data-header-type': header }),
    ...(list !== 'grid' && { 'data-list-type': list }),
    ...(perPage !== defaultLook.perPage && { 'data-items-per-page': String(perPage) }),
    ...(structured && { 'data-structured-data': 'true' }),
    ...(topics && { 'data-topics': 'true' }),
  }
}

/** The choices made on the widgets screen. They are stored only in the URL. */

export const widgetNames = ['rating', 'reviews', 'questions'] as const
export type WidgetName = (typeof widgetNames)[number]

export const colors = {
  star: { variable: '--rw-star-color', initial: '#ffc107' },
  primary: { variable: '--rw-primary-color', initial: '' },
  text: { variable: '--rw-text-color', initial: '' },
  secondary: { variable: '--rw-text-secondary', initial: '' },
  background: { variable: '--rw-bg-color', initial: '' },
  cards: { variable: '--rw-bg-secondary', initial: '' },
  border: { variable: '--rw-border-color', initial: '' },
  emptyStar: { variable: '--rw-star-empty', initial: '' },
  bar: { variable: '--rw-progress-bar-color', initial: '' },
} as const
export type ColorName = keyof typeof colors

export const fonts = {
  page: '',
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  round: '"Trebuchet MS", Verdana, sans-serif',
} as const

/** The possible values of each choice; the first is the default. */
export const options = {
  place: ['product', 'list'],
  by: ['id', 'sku'],
  lang: ['', 'pt-BR', 'en', 'es'],
  stars: ['five', 'compact'],
  header: ['default', 'histogram', 'compact', 'minimal', 'centered'],
  list: ['grid', 'list'],
  font: Object.keys(fonts) as (keyof typeof fonts)[],
  ground: ['light', 'dark'],
  width: ['desktop', 'phone'],
} as const
type OptionName = keyof typeof options

type Options = { [Name in OptionName]: (typeof options)[Name][number] }

export type Choices = Options & {
  widgets: WidgetName[]
  /** The id of the product in the preview; empty for the one with most reviews. */
  product: string
  perPage: number
  asks: boolean
  /** In pixels, as is `size`. */
  radius: number
  size: number
  colors: Record<ColorName, string>
}

/** A change to some choices; colours can be changed one at a time. */
export type Change = Partial<Omit<Choices, 'colors'>> & { colors?: Partial<Choices['colors']> }

const defaults = { perPage: 10, radius: 12, size: 16 }

/** Reads the choices from URL parameters. Missing and invalid values become the defaults. */
export function readChoices(params: URLSearchParams): Choices {
  const widgets = params.get('show')?.split(',') ?? widgetNames
  return {
    ...(Object.fromEntries(
      Object.entries(options).map(([name, values]) => [
        name,
        values.find(value => value === params.get(name)) ?? values[0],
      ]),
    ) as Options),
    widgets: widgetNames.filter(name => widgets.includes(name)),
    product: params.get('product') ?? '',
    perPage: numberOf(params.get('perPage'), 1, 100) ?? defaults.perPage,
    asks: params.get('asks') !== 'false',
    radius: numberOf(params.get('radius'), 0, 24) ?? defaults.radius,
    size: numberOf(params.get('size'), 12, 22) ?? defaults.size,
    colors: Object.fromEntries(
      Object.entries(colors).map(([name, { initial }]) => [name, colorOf(params.get(name)) ?? initial]),
    ) as Choices['colors'],
  }
}

/** The choices after a change. */
export function withChange(choices: Choices, { colors: changedColors, ...rest }: Change): Choices {
  return { ...choices, ...rest, colors: { ...choices.colors, ...changedColors } }
}

/** The URL parameters after a change. Defaults are left out. */
export function withChoices(params: URLSearchParams, change: Change): URLSearchParams {
  const { colors: changedColors = {}, widgets, ...rest }: Change = change
  const next = new URLSearchParams(params)
  const setOrDelete = (name: string, value: string, initial: string) => {
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  for (const [name, value] of Object.entries(rest)) setOrDelete(name, String(value), initialOf(name))
  for (const [name, value] of Object.entries(changedColors))
    setOrDelete(name, value ?? '', colors[name as ColorName].initial)
  if (widgets) setOrDelete('show', widgets.join(','), widgetNames.join(','))
  return next
}

function initialOf(name: string): string {
  if (name in options) return options[name as OptionName][0]
  if (name in defaults) return String(defaults[name as keyof typeof defaults])
  return name === 'asks' ? 'true' : ''
}

function numberOf(text: string | null, min: number, max: number): number | undefined {
  if (!/^\d{1,3}$/.test(text ?? '')) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

const colorOf = (text: string | null) => (/^(#[0-9a-f]{6})?$/i.test(text ?? '-') ? (text ?? '') : undefined)

/** The CSS variables that differ from their defaults. */
export function variablesOf({ colors: chosenColors, radius, size, font }: Choices): Record<string, string> {
  const named = Object.entries(chosenColors).flatMap(([name, value]) => {
    const { variable, initial } = colors[name as ColorName]
    return value && value !== initial ? [[variable, value]] : []
  })
  return {
    ...Object.fromEntries(named),
    ...(radius !== defaults.radius && { '--rw-border-radius': `${radius}px` }),
    ...(size !== defaults.size && { '--rw-font-size-base': `${size}px` }),
    ...(font !== 'page' && { '--rw-font-family': fonts[font] }),
  }
}

/** The elements of a page with their attributes, except those of the store and the product. */
export function elementsOf(
  choices: Choices,
): { name: `rw-${WidgetName}`; attributes: Record<string, string> }[] {
  const widgets = choices.place === 'list' ? (['rating'] as const) : choices.widgets
  return widgets.map(name => ({ name: `rw-${name}`, attributes: attributesOf(name, choices) }))
}

function attributesOf(name: WidgetName, { stars, header, list, perPage, asks, lang }: Choices) {
  const own = {
    rating: stars === 'compact' && { 'data-theme': 'compact' },
    reviews: {
      ...(header !== 'default' && { 'data-header-type': header }),
      ...(list !== 'grid' && { 'data-list-type': list }),
      ...(perPage !== defaults.perPage && { 'data-items-per-page': String(perPage) }),
    },
    questions: !asks && { 'data-enable-new-questions': 'false' },
  }
  return { ...own[name], ...(lang && { lang }) }
}

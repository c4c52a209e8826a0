/** What is chosen on the screen of the widgets: all of it stands in the address, and nowhere else. */

export const shownNames = ['rating', 'reviews', 'questions'] as const
export type ShownName = (typeof shownNames)[number]

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

/** What may be chosen, what holds without first. */
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
  shown: ShownName[]
  /** The product in the preview, by its id; empty: the one with most reviews. */
  product: string
  perPage: number
  asks: boolean
  /** In pixels. */
  radius: number
  size: number
  colors: Record<ColorName, string>
}

/** Colours one by one. */
export type Change = Partial<Omit<Choices, 'colors'>> & { colors?: Partial<Choices['colors']> }

const standard = { perPage: 10, radius: 12, size: 16 }

/** Whatever is not there or makes no sense is as without a choice. */
export function readChoices(params: URLSearchParams): Choices {
  const shown = params.get('show')?.split(',') ?? shownNames
  return {
    ...(Object.fromEntries(
      Object.entries(options).map(([name, values]) => [
        name,
        values.find(value => value === params.get(name)) ?? values[0],
      ]),
    ) as Options),
    shown: shownNames.filter(name => shown.includes(name)),
    product: params.get('product') ?? '',
    perPage: numberOf(params.get('perPage'), 1, 100) ?? standard.perPage,
    asks: params.get('asks') !== 'false',
    radius: numberOf(params.get('radius'), 0, 24) ?? standard.radius,
    size: numberOf(params.get('size'), 12, 22) ?? standard.size,
    colors: Object.fromEntries(
      Object.entries(colors).map(([name, { initial }]) => [name, colorOf(params.get(name)) ?? initial]),
    ) as Choices['colors'],
  }
}

/** What is chosen after a change. */
export function withChange(choices: Choices, { colors: changed, ...rest }: Change): Choices {
  return { ...choices, ...rest, colors: { ...choices.colors, ...changed } }
}

/** The address with a change; what is as without a choice does not stand in it. */
export function withChoices(params: URLSearchParams, change: Change): URLSearchParams {
  const { colors: changed = {}, shown, ...rest }: Change = change
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, initial: string) => {
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  for (const [name, value] of Object.entries(rest)) put(name, String(value), initialOf(name))
  for (const [name, value] of Object.entries(changed))
    put(name, value ?? '', colors[name as ColorName].initial)
  if (shown) put('show', shown.join(','), shownNames.join(','))
  return next
}

function initialOf(name: string): string {
  if (name in options) return options[name as OptionName][0]
  if (name in standard) return String(standard[name as keyof typeof standard])
  return name === 'asks' ? 'true' : ''
}

function numberOf(text: string | null, least: number, most: number): number | undefined {
  if (!/^\d{1,3}$/.test(text ?? '')) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

const colorOf = (text: string | null) => (/^(#[0-9a-f]{6})?$/i.test(text ?? '-') ? (text ?? '') : undefined)

/** The variables of CSS that differ from what holds without them. */
export function variablesOf({ colors: chosen, radius, size, font }: Choices): Record<string, string> {
  const named = Object.entries(chosen).flatMap(([name, value]) => {
    const { variable, initial } = colors[name as ColorName]
    return value && value !== initial ? [[variable, value]] : []
  })
  return {
    ...Object.fromEntries(named),
    ...(radius !== standard.radius && { '--rw-border-radius': `${radius}px` }),
    ...(size !== standard.size && { '--rw-font-size-base': `${size}px` }),
    ...(font !== 'page' && { '--rw-font-family': fonts[font] }),
  }
}

/** The elements of a page, and the attributes of each but for its store and its product. */
export function elementsOf(
  choices: Choices,
): { name: `rw-${ShownName}`; attributes: Record<string, string> }[] {
  const shown = choices.place === 'list' ? (['rating'] as const) : choices.shown
  return shown.map(name => ({ name: `rw-${name}`, attributes: attributesOf(name, choices) }))
}

function attributesOf(name: ShownName, { stars, header, list, perPage, asks, lang }: Choices) {
  const own = {
    rating: stars === 'compact' && { 'data-theme': 'compact' },
    reviews: {
      ...(header !== 'default' && { 'data-header-type': header }),
      ...(list !== 'grid' && { 'data-list-type': list }),
      ...(perPage !== standard.perPage && { 'data-items-per-page': String(perPage) }),
    },
    questions: !asks && { 'data-enable-new-questions': 'false' },
  }
  return { ...own[name], ...(lang && { lang }) }
}

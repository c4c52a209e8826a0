import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'

/** The look of a store's widgets where its pages do not say otherwise. Only what differs from the defaults. */
export type WidgetDesign = {
  /** CSS variables by name. */
  variables?: Record<string, string>
  /** Attributes by element. */
  attributes?: Record<string, Record<string, string>>
}

/** The unknown names and invalid values of a design, by field: `widget_design.variables.--rw-shadow`. */
export function wrongWidgetDesign(design: WidgetDesign): FieldProblem[] {
  const known = new Set(['variables', 'attributes'])
  return [
    ...Object.keys(design).flatMap(name => (known.has(name) ? [] : [wrong(name)])),
    ...wrongValues('variables', design.variables ?? {}, variables),
    ...Object.entries(design.attributes ?? {}).flatMap(([element, values]) => {
      const allowed = ownValue(attributes, element)
      return allowed
        ? wrongValues(`attributes.${element}`, values, allowed)
        : [wrong(`attributes.${element}`)]
    }),
  ]
}

function wrongValues(path: string, values: Record<string, string>, allowed: Record<string, Rule>) {
  return Object.entries(values).flatMap(([name, value]) => {
    const rule = ownValue(allowed, name)
    if (!rule) return [wrong(`${path}.${name}`)]
    const isRight = Array.isArray(rule) ? rule.includes(value) : value.length <= mostFont && rule.test(value)
    return isRight ? [] : [{ ...wrong(`${path}.${name}`), ...expected(rule) }]
  })
}

function expected(rule: Rule): Pick<FieldProblem, 'problem' | 'values'> {
  if (Array.isArray(rule)) return { problem: 'one_of', values: [rule.join(', ')] }
  return { problem: rule === color ? 'color' : 'format' }
}

function wrong(path: string): FieldProblem {
  return { path: `widget_design.${path}`, problem: 'unknown_key' }
}

/** The form of a value, or all values. */
type Rule = RegExp | string[]

/** The own property, because `constructor` is not an element. */
export function ownValue<Value>(from: Record<string, Value> | undefined, name: string): Value | undefined {
  return from && Object.hasOwn(from, name) ? from[name] : undefined
}

const color = /^(#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|transparent)$/i
const length = /^(0|\d{1,3}px|\d{1,2}(\.\d{1,3})?r?em)$/
const family = `("[A-Za-z0-9 -]{1,60}"|[A-Za-z][A-Za-z0-9-]{0,59}( [A-Za-z0-9-]{1,60}){0,5})`
const fonts = new RegExp(`^${family}(, ?${family}){0,7}$`)
const shadow = /^(none|(-?\d{1,2}(px)? ){2,4}#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8}))$/i

/** The variables of the specification, and what each may be. None can leave a CSS value or load anything. */
const variables: Record<string, Rule> = {
  ...Object.fromEntries(
    [
      ...['primary-color', 'text-color', 'text-secondary', 'border-color', 'bg-color', 'bg-secondary'],
      ...['star-color', 'star-empty', 'progress-bar-color'],
    ].map(name => [`--rw-${name}`, color]),
  ),
  ...Object.fromEntries(
    [
      ...['spacing-xs', 'spacing-sm', 'spacing-md', 'spacing-lg', 'spacing-xl'],
      ...['font-size-base', 'font-size-sm', 'font-size-lg', 'border-radius'],
    ].map(name => [`--rw-${name}`, length]),
  ),
  '--rw-font-family': fonts,
  '--rw-shadow': shadow,
  '--rw-shadow-md': shadow,
}

/** The attributes that are about look, and what each may be. */
const attributes: Record<string, Record<string, Rule>> = {
  'rw-rating': { 'data-theme': ['compact'] },
  'rw-reviews': {
    'data-header-type': ['default', 'histogram', 'compact', 'minimal', 'centered'],
    'data-list-type': ['grid', 'list'],
    'data-items-per-page': /^([1-9]\d?|100)$/,
    'data-structured-data': ['true', 'false'],
    'data-topics': ['true', 'false'],
  },
  'rw-questions': { 'data-enable-new-questions': ['true', 'false'] },
}

const mostFont = 200 // characters

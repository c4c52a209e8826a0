import { nothing } from 'lit/html.js'
import { escaped } from '../../../../widgets/markup.js'

// At the end of a piece of a template: a value without quotes that an attribute, listener or property gets.
const binding = /\s([.?@]?)([a-z-]+)=$/i

/**
 * The HTML of a template of our elements. Every value is escaped, wherever it is. Listeners are left out: the element
 * adds them when it takes the content over.
 */
export function markupOf(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(markupOf).join('')
  return isTemplate(value) ? fill(value) : escaped(String(value))
}

/** Attributes in their order, without those that are undefined. */
export function attributesMarkup(attributes: Record<string, string | number | boolean | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('')
}

type Template = { strings: TemplateStringsArray; values: unknown[] }

// JSON can imitate all of a template but its strings: an array of JSON has no property `raw`.
function isTemplate(value: unknown): value is Template {
  if (typeof value !== 'object' || value === null || !('_$litType$' in value)) return false
  const { strings } = value as Partial<Template>
  return Array.isArray(strings) && Array.isArray(strings.raw)
}

function fill({ strings, values }: Template): string {
  return strings.map((piece, at) => (at < values.length ? joined(piece, values[at]) : piece)).join('')
}

function joined(piece: string, value: unknown): string {
  const [found, kind, name = ''] = binding.exec(piece) ?? []
  if (found === undefined) return piece + markupOf(value)
  const before = piece.slice(0, -found.length)
  if (kind === '@') return before
  if (kind === '?' || (typeof value === 'boolean' && kind === '.'))
    return value ? `${before} ${name}=""` : before
  // Of properties with a text, only a value is an attribute too: a style would need the permission of the page's policy.
  if (value === nothing || (kind === '.' && name !== 'value')) return before
  return `${before} ${name}="${escaped(String(value))}"`
}

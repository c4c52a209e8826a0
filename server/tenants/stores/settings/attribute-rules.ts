import { z } from 'zod'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { list, text } from '../../../foundation/http/input/fields.ts'
import { languages } from '../../../foundation/http/language.ts'

/** The questions that a store adds to its review form: docs/decisions/0106. */

export const mostAttributes = 12
export const mostOptions = 12
const mostProducts = 500 // and as many groups
const longestLabel = 120 // characters
const mostKibibytes = 64 // of all definitions: they are read with the store

const id = text(40, 1).meta({ pattern: '^[a-z0-9_]+$', description: 'Unique in its list: a-z, 0-9 and _' })

/** Texts by language: `{ en: 'Fit', 'pt-BR': 'Caimento' }`. */
const label = z
  .record(text(35, 1), text(longestLabel, 1))
  .meta({ description: 'By language. Another language gets that of the store, then English, then the first' })

const types = ['scale', 'rating', 'choice', 'choices', 'text'] as const

export const attribute = z.strictObject({
  id,
  type: z.enum(types).meta({
    description:
      'scale: 1 to 5 between labelled ends; rating: 1 to 5 stars; choice: one option; choices: several; text: one line',
  }),
  label,
  options: z
    .array(z.strictObject({ id, label }))
    .max(mostOptions)
    .optional()
    .meta({ description: 'Of choice and choices: 2 to 12' }),
  low: label.optional().meta({ description: 'What 1 of a scale means' }),
  mid: label.optional().meta({ description: 'What 3 of a scale means' }),
  high: label.optional().meta({ description: 'What 5 of a scale means' }),
  required: z.boolean().default(false),
  products: z
    .strictObject({
      groups: list(z.uuid(), 0, mostProducts).optional(),
      product_ids: list(text(255, 1), 0, mostProducts).optional(),
    })
    .optional()
    .meta({
      description: 'The products that are asked about: in these groups, or with these ids. Absent: all',
    }),
  public: z.boolean().default(true).meta({ description: 'false: visitors never see the answers' }),
})

export const attributes = z.array(attribute).max(mostAttributes)

export const shownAttributes = z.object({ attributes }).meta({ title: 'Attributes' })

export const newAttributes = z.strictObject({ attributes }).meta({
  title: 'NewAttributes',
  examples: [
    {
      attributes: [
        {
          id: 'fit',
          type: 'scale',
          label: { en: 'Fit', 'pt-BR': 'Caimento' },
          low: { en: 'Runs small' },
          mid: { en: 'True to size' },
          high: { en: 'Runs large' },
        },
      ],
    },
  ],
})

/** One question of a store. */
export type Attribute = z.output<typeof attribute>

export type Label = Record<string, string>

/** What the definitions break, by field: `attributes.0.options`. */
export function wrongAttributes(given: Attribute[]): FieldProblem[] {
  if (given.length > mostAttributes)
    return [{ path: 'attributes', problem: 'array_max', values: [mostAttributes] }]
  if (Buffer.byteLength(JSON.stringify(given)) > mostKibibytes * 1024)
    return [{ path: 'attributes', problem: 'kibibytes_max', values: [mostKibibytes] }]
  return [
    ...wrongIds('attributes', given),
    ...given.flatMap((one, index) => wrongAttribute(`attributes.${index}`, one)),
  ]
}

function wrongAttribute(path: string, one: Attribute): FieldProblem[] {
  const labels = [
    ...(['label', 'low', 'mid', 'high'] as const).map(name => [`${path}.${name}`, one[name]] as const),
    ...(one.options ?? []).map((option, at) => [`${path}.options.${at}.label`, option.label] as const),
  ]
  return [
    ...wrongOptions(`${path}.options`, one),
    ...(['low', 'mid', 'high'] as const).flatMap((name): FieldProblem[] =>
      one[name] && one.type !== 'scale' ? [{ path: `${path}.${name}`, problem: 'unknown_key' }] : [],
    ),
    ...labels.flatMap(([place, texts]) => (texts ? wrongLabel(place, texts) : [])),
  ]
}

function wrongOptions(path: string, { type, options }: Attribute): FieldProblem[] {
  const hasOptions = type === 'choice' || type === 'choices'
  if (!hasOptions) return options ? [{ path, problem: 'unknown_key' }] : []
  if (!options) return [{ path, problem: 'required' }]
  if (options.length < 2) return [{ path, problem: 'array_min', values: [2] }]
  return wrongIds(path, options)
}

/** Not the name of a member of every object, such as `constructor`. */
export const isAttributeId = (id: string) => /^[a-z0-9_]{1,40}$/.test(id) && !(id in {})

function wrongIds(path: string, items: { id: string }[]): FieldProblem[] {
  return items.flatMap((item, index): FieldProblem[] => {
    const place = `${path}.${index}.id`
    if (!isAttributeId(item.id)) return [{ path: place, problem: 'format' }]
    const isSecond = items.findIndex(other => other.id === item.id) < index
    return isSecond ? [{ path: place, problem: 'refused', values: [item.id] }] : []
  })
}

// A text of spaces would be a question without words.
function wrongLabel(path: string, label: Label): FieldProblem[] {
  const given = Object.entries(label)
  if (given.length === 0) return [{ path, problem: 'required' }]
  return given.flatMap(([tag, words]): FieldProblem[] => {
    const place = `${path}.${tag}`
    if (!(languages as readonly string[]).includes(tag))
      return [{ path: place, problem: 'one_of', values: [languages.join(', ')] }]
    if (words.trim() === '') return [{ path: place, problem: 'length', values: [1, longestLabel] }]
    return /[\p{Cc}\p{Bidi_Control}]/u.test(words) ? [{ path: place, problem: 'one_line' }] : []
  })
}

import { z } from 'zod'

/** The parts of JSON Schema that sample bodies are generated from. */
type Shape = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
  required?: string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
}

/** Which fields to generate besides those that contain ids. */
export type Fields = 'required' | 'all'

type Wanted = { id: string; fields: Fields }

const namesAnId = /(^|_)ids?$/

/**
 * A value that a zod schema accepts: its required fields with any values, and `id` in every field that contains ids.
 */
export function sampleOf(schema: unknown, id: string, fields: Fields = 'required'): unknown {
  return schema instanceof z.ZodType ? sample(shapeOf(schema), { id, fields }) : undefined
}

/** Whether a body or query of the schema contains an id. */
export function namesIds(schema: unknown): boolean {
  return schema instanceof z.ZodType && JSON.stringify(sampleOf(schema, marker)).includes(marker)
}

const marker = '01890000-0000-7000-8000-00000000face'

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
}

function sample(shape: Shape, wanted: Wanted, name = ''): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum.find(one => one !== null)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return sample(choices.find(one => one.type !== 'null') ?? {}, wanted, name)
  if (shape.type === 'object') return sampleObject(shape, wanted)
  if (shape.type === 'array') return sampleList(shape, wanted, name)
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  return namesAnId.test(name) ? wanted.id : sampleText(shape, name)
}

// If several ids are required, the others are unknown ids.
function sampleList({ items, minItems = 1 }: Shape, wanted: Wanted, name: string): unknown[] {
  if (!items) return []
  const others = Array.from({ length: Math.max(0, minItems - 1) }, () => ({ ...wanted, id: marker }))
  return [wanted, ...others].map(one => sample(items, one, name))
}

function sampleObject({ properties = {}, required = [] }: Shape, wanted: Wanted): object {
  const isWanted = (name: string) =>
    wanted.fields === 'all' || required.includes(name) || namesAnId.test(name)
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isWanted(name))
      .map(([name, shape]) => [name, sample(shape, wanted, name)]),
  )
}

// The date is far in the future: requests can only move to future days.
const texts = [
  'a text',
  'https://shop.example/p/1',
  '2126-12-02',
  '09:00',
  '2126-12',
  '123456',
  '#1f7355',
  'en',
]

function sampleText({ format, pattern, minLength = 0 }: Shape, name: string): string {
  if (!format && !pattern && /^(date|day|from|to)$/.test(name)) return '2126-12-02'
  if (format === 'email') return 'somebody@shop.example'
  if (format === 'uuid') return marker
  if (format === 'date-time') return '2126-12-02T09:00:00.000Z'
  if (format === 'uri') return 'https://shop.example/p/1'
  const found = texts.find(text => !pattern || new RegExp(pattern, 'u').test(text)) ?? 'a text'
  return found.padEnd(minLength, '.')
}

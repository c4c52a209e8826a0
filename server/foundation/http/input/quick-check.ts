import type { z } from 'zod'

type Check = (value: unknown) => boolean

const checks = new WeakMap<object, Check>()

/**
 * Gives a kind of field a check that accepts exactly what its schema accepts, and changes nothing. Returns the schema.
 */
export function withQuickCheck<Schema extends z.ZodType>(schema: Schema, check: Check): Schema {
  // Metadata makes a new schema with the same definition; another rule makes a new definition, without this check.
  checks.set(schema.def, check)
  return schema
}

/**
 * A check that accepts exactly the JSON values that the schema accepts; undefined if a part of the schema has none.
 * zod is then needed only to say what is wrong. Measured for an order of 1 kB: 1 µs instead of 8.
 */
export function quickCheckOf(schema: z.ZodType): Check | undefined {
  const known = checks.get(schema.def)
  if (known) return known
  if (isOptional(schema)) return quickCheckOf(schema.def.innerType as z.ZodType)
  return isStrictObject(schema) ? objectCheck(schema.def.shape as Record<string, z.ZodType>) : undefined
}

function isOptional(schema: z.ZodType): schema is z.ZodOptional {
  return schema.def.type === 'optional'
}

function isStrictObject(schema: z.ZodType): schema is z.ZodObject {
  const { type, catchall, checks: rules = [] } = (schema as z.ZodObject).def
  return type === 'object' && catchall?._zod.def.type === 'never' && rules.length === 0
}

function objectCheck(shape: Record<string, z.ZodType>): Check | undefined {
  const fields = new Map<string, Check>()
  const required: string[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const check = quickCheckOf(schema)
    if (!check) return undefined
    fields.set(name, check)
    if (!isOptional(schema)) required.push(name)
  }
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const name of required) if (!Object.hasOwn(value, name)) return false
    // Parsed JSON has no inherited names.
    for (const name in value) if (!fields.get(name)?.((value as Record<string, unknown>)[name])) return false
    return true
  }
}

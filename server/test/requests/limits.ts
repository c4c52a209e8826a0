/** An OpenAPI document, as far as limits need it. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Operation = {
  operationId: string
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

type Schema = {
  $ref?: string
  maxLength?: number
  maxItems?: number
  maximum?: number
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const units = { maxLength: ' characters', maxItems: ' elements', maximum: '' } as const

/**
 * What the requests of a document may hold at most: field, limit, and the operations it is for. A field is `a.b` in a body,
 * `a[]` for the elements of a list, `a.*` for any value of an object, `a.(key)` for its keys, `?a` in a query, `{a}` in a path.
 */
export function limitsOf({
  paths,
  components,
}: Document): [field: string, limit: string, operations: string[]][] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const all = operations.flatMap(operation =>
    fieldsOf(operation).flatMap(([field, schema]) =>
      within(schema, field, components.schemas).map(row => ({ row, id: operation.operationId })),
    ),
  )
  return [...Map.groupBy(all, ({ row }) => row.join('\n'))].map(([row, found]) => {
    const [field = '', limit = ''] = row.split('\n')
    return [field, limit, [...new Set(found.map(({ id }) => id))].sort()]
  })
}

type Field = [name: string, schema: Schema]

function fieldsOf({ parameters = [], requestBody }: Operation): Field[] {
  const named = parameters.map(({ in: place, name, schema }): Field => {
    const field = { path: `{${name}}`, query: `?${name}` }[place] ?? `${name}:`
    return [field, schema]
  })
  return [...named, ...Object.values(requestBody?.content ?? {}).map(({ schema }): Field => ['', schema])]
}

/** The limits of a schema and of what is in it. */
function within(
  schema: Schema,
  field: string,
  components: Record<string, Schema>,
  inside: string[] = [],
): [field: string, limit: string][] {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const referred = inside.includes(name) ? undefined : components[name]
    return referred ? within(referred, field, components, [...inside, name]) : []
  }
  const own = Object.entries(units).flatMap(([key, unit]): [string, string][] => {
    const most = schema[key as keyof typeof units]
    // The largest exact integer is none of ours.
    return most === undefined || most >= Number.MAX_SAFE_INTEGER
      ? []
      : [[field, `${most.toLocaleString('en-US')}${unit}`]]
  })
  return [...own, ...partsOf(schema, field).flatMap(([part, one]) => within(one, part, components, inside))]
}

function partsOf(schema: Schema, field: string): Field[] {
  const {
    properties = {},
    items,
    additionalProperties,
    propertyNames,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  const named = Object.entries(properties).map(
    ([name, one]): Field => [field ? `${field}.${name}` : name, one],
  )
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const others = [
    [`${field}[]`, items],
    [`${field}.*`, values],
    [`${field}.(key)`, propertyNames],
  ] as const
  const alike = [...anyOf, ...oneOf, ...allOf].map((one): Field => [field, one])
  return [...named, ...others.flatMap(([part, one]): Field[] => (one ? [[part, one]] : [])), ...alike]
}

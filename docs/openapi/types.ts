type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}
type Media = Record<string, { schema?: Schema }>
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema }
type Operation = {
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, { content?: Media }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/**
 * TypeScript of an OpenAPI document: a type for each of its schemas, and `Operations`, which has the parameters, body and
 * answer of each operation by its method and address, such as `GET /manage/v1/reviews`. `isWanted` chooses addresses.
 * Throws on a type that it does not know.
 *
 * openapi-typescript 7 would need a second compiler, because it does not accept TypeScript 6.
 */
export function typesOf(document: object, isWanted: (path: string) => boolean): string {
  const { paths, components } = document as Document
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const operations = Object.entries(paths)
    .filter(([path]) => isWanted(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => memberOf(method, path, operation)),
    )
  return [
    '// Made from the OpenAPI document by docs/openapi/write-types.ts.\n',
    ...schemas,
    `export type Operations = {\n${operations.join('')}}\n`,
  ].join('\n')
}

function memberOf(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody } = operation
  const parts = [
    ...parametersOf('path', parameters),
    ...parametersOf('query', parameters),
    ...bodyOf(requestBody),
    `answer: ${answerOf(operation)}`,
  ]
  const text = [summary, description].filter(Boolean).join('. ')
  return `${comment(text, '  ')}  '${method.toUpperCase()} ${path}': {\n${parts.map(part => `    ${part}\n`).join('')}  }\n`
}

function parametersOf(place: string, all: Parameter[]): string[] {
  const parameters = all.filter(one => one.in === place)
  if (parameters.length === 0) return []
  const required = parameters.filter(one => one.required).map(({ name }) => name)
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  )
  return [
    `${place}${required.length > 0 ? '' : '?'}: ${typeOf({ type: 'object', properties, required }, '    ')}`,
  ]
}

function bodyOf(body: Operation['requestBody']): string[] {
  const schema = body?.content['application/json']?.schema
  return schema ? [`body${body.required ? '' : '?'}: ${typeOf(schema, '    ')}`] : []
}

/** The union of the answers of all statuses of 2xx. HTML is text; an answer without content is undefined. */
function answerOf({ responses }: Operation): string {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => {
      const [[type = '', media] = []] = Object.entries(content ?? {})
      if (!media) return 'undefined'
      if (!type.endsWith('json')) return 'string'
      return media.schema ? typeOf(media.schema, '    ') : 'unknown'
    })
  return [...new Set(answers)].join(' | ')
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref) return $ref.replace('#/components/schemas/', '')
  if (values) return values.map(value => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (anyOf || oneOf) return unionOf(anyOf ?? oneOf ?? [], indent)
  if (allOf) return allOf.map(one => bracketed(typeOf(one, indent))).join(' & ')
  if (Array.isArray(type))
    return unionOf(
      type.map(one => ({ ...schema, type: one })),
      indent,
    )
  if (type === 'object') return objectOf(schema, indent)
  if (type === 'array') return `${bracketed(typeOf(schema.items ?? {}, indent))}[]`
  if (type === 'integer') return 'number'
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  if (type === undefined) return 'unknown'
  throw new Error(`No TypeScript is known for ${JSON.stringify(schema)}`)
}

function unionOf(schemas: Schema[], indent: string): string {
  return [...new Set(schemas.map(one => typeOf(one, indent)))].join(' | ')
}

function bracketed(type: string): string {
  return /^[\w.]+$/.test(type) ? type : `(${type})`
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const entries = Object.entries(properties)
  if (entries.length === 0) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
    return `Record<string, ${additionalProperties === false ? 'never' : values}>`
  }
  const inner = `${indent}  `
  const members = entries.map(([name, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)
    const isRequired = required.includes(name)
    // A caller may also pass undefined, which is left out.
    const type = `${typeOf(schema, inner)}${isRequired ? '' : ' | undefined'}`
    return `${comment(schema.description, inner)}${inner}${key}${isRequired ? '' : '?'}: ${type}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n` : ''
}

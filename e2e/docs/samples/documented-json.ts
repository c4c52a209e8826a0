import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { makeDocuments } from '../../../docs/openapi/documents.ts'
import { commentIn, type Fence } from '../pages.ts'

type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

type Document = { paths: Record<string, Record<string, Operation>> }

const files: Record<string, string> = {
  public: 'openapi.json',
  manage: 'management-openapi.json',
  operator: 'operator-openapi.json',
}

/**
 * A check of JSON against the schemas of the APIs. A comment before the block names what it is: `<!-- request: manage
 * createReview -->`, `<!-- answer: public listRatings 200 -->`, or a part of an answer: `… 200 meta.design`.
 */
export async function readSchemas(): Promise<(fence: Fence) => string[]> {
  const documents = await makeDocuments()
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addFormat('binary', true)
  for (const [api, file] of Object.entries(files)) ajv.addSchema(documents[file] as object, api)

  function check(api: string, name: string, wanted: Wanted, code: string): string[] {
    const document = documents[files[api] ?? ''] as Document | undefined
    const place = document && placesOf(document, name, wanted)[0]
    if (!place) return [`${api} has no ${name}, or not ${JSON.stringify(wanted)}`]
    const pointer = place.map(one => encodeURIComponent(one.replaceAll('/', '~1'))).join('/')
    return ajv.validate({ $ref: `${api}#/${pointer}` }, JSON.parse(code)) ? [] : [ajv.errorsText()]
  }

  return ({ before, code }) => {
    const request = commentIn(before, 'request')?.split(' ')
    if (request) return check(request[0] ?? '', request[1] ?? '', {}, code)
    const answer = commentIn(before, 'answer')?.split(' ')
    if (answer) return check(answer[0] ?? '', answer[1] ?? '', { status: answer[2], part: answer[3] }, code)
    return []
  }
}

type Wanted = { status?: string | undefined; part?: string | undefined }

/** Where the schema is in the document; at most one. */
function placesOf({ paths }: Document, name: string, wanted: Wanted): string[][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId === name)
      .flatMap(([method, operation]) => {
        const place = placeOf(operation, wanted)
        return place ? [['paths', path, method, ...place]] : []
      }),
  )
}

/** Where the schema is within an operation; undefined if it has none. */
function placeOf({ requestBody, responses }: Operation, { status, part }: Wanted): string[] | undefined {
  if (status === undefined) return requestBody && ['requestBody', 'content', 'application/json', 'schema']
  if (!responses[status]?.content?.['application/json']) return undefined
  const parts = part?.split('.').flatMap(name => ['properties', name]) ?? []
  return ['responses', status, 'content', 'application/json', 'schema', ...parts]
}

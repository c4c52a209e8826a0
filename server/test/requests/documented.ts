import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import type { Answer, TestApp } from '../app.ts'

type Response = { content?: Record<string, { schema: object }> }
type Operation = { operationId: string; responses: Record<string, Response> }

/** An OpenAPI document of the service, to compare answers with. */
export type Documented = {
  /** Each operation by its id. */
  operations: Map<string, Operation>
  /** Fails unless the operation documents the answer's status, content type and body. */
  expectFit: (operationId: string, status: number, answer: Answer) => void
}

/** Reads the OpenAPI document at `path`. */
export async function readDocument(service: Pick<TestApp, 'send'>, path: string): Promise<Documented> {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addFormat('binary', true)
  const { body } = await service.send('GET', path)
  ajv.addSchema(body, 'openapi')
  const operations = new Map(
    Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        operation.operationId,
        { ...operation, responses: pointersOf(operation, path, method) },
      ]),
    ),
  )
  return { operations, expectFit: (...args) => expectFit(ajv, operations, ...args) }
}

/** The answers of an operation, their schemas as references into the document. */
function pointersOf({ responses }: Operation, path: string, method: string): Operation['responses'] {
  const escaped = encodeURIComponent(path.replace(/\//g, '~1'))
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => {
      const base = `openapi#/paths/${escaped}/${method}/responses/${status}/content`
      const named = Object.keys(content ?? {}).map(type => [
        type,
        { schema: { $ref: `${base}/${encodeURIComponent(type.replace(/\//g, '~1'))}/schema` } },
      ])
      return [status, { ...(content && { content: Object.fromEntries(named) }) }]
    }),
  )
}

function expectFit(
  ajv: Ajv2020,
  operations: Map<string, Operation>,
  operationId: string,
  status: number,
  answer: Answer,
): void {
  expect(answer.status, `${operationId}: ${JSON.stringify(answer.body)}`).toBe(status)
  const response = operations.get(operationId)?.responses[status]
  expect(response, `${operationId} documents ${status}`).toBeDefined()
  if (status === 204 || status === 304) {
    expect(response?.content).toBeUndefined()
    return
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const media = response?.content?.[type]
  expect(media, `${operationId} documents ${type}`).toBeDefined()
  const isValid = ajv.validate(media?.schema as object, answer.body)
  expect(isValid, `${operationId} ${status}: ${ajv.errorsText()}`).toBe(true)
}

import { z } from 'zod'
import { routes } from '../../api/routes.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readConfig } from '../../foundation/config/config.ts'
import type { AdminClient } from '../admin.ts'
import { type Fields, namesIds, sampleOf } from './sample-body.ts'

/** A dashboard route of one store: its path after the store, and its parameters and body. */
export type StoreRoute = {
  method: string
  path: string
  params: string[]
  /** The examples of parameters that are no ids, by name. */
  examples: Record<string, string>
  query: unknown
  body: unknown
}

const storePath = '/admin/api/stores/:storeId'

/** All routes of a store, from the service's own table. */
export function routesOfAStore(): StoreRoute[] {
  const parts = { config: readConfig({}) } as Dependencies
  return routes(parts).flatMap(({ role, routes: table }) =>
    table
      .filter(([, url]) => url.startsWith(storePath))
      .map(([method, url, { schema }]) => {
        const path = url.slice(storePath.length)
        if (!role) throw new Error(`${url} is in a group without a role`)
        const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
        const examples = examplesOf(schema?.params)
        return { method, path, params, examples, query: schema?.querystring, body: schema?.body }
      }),
  )
}

function examplesOf(params: unknown): Record<string, string> {
  const shape = params instanceof z.ZodObject ? Object.entries(params.shape) : []
  return Object.fromEntries(
    shape.flatMap(([name, field]) => {
      const [example] = ((field as z.ZodType).meta()?.examples as string[] | undefined) ?? []
      return example === undefined ? [] : [[name, example]]
    }),
  )
}

export function takesIds({ params, query, body }: StoreRoute): boolean {
  return params.length > 0 || namesIds(query) || namesIds(body)
}

type Sent = { status: number; body: { error_code?: number } | undefined }

/**
 * Sends a valid request to the route, with `id` wherever it takes one. If it needs one of several fields, sends all.
 */
export async function sendSample(
  client: Pick<AdminClient, 'send'>,
  route: StoreRoute,
  storeId: string,
  id: string,
): Promise<Sent> {
  const answer = await sendFields(client, route, storeId, { id, fields: 'required' })
  return answer.status === 400 ? await sendFields(client, route, storeId, { id, fields: 'all' }) : answer
}

async function sendFields(
  client: Pick<AdminClient, 'send'>,
  { method, path, examples, query, body }: StoreRoute,
  storeId: string,
  { id, fields }: { id: string; fields: Fields },
): Promise<Sent> {
  const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(examples[name] ?? id))
  const asked = sampleOf(query, id, fields) as Record<string, string> | undefined
  const search = asked ? `?${new URLSearchParams(asked)}` : ''
  const answer = await client.send(
    method,
    `/stores/${storeId}${address}${search}`,
    sampleOf(body, id, fields),
  )
  return { status: answer.status, body: answer.body }
}

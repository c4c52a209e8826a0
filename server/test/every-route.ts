import { readConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import { routes } from '../routes.ts'
import type { AdminClient } from './admin.ts'
import type { TestApp } from './app.ts'
import { type Fields, namesIds, sampleOf } from './sample-body.ts'

/** A route of the dashboard about one store: what follows the store in its address, and what it takes. */
export type StoreRoute = {
  method: string
  path: string
  params: string[]
  query: unknown
  body: unknown
}

const storePath = '/admin/api/stores/:storeId'

/** All of them, from the table that the service is made of. */
export function routesOfAStore({ app }: Pick<TestApp, 'app'>): StoreRoute[] {
  const parts = { config: readConfig({}) } as Dependencies
  return routes(app, parts).flatMap(({ role, routes: table }) =>
    table
      .filter(([, url]) => url.startsWith(storePath))
      .map(([method, url, { schema }]) => {
        const path = url.slice(storePath.length)
        if (!role) throw new Error(`${url} is in a group without a role`)
        const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
        return { method, path, params, query: schema?.querystring, body: schema?.body }
      }),
  )
}

export function takesIds({ params, query, body }: StoreRoute): boolean {
  return params.length > 0 || namesIds(query) || namesIds(body)
}

type Sent = { status: number; body: { error_code?: number } | undefined }

/** Sends what the route takes, with `id` wherever it takes one. Where it wants one of several fields, with all. */
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
  { method, path, query, body }: StoreRoute,
  storeId: string,
  { id, fields }: { id: string; fields: Fields },
): Promise<Sent> {
  const address = path.replace(/:\w+/g, encodeURIComponent(id))
  const asked = sampleOf(query, id, fields) as Record<string, string> | undefined
  const search = asked ? `?${new URLSearchParams(asked)}` : ''
  const answer = await client.send(
    method,
    `/stores/${storeId}${address}${search}`,
    sampleOf(body, id, fields),
  )
  return { status: answer.status, body: answer.body }
}

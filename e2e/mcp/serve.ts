import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { checkout, readyDataDir, runJson, type Service, startService } from '../service.ts'
import { createStore, type Store } from '../store.ts'

type Written = { id: string; state: string }

/** A service with a store, and the command `mcp` beside it, through the SDK's client. */
export type Served = {
  service: Service
  store: Store
  /** Reads and writes reviews and questions. */
  key: string
  createKey: (...scopes: string[]) => Promise<string>
  connect: (flags?: string[], given?: { secret?: string; url?: string }) => Promise<Client>
  manage: <Body = Written>(path: string, body?: object) => Promise<Body>
  writeReview: (body: object) => Promise<Written>
  writeQuestion: () => Promise<Written>
}

export async function serve(): Promise<Served> {
  const service = await startService({ dataDir: readyDataDir() })
  const store = await createStore(service)
  const createKey = (...scopes: string[]) => keyOf(service, store, scopes)
  const key = await createKey('reviews:read', 'reviews:write', 'questions:read', 'questions:write')
  const manage: Served['manage'] = (path, body) => request(`${service.url}/manage/v1/${path}`, key, body)
  let written = 0
  return {
    ...{ service, store, key, createKey, manage },
    connect: (flags = [], { secret = key, url = service.url } = {}) => connect(flags, secret, url),
    writeReview: body => {
      const external = { external_id: `r-${++written}`, product_id: 'P-1', display_name: 'Ana' }
      return manage('reviews', { ...external, rating: 4, body: 'Boils fast', ...body })
    },
    writeQuestion: () =>
      manage('questions', {
        ...{ external_id: `q-${++written}`, product_id: 'P-1' },
        ...{ body: 'Does it work on induction?', display_name: 'Rui', email: 'rui@example.com' },
      }),
  }
}

async function keyOf(service: Service, store: Store, scopes: string[]): Promise<string> {
  const flags = scopes.flatMap(scope => ['--scope', scope])
  const args = ['key', 'create', '--store', store.store_id, '--type', 'manage', ...flags]
  return (await runJson<{ api_key: string }>(args, service)).api_key
}

async function request<Body>(url: string, key: string, body?: object): Promise<Body> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as Body
}

const clients = new Set<Client>()

export async function closeClients(): Promise<void> {
  for (const client of clients) await client.close()
  clients.clear()
}

async function connect(flags: string[], secret: string, url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  clients.add(client)
  await client.connect(
    new StdioClientTransport({
      command: join(checkout, 'realword'),
      args: ['mcp', '--url', url, ...flags],
      env: { PATH: process.env.PATH ?? '', ...(secret && { REALWORD_KEY: secret }) },
      stderr: 'pipe',
    }),
  )
  return client
}

export type Called = { isError: boolean; texts: string[] }

export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called> {
  const { isError = false, content } = await client.callTool({ name, arguments: args })
  return { isError, texts: content.map(one => (one.type === 'text' ? one.text : one.type)) }
}

export async function names(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name).sort()
}

/** The lines between the markers of the second text. */
export function between([, text = '']: string[]): Record<string, unknown>[] {
  const lines = text.split('\n')
  const [, marker] = /^<(untrusted-[0-9a-f]{32})>$/.exec(lines[1] ?? '') ?? []
  expect(marker).toBeDefined()
  expect(lines.at(-1)).toBe(`</${marker}>`)
  expect(text.split(marker as string)).toHaveLength(3)
  return lines.slice(2, -1).map(line => JSON.parse(line))
}

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/**
 * A minimal server that answers with fixed bytes, as a baseline: node:http or Fastify alone. `ANSWERS` is a file with
 * the bodies by path, in base64; those below /br/ and /gzip/ are encoded. Reports its port.
 */
const answers = new Map(
  Object.entries(
    JSON.parse(readFileSync(process.env.ANSWERS as string, 'utf8')) as Record<string, string>,
  ).map(([path, body]) => [path, Buffer.from(body, 'base64')]),
)

function headersOf(path: string): Record<string, string> {
  const coding = /^\/(br|gzip)\//.exec(path)?.[1]
  return { 'content-type': 'application/json; charset=utf-8', ...(coding && { 'content-encoding': coding }) }
}

const port = process.env.KIND === 'fastify' ? await listenWithFastify() : await listenWithNode()
process.send?.(port)
process.on('disconnect', () => process.exit())

async function listenWithFastify(): Promise<number> {
  const app = fastify()
  for (const [path, body] of answers) {
    const headers = headersOf(path)
    app.get(path, (_request, reply) => reply.headers(headers).send(body))
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

async function listenWithNode(): Promise<number> {
  const heads = new Map([...answers.keys()].map(path => [path, headersOf(path)]))
  const server = createServer(({ url = '' }, response) => {
    const body = answers.get(url) as Buffer
    response.writeHead(200, { ...heads.get(url), 'content-length': body.length }).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/**
 * A minimal server that answers with fixed bytes, as a baseline: node:http or Fastify alone. `ANSWERS` is a file with
 * the bodies by path, in base64. Reports its port.
 */
const answers = new Map(
  Object.entries(
    JSON.parse(readFileSync(process.env.ANSWERS as string, 'utf8')) as Record<string, string>,
  ).map(([path, body]) => [path, Buffer.from(body, 'base64')]),
)
const contentType = 'application/json; charset=utf-8'

const port = process.env.KIND === 'fastify' ? await listenWithFastify() : await listenWithNode()
process.send?.(port)
process.on('disconnect', () => process.exit())

async function listenWithFastify(): Promise<number> {
  const app = fastify()
  for (const [path, body] of answers) {
    app.get(path, (_request, reply) => reply.header('content-type', contentType).send(body))
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

async function listenWithNode(): Promise<number> {
  const server = createServer((request, response) => {
    const body = answers.get(request.url as string) as Buffer
    response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

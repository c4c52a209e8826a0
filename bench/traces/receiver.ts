import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Accepts traces as OTLP over HTTP, and forgets them. Reports its port. GET answers the bytes received. */
let bytes = 0
const server = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(request.method === 'GET' ? JSON.stringify(bytes) : '{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A minimal server as a baseline: reads the body, parses its JSON, answers 201. Reports its port. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { order_id } = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify({ id: order_id })
    response
      .writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

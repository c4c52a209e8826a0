import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks that reads each body and answers 204. Reports its port, then what it saw when it is asked. */
const empty = { requests: 0, firstAt: 0, lastAt: 0 }
let seen = { ...empty }
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    seen.lastAt = performance.now()
    seen.firstAt ||= seen.lastAt
    seen.requests++
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', what => {
  if (what === 'clear') seen = { ...empty }
  process.send?.(seen)
})
process.on('disconnect', () => process.exit())

import { connect } from 'node:net'

/** Whether new connections to the service are refused. */
export function isRefused(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    () => false,
    () => true,
  )
}

/** Sends half of a request to /orders; `finish` sends the rest. `begun` resolves when the server reads the body. */
export function slowPost(url: string, headers: Record<string, string>, body: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ ...headers, expect: '100-continue' }).map(([k, v]) => `${k}: ${v}\r\n`)
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  let heard = ''
  socket.on('data', chunk => {
    heard += chunk
    if (!heard.startsWith('HTTP/1.1 100')) return
    heard = heard.slice(heard.indexOf('\r\n\r\n') + 4)
    begun.resolve()
  })
  socket.on('error', answer.reject)
  socket.on('close', () => answer.resolve(heard))
  socket.write(
    `POST /orders HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  socket.write(body.slice(0, 20))
  return { begun: begun.promise, answer: answer.promise, finish: () => socket.write(body.slice(20)) }
}

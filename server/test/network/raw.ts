import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: unknown }

/**
 * Sends raw bytes and reads the response until the service closes the connection. Closes its own side after the whole
 * response: the service reads what else a client with a body might send, for as long as a minute.
 */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  await new Promise<void>((done, fail) => {
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk)
      if (isWhole(Buffer.concat(received).toString('latin1'))) socket.end()
    })
    socket.on('close', () => done())
    socket.on('error', fail)
    socket.write(bytes)
  })
  return parse(Buffer.concat(received).toString('utf8'))
}

function isWhole(answer: string): boolean {
  const endOfHead = answer.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(answer)?.[1]
  return endOfHead > 0 && length !== undefined && answer.length >= endOfHead + 4 + Number(length)
}

function parse(answer: string): RawAnswer {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const isJson = headers['content-type']?.startsWith('application/json')
  return { status: Number(statusLine.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body }
}

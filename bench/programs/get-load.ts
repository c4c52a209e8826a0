import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Measured } from './load.ts'

/**
 * Sends GET requests for the paths in turn, as load.ts sends orders: over bare sockets, each after the previous
 * response. `pathsFile` contains the list: a thousand addresses are too long for a command line.
 */
export type GetLoad = {
  port: number
  pathsFile: string
  connections: number
  seconds: number
  /** The Accept-Encoding header; none by default. */
  accepted?: string | undefined
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as GetLoad)))

async function measure({ port, pathsFile, connections, seconds, accepted }: GetLoad): Promise<Measured> {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const paths = JSON.parse(readFileSync(pathsFile, 'utf8')) as string[]
  const more = accepted === undefined ? '' : `Accept-Encoding: ${accepted}\r\n`
  const requests = paths.map(path => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`))
  let number = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(Array.from({ length: connections }, readOverConnection))
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100
  return { perSecond: times.length / took, statuses, p50: at(0.5), p99: at(0.99) }

  async function readOverConnection(): Promise<void> {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await new Promise<void>(over => {
      let sent = 0
      const next = () => {
        sent = performance.now()
        socket.write(requests[number++ % requests.length] as Buffer)
      }
      readAnswers(socket, status => {
        const now = performance.now()
        times.push(now - sent)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (now < end) next()
        else over()
      })
      next()
    })
    socket.destroy()
  }
}

// Reads only lengths: decoding every body as text would cost more than sending it.
function readAnswers(socket: Socket, answered: (status: string) => void): void {
  let left = 0
  let status = ''
  let head: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    if (left > 0) left -= chunk.length
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const text = head.toString('latin1', 0, headEnd)
      status = text.slice(9, 12)
      left = headEnd + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - head.length
      head = Buffer.alloc(0)
    }
    if (left === 0) answered(status)
  })
}

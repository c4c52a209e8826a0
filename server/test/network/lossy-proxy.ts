import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a pooler in transaction mode loses. */
export type Loss = 'notifications' | 'options'

export type LossyProxy = { port: number; close: () => void }

/** A proxy to a PostgreSQL server that loses one thing on the way. */
export async function openLossyProxy(
  target: { host: string; port: number },
  loss: Loss,
): Promise<LossyProxy> {
  const sockets = new Set<Socket>()
  const server = createServer(inner => {
    const outer = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target)
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        inner.destroy()
        outer.destroy()
        sockets.delete(socket)
      })
    }
    inner.once('data', startup => {
      outer.write(loss === 'options' ? withoutOptions(startup) : startup)
      inner.pipe(outer)
    })
    if (loss === 'notifications') forwardMessages(outer, inner)
    else outer.pipe(inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

// Its length, the version of the protocol, and names with values, each ended by a zero.
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.subarray(8).toString().split('\0')
  const at = words.indexOf('options')
  if (at >= 0) words.splice(at, 2)
  const rest = Buffer.from(words.join('\0'))
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(head.length + rest.length, 0)
  return Buffer.concat([head, rest])
}

const notification = 'A'.charCodeAt(0)

// Each message: its kind, the length of what follows the kind, and that.
function forwardMessages(from: Socket, to: Socket): void {
  let rest = Buffer.alloc(0)
  from.on('data', bytes => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1)
      if (rest.length < end) return
      if (rest[0] !== notification) to.write(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
}

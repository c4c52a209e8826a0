import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = { port: number; silence: () => void; resume: () => void; close: () => void }

/**
 * A TCP proxy to `target`. `silence` swallows everything on open connections, as a firewall does that forgot them.
 * `resume` delivers it, as a cable that is back.
 */
export async function openSilentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  const pairs = new Map<Socket, Socket>()
  const server = createServer(inner => {
    const outer = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      pairs.set(from, to)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => pairs.delete(from))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const socket of pairs.keys()) socket.unpipe().pause()
    },
    resume: () => {
      for (const [from, to] of pairs) from.pipe(to)
    },
    close: () => {
      for (const socket of pairs.keys()) socket.destroy()
      server.close()
    },
  }
}

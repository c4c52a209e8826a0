import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export type Listening = {
  port: number
  url: string
  /** Stops listening, and ends the connections. */
  close: () => Promise<void>
}

/** Starts a server on a free port of this machine. `protocol` begins its address. */
export async function listen(server: Server, protocol = 'http'): Promise<Listening> {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${protocol}://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise(done => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** A port that was free just now, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets `app.close` finish with the last answer: it closes connections without a request at once, and each other
 * connection after its current answer.
 */
export function drainQuickly(app: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  app.server.on('connection', socket => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}

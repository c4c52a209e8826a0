import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const MiB = 1024 * 1024

/** Bytes that are read and discarded after the last answer of a connection, at most. */
export const mostDiscarded = 64 * MiB
const longest = 60_000 // ms

/** Milliseconds in which a client that has the answer closes its side. */
const grace = 2_000

/** Connections whose last answer has begun. */
export type Endings = ReturnType<typeof createEndings>

/**
 * Closes connections without losing their last answer. Bytes that arrive on a closed connection reset it, and the reset
 * overtakes the answer. So what still arrives is read and discarded, within limits.
 */
export function createEndings() {
  const timers = new Map<Socket, NodeJS.Timeout | undefined>()
  let isHurried = false

  function destroyIn(socket: Socket, time: number): void {
    clearTimeout(timers.get(socket))
    timers.set(
      socket,
      setTimeout(() => socket.destroy(), time),
    )
  }

  return {
    has: (socket: Socket) => timers.has(socket),
    /** From now on, its requests get no answer: RFC 9112, 9.6. */
    add: (socket: Socket) => {
      timers.set(socket, undefined)
      socket.once('close', () => {
        clearTimeout(timers.get(socket))
        timers.delete(socket)
      })
    },
    discard: (socket: Socket) => destroyIn(socket, isHurried ? grace : longest),
    end: (socket: Socket) => {
      socket.end()
      destroyIn(socket, grace)
    },
    /** For a service that stops: every client has its answer, and gets as long to read it. */
    hurry: () => {
      isHurried = true
      for (const [socket, timer] of timers) if (timer) destroyIn(socket, grace)
    },
  }
}

/**
 * Ends the connection after an answer that was given before its request's body arrived. If it stayed open, a proxy could
 * send the next request of another client in the place of that body. Refuses a request that expects `100 Continue` without
 * asking for its body.
 */
export function endAfterEarlyAnswers(app: FastifyInstance, endings: Endings): void {
  const { server } = app
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (endings.has(request.socket)) return void request.resume()
    const handle = () => {
      for (const handler of handlers) handler.call(server, request, response)
    }
    if (!hasBody(request)) return handle()
    watch(request, response, endings)
    // After Node has parsed what arrived with the head, which is mostly the whole request.
    setImmediate(handle)
  })
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    server.emit('request', request, response)
  })
  app.addHook('preClose', async () => endings.hurry())
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watch(request: IncomingMessage, response: ServerResponse, endings: Endings): void {
  const { socket } = request
  const { writeHead } = response
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete && !endings.has(socket)) {
      response.setHeader('connection', 'close')
      endings.add(socket)
      discardBody(request)
      // Node calls it after the last answer.
      socket.destroySoon = () => endAfterBody(request, endings)
    }
    return writeHead.apply(response, head as never)
  }
}

function discardBody(request: IncomingMessage): void {
  let length = 0
  request.unpipe()
  request.on('data', ({ length: more }: Buffer) => {
    length += more
    if (length > mostDiscarded) request.socket.destroy()
  })
  request.resume()
}

function endAfterBody(request: IncomingMessage, { discard, end }: Endings): void {
  const { socket } = request
  if (request.readableEnded || socket.readableEnded) return void end(socket)
  discard(socket)
  request.once('end', () => end(socket))
  // The client has closed its side, and sends no more of its body.
  socket.once('end', () => end(socket))
}

function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { _read } = request
  request._read = size => {
    request._read = _read
    if (!response.headersSent) response.writeContinue()
    request._read(size)
  }
}

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/errors.ts'
import { networkOf } from '../../lib/network/networks.ts'

const minute = 60_000 // ms

/** How slowly a body may arrive after the server's `requestTimeout`. */
export type Pace = {
  /** Bytes per second, on average over each window, and before the time-out. */
  least: number
  window: number // ms
  /** From the time-out on, in ms. */
  longest: number
  /** Bodies at once. */
  perNetwork: number
  inAll: number
}

/**
 * 50 MB of pictures over 30 kB/s take 28 minutes. The numbers of bodies bound what slow clients can occupy: each further
 * one ends at the time-out.
 */
const standard: Pace = { least: 4_000, window: minute, longest: 30 * minute, perNetwork: 10, inAll: 200 }

export type SlowBodies = ReturnType<typeof createSlowBodies>

/** Lets bodies that arrive slowly but steadily continue after the server's time-out. */
export function createSlowBodies(pace: Pace = standard) {
  const receiving = new WeakMap<Socket, Body>()
  /** Bytes of the earlier requests of a connection. */
  const earlier = new WeakMap<Socket, number>()
  const occupy = createPlaces(pace)
  return {
    /** Called when the head of a request has arrived. */
    note: (request: FastifyRequest): void => {
      const { raw } = request
      if (raw.complete) return
      const { socket } = raw
      receiving.set(socket, { request, begun: Date.now(), before: earlier.get(socket) ?? 0 })
      raw.once('close', () => void earlier.set(socket, socket.bytesRead))
    },
    /**
     * Called at the time-out. Either the body may continue, or its reader gets `request_timeout`. Returns false for a
     * connection without a body.
     */
    judge: (socket: Socket): boolean => {
      const body = receiving.get(socket)
      if (!body || body.request.raw.complete) return false
      const { request, begun, before } = body
      const isSteady = socket.bytesRead - before >= (pace.least * (Date.now() - begun)) / 1000
      const free = isSteady ? occupy(networkOf(request.ip)) : undefined
      if (free) watch(socket, request.raw, pace, free)
      else refuse(request.raw)
      return true
    },
  }
}

/** Counts the bodies that continue. The function reserves a place for one, and returns a function that frees it. */
function createPlaces(pace: Pace): (network: string) => (() => void) | undefined {
  const networks = new Map<string, number>()
  let all = 0
  return network => {
    const ofNetwork = networks.get(network) ?? 0
    if (all >= pace.inAll || ofNetwork >= pace.perNetwork) return undefined
    all++
    networks.set(network, ofNetwork + 1)
    return () => {
      all--
      const left = (networks.get(network) ?? 0) - 1
      if (left > 0) networks.set(network, left)
      else networks.delete(network)
    }
  }
}

function watch(
  socket: Socket,
  raw: IncomingMessage,
  { least, window, longest }: Pace,
  free: () => void,
): void {
  const begun = Date.now()
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - before
    before = socket.bytesRead
    if (bytes >= (least * window) / 1000 && Date.now() - begun <= longest) return
    clearInterval(timer)
    refuse(raw)
  }, window).unref()
  const stop = () => {
    clearInterval(timer)
    free()
    socket.off('close', stop)
    raw.off('close', stop)
  }
  // After an early answer, Node does not close the request with its connection.
  socket.once('close', stop)
  raw.once('close', stop)
}

type Body = { request: FastifyRequest; begun: number; before: number }

// The reader of the body refuses the request. The connection stays open for the answer.
function refuse(raw: IncomingMessage): void {
  if (raw.complete) return
  if (raw.listenerCount('error') > 0) return void raw.emit('error', new ApiError('request_timeout'))
  // Its reader comes later, after a query.
  raw.once('newListener', () => process.nextTick(refuse, raw))
}

export function noteBodies(app: FastifyInstance, bodies: SlowBodies): void {
  app.addHook('onRequest', (request, _reply, done) => {
    bodies.note(request)
    done()
  })
}

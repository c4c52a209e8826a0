import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { ApiError } from '../errors/errors.ts'

type Answer = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => void

type Known = { allowed: string[]; answer: Answer }

/** Refuses the other methods of known addresses for everybody, before keys or bodies are read: 405. */
export type OtherMethods = {
  /** `answer`: the error handler of the address. */
  refuse: (app: FastifyInstance, url: string, known: Known) => void
  /**
   * Answers a method that no address has, such as PROPFIND. False if the address is unknown too. A route for each of these
   * methods and addresses took a sixth of the processor time of a start, and 20 MB.
   */
  refuseUnusual: (request: FastifyRequest, reply: FastifyReply) => boolean
}

export function createOtherMethods(maxParamLength: number): OtherMethods {
  const addresses = findMyWay({ maxParamLength })
  return {
    refuse: (app, url, known) => {
      const refuse = async () => {
        throw methodWrong(known)
      }
      app.route({
        method: app.supportedMethods.filter(method => !known.allowed.includes(method)),
        url,
        schema: { hide: true },
        exposeHeadRoute: false,
        onRequest: refuse,
        handler: refuse,
      })
      addresses.on('GET', url, () => {}, known)
    },
    refuseUnusual: (request, reply) => {
      const isUsual = reply.server.supportedMethods.includes(request.method)
      const known: Known | undefined = isUsual ? undefined : addresses.find('GET', request.url)?.store
      known?.answer(methodWrong(known), request, reply)
      return known !== undefined
    },
  }
}

function methodWrong({ allowed }: Known): ApiError {
  return new ApiError('method_wrong', { headers: { allow: allowed.join(', ') } })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding } from './accept-encoding.ts'
import { encode, leastEncoded } from './encode.ts'

/**
 * The `onSend` hook of a route whose answers are made for each request and hold no secret: encodes them as the client
 * accepts. Errors, and routes without it, send their answers as they are. The compressed length of a secret beside a
 * text that others choose would give the secret away (BREACH).
 */
export async function encodeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string') return payload
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  const coding = chooseCoding(request.headers['accept-encoding'])
  const bytes = Buffer.from(payload)
  if (coding === 'identity' || bytes.length < leastEncoded || reply.statusCode >= 400) return payload
  const encoded = await encode(bytes, coding)
  if (encoded.length >= bytes.length) return payload
  reply.header('content-encoding', coding)
  return encoded
}

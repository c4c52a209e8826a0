import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorName } from '../../errors/codes.ts'
import { errorBody } from '../../errors/errors.ts'
import { closedPolicy } from '../pages/page-headers.ts'
import { requestIdHeader } from '../telemetry/request-log.ts'
import { type Endings, mostDiscarded } from './early-answers.ts'
import type { SlowBodies } from './slow-bodies.ts'

/** Input that is not HTTP never becomes a request: answers on the bare socket, in the format of all errors. */
export function answerBrokenRequests(endings: Endings, slowBodies: SlowBodies) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // What follows a last answer is discarded. Node reports each piece of it.
    if (endings.has(socket)) return void (socket.bytesRead > mostDiscarded && socket.destroy())
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowBodies.judge(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket))
      return void socket.destroy()
    endings.add(socket)
    socket.end(answerTo(error))
    endings.discard(socket)
  }
}

// A second head in the middle of an answer would become a part of its body.
function hasBegunAnswer(socket: Socket): boolean {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true
}

const names: Record<string, ErrorName> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

function answerTo({ code = '' }: NodeJS.ErrnoException): string {
  const body = JSON.stringify(errorBody(names[code] ?? 'request_invalid'))
  const { status } = JSON.parse(body) as { status: number }
  return [
    `HTTP/1.1 ${status} ${code || 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${closedPolicy}`,
    `${requestIdHeader}: ${randomUUID()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

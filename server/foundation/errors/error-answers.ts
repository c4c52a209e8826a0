import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/connect.ts'
import { Busy } from '../database/group-commit.ts'
import { ApiError, errorBody, errorLanguageOf } from './errors.ts'
import { unavailableCause } from './unavailable-cause.ts'

/** The error handler of the API. An error that is not in the catalogue is logged whole and answered as `unexpected`. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toApiError(error, request.routeOptions.bodyLimit)
  request.refusal = known.errorName
  if (known.status === 503) request.unavailableCause = unavailableCause(error)
  if (known.status === 500) request.log.error({ err: error }, 'unexpected error')
  // During a flood, logging a stack for each refusal would cost more than the refusal.
  else if (error instanceof Busy) request.log.debug({ err: error }, 'busy')
  else if (known.status === 503) request.log.warn({ err: known.cause ?? error }, 'unavailable')
  // What the route announced is of a body that is not sent.
  reply.removeHeader('content-encoding').removeHeader('etag')
  reply.status(known.status).headers(known.headers).header('content-type', 'application/json; charset=utf-8')
  // The dashboard sends the language that it speaks; browsers send the preferred one first.
  const language = errorLanguageOf(request.headers['accept-language'])
  const { problems, moreInfo } = known
  reply.serializer(JSON.stringify).send(errorBody(known.errorName, { problems, moreInfo, language }))
}

/**
 * The error of the catalogue that `error` is answered as; `unexpected` for one that nobody foresaw. `bodyLimit`: of the
 * address, in bytes.
 */
export function toApiError(error: unknown, bodyLimit?: number): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError('unavailable', { cause: error })
  if (error instanceof Busy)
    return new ApiError('unavailable', { headers: { 'retry-after': String(error.retryAfter) } })
  switch ((error as FastifyError | undefined)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(bodyLimit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('body_invalid', { problems: [{ path: 'Content-Type', problem: 'content_type' }] })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('route_unknown')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new ApiError('request_invalid')
    default:
      return new ApiError('unexpected', { cause: error })
  }
}

const standardLimit = 1024 * 1024 // bytes, which the general text names

function bodyTooLarge(limit = standardLimit): ApiError {
  if (limit === standardLimit) return new ApiError('body_too_large')
  return new ApiError('body_too_large', {
    problems: [{ path: 'body', problem: 'kibibytes_max', values: [limit / 1024] }],
  })
}

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { readField } from '../../foundation/http/input/form-body.ts'
import { type LinkRequest, linkPath } from '../../foundation/http/input/paths.ts'
import { PicturesUnavailable } from '../../foundation/storage/pictures/picture-store.ts'
import { isPictureName } from '../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../foundation/storage/pictures/sizes.ts'
import { VideoRefused } from '../../foundation/storage/videos/container/bytes.ts'
import {
  beginVideo,
  continueVideo,
  findVideoUpload,
  type Uploading,
} from '../../foundation/storage/videos/uploads.ts'
import { ownerOf, type ReviewLink, readReviewLink } from './links/review-link.ts'
import { type Say, sayIn } from './pages/say.ts'

const uploadPath = linkPath.extend({ id: z.string() })

/**
 * POST /r/:token/videos: starts an upload of `bytes` bytes, with the picture `poster`. Answers 201 with its address in
 * `Location`, to which the parts are sent.
 */
export function begin(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath, body: z.unknown() },
    handler: async (request, reply) => {
      const link = await readVideoLink(dependencies, request)
      const { config, clock, database, pictures } = dependencies
      const poster = readField(request.body, 'poster')
      const upload = {
        bytes: Number(readField(request.body, 'bytes')),
        poster: isPictureName(poster) ? poster.slice(0, 40) : undefined,
      }
      const mostUnused = config.WAITING_PICTURES_LIMIT * 1_000_000
      return await refusing(reply, link, async () => {
        const { store_id } = link.store
        const at = new Date(clock())
        const id = await beginVideo(database, pictures, store_id, ownerOf(link), upload, at, mostUnused)
        const url = `/r/${link.token}/videos/${id}`
        return reply.status(201).header('location', url).send({ url })
      })
    },
  })
}

/** GET and HEAD /r/:token/videos/:id: how much of an upload arrived, in `Upload-Offset`. */
export function find(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: uploadPath },
    handler: async (request, reply) => {
      const link = await readVideoLink(dependencies, request)
      const { id } = request.params
      const upload = await findVideoUpload(dependencies.database, link.store.store_id, ownerOf(link), id)
      if (!upload) throw new ApiError('route_unknown')
      return sendState(reply, upload)
    },
  })
}

/**
 * PATCH /r/:token/videos/:id: the bytes at `Upload-Offset`, 256 KiB or the last ones. Answers 409 with the right offset, and
 * the name of the video after its last bytes.
 */
export function send(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: uploadPath, body: z.unknown() },
    handler: async (request, reply) => {
      const link = await readVideoLink(dependencies, request)
      const { database, pictures, clock } = dependencies
      const [storeId, owner, { id }] = [link.store.store_id, ownerOf(link), request.params]
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const offset = Number(request.headers['upload-offset'])
      return await refusing(reply, link, async () => {
        if (!(await dependencies.countPictureBytes(request)(bytes.length))) throw new PictureRefused('budget')
        const at = new Date(clock())
        const upload = await continueVideo(database, pictures, storeId, owner, id, offset, bytes, at)
        if (upload) return sendState(reply, upload)
        const now = await findVideoUpload(database, storeId, owner, id)
        if (!now) throw new ApiError('route_unknown')
        return sendState(reply, now, 409)
      })
    },
  })
}

async function readVideoLink(dependencies: Dependencies, request: LinkRequest): Promise<ReviewLink> {
  const link = await readReviewLink(dependencies, request)
  if (!link.store.videos || !link.takesPictures || link.products.length === 0)
    throw new ApiError('route_unknown')
  return link
}

function sendState(reply: FastifyReply, { bytes, received, name }: Uploading, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('upload-offset', received)
    .header('upload-length', bytes)
    .header('cache-control', 'no-store')
    .send({ received, bytes, ...(name && { name, url: `/videos/${name}` }) })
}

// A refused video loses neither the text nor the pictures of the form, so the sentence is for the video alone.
async function refusing(
  reply: FastifyReply,
  { context }: ReviewLink,
  act: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await act()
  } catch (error) {
    const [status, problem] = refusalOf(error, sayIn(context.language))
    return reply.status(status).send({ problem })
  }
}

function refusalOf(error: unknown, say: Say): [status: number, problem: string] {
  if (error instanceof PicturesUnavailable) return [503, say('video_failed')]
  if (error instanceof VideoRefused) return [422, say(error.why === 'long' ? 'video_long' : 'video_format')]
  if (!(error instanceof PictureRefused)) throw error
  return error.why === 'large' ? [422, say('video_long')] : [429, say('video_failed')]
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../network/listen.ts'
import { aPicture } from './pictures.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

/** Another review service on loopback, which has the pictures of its reviews. */
export type PictureHost = {
  url: string
  /** The paths that were requested. */
  asked: string[]
  /** Answers a path from now on. Other paths that end with .jpg are pictures, each another one. */
  on: (path: string, answer: Answer) => void
  /** Sends a picture. */
  picture: (response: ServerResponse) => Promise<void>
  close: () => Promise<void>
}

export async function startPictureHost(): Promise<PictureHost> {
  const asked: string[] = []
  const answers = new Map<string, Answer>()
  const picture = async (response: ServerResponse) => {
    const bytes = Buffer.from(await (await aPicture()).arrayBuffer())
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const answer = answers.get(path)
    if (answer) return await answer(response, request)
    if (!path.endsWith('.jpg')) return response.writeHead(404).end('not here')
    await picture(response)
  })
  const { url, close } = await listen(server)
  return {
    url,
    asked,
    on: (path, answer) => answers.set(path, answer),
    picture,
    close,
  }
}

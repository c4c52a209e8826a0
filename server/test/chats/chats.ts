import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from '../network/listen.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test knows the dialect of its message
export type ChatMessage = { path: string; headers: IncomingHttpHeaders; raw: string; body: any }

type Reply = (response: ServerResponse) => void

export type Chats = {
  /** The address of a webhook of each chat. */
  slack: string
  teams: string
  discord: string
  plain: string
  /** Messages that were accepted. */
  accepted: ChatMessage[]
  /** Requests, also refused ones. */
  requests: ChatMessage[]
  /** What answers the next requests instead of the chats. */
  reply: (how: Reply | undefined) => void
  close: () => Promise<void>
}

/** Chats that read messages as Slack, Teams and Discord do, and refuse what those refuse. */
export async function startChats(): Promise<Chats> {
  const accepted: ChatMessage[] = []
  const requests: ChatMessage[] = []
  let how: Reply | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const message = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      requests.push(message)
      if (how) return how(response)
      const [status, text] = answerTo(message)
      if (status < 300) accepted.push(message)
      response.writeHead(status).end(text)
    })
  })
  const { url, close } = await listen(server)
  return {
    slack: `${url}/slack/services/T000/B000/abcdefghijklmnop1234`,
    teams: `${url}/teams/workflows/0f0f/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sig=a-b_c`,
    discord: `${url}/discord/api/webhooks/123/secret-token-of-the-webhook?thread_id=7`,
    plain: `${url}/plain`,
    accepted,
    requests,
    reply: next => {
      how = next
    },
    close,
  }
}

function answerTo(message: ChatMessage): [status: number, text: string] {
  if (message.path.startsWith('/slack/')) return slack(message)
  if (message.path.startsWith('/teams/')) return teams(message)
  if (message.path.startsWith('/discord/')) return discord(message)
  return [200, '']
}

function slack({ body }: ChatMessage): [number, string] {
  if (typeof body.text !== 'string') return [400, 'no_text']
  const texts: string[] = body.blocks.map(({ text }: { text: { text: string } }) => text.text)
  if (texts.length > 50 || texts.some(text => text.length > 3_000 || text === ''))
    return [400, 'invalid_blocks']
  if (texts.join('').length > 13_200) return [400, 'msg_blocks_too_long']
  return [200, 'ok']
}

function teams({ headers, raw, body }: ChatMessage): [number, string] {
  if (headers.authorization) return [401, 'DirectApiAuthorizationRequired']
  if (Buffer.byteLength(raw) > 28_000) return [413, '']
  const [{ contentType, content }] = body.attachments
  const isCard = contentType === 'application/vnd.microsoft.card.adaptive' && content.type === 'AdaptiveCard'
  return isCard ? [202, ''] : [400, '']
}

type Embed = { title?: string; description?: string }

function discord({ path, body }: ChatMessage): [number, string] {
  const embeds: Embed[] = body.embeds ?? []
  const all = embeds.reduce(
    (sum, { title = '', description = '' }) => sum + title.length + description.length,
    0,
  )
  const isLong = embeds.some(
    ({ title = '', description = '' }) => title.length > 256 || description.length > 4_096,
  )
  if (embeds.length > 10 || all > 6_000 || isLong)
    return [400, '{"message":"Invalid Form Body","code":50035}']
  return new URL(path, 'http://discord.example').searchParams.get('wait') === 'true'
    ? [200, '{"id":"1"}']
    : [204, '']
}

import type { Channel } from '../../tenants/notices/kinds.ts'
import type { Message } from './compose.ts'
import { discordBody, fitsDiscord } from './dialects/discord.ts'
import { plainBody } from './dialects/plain.ts'
import { fitsSlack, slackBody } from './dialects/slack.ts'
import { teamsBody } from './dialects/teams.ts'

type Sent = { id: string; storeId: string; at: Date }

/** How each chat reads a message, and whether it takes one of this length. Teams fails at 28 kB. */
const dialects: Record<
  Exclude<Channel, 'email'>,
  { write: (message: Message, sent: Sent) => object; fits: (body: object, json: string) => boolean }
> = {
  slack: { write: slackBody, fits: fitsSlack },
  discord: { write: discordBody, fits: fitsDiscord },
  teams: { write: teamsBody, fits: (_body, json) => Buffer.byteLength(json) <= 26_000 },
  webhook: { write: plainBody, fits: (_body, json) => Buffer.byteLength(json) <= 60_000 },
}

/** How many records of each kind are quoted, until the message is short enough. */
const quotes = [5, 3, 1, 0]

/** The body of a message in the dialect of its channel, as long as the channel takes. Undefined: there is nothing to say. */
export async function writeBody(
  channel: Exclude<Channel, 'email'>,
  sent: Sent,
  compose: (quotes: number) => Promise<Message | undefined>,
): Promise<string | undefined> {
  const { write, fits } = dialects[channel]
  let json: string | undefined
  for (const most of quotes) {
    const message = await compose(most)
    if (!message) return undefined
    const body = write(message, sent)
    json = JSON.stringify(body)
    if (fits(body, json)) return json
  }
  return json
}

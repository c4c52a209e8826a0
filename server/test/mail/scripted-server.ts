import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { listen } from '../network/listen.ts'

export type Stage = 'greeting' | 'mail' | 'rcpt' | 'data'

/** Answers `reply` at one stage. Accepts everything while `reply` is undefined. */
export type ScriptedServer = {
  url: string
  answer: (stage: Stage, reply: string | undefined) => void
  offered: () => number
  taken: () => number
  /** What followed `RCPT TO:` last. */
  recipient: () => string | undefined
  close: () => Promise<void>
}

/** A minimal SMTP server with configurable answers. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  let mood: { stage: Stage; reply: string | undefined } = { stage: 'data', reply: undefined }
  let offered = 0
  let taken = 0
  let recipient: string | undefined
  const answerOr = (stage: Stage, usual: string) => (mood.stage === stage && mood.reply) || usual
  const commands: [RegExp, (line: string) => string][] = [
    [/^EHLO/i, () => '250 moody'],
    [
      /^MAIL/i,
      () => {
        offered++
        return answerOr('mail', '250 ok')
      },
    ],
    [
      /^RCPT TO:/i,
      line => {
        recipient = line.slice('RCPT TO:'.length)
        return answerOr('rcpt', '250 ok')
      },
    ],
    [/^DATA/i, () => '354 go on'],
    [
      /^\.$/,
      () => {
        const reply = answerOr('data', '250 2.0.0 taken')
        if (reply.startsWith('250')) taken++
        return reply
      },
    ],
  ]
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let inData = false
    socket.write(`${answerOr('greeting', '220 ready')}\r\n`)
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
      if (inData && line !== '.') return
      const [, reply = () => '250 ok'] = commands.find(([pattern]) => pattern.test(line)) ?? []
      const said = reply(line)
      inData = said.startsWith('354')
      socket.write(`${said}\r\n`)
    })
  })
  return {
    ...(await listen(server, 'smtp')),
    offered: () => offered,
    taken: () => taken,
    recipient: () => recipient,
    answer: (stage, reply) => {
      mood = { stage, reply }
      // The next mail uses a new connection, with a new greeting.
      for (const socket of open) socket.destroy()
      open.clear()
    },
  }
}

import { connect } from 'node:net'

/** A bare connection to the service: what is written is sent as it is. */
export function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let heard = ''
  let isOver = false
  let fault: Error | undefined
  let wake = () => {}
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    heard += text
    wake()
  })
  socket.on('end', () => {
    isOver = true
    wake()
  })
  socket.on('error', error => {
    fault = error
    wake()
  })

  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (fault) throw fault
      if (isOver) throw new Error(`The service closed the connection after ${JSON.stringify(heard)}.`)
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }

  return {
    /** Resolves when the bytes are with the operating system. */
    write: (bytes: string | Buffer) =>
      new Promise<void>((resolve, reject) =>
        socket.write(bytes, error => (error ? reject(error) : resolve())),
      ),
    /** The first answer, when all of it has arrived. Throws if the connection was reset before. */
    answer: async () => {
      await until(() => isWhole(heard))
      return firstAnswer(heard)
    },
    /** Everything received, when the service has closed its side. Throws if it reset the connection instead. */
    end: async () => {
      await until(() => isOver)
      socket.destroy()
      return heard
    },
    heard: () => heard,
    /** Sends no more, and goes on reading. */
    closeSide: () => void socket.end(),
    close: () => void socket.destroy(),
  }
}

function firstAnswer(heard: string) {
  const [head = ''] = heard.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map(one => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)]),
  )
  const body = heard.slice(head.length + 4).slice(0, Number(headers.get('content-length')))
  return { status: Number(line.split(' ')[1]), headers, body }
}

function isWhole(heard: string): boolean {
  if (!heard.includes('\r\n\r\n')) return false
  const { headers, body } = firstAnswer(heard)
  return body.length === Number(headers.get('content-length') ?? Number.NaN)
}

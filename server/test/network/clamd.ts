import { createServer } from 'node:net'
import { listen } from './listen.ts'

/** Harmless bytes that the scanner of tests takes for malware. */
export const marker = 'realword-harmless-marker'

export type Clamd = {
  /** For CLAMD_URL. */
  url: string
  /** The bytes of each scanned file. */
  scanned: Buffer[]
  /** `large` refuses files of more than 100 bytes; `early` says OK to the first bytes. */
  mode: 'on' | 'silent' | 'reset' | 'large' | 'early'
  version: string
  close: () => Promise<void>
}

/** A TCP server that speaks the protocol of clamd (clamd(8)): VERSION, and INSTREAM for one file a connection. */
export async function startClamd(): Promise<Clamd> {
  const server = createServer(socket => {
    const read = reader(() => clamd)
    let isAnswered = false
    socket.on('data', more => {
      if (isAnswered || clamd.mode === 'silent') return
      if (clamd.mode === 'reset') return void socket.resetAndDestroy()
      const answer = read(more)
      isAnswered = answer !== undefined
      if (isAnswered) socket.end(`${answer}\0`)
    })
  })
  const { url, close } = await listen(server, 'tcp')
  const clamd: Clamd = {
    ...{ url, close, scanned: [], mode: 'on' },
    version: 'ClamAV 1.4.3/27465/Fri Feb 26 10:00:00 2027',
  }
  return clamd
}

/** Reads a connection piece by piece, and returns the answer once the request is complete. */
function reader(of: () => Clamd): (more: Buffer) => string | undefined {
  const file: Buffer[] = []
  let rest: Buffer = Buffer.alloc(0)
  let isFile = false
  const readPieces = () => {
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (of().mode === 'early') return 'stream: OK'
      if (length === 0) return verdict(of(), Buffer.concat(file))
      if (of().mode === 'large' && length > 100) return 'INSTREAM size limit exceeded. ERROR'
      if (rest.length < 4 + length) return undefined
      file.push(rest.subarray(4, 4 + length))
      rest = rest.subarray(4 + length)
    }
    return undefined
  }
  return more => {
    rest = rest.length > 0 ? Buffer.concat([rest, more]) : more
    if (isFile) return readPieces()
    const end = rest.indexOf(0)
    if (end < 0) return undefined
    const command = rest.toString('latin1', 0, end)
    rest = rest.subarray(end + 1)
    if (command === 'zVERSION') return of().version
    if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
    isFile = true
    return readPieces()
  }
}

function verdict(clamd: Clamd, file: Buffer): string {
  clamd.scanned.push(file)
  return file.includes(marker) ? 'stream: Test.Marker.UNOFFICIAL FOUND' : 'stream: OK'
}

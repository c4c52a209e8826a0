import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What the proxy does in place of passing a request on: it answers a status with a page of its own, or closes the
 * connection (`cut`). `lose` passes the request on, and answers 502 as if it had lost the answer.
 */
export type Act = number | 'cut' | 'lose'

/** A reverse proxy in front of the service. */
export type UnsteadyProxy = {
  url: string
  /** From now on, does these acts to requests whose method and path match, in this order, and then passes them again. */
  disturb: (what: RegExp, ...acts: Act[]) => void
  /** The requests that were disturbed: `<act> <method> <path>`. */
  disturbed: string[]
  close: () => void
}

export async function startUnsteadyProxy(service: string): Promise<UnsteadyProxy> {
  const disturbed: string[] = []
  let current: { what: RegExp; acts: Act[] } = { what: /^$/, acts: [] }
  const proxy = createServer((from, to) => {
    const line = `${from.method} ${from.url}`
    const act = current.what.test(line) ? current.acts.shift() : undefined
    if (act !== undefined) disturbed.push(`${act} ${line}`)
    const answerOwn = (status: number) => to.writeHead(status).end('<h1>Oops</h1>')
    if (act === 'cut') return void to.destroy()
    if (typeof act === 'number') return void from.resume().on('end', () => answerOwn(act))
    const { method, headers } = from
    const passed = request(service + from.url, { method, headers }, answer => {
      if (act === 'lose') return void answer.resume().on('end', () => answerOwn(502))
      to.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(to)
    })
    passed.on('error', () => to.destroy())
    from.pipe(passed)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    disturb: (what, ...acts) => {
      current = { what, acts }
    },
    disturbed,
    close: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

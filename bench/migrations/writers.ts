import { Agent, request } from 'node:http'
import { anOrder } from '../../server/test/factories.ts'

export type Writers = {
  /** What was written since the last call, in milliseconds: the 99th percentile, and the longest time without a 201. */
  report: () => { orders: number; p99: number; gap: number }
  stop: () => Promise<void>
}

/** Eight connections that send orders, each after the previous response. An answer other than 201 ends them all. */
export function startWriters(port: number, headers: Record<string, string>): Writers {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let isOver = false
  let since = performance.now()
  let written: { at: number; took: number }[] = []
  const running = Promise.all(Array.from({ length: 8 }, write))
  running.catch(() => {
    isOver = true
  })

  async function write(): Promise<void> {
    while (!isOver) {
      const sent = performance.now()
      const status = await post(agent, port, headers)
      if (status !== 201) throw new Error(`an order was answered ${status}`)
      const at = performance.now()
      written.push({ at, took: at - sent })
    }
  }

  return {
    report: () => {
      const now = performance.now()
      let gap = now - (written.at(-1)?.at ?? since)
      for (const [index, { at }] of written.entries())
        gap = Math.max(gap, at - (written[index - 1]?.at ?? since))
      const took = written.map(one => one.took).sort((a, b) => a - b)
      const report = { orders: took.length, p99: took[Math.floor(took.length * 0.99)] ?? Number.NaN, gap }
      since = now
      written = []
      return report
    },
    stop: async () => {
      isOver = true
      await running.finally(() => agent.destroy())
    },
  }
}

function post(agent: Agent, port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', path: '/orders', method: 'POST', headers })
    sent.on('error', reject)
    sent.on('response', response => {
      response.on('error', reject).on('end', () => resolve(response.statusCode))
      response.resume()
    })
    sent.end(JSON.stringify(anOrder()))
  })
}

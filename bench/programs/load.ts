import { connect, type Socket } from 'node:net'

/**
 * Sends complete HTTP requests over keep-alive connections, each after the previous response, and counts responses by
 * status. It is a separate process, so that it shares no event loop with the measured one, and uses bare sockets, so
 * that it costs little itself.
 */
export type Load = {
  port: number
  path: string
  /** Of each request, or of each store, whose connections take turns. */
  headers: string[] | string[][]
  connections: number
  seconds: number
  prefix: string
}

export type Measured = { perSecond: number; statuses: Record<string, number>; p50: number; p99: number }

const load = JSON.parse(process.argv[2] ?? '{}') as Load
process.stdout.write(JSON.stringify(await measure(load)))

async function measure(options: Load): Promise<Measured> {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  let number = 0
  let isOver = false
  const start = performance.now()
  setTimeout(() => {
    isOver = true
  }, options.seconds * 1000)
  await Promise.all(Array.from({ length: options.connections }, sendOverConnection))
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100
  return { perSecond: times.length / took, statuses, p50: at(0.5), p99: at(0.99) }

  async function sendOverConnection(_: unknown, index: number): Promise<void> {
    const socket = connect(options.port, '127.0.0.1').setNoDelay()
    const own = options.headers[index % options.headers.length] ?? []
    const headers = Array.isArray(own) ? own : (options.headers as string[])
    const answers = readAnswers(socket)
    while (!isOver) {
      const sent = performance.now()
      socket.write(request(options.path, headers, `${options.prefix}-${++number}`))
      const status = await answers()
      times.push(performance.now() - sent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    socket.destroy()
  }
}

function readAnswers(socket: Socket): () => Promise<string> {
  let buffered = ''
  let wanted: ((status: string) => void) | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    buffered += chunk
    const head = buffered.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? 0)
    if (buffered.length < head + 4 + length) return
    const status = buffered.slice(9, 12)
    buffered = buffered.slice(head + 4 + length)
    wanted?.(status)
  })
  return () => new Promise(resolve => (wanted = resolve))
}

function request(path: string, headers: string[], orderId: string): string {
  const body = orderBody(orderId)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** An order of about 1 kB (ASCII, so its length is its bytes): two of 500 products, one customer. */
function orderBody(orderId: string): string {
  const number = Number(orderId.split('-').at(-1))
  const product = (n: number) =>
    `{"product_id":"P-${n}","sku":"SKU-${n}","name":"Stainless steel moka pot for six cups, model ${n}","price":149.9,` +
    `"url":"https://shop.example/products/stainless-steel-moka-pot-six-cups-${n}","gtin":"7891234567895",` +
    `"pictures":["https://cdn.shop.example/pictures/moka-pot-${n}-front.jpg","https://cdn.shop.example/pictures/moka-pot-${n}-side.jpg"]}`
  return (
    `{"order_id":"${orderId}","order_date":"2026-03-02T14:03:00.000Z","delivery_date":"2026-03-${10 + (number % 18)}T18:30:00.000Z",` +
    `"products":[${product(number % 500)},${product((number * 7) % 500)}],` +
    `"customers":[{"name":"Ana Carolina Martins","email":"ana.${number}@example.com","phone":"+55 11 90000-0000","origin":"website"}]}`
  )
}

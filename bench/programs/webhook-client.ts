import { Agent, request } from 'node:http'

type Client = { url: string; connections: number; requests: number; body: string }

/** Posts a body many times over keep-alive connections, and prints the processor time that it used in µs. */
const { url, connections, requests, body } = JSON.parse(process.argv[2] ?? '{}') as Client
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
let left = requests
const before = process.cpuUsage()
await Promise.all(Array.from({ length: connections }, postInTurn))
agent.destroy()
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ processor: user + system }))

async function postInTurn(): Promise<void> {
  while (left > 0) {
    left--
    await post()
  }
}

function post(): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(url, { method: 'POST', agent, headers }, answer => {
      if (answer.statusCode !== 204) fail(new Error(`answered with ${answer.statusCode}`))
      answer.resume().once('end', done)
    })
    sent.once('error', fail).end(body)
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { anOrder } from '../server/test/factories.ts'
import { aShop, type Shop } from './neighbours.ts'

/** Every `everyMs` milliseconds; an instance that fails `failures` checks in a row receives no request. */
const checks = { everyMs: 500, failures: 2 }

/**
 * Restarts two instances in turn, `rounds` times each, behind a proxy that checks their health and repeats no request.
 * Prints how many of at least 10,000 orders were answered with anything but 201, or not at all.
 */
export async function run({ rounds }: { rounds: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  await migrate(opened.database)
  await installJobs(opened.database)
  const shop = await aShop(opened.database)
  const instances = [await startInstance(dataDir), await startInstance(dataDir)]
  const proxy = await openProxy(instances)
  await proxy.seesAll()
  const load = sendOrders(proxy.port, shop)
  try {
    let restarts = 0
    while (restarts < 2 * rounds || load.sent() < 10_000) {
      const at = restarts++ % 2
      await stopInstance(instances[at] as Instance)
      instances[at] = await startInstance(dataDir)
      await proxy.seesAll()
    }
    const { answers, longest } = await load.stop()
    const [stored] = await opened.database.query<{ n: number }>({
      name: 'stored',
      text: 'select count(*)::integer as n from orders',
      values: [],
    })
    const accepted = answers.get('201') ?? 0
    const sent = [...answers.values()].reduce((sum, count) => sum + count, 0)
    console.log('| restarts | requests | failed | longest ms | stored |')
    console.log('| ---: | ---: | ---: | ---: | ---: |')
    console.log(`| ${restarts} | ${sent} | ${sent - accepted} | ${Math.round(longest)} | ${stored?.n} |`)
    if (sent > accepted || stored?.n !== accepted) {
      console.log(JSON.stringify(Object.fromEntries(answers)))
      process.exitCode = 1
    }
  } finally {
    await load.stop()
    proxy.close()
    await Promise.all(instances.map(stopInstance))
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Instance = { child: ChildProcess; port: number; agent: Agent; failures: number }

async function startInstance(dataDir: string): Promise<Instance> {
  const realword = fileURLToPath(new URL('../realword', import.meta.url))
  const child = spawn(realword, ['start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', WORKERS: '1', LOG_LEVEL: 'warn', DRAIN_DELAY: '3s' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const text of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += text
    const [, port] = /answers at http:\S+:(\d+),/.exec(printed) ?? []
    // Not in use until a check succeeds.
    const agent = new Agent({ keepAlive: true })
    if (port) {
      child.stdout?.resume()
      return { child, port: Number(port), agent, failures: checks.failures }
    }
  }
  throw new Error(`an instance did not start: ${printed}`)
}

async function stopInstance({ child, agent }: Instance): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
  agent.destroy()
}

type Proxy = { port: number; seesAll: () => Promise<void>; close: () => void }

/** Hands requests to healthy instances in turn, over connections that it keeps. Repeats nothing. */
async function openProxy(instances: Instance[]): Promise<Proxy> {
  let last = 0
  const server: Server = createServer((asked, answer) => {
    const healthy = instances.filter(({ failures }) => failures < checks.failures)
    const chosen = healthy[++last % healthy.length]
    if (!chosen) return void answer.writeHead(503).end('no instance')
    const { method, url, headers } = asked
    const { connection: _, ...passed } = headers
    const sent = request({
      host: '127.0.0.1',
      port: chosen.port,
      agent: chosen.agent,
      method,
      path: url,
      headers: passed,
    })
    sent.on('error', error => answer.writeHead(502).end(error.message))
    sent.on('response', got => {
      answer.writeHead(got.statusCode ?? 502)
      got.on('error', () => answer.destroy()).pipe(answer)
    })
    asked.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const check = setInterval(() => {
    for (const instance of instances) void checkHealth(instance)
  }, checks.everyMs)
  return {
    port: (server.address() as AddressInfo).port,
    seesAll: async () => {
      while (instances.some(({ failures }) => failures > 0)) await pause(20)
    },
    close: () => {
      clearInterval(check)
      server.closeAllConnections()
      server.close()
    },
  }
}

async function checkHealth(instance: Instance): Promise<void> {
  const isReady = await fetch(`http://127.0.0.1:${instance.port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
  instance.failures = isReady ? 0 : instance.failures + 1
}

/** Sends orders over eight connections until it stops. */
function sendOrders(port: number, { storeId, headers }: Shop) {
  const answers = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  let sent = 0
  let longest = 0
  let isOver = false
  const named = Object.fromEntries(headers.map(line => line.split(': ') as [string, string]))
  const senders = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const start = performance.now()
      const body = JSON.stringify(anOrder({ order_id: `${storeId}-${++sent}` }))
      const status = await send(port, agent, named, body).catch((error: Error) => error.message)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      longest = Math.max(longest, performance.now() - start)
    }
  })
  return {
    sent: () => sent,
    stop: async () => {
      isOver = true
      await Promise.all(senders)
      agent.destroy()
      return { answers, longest }
    },
  }
}

async function send(
  port: number,
  agent: Agent,
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/orders', headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await response.toArray()
  return String(response.statusCode)
}

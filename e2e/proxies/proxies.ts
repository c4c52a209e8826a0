import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freePort } from '../../server/test/network/listen.ts'
import { isRoot, nobody } from '../other-users.ts'
import { answerOf, launchProgram } from '../programs/processes.ts'
import { findProgram } from '../programs/programs.ts'
import { checkout, temporaryFolder, waitFor } from '../service.ts'

type Setup = { folder: string; config: string; port: number }

/** A reverse proxy of Debian, started over the sample configuration in deploy/proxies/. */
export type Proxy = {
  name: string
  program: string
  sample: string
  args: (setup: Setup) => string[]
  env?: (setup: Setup) => Record<string, string>
  /** It refuses to run as root. */
  asNobody?: true
}

const all: Proxy[] = [
  {
    name: 'Apache',
    program: 'apache2',
    sample: 'apache.conf',
    args: ({ config }) => ['-f', config, '-DFOREGROUND'],
  },
  {
    name: 'nginx',
    program: 'nginx',
    sample: 'nginx.conf',
    args: ({ config, folder }) => ['-p', folder, '-c', config, '-g', 'daemon off;'],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    sample: 'Caddyfile',
    args: ({ config }) => ['run', '--config', config, '--adapter', 'caddyfile'],
    env: ({ folder }) => ({ HOME: folder }),
  },
  { name: 'HAProxy', program: 'haproxy', sample: 'haproxy.cfg', args: ({ config }) => ['-db', '-f', config] },
  {
    name: 'Varnish',
    program: 'varnishd',
    sample: 'varnish.vcl',
    args: ({ config, folder, port }) => {
      const memory = ['-s', 'malloc,64m', '-j', 'none']
      return ['-F', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-f', config, ...memory]
    },
  },
  {
    name: 'lighttpd',
    program: 'lighttpd',
    sample: 'lighttpd.conf',
    args: ({ config }) => ['-D', '-f', config],
  },
  { name: 'Squid', program: 'squid', sample: 'squid.conf', args: ({ config }) => ['-N', '-f', config] },
  { name: 'h2o', program: 'h2o', sample: 'h2o.yaml', args: ({ config }) => ['-c', config] },
  {
    name: 'Traffic Server',
    program: 'traffic_server',
    sample: 'trafficserver/records.config',
    args: ({ folder }) => [`--run-root=${folder}`],
    asNobody: true,
  },
]

/** Those that are installed here. */
export const installed = all.filter(({ program }) => findProgram(program))

for (const { name, program } of all)
  if (!findProgram(program)) console.log(`Skipped: ${name}, which is not installed.`)

/** Starts a proxy in front of the service on `upstream`, as a process that `cleanUp` ends. Resolves with its address. */
export async function startProxy(proxy: Proxy, upstream: number): Promise<string> {
  const folder = temporaryFolder()
  // Some give up root's rights.
  chmodSync(folder, 0o777)
  const port = await freePort()
  const sample = join(checkout, 'deploy/proxies', proxy.sample)
  const config = join(folder, basename(sample))
  const adapt = (text: string) =>
    text
      .replaceAll('8080', String(upstream))
      .replaceAll('8081', String(port))
      .replaceAll('/run/realword-proxy', folder)
  if (proxy.program === 'traffic_server') layOutTrafficServer(folder, dirname(sample), adapt)
  else writeFileSync(config, adapt(readFileSync(sample, 'utf8')))
  const setup = { folder, config, port }
  launchProgram(findProgram(proxy.program) as string, proxy.args(setup), {
    log: join(folder, 'output.log'),
    env: proxy.env?.(setup) ?? {},
    as: proxy.asNobody && isRoot ? { uid: nobody, gid: nobody } : {},
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await waitFor(proxy.name, async () => (await answerOf(`${url}/health/live`))?.ok)
  } catch (error) {
    throw new Error(readFileSync(join(folder, 'output.log'), 'utf8'), { cause: error })
  }
  return url
}

// It finds all of its folders by a file, and needs Debian's settings beside ours.
function layOutTrafficServer(folder: string, samples: string, adapt: (text: string) => string): void {
  const own = { sysconfdir: 'etc', localstatedir: 'var', runtimedir: 'run', logdir: 'log', cachedir: 'cache' }
  const libraries = '/usr/lib/trafficserver'
  cpSync('/etc/trafficserver', join(folder, 'etc'), { recursive: true })
  for (const name of readdirSync(samples))
    writeFileSync(join(folder, 'etc', name), adapt(readFileSync(join(samples, name), 'utf8')))
  for (const name of ['var', 'run', 'log', 'cache']) mkdirSync(join(folder, name))
  const folders = {
    ...{ prefix: folder, exec_prefix: '/usr', bindir: '/usr/bin', sbindir: '/usr/sbin' },
    ...{ includedir: '/usr/include', libdir: libraries, libexecdir: `${libraries}/modules` },
    ...{ datadir: join(folder, 'cache') },
    ...Object.fromEntries(Object.entries(own).map(([name, path]) => [name, join(folder, path)])),
  }
  const lines = Object.entries(folders).map(([name, path]) => `${name}: ${path}\n`)
  writeFileSync(join(folder, 'runroot.yaml'), lines.join(''))
  spawnSync('chmod', ['-R', 'a+rwX', folder])
}

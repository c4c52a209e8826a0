import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../server/test/network/listen.ts'
import { launchProgram } from '../programs/processes.ts'
import { findProgram } from '../programs/programs.ts'
import { checkout, cleanUp, temporaryFolder, waitFor } from '../service.ts'

afterAll(cleanUp)

const samples = [
  { program: 'nginx', prepare: prepareNginx },
  { program: 'caddy', prepare: prepareCaddy },
]

for (const { program } of samples)
  if (!findProgram(program)) console.log(`Skipped: plain HTTP through ${program}, which is not installed.`)

// What answers beyond the plain port does not matter: no service runs behind it.
describe.each(samples.filter(({ program }) => findProgram(program)))('$program, by plain HTTP', sample => {
  let port: number

  test('starts with our configuration', async () => {
    port = await freePort()
    const folder = temporaryFolder()
    const args = sample.prepare(folder, port, await freePort())
    launchProgram(findProgram(sample.program) as string, args, {
      log: join(folder, 'output.log'),
      env: { HOME: folder, DOMAIN: 'localhost' },
    })
    await waitFor(sample.program, () => answerTo(port, 'GET', '/').catch(() => false))
  })

  test.each([
    '/',
    '/admin',
    '/admin/stores/1/reviews?state=pending',
    '/r/token',
    '/u/token',
    '/confirm/token',
    '/write?store_id=1',
    '/transparency/1',
    '/embed/question',
  ])('people are led from %s to https', async path => {
    expect(await answerTo(port, 'GET', path)).toEqual({
      status: 308,
      location: `https://localhost${path}`,
      text: '',
    })
  })

  test.each([
    ['POST', '/orders'],
    ['GET', '/api/v1/reviews.json?store_id=1'],
    ['GET', '/manage/v1/reviews'],
    ['POST', '/admin/api/session'],
    ['POST', '/products'],
    ['GET', '/feeds/token'],
    ['POST', '/connect/shopify'],
    ['GET', '/rewards'],
    ['POST', '/mail/bounces'],
  ])('programs are refused: %s %s', async (method, path) => {
    const answer = await answerTo(port, method, path)
    expect(answer).toEqual({ status: 403, location: undefined, text: 'Use https.' })
  })
})

function prepareNginx(folder: string, port: number, securePort: number): string[] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const servers = readSample('nginx.conf')
    .replaceAll('listen [::]', '# listen [::]')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443 ', `listen 127.0.0.1:${securePort} `)
    .replaceAll('reviews.shop.example;', 'localhost;')
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `pid ${folder}/pid; events {}\nhttp { access_log off; ${places}\n${servers}\n}\n`)
  return ['-p', folder, '-c', config, '-e', 'stderr', '-g', 'daemon off;']
}

function prepareCaddy(folder: string, port: number, securePort: number): string[] {
  const config = join(folder, 'Caddyfile')
  const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${port}\n\thttps_port ${securePort}\n}\n`
  writeFileSync(config, own + readSample('Caddyfile'))
  return ['run', '--config', config, '--adapter', 'caddyfile']
}

function readSample(name: string): string {
  return readFileSync(join(checkout, 'deploy', name), 'utf8')
}

type Answer = { status: number; location: string | undefined; text: string }

function answerTo(port: number, method: string, path: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    { host: '127.0.0.1', port, method, path, headers: { host: 'localhost' } },
    response => {
      let text = ''
      response.setEncoding('utf8').on('data', piece => {
        text += piece
      })
      const { statusCode = 0, headers } = response
      const { location } = headers
      response.on('end', () =>
        resolve({ status: statusCode, location, text: location === undefined ? text : '' }),
      )
    },
  )
  sent.on('error', reject)
  sent.end()
  return promise
}
